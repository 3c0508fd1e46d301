/**
 * Our text in Markdown files: a block between two marks, or a whole file. The first mark holds a hash, which reveals on any machine and without a
 * record that people changed the text. Pure.
 *
 *   text⏎               text⏎ ⏎ block⏎
 *   text                text⏎ ⏎ block        no line end at the end, before and after
 *   (nothing)           block⏎
 */
import { createHash } from "node:crypto";
import { UnreadableFile } from "./merged-entry.js";

const UNSEALED = "00000000";
const SEAL = /codeindex:begin ([0-9a-f]{8})/;
const MARKS = {
  markdown: ["<!-- codeindex:begin 00000000 (codeindex install --remove takes it out) -->", "<!-- codeindex:end -->"],
  toml: ["# codeindex:begin 00000000 (codeindex install --remove takes it out)", "# codeindex:end"],
} as const;
const BLOCK = /<!-- codeindex:begin [0-9a-f]{8}[^\n]*-->[\s\S]*?<!-- codeindex:end -->/;

const CHANGED = "what codeindex wrote into it was changed by hand";

/** A block, without a line end at its end. */
export function markedBlock(text: string): string {
  return sealed([MARKS.markdown[0], text.trim(), MARKS.markdown[1]].join("\n"));
}

/** A file of our own; `head` comes first in it. */
export function markedFile(text: string, format: keyof typeof MARKS = "markdown", head = ""): string {
  return sealed(`${head}${[MARKS[format][0], text.trim(), MARKS[format][1]].join("\n")}\n`);
}

/** The text with the block: in the place of an earlier one, or at the end. Throws UnreadableFile where the earlier one was changed by hand. */
export function putBlock(text: string, block: string): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const own = block.replaceAll("\n", eol);
  const existing = blockIn(text);
  if (existing !== null) {
    if (!isIntact(existing)) throw new UnreadableFile(CHANGED);
    return text.replace(existing, () => own);
  }
  if (text === "") return own + eol;
  return text.endsWith("\n") ? text + eol + own + eol : text + eol + eol + own;
}

/** The text without the block and the line ends that came with it. Throws UnreadableFile where it was changed by hand. */
export function takeBlock(text: string): string {
  const block = blockIn(text);
  if (block === null) return text;
  if (!isIntact(block)) throw new UnreadableFile(CHANGED);
  const start = text.indexOf(block);
  const [before, after] = [text.slice(0, start), text.slice(start + block.length)];
  return after === "" ? withoutEnds(before, 2) : withoutEnds(before, 1) + after.replace(/^\r?\n/, "");
}

/** Our block in a text, verbatim; null where there is none. Throws UnreadableFile where its marks are not a pair. */
export function blockIn(text: string): string | null {
  const marks = text.match(/<!-- codeindex:(begin|end)\b/g) ?? [];
  if (marks.length === 0) return null;
  const block = BLOCK.exec(text)?.[0];
  if (block === undefined || marks.length !== 2)
    throw new UnreadableFile("its marks of codeindex are not a pair any more");
  return block;
}

/** Whether a block, or a file of ours, is unchanged since it was written. */
export function isIntact(text: string): boolean {
  const seal = SEAL.exec(text)?.[1];
  return seal !== undefined && seal === sealOf(text);
}

/** Whether a text has a mark of ours. */
export const isMarked = (text: string): boolean => SEAL.test(text);

/** Throws UnreadableFile where a file is not ours, or was changed since. */
export function requireIntact(text: string): void {
  if (!isMarked(text)) throw new UnreadableFile("there is such a file that codeindex did not write");
  if (!isIntact(text)) throw new UnreadableFile(CHANGED);
}

function withoutEnds(text: string, count: number): string {
  let rest = text;
  for (let left = count; left > 0; left--) rest = rest.replace(/\r?\n$/, "");
  return rest;
}

const sealed = (text: string): string => text.replace(UNSEALED, sealOf(text));

/** Ignores line ends and a byte order mark, which editors and git change. */
function sealOf(text: string): string {
  const plain = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(SEAL, `codeindex:begin ${UNSEALED}`);
  return createHash("sha256").update(plain).digest("hex").slice(0, 8);
}
