package io.sluice.config;

import com.networknt.schema.path.NodePath;
import io.sluice.config.Shape.Entry;
import io.sluice.options.Key;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A location in the JSON tree followed through the {@link Shape} of the configuration.
 *
 * @param path as messages write it
 * @param shape what is expected there
 * @param key the last key on the way; null at the root
 */
record Place(String path, Shape shape, @Nullable Key key) {
  static Place of(FileForm form, NodePath location) {
    var place = new Place("", form.root(), null);
    for (int i = 0; i < location.getNameCount(); i++) {
      place = place.into(location.getElement(i));
    }
    return place;
  }

  private Place into(Object element) {
    return switch (shape) {
      case Shape.Named named -> new Place(inside(element.toString()), named.each(), key);
      case Shape.Sequence list -> new Place(path + "[" + element + "]", list.each(), key);
      case Shape.Section section -> {
        Entry entry = Objects.requireNonNull(section.entry(element.toString()));
        yield new Place(inside(entry.name()), entry.shape(), entry.key());
      }
      case Scalar scalar -> throw new IllegalStateException("below the value of " + path);
    };
  }

  String inside(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  /** The section that stands here. */
  Shape.Section section() {
    return (Shape.Section) shape;
  }

  String expected() {
    return key == null
        ? section().expected()
        : shape.expected(key) + (shape instanceof Scalar scalar ? scalar.notation() : "");
  }

  String expectedName() {
    return key == null ? "a name" : key.expected();
  }
}
