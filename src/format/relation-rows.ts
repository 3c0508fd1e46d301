/**
 * Rows of a list of relations, the same for the words and for the brief form: sections by step and certainty, in them files, in these a row for each
 * symbol with the numbers of all its lines.
 */
import { groupBy } from "../base/groups.js";
import { nth, present } from "../base/need.js";
import { nameBesidePath } from "../graph/symbol.js";
import type { Access } from "../model/access.js";
import { SURENESSES, type Sureness, surenessOf } from "./sureness.js";
import { type RelationFields, withSignature } from "./symbols.js";

export interface Section {
  /** 1: direct. */
  depth: number;
  sureness: Sureness;
  access?: Access | undefined;
  /** Whether the relations are those of the symbol asked about, or of its members, to itself. */
  isOwn: boolean;
  relations: RelationFields[];
}

/** The sections of a list: direct ones first, of each step those that write or register, then the sure ones first, those inside the symbol behind all others. */
export function sectionsOf(relations: readonly RelationFields[], { own }: Pick<RowOptions, "own"> = {}): Section[] {
  const sections = new Map<string, Section>();
  for (const relation of relations) {
    const { depth, access } = relation;
    const sureness = surenessOf(relation);
    const isOwn = own !== undefined && isInside(relation, own);
    const key = `${depth} ${sureness} ${isOwn} ${access}`;
    const section = sections.get(key) ?? { depth, sureness, isOwn, access, relations: [] };
    sections.set(key, section);
    section.relations.push(relation);
  }
  const rank = ({ sureness, isOwn }: Section) => SURENESSES.indexOf(sureness) + (isOwn ? SURENESSES.length : 0);
  const isOther = ({ access }: Section) => Number(access === "read" || access === "used");
  return [...sections.values()].sort((a, b) => a.depth - b.depth || isOther(a) - isOther(b) || rank(a) - rank(b));
}

/** Whether a relation stands in the symbol itself. */
export const isInside = ({ file_path, qualified_name }: RelationFields, own: Own): boolean =>
  file_path === own.file_path && `${qualified_name}.`.startsWith(`${own.qualified_name}.`);

/** The symbol asked about. */
export interface Own {
  file_path: string;
  qualified_name: string;
}

export interface Row {
  /** `5, 9  start  imports` */
  text: string;
  /** The source of the first of its lines. */
  code?: string | undefined;
}

/** Parts of a row in addition to lines and names. */
export interface RowOptions {
  /** Name the relation: where there are several. */
  withKind: boolean;
  /** The symbol asked about, where its own uses of itself stand apart. */
  own?: Own;
}

/** Lines of a symbol's uses of itself, a row a file: who reads the symbol sees them. */
export function ownRows(relations: readonly RelationFields[]): Map<string, Row[]> {
  const files = groupBy(relations, ({ file_path }) => present(file_path));
  const linesOf = (uses: readonly RelationFields[]) => [...new Set(uses.flatMap(({ lines }) => lines))];
  return new Map(
    [...files].map(([path, uses]) => [
      path,
      [
        {
          text: linesOf(uses)
            .toSorted((a, b) => a - b)
            .join(", "),
        },
      ],
    ]),
  );
}

/** Incoming relations by the file that they stand in, the files in the order in which they first appear, their rows by line. */
export function rowsByFile(relations: readonly RelationFields[], options: RowOptions): Map<string, Row[]> {
  const files = groupBy(relations, ({ file_path }) => present(file_path));
  return new Map([...files].map(([path, uses]) => [path, rowsOfFile(path, uses, options)]));
}

/**
 * Relations of one symbol in the same lines are one row: `new Cart()` calls the constructor and names the class. So are a field that keeps a value and
 * the constructor that takes it.
 */
function rowsOfFile(path: string, uses: readonly RelationFields[], options: RowOptions): Row[] {
  const merged = groupBy(uses, (use) => keptIn(use) ?? `${use.node_id} ${use.line_start} ${linesText(use)}`);
  const rows = [...merged.values()].sort((a, b) => nth(a, 0).line - nth(b, 0).line);
  return rows.map((same) => {
    const isKept = same.some((use) => keptIn(use) !== null);
    if (isKept) return keptRow(same, options);
    const use = nth(same, 0);
    const kinds = [...new Set(same.map(({ edge_type }) => edge_type))];
    const via = [...new Set(same.flatMap(viaOf))];
    const isTop = use.node_type === "file" || use.qualified_name === path;
    const isImport = kinds.every((kind) => kind === "imports");
    // A function that registers several routes has one for each line.
    const parts = isTop || (use.parts?.length ?? 0) > 1 ? partsText(use) : null;
    const words = [
      isTop && parts !== null ? "" : isTop ? (isImport && options.withKind ? "" : "(top level)") : nameOf(use),
      parts !== null ? "" : (use.parts?.[0] ?? ""),
      options.withKind ? kinds.join(", ") : "",
      use.is_object ? "object" : "",
      via.length > 0 ? `via ${via.join(", ")}` : "",
    ];
    // A line that imports the name says no more than its number.
    const code = isImport ? undefined : same.find(({ text }) => text !== undefined)?.text;
    return { text: joined(parts ?? linesText(use), ...words), code };
  });
}

