/**
 * Judges the C# graph by a reader's expectations. Every expectation is a comment after its code, so that it can be checked in place:
 *
 *     total += line.Total; // -> Shop.Money.operator +(Money, Money); uses Shop.Line.Total
 *
 * `->` is a call, `uses` a reference to a member, `implements` a base type, or the member of one that is overridden; `none` says that the callee
 * is outside the sources or unknown. A call or an implementation without a comment is wrong. References are judged only on lines whose comment
 * names some, and there all except those to types.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addToSet } from "../../base/groups.js";
import { need, nth } from "../../base/need.js";
import { packageFile } from "../../base/package.js";
import { csharp } from "../../languages/csharp/index.js";
import { createParser, type Parser } from "../../languages/parse.js";
import type { EdgeKind, EdgeTier } from "../../model/edge.js";
import { nodeIds } from "../../model/node-id.js";
import type { ParsedSymbol, ParseResult } from "../../model/parse-result.js";
import { createProgram } from "../../resolution/create-program.js";
import { isTypeKind } from "../../resolution/name-index.js";
import type { Program } from "../../resolution/program.js";
import { resolveFile } from "../../resolution/resolve-file.js";

export const CSHARP_CORPUS = fileURLToPath(packageFile("tests/corpus/csharp"));

/** The relations that are judged. */
export type Relation = "calls" | "references" | "implementations";

/** An edge to a symbol of the sources, or a missing one that should exist. */
export interface JudgedEdge {
  relation: Relation;
  /** `path:line`. */
  at: string;
  target: string;
  /** Null for a missing edge. */
  tier: EdgeTier | null;
  isExpected: boolean;
}

const MARKS: [string, Relation][] = [
  ["-> ", "calls"],
  ["uses ", "references"],
  ["implements ", "implementations"],
];

const RELATIONS: Partial<Record<EdgeKind, Relation>> = {
  calls: "calls",
  references: "references",
  overrides: "implementations",
  implements: "implementations",
  inherits: "implementations",
  extends: "implementations",
};

/** Calls drawn at random from a library, whose targets were found by reading its source. */
export interface SampledCalls {
  /** The URL of the library's source, and the commit that was read. */
  repository: string;
  commit: string;
  /** `path:line`, the called name, and its target; null for a target outside the library's repository. */
  calls: { at: string; name: string; target: string | null }[];
}

/** Resolves all repositories of a part of the corpus and judges their edges. Throws for an expectation that matches no symbol. */
export async function judgeCsharpCorpus(part: string, corpus = CSHARP_CORPUS): Promise<JudgedEdge[]> {
  const parser = createParser();
  await parser.load(csharp);
  const folder = join(corpus, part);
  return readdirSync(folder).flatMap((repository) => {
    const index = indexed(parser, join(folder, repository));
    return index.sources.flatMap((source) => judgeFile(index, repository, source));
  });
}

/** Judges the sampled calls of a library with its source in a folder. Throws for an expectation that matches no symbol. */
export async function judgeSampledCalls({ calls }: SampledCalls, folder: string): Promise<JudgedEdge[]> {
  const parser = createParser();
  await parser.load(csharp);
  const { program, names, sources } = indexed(parser, folder);
  const parses = new Map(sources.map(([path, , parse]) => [path, parse]));
  return calls.flatMap(({ at, name, target }) => {
    const colon = at.lastIndexOf(":");
    const path = at.slice(0, colon);
    const line = Number(at.slice(colon + 1));
    const parse = parses.get(path);
    if (parse === undefined) throw new Error(`${at}: there is no such file`);
    const wanted = target === null ? null : nameOf(names, target, at);
    const edges = resolveFile(program, path, parse).edges.filter((edge) => edge.kind === "calls" && edge.line === line);
    const found = edges.flatMap(({ tier, target: id }) => ({ tier, target: names.byId.get(id)?.name ?? "" }));
    const own = found.filter((edge) => /(?:^|\.)([^.(]+)(?:\(|$)/.exec(edge.target)?.[1] === name);
    const judged = own.map((edge) => ({ relation: "calls" as const, at, ...edge, isExpected: edge.target === wanted }));
    const isMissed = wanted !== null && !judged.some(({ isExpected }) => isExpected);
    return isMissed ? [...judged, { relation: "calls", at, target: wanted, tier: null, isExpected: true }] : judged;
  });
}

interface Indexed {
  program: Program;
  names: TargetNames;
  sources: Source[];
}

type Source = [path: string, text: string, parse: ParseResult];

function indexed(parser: Parser, folder: string): Indexed {
  const files = Array.from(readFiles(folder));
  const program = createProgram({ files: new Map(files.filter(([path]) => !path.endsWith(".cs"))) });
  const sources = files
    .filter(([path]) => path.endsWith(".cs"))
    .map(([path, text]): Source => [path, text, parser.parse(csharp, text)]);
  for (const [path, , parse] of sources) program.set(path, csharp, parse, nodeIds(csharp, path, parse));
  return { program, names: namesOf(program, new Map(sources.map(([path, , parse]) => [path, parse]))), sources };
}

function readFiles(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const wanted = paths.filter((path) => /\.(?:cs|csproj|props)$/.test(path));
  return new Map(wanted.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path), "utf8")]));
}

interface TargetNames {
  /** The full names of the targets of a name, with and without parameter types. The parts of a partial method share theirs. */
  fullNames: Map<string, Set<string>>;
  byId: Map<string, { name: string; isType: boolean }>;
}

