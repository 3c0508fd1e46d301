/** Where the lines of a text begin, in UTF-16 units. A line break at its end begins no line. */
export function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (
    let offset = text.indexOf("\n");
    offset !== -1 && offset + 1 < text.length;
    offset = text.indexOf("\n", offset + 1)
  )
    starts.push(offset + 1);
  return starts;
}
