/** C# names as they are written. */

/** A name such as "Result`1" without its number of type parameters. */
export function bareName(written: string): string {
  const tick = written.indexOf("`");
  return tick < 0 ? written : written.slice(0, tick);
}

/** The names in a dotted name with type arguments: `A.B<C>` gives A, B, C. */
export function namesIn(text: string): string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}
