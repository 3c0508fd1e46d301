/**
 * Files of TOML: lines of our table are changed, all others stay as they are. There is no library that edits TOML as well as one reads it, so what
 * was edited is read again: either nothing but our table is different, or the file is left alone.
 */
import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import { type Client, type Entry, SERVER_NAME } from "./client.js";
import { changedKeys, isEntry, mergedEntry, UnreadableFile } from "./merged-entry.js";

/** The text with the entry; `null` takes it out. Throws UnreadableFile. */
export function mergeToml(client: Client, text: string, entry: Entry | null): string {
  const before = read(text);
  const name = client.path[0]!;
  const servers = before[name] ?? {};
  if (!isEntry(servers)) throw new UnreadableFile(`${name} in it is no table`);
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
 * The text with more in our table: `values` below `key`, beside what people have there; null takes those out that are as they are in it. Throws
 * UnreadableFile, also where there is no table to write into.
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
  const before = isEntry(given) ? given : {};
  const kept = Object.entries(before).filter(([name, value]) => !(isRemoval && isDeepStrictEqual(value, values[name])));
  const inner = { ...(isRemoval ? {} : values), ...Object.fromEntries(kept) };
  const wanted = Object.keys(inner).length > 0 ? { ...rest, [key]: inner } : rest;
  const after = edit(text, [client.path[0]!, SERVER_NAME], existing, wanted);
  if (!isDeepStrictEqual(plain(tableOf(client, after)), plain(wanted)))
    throw new UnreadableFile("its table for codeindex cannot be changed safely");
  return after;
}

/** Our table; undefined where there is none. Throws UnreadableFile. */
export function tableOf(client: Client, text: string): Entry | undefined {
  const servers = read(text)[client.path[0]!];
  const table = isEntry(servers) ? servers[SERVER_NAME] : undefined;
  return isEntry(table) ? (plain(table) as Entry) : undefined;
}

function edit(text: string, path: readonly string[], existing: unknown, wanted: Entry | null): string {
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
  const changes = changedKeys(isEntry(existing) ? existing : {}, wanted);
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
  /** "" for the table itself; of one below it, its own name. */
  name: string;
  from: number;
  to: number;
}

/** The lines of a table, and of those below it; the table itself comes first. */
function tablesOf(lines: readonly string[], path: readonly string[]): Table[] {
  const found: Table[] = [];
  for (const [from, line] of lines.entries()) {
    const keys = headerOf(line);
    if (!keys || !path.every((name, at) => keys[at] === name)) continue;
    found.push({ name: keys[path.length] ?? "", from, to: endOf(lines, from) });
  }
  return found.sort((a, b) => Number(a.name !== "") - Number(b.name !== "") || a.from - b.from);
}

/** Where the table that begins in a line ends: empty lines and comments above the next one are that one's. */
function endOf(lines: readonly string[], from: number): number {
  let to = from + 1;
  while (to < lines.length && !headerOf(lines[to]!)) to++;
  if (to === lines.length) return to - (lines.at(-1) === "" ? 1 : 0);
  while (to > from + 1 && /^\s*(#.*)?$/.test(lines[to - 1]!)) to--;
  return to;
}

/** The keys of a line that begins a table: `[mcp_servers."codeindex".env]`. */
function headerOf(line: string): string[] | null {
  const inner = /^\s*\[\[?([^[\]]+)\]\]?\s*(#.*)?$/.exec(line)?.[1];
  return inner === undefined ? null : inner.split(".").map((key) => key.trim().replace(/^(["'])(.*)\1$/, "$2"));
}

/** The lines that set a key: as many as it takes to be TOML. None, at the table's head, where nothing sets it. */
function statementOf(
  lines: readonly string[],
  from: number,
  to: number,
  name: string,
): { from: number; length: number } {
  for (let at = from; at < to; at++) {
    if (!new RegExp(`^\\s*["']?${name}["']?\\s*=`).test(lines[at]!)) continue;
    for (let length = 1; at + length <= to; length++) {
      try {
        parse(lines.slice(at, at + length).join("\n"));
        return { from: at, length };
      } catch {
        // It goes on in the next line.
      }
    }
  }
  return { from, length: 0 };
}

/** A table as text. */
export function tomlTable(path: readonly string[], entry: Entry): string {
  return `${[`[${path.join(".")}]`, ...Object.entries(entry).map(([name, value]) => statement(name, value))].join("\n")}\n`;
}

const statement = (name: string, value: unknown): string => `${name} = ${tomlValue(value)}`;

function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  // Keys are names of variables and headers, which TOML takes bare.
  if (isEntry(value))
    return `{ ${Object.entries(value)
      .map(([name, inner]) => statement(name, inner))
      .join(", ")} }`;
  return JSON.stringify(value);
}

function read(text: string): Entry {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new UnreadableFile(`it is not TOML (line ${error.line})`);
  }
}

function readAgain(text: string): Entry {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** Without the parser's prototypes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
