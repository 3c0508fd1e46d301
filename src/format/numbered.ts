/** Code with the numbers of its lines: `12`, a tab, the line. */

/** The lines of a text from `start` on, each with its number; "" of a file without lines. */
export function numberedLines(content: string, start: number, total: number): string {
  if (total === 0) return "";
  return content
    .split("\n")
    .map((line, index) => `${start + index}\t${line}`)
    .join("\n");
}
