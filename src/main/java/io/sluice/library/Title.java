package io.sluice.library;

import io.vertx.core.json.JsonObject;

/**
 * One book of the catalogue.
 *
 * @param id 1 to {@link Catalogue#TITLES}
 * @param stock copies that may still be lent, never negative
 */
record Title(int id, String isbn, String name, String author, int stock) {
  /** Changes whenever the JSON does: only the stock of a title ever changes. */
  String etag() {
    return "\"" + id + "-" + stock + "\"";
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("isbn", isbn)
        .put("name", name)
        .put("author", author)
        .put("stock", stock);
  }
}
