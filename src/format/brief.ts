/**
 * The brief structured form of an answer (`detail: "brief"`), for clients that show a model the structure in place of the words: each fact once, in
 * about as many tokens as the words take. A field that is absent is null, empty, false, 0 or, of a relation, what most are: `calls`, and certain.
 *
 * A place is one field, `at`: `src/a.ts:10-40`, which tools take as a symbol in place of its node_id.
 */
import { need, nth, present } from "../base/need.js";
import { isObject } from "../base/objects.js";
import { followNote } from "./fit.js";
import { withSignature } from "./symbols.js";

export type Fields = Record<string, unknown>;

/** The brief form of an answer. */
export function brief(output: Fields): Fields {
  const { results, symbol, total, truncated, note, ...rest } = output;
  const page = {
    // A cursor says that there is more, and how to get it.
    truncated: rest.next_cursor ? null : truncated,
    note: typeof note === "string" && note.replace(followNote(rest.next_cursor), "").trim(),
  };
  if (!Array.isArray(results)) return placedRow({ ...output, ...page });
  const isAll = results.length === total && !rest.next_cursor && !rest.capped;
  return {
    ...(isObject(symbol) && { symbol: compact({ name: symbol.qualified_name, by: symbol.by }) }),
    ...compact({
      total: isAll ? null : total,
      ...rest,
      ...countsOf(output),
      ...page,
    }),
    // An empty list is an answer.
    results: withIds(results, results.map(briefly) as Fields[], "at"),
  };
}

/** The rows, with the node_id of those that `place` does not tell apart: properties that are declared in one line. */
function withIds(symbols: readonly Fields[], rows: readonly Fields[], place: "at" | "lines"): Fields[] {
  const seen = new Map<unknown, number>();
  for (const row of rows) seen.set(row[place], (seen.get(row[place]) ?? 0) + 1);
  const isTwin = (row: Fields, index: number) =>
    row.symbol && nth(symbols, index).node_id && need(seen, row[place]) > 1;
  return rows.map((row, index) => (isTwin(row, index) ? { ...row, node_id: nth(symbols, index).node_id } : row));
}

/** Counts by confidence that say no more than the results do are left out. */
function countsOf({ results, by_confidence: counts }: Fields): Fields {
  if (!isObject(counts)) return {};
  const sum = Object.values(counts).reduce<number>((all, each) => all + Number(each), 0);
  return { by_confidence: sum === (results as unknown[]).length ? null : counts };
}

function briefly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(briefly);
  if (!isObject(value)) return value;
  if ("edge_type" in value && "direction" in value) return relationRow(value);
  if ("qualified_name" in value && "line_start" in value && "node_type" in value) return symbolRow(value);
  if ("by_reason" in value && "locations" in value) return unresolvedRow(value);
  if ("files" in value && "paths" in value) return filesRow(value);
  return placedRow(value);
}

/** Without what is null, empty, false or 0; the rest in its brief form. */
function compact(fields: Fields): Fields {
  const shown: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    const short = briefly(value);
    if (!isNothing(short)) shown[name] = short;
  }
  return shown;
}

function isNothing(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return !value;
  return (Array.isArray(value) ? value : Object.keys(value)).length === 0;
}

/** Fields of symbols that repeat the place or the declaration, serve rankings alone, or belong to get_symbol. */
const SAID = new Set([
  "node_id",
  "name",
  "qualified_name",
  "node_type",
  "language",
  "file_path",
  "line_start",
  "line_end",
  "access_modifier",
  "parameter_signature",
  "return_type",
  "parameter_count",
  "is_public_api",
  "has_doc_comment",
  "is_static",
  "is_abstract",
  "is_async",
  "is_override",
  "rank",
]);

/** `{ at: "src/a.ts:3-9", symbol: "method Auth.login(user: string): User" }`, and what else there is. */
export function symbolRow(symbol: Fields): Fields {
  const { file_path: path, line_start: start, line_end: end, spans, parse_status: status } = symbol;
  return compact({
    project: symbol.project,
    at: path && placeIn(path, start, end),
    symbol: declarationOf(symbol),
    ...without(symbol, SAID),
    // One place is the rule, and so is a file that parsed.
    spans: spans === 1 ? null : spans,
    parse_status: status === "full" ? null : status,
  });
}

/** `method Auth.login(user: string): User` */
export function declarationOf(symbol: Fields, name = String(symbol.qualified_name)): string {
  const signature = (symbol.parameter_signature ?? null) as string | null;
  const type = symbol.return_type ? `: ${symbol.return_type}` : "";
  return `${symbol.node_type} ${withSignature(name, signature)}${type}`;
}

/** Tiers that a relation shows. The others are certain, or of a library, which has no place. */
export const isLessSure = (tier: unknown): boolean => tier === "unique" || tier === "candidate";

/** A relation: the place and the symbol of the reference, or those of its target. */
function relationRow(relation: Fields): Fields {
  const { edge_type: kind, confidence, depth, is_object, lines_left_out, text, via_name } = relation;
  const lines = linesOf(relation);
  const name = relation.qualified_name;
  const ends =
    relation.direction === "incoming"
      ? { at: `${relation.file_path}:${lines}`, in: name === relation.file_path ? null : name }
      : {
          symbol: name,
          at: relation.file_path && `${relation.file_path}:${relation.line_start}`,
          module: relation.module === name ? null : relation.module,
          line: lines,
        };
  return compact({
    ...ends,
    kind: kind === "calls" ? null : kind,
    sure: isLessSure(confidence) ? confidence : null,
    step: depth === 1 ? null : depth,
    via: via_name,
    is_object,
    lines_left_out,
    text,
  });
}

