/** An edit of a client's file, as plain data, with the functions that apply it, find it and remove it. Pure. */
import { isDeepStrictEqual } from "node:util";
import { nth } from "../../base/need.js";
import { isObject } from "../../base/objects.js";
import { blockIn, isIntact, isMarked, putBlock, requireIntact, takeBlock } from "./block.js";
import { type Client, type ClientEntry, SERVER_NAME } from "./client.js";
import { configText } from "./config.js";
import { type ClientName, clientOf } from "./index.js";
import { merge } from "./merge.js";
import { addItems, listIn, removeItems, setKey, valueInJson } from "./merge-json.js";
import { setInTable, tableOf, tomlTable } from "./merge-toml.js";
import { UnreadableFile } from "./merged-entry.js";

export type Edit =
  /** The server's entry. */
  | { kind: "entry"; client: ClientName; entry: ClientEntry }
  /**
   * Items at the end of a JSON list. `ours`: an expression that recognizes ours. `isOptional`: only where the list exists. `inside`: how many of the
   * keys on the path must exist.
   */
  | { kind: "items"; path: string[]; items: unknown[]; ours: string; isOptional?: boolean; inside?: number }
  /** Keys of a JSON object. */
  | { kind: "keys"; path: string[]; values: ClientEntry }
  /** Keys below one of the server's TOML table. */
  | { kind: "table"; client: ClientName; key: string; values: ClientEntry }
  /** A block in Markdown. */
  | { kind: "block"; text: string }
  /** A file of our own. */
  | { kind: "file"; text: string };

/** The text with the edit; "" is an empty or missing file. Throws UnreadableFile, and then the file must not be written. */
export function applyEdit(edit: Edit, given: string): string {
  return withBom(given, (text) => {
    switch (edit.kind) {
      case "entry":
        return merge(clientOf(edit.client), text, edit.entry);
      case "items": {
        if (edit.isOptional && listIn(text, edit.path) === undefined) return text;
        const around = edit.path.slice(0, edit.inside ?? 0);
        if (around.length > 0 && valueInJson(text, around) === undefined)
          throw new UnreadableFile(`it has no ${around.join(".")}`);
        const isStale = (item: unknown) => isOurs(edit.ours, item) && !isAmong(edit.items, item);
        const rest = removeItems(text, edit.path, isStale);
        const there = listIn(rest, edit.path) ?? [];
        return addItems(
          rest,
          edit.path,
          edit.items.filter((item) => !isAmong(there, item)),
        );
      }
      case "keys":
        return Object.entries(edit.values).reduce(
          (made, [name, value]) =>
            valueInJson(made, [...edit.path, name]) === undefined ? setKey(made, edit.path, name, value) : made,
          text,
        );
      case "table":
        return setInTable(clientOf(edit.client), text, edit.key, edit.values, false);
      case "block":
        return putBlock(text, edit.text);
      case "file":
        if (text !== "") requireIntact(text);
        return edit.text;
    }
  });
}

/** The part of the edit that a text contains; undefined where it contains none. Throws UnreadableFile. */
export function standing(edit: Edit, given: string): unknown {
  const text = given.replace(/^\uFEFF/, "");
  if (text.trim() === "") return undefined;
  switch (edit.kind) {
    case "entry":
      return entryIn(clientOf(edit.client), text);
    case "items": {
      const found = (listIn(text, edit.path) ?? []).filter(
        (item) => isOurs(edit.ours, item) || isAmong(edit.items, item),
      );
      return found.length > 0 ? found : undefined;
    }
    case "keys": {
      const here = valueInJson(text, edit.path);
      return picked(here, Object.keys(edit.values));
    }
    case "table":
      return picked(tableOf(clientOf(edit.client), text)?.[edit.key], Object.keys(edit.values));
    case "block":
      return blockIn(text)?.replaceAll("\r\n", "\n");
    case "file":
      return text.replaceAll("\r\n", "\n");
  }
}

/** The text without the edit; null where no file is left. `wrote` is the part that was written, where known. Throws UnreadableFile. */
export function takeOut(edit: Edit, given: string, wrote: unknown = undefined): string | null {
  if (edit.kind === "file") {
    // A file of that name by another author stays.
    if (wrote === undefined && !isMarked(given)) return given;
    requireIntact(given);
    return null;
  }
  return withBom(given, (text) => {
    switch (edit.kind) {
      case "entry":
        return entryIn(clientOf(edit.client), text) === undefined ? text : merge(clientOf(edit.client), text, null);
      case "items": {
        const taken = Array.isArray(wrote) ? wrote : null;
        return removeItems(text, edit.path, (item) => (taken ? isAmong(taken, item) : isOurs(edit.ours, item)));
      }
      case "keys":
        // Without a record only keys of our own name are certainly ours.
        return Object.entries(isObject(wrote) ? wrote : named(edit.values)).reduce(
          (made, [name, value]) =>
            isDeepStrictEqual(valueInJson(made, [...edit.path, name]), value)
              ? setKey(made, edit.path, name, undefined)
              : made,
          text,
        );
      case "table": {
        const client = clientOf(edit.client);
        const values = isObject(wrote) ? wrote : edit.values;
        return tableOf(client, text) === undefined ? text : setInTable(client, text, edit.key, values, true);
      }
      case "block":
        return takeBlock(text);
    }
  });
}