function namesOf(program: Program, parses: ReadonlyMap<string, ParseResult>): TargetNames {
  const names: TargetNames = { fullNames: new Map(), byId: new Map() };
  for (const [path, parse] of parses) {
    const { nodeIds } = need(program.files, path);
    parse.symbols.forEach((symbol, index) => {
      const id = nth(nodeIds, index);
      const full = fullName(symbol);
      names.byId.set(id, { name: full, isType: isTypeKind(symbol.kind) });
      for (const name of [symbol.qualifiedName, full]) addToSet(names.fullNames, name, full);
    });
  }
  return names;
}

/** `Shop.Cart.Add(Item, int)`: as written, without names, modifiers, namespaces and the question marks of reference types. */
function fullName({ qualifiedName, kind, parameterSignature }: ParsedSymbol): string {
  if (parameterSignature === null || isTypeKind(kind)) return qualifiedName;
  const types = splitList(parameterSignature.slice(1, -1)).map((parameter) =>
    plainType(parameter.replace(/\s*=(?!>).*$/s, "").replace(/\s+@?\w+$/, "")),
  );
  return `${qualifiedName}(${types.join(", ")})`;
}

function plainType(type: string): string {
  return type
    .replace(/\[[A-Z][^\]]*\]\s*/g, "")
    .replace(/\b(?:this|params|ref|in|out|scoped|readonly)\s+/g, "")
    .replace(/\w+\./g, "")
    .replace(/(\w*)\?/g, (written, name: string) => (VALUE_TYPE.test(name) ? written : name))
    .trim();
}

/** Types for which `T?` is a different type. */
const VALUE_TYPE =
  /^(?:s?byte|u?short|u?int|u?long|float|double|decimal|bool|char|DateTime|DateTimeOffset|TimeSpan|Guid)$/;

function splitList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let offset = 0; offset < list.length; offset++) {
    if ("<([".includes(list.charAt(offset))) depth++;
    else if (">)]".includes(list.charAt(offset))) depth--;
    else if (list[offset] === "," && depth === 0) {
      parts.push(list.slice(start, offset));
      start = offset + 1;
    }
  }
  return list.trim() === "" ? [] : [...parts, list.slice(start)].map((part) => part.trim());
}

function judgeFile({ program, names }: Indexed, repository: string, [path, text, parse]: Source): JudgedEdge[] {
  const judged = new Map<string, JudgedEdge>();
  const linesWithUses = new Set<number>();
  text.split("\n").forEach((source, index) => {
    for (const [relation, target] of expectationsOf(source)) {
      const place = `${repository}/${path}:${index + 1}`;
      const name = nameOf(names, target, place);
      if (relation === "references") linesWithUses.add(index + 1);
      judged.set(`${relation} ${index + 1} ${name}`, {
        relation,
        at: place,
        target: name,
        tier: null,
        isExpected: true,
      });
    }
  });
  for (const edge of resolveFile(program, path, parse).edges) {
    const relation = RELATIONS[edge.kind];
    const target = names.byId.get(edge.target);
    if (relation === undefined || target === undefined) continue;
    const key = `${relation} ${edge.line} ${target.name}`;
    const known = judged.get(key);
    if (known !== undefined) known.tier ??= edge.tier;
    else if (relation !== "references" || (linesWithUses.has(edge.line) && !target.isType)) {
      const place = `${repository}/${path}:${edge.line}`;
      judged.set(key, { relation, at: place, target: target.name, tier: edge.tier, isExpected: false });
    }
  }
  return [...judged.values()];
}

/** The expectations in the comment at the end of a line. */
function expectationsOf(line: string): [Relation, string][] {
  const comment = /\/\/ ((?:->|uses|implements|none)(?= |;|$).*)$/.exec(line)?.[1] ?? "";
  return comment.split("; ").flatMap((part): [Relation, string][] => {
    const mark = MARKS.find(([word]) => part.startsWith(word));
    return mark === undefined ? [] : [[mark[1], part.slice(mark[0].length).trim()]];
  });
}

function nameOf({ fullNames }: TargetNames, target: string, place: string): string {
  const open = target.indexOf("(");
  const name =
    open < 0
      ? target
      : `${target.slice(0, open)}(${splitList(target.slice(open + 1, -1))
          .map(plainType)
          .join(", ")})`;
  const found = [...(fullNames.get(name) ?? [])];
  if (found.length !== 1) throw new Error(`${place}: ${found.length} symbols are called ${target}`);
  return nth(found, 0);
}

/** Precision and recall of the edges of one relation, over all edges of the default tiers or those of one tier. */
export interface JudgedFigures {
  relation: Relation;
  tier: "default" | EdgeTier;
  expected: number;
  right: number;
  wrong: number;
  precision: number;
  recall: number;
  f1: number;
}

const DEFAULT_TIERS: readonly EdgeTier[] = ["exact", "import", "unique"];

/** The figures of each relation, for the default tiers and for each tier that has edges. Symbols of the sources occur in no other tier. */
export function figuresOf(edges: readonly JudgedEdge[]): JudgedFigures[] {
  return MARKS.flatMap(([, relation]) => {
    const all = edges.filter((edge) => edge.relation === relation);
    const expected = all.filter((edge) => edge.isExpected).length;
    const figures = (tier: JudgedFigures["tier"], tiers: readonly EdgeTier[]): JudgedFigures => {
      const given = all.filter((edge) => edge.tier !== null && tiers.includes(edge.tier));
      const right = given.filter((edge) => edge.isExpected).length;
      const precision = given.length === 0 ? 1 : right / given.length;
      const recall = expected === 0 ? 1 : right / expected;
      const f1 = right === 0 ? 0 : (2 * precision * recall) / (precision + recall);
      return { relation, tier, expected, right, wrong: given.length - right, precision, recall, f1 };
    };
    const tiers = new Set(all.flatMap((edge) => edge.tier ?? []));
    return [figures("default", DEFAULT_TIERS), ...Array.from(tiers, (tier) => figures(tier, [tier]))];
  });
}
