/** Single lines of indexed files, to show what a reference looks like. */
import { inflateRawSync } from "node:zlib";
import { need } from "../base/need.js";
import { maskContent } from "../masking/secrets.js";
import type { Db } from "../store/db/db.js";
import { readLedgerPaths } from "../store/files.js";
import { readContents } from "../store/versions.js";
import type { View } from "../store/views.js";

/** Unpacking costs about a millisecond per 200 KB: within these limits an answer stays quick. */
const MOST_FILES = 20;
const MOST_BYTES = 2_000_000;
const LONGEST = 160;

interface LineOfFile {
  path: string;
  line: number;
}

/**
 * The text of each place, trimmed and at most 160 characters; undefined for places beyond the first 20 files, and beyond 2 MB of
 * them, the smallest first.
 */
export async function readLines(db: Db, view: View, places: readonly LineOfFile[]): Promise<(string | undefined)[]> {
  return linesAt(await readTextsOf(db, view, places), places);
}

/** The texts of the first 20 files that places are in, of 2 MB in all the smallest. */
export async function readTextsOf(
  db: Db,
  view: View,
  places: readonly Pick<LineOfFile, "path">[],
): Promise<Map<string, string>> {
  const paths = [...new Set(places.map((place) => place.path))].slice(0, MOST_FILES);
  return readTexts(db, view, paths, MOST_BYTES);
}

/** The text of each place as `readLines` gives it, of texts that were read. */
export function linesAt(texts: ReadonlyMap<string, string>, places: readonly LineOfFile[]): (string | undefined)[] {
  const files = new Map<string, Map<number, string>>();
  for (const [path, text] of texts) {
    const lines = places.filter((place) => place.path === path).map((place) => place.line);
    files.set(path, linesOf(text, new Set(lines)));
  }
  return places.map(({ path, line }) => {
    const text = files.get(path)?.get(line);
    return text && text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text || undefined;
  });
}

/** The texts of files of the view by path, their secrets masked: of `mostBytes` in all the smallest files, or the first of `paths`. */
export async function readTexts(
  db: Db,
  view: View,
  paths: readonly string[],
  mostBytes: number,
  order: "smallest" | "given" = "smallest",
): Promise<Map<string, string>> {
  return textsOf(db, view, await contentsWithin(db, view, paths, mostBytes, order));
}

/** Makes something of a text, and the makings of texts that were read before. */
export interface Reading<Made extends object> {
  read: (path: string, text: string) => Made;
  /** By `keyOf`. */
  known: { get: (key: string) => Made | undefined; set: (key: string, made: Made) => unknown };
}

/** Makings of the texts of files of the view by path, of `mostBytes` in all the first of `paths`. A content that is known is not read again. */
export async function readMade<Made extends object>(
  db: Db,
  view: View,
  paths: readonly string[],
  mostBytes: number,
  { read, known }: Reading<Made>,
): Promise<Map<string, Made>> {
  const wanted = await contentsWithin(db, view, paths, mostBytes, "given");
  const before = wanted.map((content) => known.get(keyOf(content)));
  const texts = await textsOf(
    db,
    view,
    wanted.filter((_, index) => before[index] === undefined),
  );
  const all = new Map<string, Made>();
  for (const [index, content] of wanted.entries()) {
    const { path } = content;
    const text = texts.get(path);
    const made = before[index] ?? (text === undefined ? undefined : read(path, text));
    if (made === undefined) continue;
    all.set(path, made);
    known.set(keyOf(content), made);
  }
  return all;
}

/** The content of a file of the view. */
interface ContentOfFile {
  path: string;
  contentHash: Buffer;
}

const keyOf = ({ path, contentHash }: ContentOfFile) => `${contentHash.toString("hex")} ${path}`;

/** The contents of files, of `mostBytes` in all the smallest, or the first of `paths`. */
async function contentsWithin(
  db: Db,
  view: View,
  paths: readonly string[],
  mostBytes: number,
  order: "smallest" | "given",
): Promise<ContentOfFile[]> {
  if (paths.length === 0) return [];
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, paths);
  const places = new Map(paths.map((path, index) => [path, index]));
  const rank = ({ path, size }: (typeof rows)[number]) => (order === "given" ? need(places, path) : (size ?? 0));
  rows.sort((a, b) => rank(a) - rank(b));
  let bytes = 0;
  return rows.flatMap(({ path, size, contentHash }) => {
    bytes += size ?? 0;
    return contentHash && bytes <= mostBytes ? [{ path, contentHash }] : [];
  });
}

