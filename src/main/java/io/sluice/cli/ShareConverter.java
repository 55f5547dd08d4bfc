package io.sluice.cli;

import io.sluice.options.Share;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a share as the configuration writes it: {@code 30%}. */
final class ShareConverter implements ITypeConverter<Share> {
  @Override
  public Share convert(String value) {
    try {
      return Share.parse(value);
    } catch (IllegalArgumentException refused) {
      throw new TypeConversionException("'" + value + "' (expected: 0%..100%)");
    }
  }
}
