/** Where the lines of a text begin, in UTF-16 units. A line break at its end begins no line. */
export function lineStartsOf(source: string): Uint32Array {
  const starts = [0];
  for (
    let offset = source.indexOf("\n");
    offset !== -1 && offset + 1 < source.length;
    offset = source.indexOf("\n", offset + 1)
  )
    starts.push(offset + 1);
  return Uint32Array.from(starts);
}
