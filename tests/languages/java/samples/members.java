package com.acme.shop;

import static com.acme.util.Money.of;
import static com.acme.util.Money.*;

import com.acme.util.Clock;
import java.util.*;

/**
 * A cart of {@link Item items}.
 *
 * @param <T> what is in it
 */
@Deprecated
public final class Cart<T extends Item & Comparable<T>> extends Basket<T> implements Iterable<T>, Clearable {
  public static final int MAX = 10, MIN[] = {1};
  private final List<T> items = new ArrayList<>();
  Clock clock;

  static {
    register(MAX);
  }

  /** Makes a cart. */
  public Cart(Clock clock, T... first) {
    super(clock);
    this.clock = clock;
  }

  protected Cart() {
    this(Clock.system());
  }

  // Not a doc comment.
  @Override
  public Iterator<T> iterator() {
    return items.iterator();
  }

  /**
   * Adds an item.
   *
   * @param item the item
   * @return whether it is new
   */
  <R extends Receipt> R add(final T item, int[] counts, Map<String, ? super T> names) throws FullException {
    return null;
  }

  abstract static class Inner {
    abstract void run();
  }

  class Nested {}
}

interface Clearable {
  int LIMIT = 3;

  void clear();

  default boolean isClear() {
    return false;
  }

  private void help() {}
}

enum Size implements Labeled {
  SMALL(1) {
    @Override
    public String label() {
      return "s";
    }
  },
  LARGE;

  private final int width;

  Size(int... widths) {
    width = widths.length;
  }

  public String label() {
    return name();
  }
}

record Point(int x, @Nonnull List<String> names) implements Labeled {
  static final Point ZERO = new Point(0, null);

  Point {
    if (x < 0) throw new IllegalArgumentException();
  }

  public String label() {
    return names().get(x);
  }
}

@interface Marked {
  String value() default "a";

  int[] sizes();
}

sealed interface Shape permits Circle {}

non-sealed class Circle implements Shape {}