/** The texts of contents by path, their secrets masked. */
async function textsOf(db: Db, view: View, wanted: readonly ContentOfFile[]): Promise<Map<string, string>> {
  const contents = await readContents(
    db,
    view.projectId,
    wanted.map(({ contentHash }) => contentHash),
  );
  const packed = new Map(contents.map((content) => [content.contentHash.toString("hex"), content.data]));
  const texts = new Map<string, string>();
  for (const { path, contentHash } of wanted) {
    const hash = contentHash.toString("hex");
    const data = packed.get(hash);
    // Only the whole file tells which of its lines have a part of a secret.
    if (data) texts.set(path, maskContent(inflateRawSync(data).toString("utf8"), hash));
  }
  return texts;
}

/** Further lines of a call that are shown with its first. */
const MOST_ARGUMENT_LINES = 8;
/** A line whose last bracket opens arguments on the next line: `send(`, `send({`; or a line that ends within them: `send(mail,`. */
const OPENS_ARGUMENTS = /[\w$>\])]\s*\(\s*[[{]?$|[\w$>\])]\s*\([^()]*(?:\([^()]*\)[^()]*)*,$/;

/** A line that goes on with the value of the line before, a link of a chain: `.catch(fail)`, `?.ToList()`. */
export const LINK = /^\s*[?!]?\.[\p{L}_$]/u;
/** Lines above a link of a chain that are shown before it. */
const MOST_ABOVE = 3;

/**
 * A line, trimmed, as a statement. A few arguments on the next lines follow their call: `send({ to, subject });`. Links of a chain in lines of their own
 * follow it, and the value that the chain begins with precedes it: `send(mail).catch(() => null);`.
 */
function asStatement(text: string, start: number, end: number): string {
  let line = callAbove(text, start) + valueAbove(text, start) + text.slice(start, end).trim();
  let depth = OPENS_ARGUMENTS.test(line) ? depthOf(line) : 0;
  let from = end + 1;
  for (let more = 0; more < MOST_ARGUMENT_LINES && line.length < LONGEST && from <= text.length; more++) {
    const newline = text.indexOf("\n", from);
    const next = text.slice(from, newline < 0 ? text.length : newline).trim();
    const isLink = depth <= 0 && LINK.test(next);
    if (depth <= 0 && !isLink) break;
    line += isLink || /[([]$/.test(line) || /^[)\]]/.test(next) ? next : ` ${next}`;
    depth += depthOf(next);
    from = newline < 0 ? text.length + 1 : newline + 1;
  }
  return line;
}

/** A line that ends with the opening bracket of a call, and keeps or returns the result: `const { error } = await settle(`. */
const KEEPS_RESULT = /^(?!\/[/*]|\*).*(?:[^=!<>]=|=>|\breturn|\bthrow)\s.*[\w$>\])]\s*\($/;
const LONGEST_ABOVE = 80;

/** The line above a first argument, where it says what becomes of the result; nothing above any other line. */
function callAbove(text: string, start: number): string {
  if (start === 0) return "";
  const above = text.slice(text.lastIndexOf("\n", start - 2) + 1, start - 1).trim();
  return above.length <= LONGEST_ABOVE && KEEPS_RESULT.test(above) ? above : "";
}

/** The lines above a link of a chain up to the value that it begins with; nothing of another line, or where they are many. */
function valueAbove(text: string, start: number): string {
  let above = "";
  let from = start;
  let line = text.slice(start, text.indexOf("\n", start) < 0 ? text.length : text.indexOf("\n", start)).trim();
  for (let more = 0; LINK.test(line); more++) {
    if (more === MOST_ABOVE || from === 0) return "";
    const end = from - 1;
    from = text.lastIndexOf("\n", end - 1) + 1;
    line = text.slice(from, end).trim();
    // Nothing can stand behind a comment.
    if (/(?:^|\s)\/\//.test(line)) return "";
    above = line + above;
  }
  return depthOf(above) === 0 ? above : "";
}

/** The opening brackets of a line less its closing ones. */
export function depthOf(line: string): number {
  let depth = 0;
  for (const char of line)
    if (char === "(" || char === "{" || char === "[") depth++;
    else if (char === ")" || char === "}" || char === "]") depth--;
  return depth;
}

/** Some lines of a text by their number, trimmed; calls with their arguments. */
function linesOf(text: string, wanted: ReadonlySet<number>): Map<number, string> {
  const lines = new Map<number, string>();
  let start = 0;
  for (let line = 1; lines.size < wanted.size && start <= text.length; line++) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (wanted.has(line)) lines.set(line, asStatement(text, start, end));
    start = end + 1;
  }
  return lines;
}
