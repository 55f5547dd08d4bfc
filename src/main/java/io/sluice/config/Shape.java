package io.sluice.config;

import io.sluice.options.Key;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form a part of the configuration must have, read off the option records: what the document
 * reader, the binder, the messages and the JSON Schema agree on.
 */
sealed interface Shape permits Shape.Section, Shape.Named, Shape.Sequence, Scalar {
  /** What was expected, for a message. */
  String expected(Key key);

  /** A mapping with known keys: an option record. */
  record Section(Class<? extends Record> type, List<Entry> entries) implements Shape {
    @Nullable Entry entry(String name) {
      return entries.stream().filter(e -> e.name().equals(name)).findFirst().orElse(null);
    }

    List<String> names() {
      return entries.stream().map(Entry::name).toList();
    }

    String expected() {
      return "a mapping with " + String.join(", ", names());
    }

    @Override
    public String expected(Key key) {
      return expected();
    }
  }

  /** A mapping whose keys are names the user chooses. */
  record Named(Shape each) implements Shape {
    @Override
    public String expected(Key key) {
      return key.min() + ".." + key.max() + " names, each with a mapping";
    }
  }

  /** A list. */
  record Sequence(Shape each) implements Shape {
    @Override
    public String expected(Key key) {
      return key.max().isEmpty() ? "a list" : "a list of " + key.min() + ".." + key.max();
    }
  }

  /** One key of a section and the record component that holds it. */
  record Entry(String name, Key key, Shape shape, boolean nullable, Method accessor) {
    boolean isRequired() {
      return !key.optional() && key.byDefault().isEmpty() && !(shape instanceof Section);
    }

    Object valueIn(Record options) {
      try {
        return accessor.invoke(options);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("reading " + accessor, e);
      }
    }
  }

  /** The section of an option record. */
  static Section section(Class<? extends Record> type) {
    return new Section(type, Arrays.stream(type.getRecordComponents()).map(Shape::entry).toList());
  }

  private static Entry entry(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    if (key == null) {
      throw new IllegalStateException(component + " has no @Key");
    }
    return new Entry(
        key.name().isEmpty() ? component.getName() : key.name(),
        key,
        of(component.getGenericType()),
        component.getAnnotatedType().isAnnotationPresent(Nullable.class),
        component.getAccessor());
  }

  private static Shape of(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == Map.class
          ? new Named(of(arguments[1]))
          : new Sequence(of(arguments[0]));
    }
    Class<?> plain = (Class<?>) type;
    if (plain == Integer.class) {
      return new Scalar(int.class); // an item of a list
    }
    return Scalar.isScalar(plain) ? new Scalar(plain) : section(plain.asSubclass(Record.class));
  }
}
