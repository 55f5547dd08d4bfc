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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** {@code scripts/schema} runs this with {@code -Dschema.write=true} to rewrite both copies. */
class SchemaTest {
  private static final Path FOR_EDITORS = Path.of("conf/schema");
  private static final Path IN_THE_JAR = Path.of("src/main/resources/io/sluice/config");

  @ParameterizedTest
  @EnumSource
  void committedSchema_isWhatTheRecordsSay(FileForm form) throws IOException {
    String generated = SchemaGeneration.generate(form);
    Path forEditors = FOR_EDITORS.resolve(form.resource());
    Path inTheJar = IN_THE_JAR.resolve(form.resource());
    if (Boolean.getBoolean("schema.write")) {
      Files.writeString(forEditors, generated);
      Files.writeString(inTheJar, generated);
    }
    assertThat(forEditors).as("run scripts/schema").hasContent(generated);
    assertThat(inTheJar).as("run scripts/schema").hasContent(generated);
  }

  @ParameterizedTest
  @EnumSource
  void resource_isTheCommittedSchema(FileForm form) throws IOException {
    assertThat(form.schema()).isEqualTo(Files.readString(IN_THE_JAR.resolve(form.resource())));
  }

  /** Editors hold the file as it is written against the schema, before anything is put in. */
  @ParameterizedTest
  @MethodSource("shippedFiles")
  void shippedFile_fitsTheSchemaBeforeSubstitution(Path file) throws IOException {
    var yaml = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
    Schema schema =
        SchemaRegistry.withDialect(Dialects.getDraft202012()).getSchema(FileForm.GATEWAY.schema());
    assertThat(schema.validate(new ObjectMapper().valueToTree(yaml))).isEmpty();
  }

  static Stream<Path> shippedFiles() throws IOException {
    return ShippedFilesTest.files();
  }
}
