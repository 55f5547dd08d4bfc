package io.sluice.cli;

import io.sluice.simulate.AmplificationModel;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how often a client repeats: a number, or {@code unlimited}. */
final class RetriesConverter implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String value) {
    if (value.equals("unlimited")) {
      return AmplificationModel.UNLIMITED;
    }
    if (!value.matches("\\d{1,3}|1000")) {
      throw new TypeConversionException("'" + value + "' (expected: 0..1000 or unlimited)");
    }
    return Integer.valueOf(value);
  }
}
