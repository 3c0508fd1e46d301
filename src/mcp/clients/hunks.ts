/**
 * The difference of two texts, so that it can be shown, and taken back to the byte: also when people changed other lines since. Pure.
 */

/** A change of some lines that follow each other. */
export interface Hunk {
  /** Where `inserted` begins in the text that was made. */
  offset: number;
  removed: string;
  inserted: string;
  /** The line before and the line after, "" at an end of the text. */
  lead: string;
  tail: string;
}

/** More pairs of lines than these are not compared one by one: all that differs is one hunk then. */
const MOST_PAIRS = 4_000_000;

/** The hunks that make `after` of `before`, from its beginning to its end. */
export function difference(before: string, after: string): Hunk[] {
  const [old, made] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < made.length && old[start] === made[start]) start++;
  let end = 0;
  while (end < old.length - start && end < made.length - start && old.at(-1 - end) === made.at(-1 - end)) end++;
  const kept = commonLines(old.slice(start, old.length - end), made.slice(start, made.length - end));
  const ends = [
    ...kept.map(([i, j]) => [i + start, j + start] as const),
    [old.length - end, made.length - end] as const,
  ];
  const hunks: Hunk[] = [];
  let [at, to] = [start, start];
  for (const [i, j] of ends) {
    const [removed, inserted] = [old.slice(at, i).join(""), made.slice(to, j).join("")];
    if (removed !== inserted)
      hunks.push({
        offset: made.slice(0, to).join("").length,
        removed,
        inserted,
        lead: made[to - 1] ?? "",
        tail: made[j] ?? "",
      });
    [at, to] = [i + 1, j + 1];
  }
  return hunks;
}

/** The same with the characters alone that differ: they are found again where people changed the rest of their line. */
export function narrowed(hunks: readonly Hunk[]): Hunk[] {
  return hunks.map(({ offset, removed, inserted, lead, tail }) => {
    const most = Math.min(removed.length, inserted.length);
    let start = 0;
    while (start < most && removed[start] === inserted[start]) start++;
    let end = 0;
    while (end < most - start && removed.at(-1 - end) === inserted.at(-1 - end)) end++;
    return {
      offset: offset + start,
      removed: removed.slice(start, removed.length - end),
      inserted: inserted.slice(start, inserted.length - end),
      lead: lead + inserted.slice(0, start),
      tail: inserted.slice(inserted.length - end) + tail,
    };
  });
}

/** The text from which `difference` made this one. */
export function reverseExactly(text: string, hunks: readonly Hunk[]): string {
  return hunks.reduceRight(
    (made, { offset, removed, inserted }) => made.slice(0, offset) + removed + made.slice(offset + inserted.length),
    text,
  );
}

/** The same in a text that was changed elsewhere since; null where what was inserted is not there any more, or more than once. */
export function reverseWhereFound(text: string, hunks: readonly Hunk[]): string | null {
  let made = text;
  for (const hunk of hunks.toReversed()) {
    const at = placeOf(made, hunk);
    if (at === null) return null;
    made = made.slice(0, at) + hunk.removed + made.slice(at + hunk.inserted.length);
  }
  return made;
}

/** Where a hunk's text stands: with the lines around it, or with one of them, or alone. */
function placeOf(text: string, { inserted, lead, tail }: Hunk): number | null {
  for (const [before, after] of [
    [lead, tail],
    [lead, ""],
    ["", tail],
    ["", ""],
  ] as const) {
    const wanted = before + inserted + after;
    // Without the lines around it, a comma could be anybody's.
    if (before + after === "" && !inserted.includes("codeindex")) return null;
    const at = text.indexOf(wanted);
    if (at >= 0 && text.indexOf(wanted, at + 1) < 0) return at + before.length;
  }
  return null;
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** The indexes of a longest common subsequence. */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length * b.length > MOST_PAIRS) return [];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** The hunks as people read them: `+` and `-`, with the lines around. */
export function shownHunks(hunks: readonly Hunk[]): string {
  return hunks
    .flatMap(({ removed, inserted, lead, tail }) => [
      ...marked(" ", lead),
      ...marked("-", removed),
      ...marked("+", inserted),
      ...marked(" ", tail),
    ])
    .join("\n");
}

function marked(mark: string, text: string): string[] {
  return linesOf(text).map((line) => `  ${mark} ${line.replace(/\r?\n$/, "")}`);
}
