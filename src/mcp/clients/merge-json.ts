/** Edits JSON files, with or without comments: only the characters of our entry change. */
import { isDeepStrictEqual } from "node:util";
import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  type JSONPath,
  type ModificationOptions,
  modify,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { nth, present } from "../../base/need.js";
import { isObject } from "../../base/objects.js";
import { type Client, type ClientEntry, SERVER_NAME } from "./client.js";
import { namesItem } from "./config.js";
import { changedKeys, mergedEntry, UnreadableFile } from "./merged-entry.js";

/** The text with the entry; `null` removes it. Throws UnreadableFile. */
export function mergeJson(client: Client, given: string, entry: ClientEntry | null): string {
  const { path, defaults, listed } = client;
  let text = given.trim() === "" ? "{}\n" : given;
  const place = [...path, SERVER_NAME];
  const set = (full: JSONPath, value: unknown, options: ModificationOptions = {}): void => {
    text = setInJson(text, full, value, options);
  };

  const before = readJson(text);
  const existing = at(before, place);
  const wanted = entry && mergedEntry(existing, entry, defaults);
  if (wanted === null) {
    if (existing !== undefined) set(place, undefined);
  } else if (!isObject(existing)) set(place, wanted);
  else for (const [name, value] of changedKeys(existing, wanted)) set([...place, name], value);

  if (listed) {
    const items = at(before, listed.path);
    const index = Array.isArray(items) ? items.findIndex((item) => isObject(item) && item.id === listed.item.id) : -1;
    const isNeeded = wanted !== null && namesItem(wanted, listed.item.id);
    if (!isNeeded && wanted === null && index >= 0) text = withoutItem(text, listed.path, index);
    else if (isNeeded && !Array.isArray(items)) set([...listed.path], [listed.item]);
    else if (isNeeded && index < 0)
      set([...listed.path, (items as unknown[]).length], listed.item, { isArrayInsertion: true });
  }
  if (!isDeepStrictEqual(at(readJson(text), place), wanted ?? undefined))
    throw new UnreadableFile("its entry for codeindex cannot be changed safely (is it there twice?)");
  return text;
}

/** Sets a value in a text, `undefined` removes it; inserted text has lines of its own. */
function setInJson(text: string, path: JSONPath, value: unknown, options: ModificationOptions = {}): string {
  const depth = depthOf(readJson(text), path);
  const edits = modify(text, path, value, options);
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: laidOut(edit, depth, text) })),
  );
}

/** The text with the items added to the list at `path`, which is made if it is missing. Throws UnreadableFile. */
export function addItems(given: string, path: readonly string[], items: readonly unknown[]): string {
  let text = given.trim() === "" ? "{}\n" : given;
  for (const item of items) {
    const list = listIn(text, path);
    const isFirst = list === undefined;
    text = isFirst
      ? setInJson(text, [...path], [item])
      : setInJson(text, [...path, list.length], item, { isArrayInsertion: true });
    if (!isDeepStrictEqual(listIn(text, path), [...(list ?? []), item]))
      throw new UnreadableFile(`${path.join(".")} in it cannot be changed safely`);
  }
  return text;
}

/** The text without those items of the list at `path`. Throws UnreadableFile. */
export function removeItems(given: string, path: readonly string[], isTaken: (item: unknown) => boolean): string {
  let text = given;
  for (;;) {
    const index = (listIn(text, path) ?? []).findIndex(isTaken);
    if (index < 0) return text;
    text = withoutItem(text, path, index);
  }
}

/** The list at a path; undefined where the path is empty. Throws UnreadableFile where it holds another value. */
export function listIn(text: string, path: readonly string[]): unknown[] | undefined {
  const value = text.trim() === "" ? undefined : at(readJson(text), path);
  if (value === undefined || Array.isArray(value)) return value;
  throw new UnreadableFile(`${path.join(".")} in it is not a list`);
}

/** The text with a key of the object at `path` set; `undefined` removes it. Throws UnreadableFile. */
export function setKey(given: string, path: readonly string[], name: string, value: unknown): string {
  const before = given.trim() === "" ? "{}\n" : given;
  at(readJson(before), [...path, name]);
  const text = setInJson(before, [...path, name], value);
  if (!isDeepStrictEqual(at(readJson(text), [...path, name]), value))
    throw new UnreadableFile(`${[...path, name].join(".")} in it cannot be changed safely`);
  return text;
}

/** The value at a path of a text; undefined where there is none. Throws UnreadableFile. */
export function valueInJson(text: string, path: readonly string[]): unknown {
  return text.trim() === "" ? undefined : at(readJson(text), path);
}

function readJson(text: string): ClientEntry {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split("\n").length;
    throw new UnreadableFile(`it is not JSON (${printParseErrorCode(first.error)} in line ${line})`);
  }
  if (!isObject(value)) throw new UnreadableFile("it is not a JSON object");
  return value;
}

/** The value at a path; undefined where there is none. Throws where a step of the path is not an object. */
function at(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (const [depth, name] of path.entries()) {
    if (here === undefined) return undefined;
    if (!isObject(here)) throw new UnreadableFile(`${path.slice(0, depth).join(".")} in it is not an object`);
    here = here[name];
  }
  return here;
}

/** Removes an item from a list. (The library's own way removes a character too few where the list is on one line.) */
function withoutItem(text: string, path: readonly string[], index: number): string {
  const items = present(findNodeAtLocation(present(parseTree(text)), [...path])?.children);
  const [before, item, after] = [items[index - 1], nth(items, index), items[index + 1]];
  const from = before ? before.offset + before.length : item.offset;
  const to = !before && after ? after.offset : item.offset + item.length;
  return text.slice(0, from) + text.slice(to);
}

/** The depth of the first missing step of a path, or of the last step. */
function depthOf(value: unknown, path: JSONPath): number {
  let here = value;
  for (const [depth, name] of path.entries()) {
    here = (here as Record<string | number, unknown>)[name];
    if (here === undefined) return depth + 1;
  }
  return path.length;
}

/**
 * The inserted text, on lines of its own. The library would format the lines around it as well.
 *   ,"codeindex":{…}     after another key or item
 *   "codeindex":{…}      the first one
 *   {…}                  a value for an existing key
 */
function laidOut({ content, offset, length }: Edit, depth: number, text: string): string {
  const { indent, eol } = styleOf(text);
  const [, comma = "", bare = ""] = /^(,?)(.*)$/s.exec(content) ?? [];
  const key = /^("(?:[^"\\]|\\.)*"):/.exec(bare)?.[1];
  const value = bare.slice(key === undefined ? 0 : key.length + 1);
  if (value === "") return content;
  const lines = JSON.stringify(JSON.parse(value), null, indent).replaceAll("\n", eol + indent.repeat(depth));
  if (key === undefined && comma === "") return lines;
  const own = `${comma}${eol}${indent.repeat(depth)}${key === undefined ? "" : `${key}: `}${lines}`;
  const isLastOnLine = /^[ \t]*\r?\n/.test(text.slice(offset + length));
  return comma === "" && !isLastOnLine ? `${own}${eol}${indent.repeat(depth - 1)}` : own;
}

function styleOf(text: string): { indent: string; eol: string } {
  const indent = /^[\t ]+(?=["}])/m.exec(text)?.[0] ?? "  ";
  return { indent: indent.startsWith("\t") ? "\t" : indent, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