/** `12`, or `"12,20"` of several. */
function linesOf({ lines }: Fields): unknown {
  const [first, ...more] = lines as number[];
  return more.length === 0 ? first : [first, ...more].join(",");
}

/**
 * Lines that match under their files: `{ file, lines: { "12": "…" }, in: { "10-30": "Cart.add" } }`, with `matches` where there are lines around them. Of
 * several queries under each.
 */
export function matchesByFile(results: readonly TextMatch[]): Fields[] {
  const queries = new Set(results.map(({ query }) => query));
  if (queries.size < 2 && !queries.values().next().value) return filesOfMatches(results);
  return [...queries].map((query) => ({
    query,
    files: filesOfMatches(results.filter((match) => match.query === query)),
  }));
}

function filesOfMatches(results: readonly TextMatch[]): Fields[] {
  const files = new Map<string, FileOfMatches>();
  for (const match of results) {
    const { path, line, text, before, after } = match;
    const project = projectOf(match);
    const key = `${project ?? ""}\0${path}`;
    const found = files.get(key) ?? { head: { project, file: path }, lines: {}, around: {}, matches: [] };
    files.set(key, found);
    const [, name, range] = /^(.+) (\d+-\d+)$/.exec(match.in ?? "") ?? [];
    if (range !== undefined) found.around[range] = present(name);
    for (const [index, one] of before.entries()) found.lines[line - before.length + index] = one;
    found.lines[line] = before.length + after.length > 0 ? text : text.trim();
    for (const [index, one] of after.entries()) found.lines[line + 1 + index] ??= one;
    found.matches.push(line);
  }
  return [...files.values()].map(({ head, lines, around, matches }) => ({
    ...head,
    lines,
    ...(Object.keys(around).length > 0 && { in: around }),
    ...(Object.keys(lines).length > matches.length && { matches }),
  }));
}

interface FileOfMatches {
  head: Fields;
  lines: Record<string, string>;
  /** Names of functions and types by their lines. */
  around: Record<string, string>;
  matches: number[];
}

interface TextMatch {
  query?: string | undefined;
  path: string;
  line: number;
  text: string;
  /** `Cart.add 10-30` */
  in?: string | undefined;
  before: string[];
  after: string[];
}

/** The project of a result in an answer about several. */
export const projectOf = (result: object): unknown => (result as Fields).project;

/** The symbols of one file: `{ lines: "3-9", symbol: "method login(user: string): User", depth: 1 }`. */
export function outlineRows(symbols: readonly Fields[]): Fields[] {
  const rows = symbols.map((symbol) => ({
    lines: placeIn("", symbol.line_start, symbol.line_end).slice(1),
    symbol: declarationOf(symbol, String(symbol.name)),
    depth: symbol.depth,
  }));
  return withIds(symbols, rows, "lines");
}

/** All about one symbol; its properties that hold as words. */
export function symbolCard(symbol: Fields): Fields {
  const { file_path: path, line_start: start, line_end: end, spans, parent, parse_status: status } = symbol;
  const flags = Object.keys(symbol).filter((name) => name.startsWith("is_") && symbol[name] === true);
  return {
    at: placeIn(path, start, end),
    symbol: declarationOf(symbol),
    node_id: symbol.node_id,
    language: symbol.language,
    by: symbol.by,
    is: [symbol.access_modifier, ...flags.map((name) => name.slice("is_".length))],
    uses: symbol.reference_count,
    members: symbol.children,
    in: isObject(parent) && `${parent.node_type} ${parent.name}`,
    spans: spans === 1 ? null : spans,
    parse_status: status === "full" ? null : status,
    doc_comment: symbol.doc_comment,
    text_only: symbol.text_only,
    not_indexed: symbol.not_indexed,
  };
}

/** `{ by_reason: { "unknown-receiver": 2 }, at: ["src/a.ts:4", "src/b.ts:7"] }`; places have the name where there are several. */
function unresolvedRow({ count, by_reason, locations, ...rest }: Fields): Fields {
  const reasons = by_reason as Record<string, number>;
  const sum = Object.values(reasons).reduce((all, each) => all + each, 0);
  const places = locations as Fields[];
  const isOfOne = new Set(places.map(({ name }) => name)).size < 2;
  return compact({
    count: sum === count ? null : count,
    by_reason: reasons,
    at: places.map(({ name, file_path, line }) => `${isOfOne ? "" : `${name ?? "a value"} `}${file_path}:${line}`),
    ...rest,
  });
}

/** Files, counted and some of them named: the count says more only where not all are named. */
function filesRow({ files, paths, ...rest }: Fields): Fields {
  return compact({ files: (paths as unknown[]).length === files ? null : files, paths, ...rest });
}

const PLACE_FIELDS = new Set([
  "path",
  "file_path",
  "file",
  "line_start",
  "line_end",
  "start_line",
  "end_line",
  "line",
  "span",
]);

/** Anything else, whose place becomes one field. */
function placedRow(fields: Fields): Fields {
  const { path, file_path, file, line, span, lines, project } = fields;
  const where = path ?? file_path ?? file;
  const { start_line, end_line } = isObject(span) ? span : fields;
  const start = fields.line_start ?? start_line ?? line;
  if (typeof where === "string" && typeof start === "number")
    return compact({
      project,
      at: placeIn(where, start, fields.line_end ?? end_line),
      ...without(fields, PLACE_FIELDS),
    });
  if (typeof file === "string" && typeof lines === "string")
    return compact({ project, at: `${file}:${lines}`, ...without(fields, new Set(["file", "lines"])) });
  return compact(fields);
}

const without = (fields: Fields, names: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));

function placeIn(path: unknown, start: unknown, end: unknown): string {
  return typeof end === "number" && end > Number(start) ? `${path}:${start}-${end}` : `${path}:${start}`;
}
