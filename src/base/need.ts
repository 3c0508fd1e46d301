/** Reads values that must be there. A missing one is an error of the program, so reading it throws. */

/** Any value that is no sign of a missing one: a list that may hold undefined is read without these functions. */
export type Defined = NonNullable<unknown> | null;

/** The value of a key that the map has. Throws where it has none. */
export function need<Key, Value extends Defined>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`no value for the key ${String(key)}`);
  return value;
}

/** The item at a position that the list has. Throws where it has none. */
export function nth<Item extends Defined>(list: ArrayLike<Item>, index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`no item at ${index} of ${list.length}`);
  return item;
}

/** The last item of a list that has one. Throws where it is empty. */
export function lastOf<Item extends Defined>(list: readonly Item[]): Item {
  return nth(list, list.length - 1);
}

/** A value that is there, though its type does not tell. Throws where it is not. */
export function present<Value>(value: Value): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error("a value is missing that is always there");
  return value;
}
