package io.sluice.cli;

import io.sluice.surge.Mix;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a mix of requests. */
final class MixConverter implements ITypeConverter<Mix> {
  @Override
  public Mix convert(String value) {
    try {
      return Mix.parse(value);
    } catch (IllegalArgumentException refused) {
      throw new TypeConversionException(refused.getMessage());
    }
  }
}
