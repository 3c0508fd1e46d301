/** The difference of two texts, to be shown, and to be reverted byte for byte even after people changed other lines. Pure. */
import { uint32At } from "../../base/numbers.js";

/** A change of consecutive lines. */
export interface Hunk {
  /** The offset of `inserted` in the new text. */
  offset: number;
  removed: string;
  inserted: string;
  /** The line before and the line after, "" at an end of the text. */
  lead: string;
  tail: string;
}

/** With more pairs of lines than these, the texts are not compared line by line: the whole difference is one hunk. */
const MOST_PAIRS = 4_000_000;

/** The hunks that turn `before` into `after`, in order. */
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
  let [offset, to] = [start, start];
  for (const [i, j] of ends) {
    const [removed, inserted] = [old.slice(offset, i).join(""), made.slice(to, j).join("")];
    if (removed !== inserted)
      hunks.push({
        offset: made.slice(0, to).join("").length,
        removed,
        inserted,
        lead: made[to - 1] ?? "",
        tail: made[j] ?? "",
      });
    [offset, to] = [i + 1, j + 1];
  }
  return hunks;
}

/** The hunks reduced to the characters that differ: they can be found even where people changed the rest of their line. */
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

/** Reverts `difference` in an unchanged text. */
export function reverseExactly(text: string, hunks: readonly Hunk[]): string {
  return hunks.reduceRight(
    (made, { offset, removed, inserted }) => made.slice(0, offset) + removed + made.slice(offset + inserted.length),
    text,
  );
}

/** Reverts hunks in a text that was changed elsewhere; null where an inserted text is missing, or occurs more than once. */
export function reverseWhereFound(text: string, hunks: readonly Hunk[]): string | null {
  let made = text;
  for (const hunk of hunks.toReversed()) {
    const offset = offsetOf(made, hunk);
    if (offset === null) return null;
    made = made.slice(0, offset) + hunk.removed + made.slice(offset + hunk.inserted.length);
  }
  return made;
}

/** The position of a hunk's text: with both lines around it, with one of them, or alone. */
function offsetOf(text: string, { inserted, lead, tail }: Hunk): number | null {
  for (const [before, after] of [
    [lead, tail],
    [lead, ""],
    ["", tail],
    ["", ""],
  ] as const) {
    const wanted = before + inserted + after;
    // Without the lines around it, a mere comma could be from anywhere.
    if (before + after === "" && !inserted.includes("codeindex")) return null;
    const offset = text.indexOf(wanted);
    if (offset >= 0 && text.indexOf(wanted, offset + 1) < 0) return offset + before.length;
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
          ? uint32At(lengths, (i + 1) * width + j + 1) + 1
          : Math.max(uint32At(lengths, (i + 1) * width + j), uint32At(lengths, i * width + j + 1));
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (uint32At(lengths, (i + 1) * width + j) >= uint32At(lengths, i * width + j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** The hunks for people: `+` and `-`, with the lines around. */
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
