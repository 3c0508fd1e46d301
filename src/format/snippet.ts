/** The lines of a text that a reader should see first. */

const MOST_LINES = 12;
const MOST_CHARACTERS = 2_000;

/**
 * The stretch of at most twelve lines, or `mostLines`, that holds the most words of a query; the whole text when it is that short, its beginning when
 * no line holds any. Lines that are left out are marked by `…`.
 */
export function snippet(text: string, words: readonly string[], mostLines = MOST_LINES): string {
  const lines = text.split("\n");
  if (lines.length <= mostLines) return cut(text);
  const wanted = words.map((word) => word.toLowerCase());
  const held = lines.map((line) => {
    const lower = line.slice(0, MOST_CHARACTERS).toLowerCase();
    return wanted.filter((word) => lower.includes(word));
  });
  let best = 0;
  let most = -1;
  for (let from = 0; from + mostLines <= lines.length; from++) {
    const stretch = held.slice(from, from + mostLines);
    // Different words count most, then how many lines hold one.
    const value = new Set(stretch.flat()).size * 100 + stretch.filter((one) => one.length > 0).length;
    if (value > most) {
      most = value;
      best = from;
    }
  }
  const before = best > 0 ? "…\n" : "";
  const after = best + mostLines < lines.length ? "\n…" : "";
  return cut(`${before}${lines.slice(best, best + mostLines).join("\n")}${after}`);
}

/** The results of an answer with `mostLines` of their content. */
export function withSnippets<Result extends { content: string }>(
  { results, words }: { results: readonly Result[]; words: readonly string[] },
  mostLines: number,
): Result[] {
  return results.map((one) => ({ ...one, content: snippet(one.content, words, mostLines) }));
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}
