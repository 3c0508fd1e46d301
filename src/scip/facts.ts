/**
 * Facts of an imported index about one content at its path: where the names in it lead. Targets are symbols of ours, found when the import was
 * matched; so the facts hold for as long as the content does, and a target that is gone or no longer certain is left to our own resolution.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { addToList } from "../base/groups.js";
import { nth } from "../base/need.js";
import type { ParseResult } from "../model/parse-result.js";
import { nameOf } from "../model/paths.js";
import { childrenNamed } from "../resolution/declarations.js";
import { isTypeKind } from "../resolution/name-index.js";
import type { Program } from "../resolution/program.js";
import { type Decl, nodeIdOf, type ProgramFile, symbolOf } from "../resolution/program-file.js";
import { bareName, type Placed } from "./fit.js";
import type { Descriptor, DescriptorKind, ScipSymbol } from "./symbol.js";

/** A symbol of ours: its id and the file it was in; and what tells it from others of its name, as `distinction` gives it. */
export type NodeTarget = ["node", id: string, path: string, distinction: string];
/** A symbol outside the project. */
export type ExternalTarget = ["external", module: string | null, name: string];
export type FactTarget = NodeTarget | ExternalTarget;

export interface ScipFacts {
  targets: FactTarget[];
  /** The names as they stand in the text. */
  names: string[];
  /** By fours, in the order of the text: line, offset, number of the name; number of the target, LOCAL or UNDECIDED. */
  uses: number[];
  /** Of a file whose references are not read: the offsets of the uses that call. */
  calls?: number[];
  /** By twos: offset of a definition, number of a target that it implements or overrides. */
  implementations: number[];
}

/** A use of a name. */
export interface FactUse {
  line: number;
  offset: number;
  /** The name as it stands in the text. */
  name: string;
  /** The number of a target, LOCAL or UNDECIDED. */
  target: number;
}

/** The uses of facts, one by one. */
export function* usesIn({ uses, names }: ScipFacts): Generator<FactUse> {
  for (let index = 0; index < uses.length; index += 4) {
    const [line, offset, name, target] = [
      nth(uses, index),
      nth(uses, index + 1),
      nth(uses, index + 2),
      nth(uses, index + 3),
    ];
    yield { line, offset, name: nth(names, name), target };
  }
}

/** The definitions that implement or override something, one by one, each with a target. */
export function* implementationsIn({ implementations, targets }: ScipFacts): Generator<{
  offset: number;
  target: FactTarget;
}> {
  for (let index = 0; index < implementations.length; index += 2)
    yield { offset: nth(implementations, index), target: nth(targets, nth(implementations, index + 1)) };
}

/** No symbol of ours: a parameter, a variable of a function. */
export const LOCAL = -1;
/** Where it leads is left to our own resolution. */
export const UNDECIDED = -2;

/** Facts as they are stored. */
export function packFacts(facts: ScipFacts): Buffer {
  return deflateRawSync(JSON.stringify(facts), { level: 1 });
}

/** Stored facts, read back. */
export function unpackFacts(bytes: Buffer): ScipFacts {
  return JSON.parse(inflateRawSync(bytes).toString()) as ScipFacts;
}

/** Empty where a symbol is the only one of its name and kind in its place; else how many there are, and its parameters. */
export function distinction(program: Program, decl: Decl): string {
  const { name, kind, parent, parameterNames } = symbolOf(decl);
  const alike = childrenNamed(program, decl.file, parent, name).filter(
    (index) => nth(decl.file.symbols, index).kind === kind,
  );
  const ids = new Set(alike.map((index) => decl.file.nodeIds[index]));
  return ids.size > 1 ? `${ids.size} ${parameterNames ?? ""}` : "";
}

/** The symbols of a parse by the line of their name. */
export type SymbolLines = ReadonlyMap<number, readonly number[]>;

/** The symbols of a file by the line of their names, the file itself left out. */
export function symbolLines(parse: ParseResult): SymbolLines {
  const lines = new Map<number, number[]>();
  for (const [index, { nameLine }] of parse.symbols.entries()) {
    if (index === 0) continue;
    addToList(lines, nameLine, index);
  }
  return lines;
}

