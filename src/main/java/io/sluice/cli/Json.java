package io.sluice.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.Locale;

/** Writes reports for programs. What is infinite or unknown is null: JSON has no word for it. */
final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(Enum.class, new Word())
                  .addSerializer(double.class, new Finite())
                  .addSerializer(Double.class, new Finite()));

  private Json() {}

  static String pretty(Object report) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(report);
    } catch (JsonProcessingException bug) {
      throw new IllegalStateException(bug);
    }
  }

  /** As they are written everywhere else: in small letters, with dashes. */
  @SuppressWarnings("rawtypes") // the only way to say "every enum"
  private static final class Word extends StdSerializer<Enum> {
    private static final long serialVersionUID = 1;

    Word() {
      super(Enum.class);
    }

    @Override
    public void serialize(Enum value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      to.writeString(value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
  }

  private static final class Finite extends StdSerializer<Double> {
    private static final long serialVersionUID = 1;

    Finite() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      if (Double.isFinite(value)) {
        to.writeNumber(value);
      } else {
        to.writeNull();
      }
    }
  }
}
