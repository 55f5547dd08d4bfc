package io.sluice.config;

/**
 * A place in a configuration file.
 *
 * @param file as the user named it
 * @param line from 1; 0 for the file as a whole
 * @param column from 1; 0 for the file as a whole
 */
public record Position(String file, int line, int column) implements Comparable<Position> {
  static Position ofFile(String file) {
    return new Position(file, 0, 0);
  }

  @Override
  public int compareTo(Position other) {
    return line != other.line
        ? Integer.compare(line, other.line)
        : Integer.compare(column, other.column);
  }

  /** {@code conf/sluice.yaml:14:12}, which editors and terminals can follow. */
  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line + ":" + column;
  }
}
