package io.sluice.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Documents one configuration key on the record component that holds it. The JSON Schema, the
 * reference docs and the messages of {@code sluice check} are made from it, so a default or a bound
 * is written down once.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  /** What a whole number holds whose key was left out and has no default of its own. */
  int LEFT_OUT = -1;

  /** One sentence: what the key decides. */
  String value();

  /** The key as the user writes it, where the component cannot be called that. */
  String name() default "";

  /** The default as the user would write it; empty when the key is required. */
  String byDefault() default "";

  /**
   * Whether the key may be left out without having a default of its own. The component is then null
   * where it is nullable, else empty or {@link #LEFT_OUT}; a nested record has the defaults of its
   * own keys, or those of its {@code DEFAULT} constant if there is one.
   */
  boolean optional() default false;

  /**
   * Smallest accepted value as the user would write it ({@code 4}, {@code 0ms}, {@code 1KiB}); of a
   * list or a mapping, its smallest size.
   */
  String min() default "";

  /** Largest accepted value, likewise. */
  String max() default "";

  /**
   * A regular expression that the whole text must match, in a list each text and in a mapping each
   * name; empty for none.
   */
  String pattern() default "";

  /** The pattern in words, for a message that ends in "(expected: …)". */
  String expected() default "";

  /** Secrets are shown as {@code ***}. */
  boolean secret() default false;
}
