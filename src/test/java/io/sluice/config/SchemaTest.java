package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** {@code scripts/schema} runs this with {@code -Dschema.write=true} to rewrite both copies. */
class SchemaTest {
  private static final Path FOR_EDITORS = Path.of("conf/schema/sluice.schema.json");
  private static final Path IN_THE_JAR =
      Path.of("src/main/resources/io/sluice/config/sluice.schema.json");

  @Test
  void committedSchema_isWhatTheRecordsSay() throws IOException {
    String generated = SchemaGeneration.generate();
    if (Boolean.getBoolean("schema.write")) {
      Files.writeString(FOR_EDITORS, generated);
      Files.writeString(IN_THE_JAR, generated);
    }
    assertThat(FOR_EDITORS).as("run scripts/schema").hasContent(generated);
    assertThat(IN_THE_JAR).as("run scripts/schema").hasContent(generated);
  }

  @Test
  void resource_isTheCommittedSchema() throws IOException {
    assertThat(SchemaResource.text()).isEqualTo(Files.readString(IN_THE_JAR));
  }

  /** Editors hold the file as it is written against the schema, before anything is put in. */
  @ParameterizedTest
  @MethodSource("shippedFiles")
  void shippedFile_fitsTheSchemaBeforeSubstitution(Path file) throws IOException {
    var yaml = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
    Schema schema =
        SchemaRegistry.withDialect(Dialects.getDraft202012()).getSchema(SchemaResource.text());
    assertThat(schema.validate(new ObjectMapper().valueToTree(yaml))).isEmpty();
  }

  static Stream<Path> shippedFiles() throws IOException {
    return ShippedFilesTest.files();
  }
}
