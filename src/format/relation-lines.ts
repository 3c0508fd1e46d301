/** Lists of relations in words and in brief: both show the rows of relation-rows.ts. */
import type { RelationCounts } from "../graph/relation-counts.js";
import type { Fields } from "./brief.js";
import {
  calleeRow,
  needsByFile,
  ownRows,
  type Row,
  type RowOptions,
  rowsByFile,
  type Section,
  sectionsOf,
} from "./relation-rows.js";
import { surenessWords } from "./sureness.js";
import type { Counts, RelationFields } from "./symbols.js";

export interface ListOptions extends RowOptions {
  /** The kind of symbol that a less sure relation names: `method`. */
  one: string;
  /** Whether indirect relations were asked for, so that the direct ones have a heading as well. */
  isDeep?: boolean;
}

/** Incoming relations under their files; less sure ones and further steps under headings of their own. */
export function incomingLines(relations: readonly RelationFields[], options: ListOptions): string[] {
  return withHeadings(relations, options, (section) =>
    [...rowsOf(section, options)].flatMap(([path, rows]) => fileLines(path, rows)),
  );
}

const rowsOf = ({ isOwn, relations }: Section, options: RowOptions): Map<string, Row[]> =>
  isOwn ? ownRows(relations) : rowsByFile(relations, options);

/** A file of one row is one line. */
function fileLines(path: string, rows: readonly Row[]): string[] {
  const [only, ...others] = rows;
  if (only && others.length === 0) return [`${path}:${only.text}`, ...codeLine(only, "    ")];
  return [path, ...rows.flatMap((row) => [`  ${row.text}`, ...codeLine(row, "      ")])];
}

const codeLine = ({ code }: Row, indent: string): string[] => code?.split("\n").map((line) => `${indent}${line}`) ?? [];

/** Calls that a symbol makes, a line each, in source order. */
export function calleeLines(relations: readonly RelationFields[], options: ListOptions): string[] {
  return withHeadings(relations, options, ({ relations: some }) => some.map(calleeRow));
}

/** Dependencies of a symbol, under the files and libraries that declare them. */
export function needLines(relations: readonly RelationFields[], options: ListOptions): string[] {
  return withHeadings(relations, options, ({ relations: some }) =>
    [...needsByFile(some, options)].flatMap(([path, rows]) =>
      rows.length === 1 ? [`${path}  ${rows[0]}`] : [path, ...rows.map((row) => `  ${row}`)],
    ),
  );
}

function withHeadings(
  relations: readonly RelationFields[],
  options: ListOptions,
  linesOf: (section: Section) => string[],
): string[] {
  return sectionsOf(relations, options).flatMap((section) => [...headingOf(section, options), ...linesOf(section)]);
}

function headingOf({ depth, sureness, isOwn, access, relations }: Section, { one, isDeep }: ListOptions): string[] {
  const step = isOwn ? "inside it" : depth > 1 ? `indirect, step ${depth}` : isDeep ? "direct" : "";
  const accessed = access === undefined ? "" : `${access} at`;
  const sure = sureness === "sure" ? "" : surenessWords(sureness, relations, one);
  const words = [step, accessed, sure].filter(Boolean).join(", ");
  return words === "" ? [] : [`${words.charAt(0).toUpperCase()}${words.slice(1)}:`];
}

/** The brief form of a list: its sections, in each the rows by file, or one after another. */
export const briefIncoming = (relations: readonly RelationFields[], options: RowOptions): Fields[] =>
  briefSections(relations, options, (section) => byFile(new Map([...rowsOf(section, options)].map(toText))));
/** Lists of callees in brief. */
export const briefCallees = (relations: readonly RelationFields[]): Fields[] =>
  briefSections(relations, {}, ({ relations: some }) => some.map(calleeRow));
/** Lists of dependencies in brief, by the file that is needed. */
export const briefNeeds = (relations: readonly RelationFields[], options: RowOptions): Fields[] =>
  briefSections(relations, options, ({ relations: some }) => byFile(needsByFile(some, options)));

function briefSections(
  relations: readonly RelationFields[],
  options: Pick<RowOptions, "own">,
  usesOf: (section: Section) => unknown,
): Fields[] {
  return sectionsOf(relations, options).map((section) => ({
    ...(section.isOwn && { inside_it: true }),
    ...(section.depth > 1 && { step: section.depth }),
    ...(section.access && { access: section.access }),
    ...(section.sureness !== "sure" && { sure: section.sureness }),
    uses: usesOf(section),
  }));
}

const toText = ([path, rows]: [string, Row[]]): [string, string[]] => [
  path,
  rows.map(({ text, code }) => (code === undefined ? text : `${text} | ${code.replaceAll("\n", " | ")}`)),
];

/** A file of one row has no list. */
const byFile = (files: ReadonlyMap<string, string[]>): Fields =>
  Object.fromEntries([...files].map(([path, rows]) => [path, rows.length === 1 ? rows[0] : rows]));

/** The brief form of a list: its rows and the number of lines in all; certainty only where some are not sure. */
export function briefList(output: BriefList, results: Fields[]): Fields {
  const { counted, by_confidence, calls_by_confidence, ...rest } = output;
  const counts = by_confidence ?? calls_by_confidence;
  const isSure = counts === undefined || counts.unique + counts.candidate === 0;
  return { ...rest, results, lines: counted.lines, ...(!isSure && { by_confidence: counts }) };
}

interface BriefList {
  results: RelationFields[];
  counted: RelationCounts;
  by_confidence?: Counts;
  calls_by_confidence?: Counts;
}