/** The symbol that a definition in the text declares, as an index of `parse.symbols`; null where we have no such symbol. */
export function definedSymbol(
  parse: ParseResult,
  lines: SymbolLines,
  { line, offset, text }: Placed,
  symbol: ScipSymbol | null,
): number | null {
  // A module is defined at the file's first character.
  if (offset === 0 && text === "") return 0;
  const kind = symbol?.descriptors.at(-1)?.kind ?? null;
  const name = bareName(text);
  let found: number[] = [];
  let innermost = -1;
  for (const index of lines.get(line) ?? []) {
    const each = nth(parse.symbols, index);
    const isIt = bareName(each.name) === name && each.start <= offset && offset < each.end;
    if (!isIt || !isOfKind(each.kind, kind)) continue;
    if (each.start > innermost) found = [];
    if (each.start >= innermost) found.push(index);
    innermost = Math.max(innermost, each.start);
  }
  return onlyOne(found);
}

/** The symbol of a file that has a name: for a definition whose place in the file is not known any more. null: none, or several. */
export function symbolNamed(file: ProgramFile, { descriptors }: ScipSymbol): number | null {
  const names = namesInFile(file.path, descriptors);
  const last = descriptors.at(-1);
  if (names === null || names.length === 0 || last === undefined) return null;
  const found = new Map<string, number>();
  for (const [position, { kind, name, parent }] of file.symbols.entries()) {
    if (position === 0) continue;
    const isConstructor = CONSTRUCTOR.test(last.name);
    if (isConstructor ? kind !== "constructor" : name !== last.name || !isOfKind(kind, last.kind)) continue;
    const own = isConstructor ? [...chainOf(file, parent), last.name] : chainOf(file, position);
    if (own.length === names.length && own.every((each, index) => each === names[index]))
      found.set(nth(file.nodeIds, position), position);
  }
  return onlyOne(found.values());
}

/** The number that stands alone; null where there are several, or none. */
function onlyOne(numbers: Iterable<number>): number | null {
  const [first, ...others] = numbers;
  return first === undefined || others.length > 0 ? null : first;
}

const CONSTRUCTOR = /^(<constructor>|\.ctor)$/;

/** The names of a symbol and of what is around it, without the folders and the name of the file; null for parameters and the like. */
function namesInFile(path: string, descriptors: readonly Descriptor[]): string[] | null {
  if (descriptors.some(({ kind }) => NO_DECLARATION.has(kind))) return null;
  const base = nameOf(path);
  const index = descriptors.findIndex(({ kind, name }) => kind === "namespace" && name === base);
  return descriptors.slice(index + 1).map(({ name }) => name);
}

export const NO_DECLARATION: ReadonlySet<DescriptorKind> = new Set(["parameter", "type parameter", "meta"]);

function chainOf({ symbols, traits }: ProgramFile, index: number): string[] {
  const chain: string[] = [];
  for (let each = index; each > 0; each = nth(symbols, each).parent) {
    const { name, kind } = nth(symbols, each);
    chain.unshift(...(traits.hasDottedNamespaces && kind === "namespace" ? name.split(".") : [name]));
  }
  return chain;
}

/** Whether a symbol of ours may be what the last descriptor of a SCIP symbol says it is; of local symbols nothing is said. */
function isOfKind(kind: string, descriptor: DescriptorKind | null): boolean {
  if (descriptor === null) return true;
  // Modules of Ruby and Elixir are types for their indexers.
  if (descriptor === "type") return isTypeKind(kind) || kind === "component" || kind === "module";
  if (descriptor === "macro") return kind === "function" || kind === "constant";
  if (descriptor === "namespace") return kind === "namespace" || kind === "module";
  return (descriptor === "method" || descriptor === "term") && !isTypeKind(kind) && kind !== "namespace";
}

/** Where a declaration is kept in facts. */
export function targetOf(program: Program, decl: Decl): NodeTarget {
  return ["node", nodeIdOf(decl), decl.file.path, distinction(program, decl)];
}
