/**
 * Names of topics that are texts: `bus.publish("order.created")`, which `@OnEvent("order.created")` takes. No reference has them, so they are found in
 * the text of files.
 */
import { need } from "../../base/need.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import { headsAround, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { readTexts } from "../source-lines.js";
import { type TopicUse, topicUse } from "./topic-use.js";

/** Finds the paths of the files outside of tests that have one of some texts. */
export type FindText = (texts: readonly string[]) => Promise<readonly string[]>;

/** Files, bytes and places with a text that are looked at. */
const MOST_FILES = 60;
const MOST_BYTES = 3_000_000;
const MOST_PLACES = 200;
/** A line with more texts is a list of data. */
const MOST_TEXTS = 20;
const TEXT = /(["'`])([A-Za-z][\w.:/-]{2,79})\1/g;
/** Declarations that the use of a name stands in. */
const AROUND = [
  "class",
  "struct",
  "record",
  "method",
  "function",
  "constructor",
  "field",
  "property",
  "constant",
  "variable",
];

/** The texts in lines `from` to `to` of a source under which something is sent, or taken. Pure. */
export function topicTextsIn(
  lines: readonly string[],
  { from, to, owner }: { from: number; to: number; owner: string },
  part: TopicUse["part"],
): string[] {
  const found = new Set<string>();
  for (let line = Math.max(1, from); line <= Math.min(to, lines.length); line++)
    for (const [, , text = ""] of textsOf(lines[line - 1] ?? "")) {
      const use = topicUse(lines, { line, name: text, owner });
      if (use?.part === part && isTopic(text, use.how)) found.add(text);
    }
  return [...found];
}

function textsOf(line: string): RegExpMatchArray[] {
  const found = [...line.matchAll(TEXT)];
  return found.length > MOST_TEXTS ? [] : found;
}

/** Whether a text says enough to be the name of a topic: `error` and `change` of a call are events of any object. */
const isTopic = (text: string, how: TopicUse["how"]) => how !== "called" || /[.:/_-]|[a-z][A-Z]/.test(text);

/** The places of some texts in files that have them, each with the declaration around it, or the file; by the text. */
export async function placesOfTexts(
  db: Db,
  view: View,
  texts: readonly string[],
  find: FindText,
): Promise<Map<string, { source: SymbolHead; line: number }[]>> {
  const paths = texts.length === 0 ? [] : (await find(texts)).slice(0, MOST_FILES);
  const files = await readTexts(db, view, paths, MOST_BYTES);
  const wanted = new Set(texts);
  const places = [...files].flatMap(([path, content]) =>
    content
      .split("\n")
      .flatMap((own, index) =>
        textsOf(own).flatMap(([, , text = ""]) => (wanted.has(text) ? [{ path, line: index + 1, text }] : [])),
      ),
  );
  const looked = places.slice(0, MOST_PLACES);
  const around = await headsAround(db, view, looked, AROUND);
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, [...files.keys()]);
  const versions = rows.flatMap(({ versionId }) => (versionId === null ? [] : [{ versionId, ordinal: 0 }]));
  const tops = new Map((await headsAt(db, view, versions)).map((head) => [head.path, head]));
  const found = new Map<string, { source: SymbolHead; line: number }[]>(texts.map((text) => [text, []]));
  for (const [index, { path, line, text }] of looked.entries()) {
    const source = around[index] ?? tops.get(path);
    if (source) need(found, text).push({ source, line });
  }
  return found;
}