/** The type that keeps the used type in a field or takes it in its constructor, as injection does; null for any other use. */
function keptIn({ node_type, edge_type, qualified_name, lines_left_out }: RelationFields): string | null {
  const isKept =
    (node_type === "field" && edge_type === "references") || (node_type === "constructor" && edge_type === "accepts");
  return isKept && !lines_left_out ? `kept in ${qualified_name.slice(0, qualified_name.lastIndexOf("."))}` : null;
}

/** `5, 9  Shop._cart  references, accepts`: the name of the field and the constructor say what their lines would. */
function keptRow(same: readonly RelationFields[], { withKind }: RowOptions): Row {
  const lines = [...new Set(same.flatMap((use) => use.lines))].sort((a, b) => a - b).join(", ");
  const fields = same.filter(({ node_type }) => node_type === "field");
  const names = new Set((fields.length > 0 ? fields : same).map(nameOf));
  const kinds = new Set(same.map(({ edge_type }) => edge_type));
  const via = [...new Set(same.flatMap(viaOf))];
  return {
    text: joined(
      lines,
      [...names].join(", "),
      withKind ? [...kinds].join(", ") : "",
      via.length > 0 ? `via ${via.join(", ")}` : "",
    ),
  };
}

/** `12 POST /users; 25, 31 it "adds"; 40`: lines of a file or function with the route or test around them; null where none is known. */
function partsText({ lines, parts, lines_left_out: more = 0 }: RelationFields): string | null {
  if (parts === undefined) return null;
  const groups = groupBy(
    lines.map((line, index) => ({ line, part: parts[index] ?? null })),
    ({ part }) => part ?? "",
  );
  const told = [...groups].map(([part, own]) => {
    const numbers = own.map(({ line }) => line).join(", ");
    return part === "" ? numbers : `${numbers} ${part}`;
  });
  return more > 0 ? `${told.join("; ")}; … (${lines.length} of ${lines.length + more} lines)` : told.join("; ");
}

/** Calls that a symbol makes, in source order: `12, 14  AuthService.hash  src/auth.ts:22`. */
export function calleeRow(relation: RelationFields): string {
  return joined(
    linesText(relation),
    nameOf(relation),
    placeWords(relation),
    viaOf(relation)
      .map((name) => `from ${name}`)
      .join(),
  );
}

/** Dependencies of a symbol, by the file or library that declares them; the rows name the symbol, its line there, and the lines of its uses by relation. */
export function needsByFile(relations: readonly RelationFields[], options: RowOptions): Map<string, string[]> {
  const files = groupBy(relations, (each) => each.file_path ?? placeWords(each));
  return new Map(
    [...files].map(([path, uses]) => {
      const targets = groupBy(
        uses.filter((use) => !isImportOfAll(use, uses)),
        ({ node_id }) => node_id,
      );
      return [path, [...targets.values()].map((same) => needRow(path, same, options))];
    }),
  );
}

/** Whether a relation is the import of a file whose names the same lines import. */
function isImportOfAll(use: RelationFields, uses: readonly RelationFields[]): boolean {
  if (use.edge_type !== "imports" || use.qualified_name !== use.file_path) return false;
  const named = uses.filter((other) => other.edge_type === "imports" && other.node_id !== use.node_id);
  const lines = new Set(named.flatMap((other) => other.lines));
  return use.lines.every((line) => lines.has(line));
}

function needRow(path: string, same: readonly RelationFields[], { withKind }: RowOptions): string {
  const first = nth(same, 0);
  const declared = first.line_start === null ? "" : `:${first.line_start}`;
  const name = first.qualified_name === path ? "" : `${nameOf(first)}${declared}`;
  const uses = same.map((use) => (withKind ? `${use.edge_type} ${linesText(use)}` : linesText(use)));
  return joined(name, uses.join("; "));
}

/** `src/auth.ts:22` of a symbol of the project, `(pino)` of a library's. */
function placeWords({ file_path, line_start, node_type, name, module }: RelationFields): string {
  if (file_path !== null) return `${file_path}:${line_start}`;
  if (node_type !== "external") return `(${node_type})`;
  return module == null || module === name ? "(not indexed or outside)" : `(outside: ${module})`;
}

/** A name, with its parameters where others of the list are called the same. */
export const nameOf = ({ qualified_name, signature, file_path, node_type }: RelationFields): string =>
  withSignature(nameBesidePath(qualified_name, file_path, node_type), signature ?? null);

/** The name of what a relation goes by way of; nothing where it is its own. */
const viaOf = ({ via_name, file_path }: RelationFields): string[] =>
  via_name === undefined ? [] : [nameBesidePath(via_name, file_path, "method")];

/** All lines: `5, 9, 12`; of more than are kept, how many there are. */
export function linesText({
  lines,
  lines_left_out: more = 0,
}: Pick<RelationFields, "lines" | "lines_left_out">): string {
  const told = lines.join(", ");
  return more > 0 ? `${told}, … (${lines.length} of ${lines.length + more} lines)` : told;
}

/** The words of a line that are not empty, two spaces apart. */
export const joined = (...words: string[]): string => words.filter(Boolean).join("  ");
