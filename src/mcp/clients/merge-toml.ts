/**
 * Edits TOML files: the lines of our table change, all others stay. No library edits TOML as reliably as one parses it, so the result is parsed
 * again: if anything but our table differs, the file is left alone.
 */
import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import { nth } from "../../base/need.js";
import { isObject } from "../../base/objects.js";
import { type Client, type ClientEntry, SERVER_NAME } from "./client.js";
import { changedKeys, mergedEntry, UnreadableFile } from "./merged-entry.js";

/** The text with the entry; `null` removes it. Throws UnreadableFile. */
export function mergeToml(client: Client, text: string, entry: ClientEntry | null): string {
  const before = read(text);
  const name = nth(client.path, 0);
  const servers = before[name] ?? {};
  if (!isObject(servers)) throw new UnreadableFile(`${name} in it is not a table`);
  const existing = servers[SERVER_NAME];
  const wanted = entry && mergedEntry(existing, entry, client.defaults);
  const after = edit(text, [name, SERVER_NAME], existing, wanted);
  const { [SERVER_NAME]: _ours, ...others } = servers;
  const expected = { ...before, [name]: { ...others, ...(wanted && { [SERVER_NAME]: wanted }) } };
  if (!isDeepStrictEqual(plain({ [name]: {}, ...readAgain(after) }), plain(expected)))
    throw new UnreadableFile("its table for codeindex cannot be changed safely");
  return after;
}

/**
 * The text with more in our table: `values` below `key`, in addition to people's own. `isRemoval` removes those that are unchanged. Throws
 * UnreadableFile, also where our table is missing.
 */
export function setInTable(
  client: Client,
  text: string,
  key: string,
  values: Record<string, unknown>,
  isRemoval: boolean,
): string {
  const existing = tableOf(client, text);
  if (existing === undefined) throw new UnreadableFile(`it has no table ${client.path[0]}.${SERVER_NAME}`);
  const { [key]: given, ...rest } = existing;
  const before = isObject(given) ? given : {};
  const kept = Object.entries(before).filter(([name, value]) => !(isRemoval && isDeepStrictEqual(value, values[name])));
  const inner = { ...(isRemoval ? {} : values), ...Object.fromEntries(kept) };
  const wanted = Object.keys(inner).length > 0 ? { ...rest, [key]: inner } : rest;
  const after = edit(text, [nth(client.path, 0), SERVER_NAME], existing, wanted);
  if (!isDeepStrictEqual(plain(tableOf(client, after)), plain(wanted)))
    throw new UnreadableFile("its table for codeindex cannot be changed safely");
  return after;
}

/** Our table; undefined where there is none. Throws UnreadableFile. */
export function tableOf(client: Client, text: string): ClientEntry | undefined {
  const servers = read(text)[nth(client.path, 0)];
  const table = isObject(servers) ? servers[SERVER_NAME] : undefined;
  return isObject(table) ? (plain(table) as ClientEntry) : undefined;
}

function edit(text: string, path: readonly string[], existing: unknown, wanted: ClientEntry | null): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const [own, ...below] = tablesOf(lines, path);
  if (wanted === null) {
    for (const { from, to } of [...(own ? [own] : []), ...below].reverse()) lines.splice(from, to - from);
    return lines.join(eol);
  }
  if (!own) {
    const end = text.trimEnd();
    return `${end}${end === "" ? "" : eol + eol}${tomlTable(path, wanted).replaceAll("\n", eol)}`;
  }
  // From the end, so that the lines above keep their numbers.
  const changes = changedKeys(isObject(existing) ? existing : {}, wanted);
  for (const table of below.reverse()) {
    if (changes.some(([name]) => name === table.name)) lines.splice(table.from, table.to - table.from);
  }
  for (const [name, value] of changes) {
    const place = statementOf(lines, own.from + 1, endOf(lines, own.from), name);
    lines.splice(place.from, place.length, ...(value === undefined ? [] : [statement(name, value)]));
  }
  return lines.join(eol);
}

interface Table {
  /** "" for the table itself; for one below it, its own name. */
  name: string;
  from: number;
  to: number;
}

/** The lines of a table, and of those below it; the table itself comes first. */
function tablesOf(lines: readonly string[], path: readonly string[]): Table[] {
  const found: Table[] = [];
  for (const [from, line] of lines.entries()) {
    const keys = headerOf(line);
    if (!keys || !path.every((name, index) => keys[index] === name)) continue;
    found.push({ name: keys[path.length] ?? "", from, to: endOf(lines, from) });
  }
  return found.sort((a, b) => Number(a.name !== "") - Number(b.name !== "") || a.from - b.from);
}

/** The last line of a table: empty lines and comments above the next table belong to that one. */
function endOf(lines: readonly string[], from: number): number {
  let to = from + 1;
  while (to < lines.length && !headerOf(nth(lines, to))) to++;
  if (to === lines.length) return to - (lines.at(-1) === "" ? 1 : 0);
  while (to > from + 1 && /^\s*(#.*)?$/.test(nth(lines, to - 1))) to--;
  return to;
}

/** The keys of a table's header: `[mcp_servers."codeindex".env]`. */
function headerOf(line: string): string[] | null {
  const inner = /^\s*\[\[?([^[\]]+)\]\]?\s*(#.*)?$/.exec(line)?.[1];
  return inner === undefined ? null : inner.split(".").map((key) => key.trim().replace(/^(["'])(.*)\1$/, "$2"));
}

/** The lines that set a key: as many as it takes to parse. An empty range, at the table's head, where no line sets it. */
function statementOf(
  lines: readonly string[],
  from: number,
  to: number,
  name: string,
): { from: number; length: number } {
  for (let index = from; index < to; index++) {
    if (!new RegExp(`^\\s*["']?${name}["']?\\s*=`).test(nth(lines, index))) continue;
    for (let length = 1; index + length <= to; length++) {
      try {
        parse(lines.slice(index, index + length).join("\n"));
        return { from: index, length };
      } catch {
        // The value continues on the next line.
      }
    }
  }
  return { from, length: 0 };
}

/** A table as text. */
export function tomlTable(path: readonly string[], entry: ClientEntry): string {
  return `${[`[${path.join(".")}]`, ...Object.entries(entry).map(([name, value]) => statement(name, value))].join("\n")}\n`;
}

const statement = (name: string, value: unknown): string => `${name} = ${tomlValue(value)}`;

function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  // Keys are names of variables and headers, which TOML allows without quotes.
  if (isObject(value))
    return `{ ${Object.entries(value)
      .map(([name, inner]) => statement(name, inner))
      .join(", ")} }`;
  return JSON.stringify(value);
}

function read(text: string): ClientEntry {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new UnreadableFile(`it is not TOML (line ${error.line})`);
  }
}

function readAgain(text: string): ClientEntry {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** Removes the parser's prototypes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