/** The part of the edit that is new in `after`. The rest was there before, and stays when the edit is removed. */
export function written(edit: Edit, before: string, after: string): unknown {
  const [there, now] = [standing(edit, before), standing(edit, after)];
  if (edit.kind === "items")
    return ((now as unknown[]) ?? []).filter((item) => !isAmong((there as unknown[]) ?? [], item));
  if (edit.kind === "keys" || edit.kind === "table")
    return Object.fromEntries(
      Object.entries((now as ClientEntry) ?? {}).filter(([name]) => !isObject(there) || !(name in there)),
    );
  return now;
}

/** Whether the written part is unchanged in the text; `gone` where nothing of it is left. */
export function stateOf(edit: Edit, text: string, wrote: unknown): "same" | "gone" | "changed" {
  const now = standing(edit, text);
  if (edit.kind === "items") {
    const items = (now as unknown[] | undefined) ?? [];
    const left = (wrote as unknown[]).filter((item) => isAmong(items, item));
    return left.length === (wrote as unknown[]).length ? "same" : items.length === 0 ? "gone" : "changed";
  }
  if (edit.kind === "keys" || edit.kind === "table") {
    const mine = picked(now, Object.keys(wrote as ClientEntry));
    return isDeepStrictEqual(mine ?? {}, wrote) ? "same" : mine === undefined ? "gone" : "changed";
  }
  if (now === undefined) return "gone";
  if (edit.kind === "block" || edit.kind === "file") return isIntact(now as string) ? "same" : "changed";
  return isDeepStrictEqual(now, wrote) ? "same" : "changed";
}

/** How many of the objects and lists on the edit's path exist before it; null where it needs none. */
export function containersIn(edit: Edit, given: string): number | null {
  const path = wayTo(edit);
  if (path === null) return null;
  const text = given.replace(/^\uFEFF/, "");
  const missing = path.findIndex((_name, depth) => valueInJson(text, path.slice(0, depth + 1)) === undefined);
  return missing < 0 ? path.length : missing;
}

/** The text without empty objects and lists on the edit's path, except those that existed before it. */
export function withoutContainers(edit: Edit, given: string, kept: number | null): string {
  const path = wayTo(edit);
  if (path === null || kept === null) return given;
  return withBom(given, (text) => {
    let rest = text;
    for (let depth = path.length; depth > kept; depth--) {
      if (!isHollow(valueInJson(rest, path.slice(0, depth)))) break;
      rest = setKey(rest, path.slice(0, depth - 1), nth(path, depth - 1), undefined);
    }
    return rest;
  });
}

function wayTo(edit: Edit): readonly string[] | null {
  if (edit.kind === "items" || edit.kind === "keys") return edit.path;
  return edit.kind === "entry" && clientOf(edit.client).format === "json" ? clientOf(edit.client).path : null;
}

/** Whether a value contains only empty objects and lists. */
export function isHollow(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every(isHollow);
}

/** The edit as text for people who add it themselves. */
export function byHand(edit: Edit): string {
  switch (edit.kind) {
    case "entry":
      return configText(clientOf(edit.client), edit.entry);
    case "items":
      return JSON.stringify(nested(edit.path, edit.items), null, 2);
    case "keys":
      return JSON.stringify(nested(edit.path, edit.values), null, 2);
    case "table":
      return Object.entries(edit.values)
        .map(([name, value]) =>
          tomlTable([nth(clientOf(edit.client).path, 0), SERVER_NAME, edit.key, name], value as ClientEntry),
        )
        .join("")
        .trimEnd();
    case "block":
    case "file":
      return edit.text.trimEnd();
  }
}

function entryIn(client: Client, text: string): unknown {
  return client.format === "toml" ? tableOf(client, text) : valueInJson(text, [...client.path, SERVER_NAME]);
}

function withBom(given: string, change: (text: string) => string): string {
  const bom = given.startsWith("\uFEFF") ? "\uFEFF" : "";
  return bom + change(given.slice(bom.length));
}

function isOurs(expression: string, item: unknown): boolean {
  return new RegExp(expression).test(typeof item === "string" ? item : JSON.stringify(item));
}

const named = (values: ClientEntry): ClientEntry =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name.includes(SERVER_NAME)));

/** Whether a list has an item like one. */
export const isAmong = (items: readonly unknown[], item: unknown): boolean =>
  items.some((each) => isDeepStrictEqual(each, item));

/** The named keys of an object, as far as it has them; undefined where it has none. */
function picked(value: unknown, names: readonly string[]): ClientEntry | undefined {
  if (!isObject(value)) return undefined;
  const found = names.filter((name) => value[name] !== undefined).map((name) => [name, value[name]] as const);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
