/**
 * The edges of a file about which an imported index says something: what it decides it decides, for the rest our own resolution stands. Pure.
 *
 * A use in the index and a reference of ours are the same where line and name are. SCIP knows no calls: what our own extraction calls a call, a
 * base or an annotation is one, and everything else a reference.
 */
import { firstIndex } from "../base/first-index.js";
import { addToList } from "../base/groups.js";
import { need, nth } from "../base/need.js";
import { int32At } from "../base/numbers.js";
import { type Edge, type EdgeKind, unresolvedTarget } from "../model/edge.js";
import { flattenStep } from "../model/flat-types.js";
import { externalId } from "../model/node-id.js";
import type { ParseResult, Reference } from "../model/parse-result.js";
import { isUnnamed } from "../model/steps.js";
import { isObject } from "../resolution/edges/overrides.js";
import { isTypeKind } from "../resolution/name-index.js";
import { type Program, targetsOf } from "../resolution/program.js";
import { type Decl, nodeIdOf, type ProgramFile, symbolOf } from "../resolution/program-file.js";
import { type ResolvedFile, resolveFile } from "../resolution/resolve-file.js";
import type { ExternalSymbol } from "../resolution/semantics.js";
import {
  distinction,
  type FactTarget,
  type FactUse,
  implementationsIn,
  LOCAL,
  type ScipFacts,
  usesIn,
} from "./facts.js";

/** A name at one place of the text, and where it leads. */
interface NamedUse {
  line: number;
  offset: number;
  name: string;
  /** The symbol around it. */
  source: number;
  leadsTo: LeadsTo;
  /** A reference of ours is this use. */
  isTaken: boolean;
}

type LeadsTo =
  | { is: "symbols"; decls: Decl[] }
  | { is: "external"; external: ExternalSymbol }
  | { is: "local" }
  | { is: "undecided" };

const UNDECIDED: LeadsTo = { is: "undecided" };
const IMPLEMENTS: ReadonlySet<EdgeKind> = new Set(["implements"]);
const HERITAGE: ReadonlySet<EdgeKind> = new Set(["extends", "implements", "inherits"]);
const CALLS: ReadonlySet<Reference["kind"]> = new Set(["call", "new", "jsx"]);
const CALLABLES: ReadonlySet<string> = new Set(["function", "method", "constructor"]);
/** `f.call(x)` calls f, whatever library `call` is of. */
const INDIRECT: ReadonlySet<string> = new Set(["call", "apply", "bind"]);

/** The edges of a file, as `resolveFile` gives them. */
export function resolveWithScip(program: Program, path: string, parse: ParseResult, facts: ScipFacts): ResolvedFile {
  const file = need(program.files, path);
  const uses = usesOf(program, parse, facts);
  const decided = decide(file, parse, uses);
  const own = resolveFile(program, path, parse, new Set(decided.keys()));
  const edges = createEdges(own);
  for (const [index, leadsTo] of decided)
    addReference(edges, file, nth(parse.references, index), withSources(program, leadsTo));
  addValues(edges, program, path, parse, decided);
  addHeritage(edges, program, file, parse, uses);
  addImports(edges, program, file, uses);
  addRest(edges, file, uses, new Set(facts.calls));
  addImplementations(edges, program, file, parse, facts);
  return edges.done();
}

/** Uses without a reference of ours. `calls`: the offsets of calls, in a file whose references are not read. */
function addRest(edges: Edges, file: ProgramFile, uses: readonly NamedUse[], calls: ReadonlySet<number>): void {
  for (const { isTaken, leadsTo, source, line, offset } of uses) {
    if (isTaken) continue;
    if (leadsTo.is === "external" && calls.has(offset)) edges.putExternal(source, "calls", line, leadsTo.external);
    if (leadsTo.is !== "symbols") continue;
    for (const decl of leadsTo.decls) {
      const isCall = calls.has(offset) && CALLABLES.has(symbolOf(decl).kind);
      // A block that extends a type names it, and is one symbol with it.
      if (!isCall && file.language.shape && nodeIdOf(decl) === file.nodeIds[source]) continue;
      edges.put(source, isCall ? "calls" : "references", line, nodeIdOf(decl));
    }
  }
}

/** The uses of a file, those of one place together. */
function usesOf(program: Program, parse: ParseResult, facts: ScipFacts): NamedUse[] {
  const sourceAt = sourceFinder(parse);
  const known = facts.targets.map((target) => lookUp(program, target));
  const leadsTo = ({ target }: FactUse): LeadsTo => {
    if (target >= 0) return nth(known, target);
    return target === LOCAL ? { is: "local" } : UNDECIDED;
  };
  return Array.from(group(usesIn(facts), ({ offset }) => offset).values(), (here) => {
    const [{ line, offset, name }] = here;
    return { line, offset, name, source: sourceAt(offset), leadsTo: together(here.map(leadsTo)), isTaken: false };
  });
}

/** Several symbols at one place, such as a constant and the type of its name: those of ours count first. */
function together(all: LeadsTo[]): LeadsTo {
  const decls = all.flatMap((each) => (each.is === "symbols" ? each.decls : []));
  if (decls.length > 0) return { is: "symbols", decls };
  return all.find(({ is }) => is === "undecided") ?? all.find(({ is }) => is === "external") ?? all[0] ?? UNDECIDED;
}

/** The present state of a target of the facts. */
function lookUp(program: Program, target: FactTarget): LeadsTo {
  if (target[0] === "external") {
    const [, module, name] = target;
    return { is: "external", external: { nodeId: externalId(module, name), name, module } };
  }
  const [, id, path, wanted] = target;
  const file = program.files.get(path);
  const index = file?.nodeIds.indexOf(id) ?? -1;
  if (file === undefined || index < 0) return UNDECIDED;
  const decl = { file, index };
  const now = distinction(program, decl);
  // Another overload may stand in its place.
  return now === "" || now === wanted ? { is: "symbols", decls: [decl] } : UNDECIDED;
}

/** Finds the innermost symbol around an offset. */
function sourceFinder({ symbols }: ParseResult): (offset: number) => number {
  const children = symbols.map((): { index: number; start: number; end: number }[] => []);
  for (const [index, { parent, start, end }] of symbols.entries()) children[parent]?.push({ index, start, end });
  for (const list of children) list.sort((one, other) => one.start - other.start);
  return (offset) => {
    let source = 0;
    for (;;) {
      const list = nth(children, source);
      const behind = firstIndex(0, list.length, (index) => nth(list, index).start > offset);
      // One that begins last may have ended inside one that began before it.
      const inner = list.slice(Math.max(0, behind - 8), behind).findLast(({ end }) => offset < end);
      if (inner === undefined) return source;
      source = inner.index;
    }
  };
}

/** Which references the index decides, and where they lead. Marks their uses as taken. */
function decide(file: ProgramFile, parse: ParseResult, uses: readonly NamedUse[]): Map<number, LeadsTo> {
  const usesAt = group(uses, ({ line, name }) => `${line} ${name}`);
  const references = parse.references.map((reference, index) => ({
    reference,
    index,
    name: writtenName(file, reference),
  }));
  const decided = new Map<number, LeadsTo>();
  for (const [key, same] of group(references, ({ reference, name }) => `${reference.line} ${name}`)) {
    const all = usesAt.get(key);
    if (all === undefined) continue;
    for (const { reference, index } of same) {
      const inside = all.filter(({ source }) => source === reference.from);
      const candidates = inside.length > 0 ? inside : all;
      const mates = same.filter(({ reference: { from, kind } }) => from === reference.from && kind === reference.kind);
      const distinct = new Set(candidates.map(({ leadsTo }) => keyOf(leadsTo)));
      // Several that are the same kind of use of the same symbol need not be told apart.
      const isClear = distinct.size === 1 || (mates.length === candidates.length && mates.length === same.length);
      const use = candidates[distinct.size === 1 ? 0 : mates.findIndex((mate) => mate.index === index)];
      const leadsTo = isClear && use ? meant(file, reference, use.leadsTo) : UNDECIDED;
      if (leadsTo.is !== "undecided") decided.set(index, leadsTo);
    }
    // Our own resolution takes a call in the rest for more than a mere reference.
    const isRest = same.every(({ reference, index }) => !decided.has(index) && !CALLS.has(reference.kind));
    for (const use of all) use.isTaken = !isRest;
  }
  return decided;
}

function group<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, [T, ...T[]]> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    addToList(groups, key, item);
  }
  return groups;
}

function keyOf(leadsTo: LeadsTo): string {
  if (leadsTo.is === "symbols") return leadsTo.decls.map(nodeIdOf).join();
  return leadsTo.is === "external" ? leadsTo.external.nodeId : leadsTo.is;
}

/** The last name of a reference as it stands in the text; "" where it is not a name. */
function writtenName(file: ProgramFile, { root, path }: Reference): string {
  const last = path.at(-1);
  if (last !== undefined) return flattenStep(last);
  if (root.in === "free") return file.traits.bareName(root.name);
  if (root.in === "import") return file.imports[root.import]?.local ?? "";
  return root.in === "file" ? (file.symbols[root.symbol]?.name ?? "") : "";
}

/** Those of the symbols at a place that a reference of its kind means. */
function meant(file: ProgramFile, { kind, root, path }: Reference, leadsTo: LeadsTo): LeadsTo {
  // Which function a variable holds our own resolution may know. A member that is none of ours it can only take for another.
  if (leadsTo.is === "local") return path.length === 0 || path.some(isUnnamed) ? UNDECIDED : leadsTo;
  if (leadsTo.is !== "symbols")
    return leadsTo.is === "external" && INDIRECT.has(flattenStep(path.at(-1) ?? "")) ? UNDECIDED : leadsTo;
  // `{ name }` uses the variable, and the index says the property: what stands in scope is certain.
  const isOther = root.in === "file" && leadsTo.decls.every((decl) => nodeIdOf(decl) !== file.nodeIds[root.symbol]);
  if (isOther && path.length === 0) return UNDECIDED;
  const isType = kind === "type" || kind === "accepts" || (kind === "decorator" && file.traits.hasTypesAsAnnotations);
  const fitting = leadsTo.decls.filter((decl) => {
    const symbol = symbolOf(decl);
    return isType ? isTypeKind(symbol.kind) : symbol.kind !== "interface" && symbol.kind !== "type";
  });
  const one = onlyOne(fitting.length > 0 ? fitting : leadsTo.decls);
  if (one === null) return UNDECIDED;
  if (kind === "new") return constructorOf(one);
  // `base(…)` and calls of what is not a function are our own resolution's.
  return kind === "call" && isTypeKind(symbolOf(one).kind) ? UNDECIDED : { is: "symbols", decls: [one] };
}

function onlyOne(decls: Decl[]): Decl | null {
  const [first] = decls;
  return first !== undefined && new Set(decls.map(nodeIdOf)).size === 1 ? first : null;
}

/** `new T()` calls T's constructor, or T where it declares none. Which of several takes the arguments' types. */
function constructorOf(decl: Decl): LeadsTo {
  const { file, index } = decl;
  if (!isTypeKind(symbolOf(decl).kind)) return { is: "symbols", decls: [decl] };
  const found: Decl[] = [];
  for (let child = int32At(file.firstChild, index); child !== -1; child = int32At(file.nextSibling, child)) {
    const { kind, isStatic } = nth(file.symbols, child);
    if (kind === "constructor" && !isStatic) found.push({ file, index: child });
  }
  const [first = decl, ...others] = found;
  // In TypeScript overloads are one constructor.
  return others.length === 0 || !file.language.identity.hasOverloads ? { is: "symbols", decls: [first] } : UNDECIDED;
}

/** The edges of our own resolution, and what the index says in their place. */
interface Edges {
  /** Those of our own resolution that stand at a line. */
  list(source: number, line: number, kinds: ReadonlySet<EdgeKind>): Edge[];
  /** An exact edge; one of ours that says the same becomes exact. */
  put(source: number, kind: EdgeKind, line: number, target: string): void;
  putExternal(source: number, kind: EdgeKind, line: number, external: ExternalSymbol): void;
  putUnresolved(source: number, line: number): void;
  remove(edge: Edge): void;
  /** An edge of our own resolution, unless there is one that says the same. */
  keep(edge: Edge): void;
  done(): ResolvedFile;
}

function createEdges(own: ResolvedFile): Edges {
  const keyOfEdge = ({ source, kind, line, target }: Omit<Edge, "tier" | "rule">) =>
    `${source} ${kind} ${line} ${target}`;
  const edges = new Map(own.edges.map((edge) => [keyOfEdge(edge), edge]));
  const externals = new Map(own.externals.map((external) => [external.nodeId, external]));
  let { unresolvedCalls } = own;
  const ownAt = group(own.edges, ({ source, line }) => `${source} ${line}`);
  const set = (edge: Edge) => void edges.set(keyOfEdge(edge), edge);
  return {
    list: (source, line, kinds) => (ownAt.get(`${source} ${line}`) ?? []).filter((edge) => kinds.has(edge.kind)),
    put: (source, kind, line, target) => set({ source, kind, tier: "exact", rule: "scip", line, target }),
    putExternal(source, kind, line, external) {
      externals.set(external.nodeId, external);
      set({ source, kind, tier: "external", rule: "scip", line, target: external.nodeId });
    },
    putUnresolved(source, line) {
      unresolvedCalls++;
      set({ source, kind: "calls", tier: "unresolved", rule: "unknown-value", line, target: unresolvedTarget("") });
    },
    remove: (edge) => void edges.delete(keyOfEdge(edge)),
    keep: (edge) => void (edges.has(keyOfEdge(edge)) || set(edge)),
    done() {
      const list = [...edges.values()];
      const used = new Set(list.map(({ target }) => target));
      return {
        ...own,
        edges: list,
        externals: [...externals.values()].filter(({ nodeId }) => used.has(nodeId)),
        unresolvedCalls,
      };
    },
  };
}

function addReference(edges: Edges, file: ProgramFile, reference: Reference, leadsTo: LeadsTo): void {
  const { kind, from, line, argumentCount } = reference;
  const isCall =
    CALLS.has(kind) || (kind === "decorator" && !file.traits.hasTypesAsAnnotations && argumentCount !== null);
  const edge: EdgeKind = isCall ? "calls" : kind === "accepts" ? "accepts" : "references";
  // Bases are edges of their own.
  if (kind === "extends" || kind === "implements") return;
  // An object implements its type, as our own resolution says, and is not another use of it.
  const implemented = kind === "type" && isObject(file.symbols[from]) ? edges.list(from, line, IMPLEMENTS) : [];
  const isOther = (id: string) => implemented.every(({ target }) => target !== id);
  if (leadsTo.is === "symbols")
    for (const id of leadsTo.decls.map(nodeIdOf).filter(isOther)) edges.put(from, edge, line, id);
  // The runtime's own names would drown what matters, but for calls.
  else if (leadsTo.is === "external" && (isCall || leadsTo.external.module !== null))
    edges.putExternal(from, edge, line, asWritten(file, reference, leadsTo.external));
  else if (leadsTo.is === "local" && isCall) edges.putUnresolved(from, line);
}

/** With a symbol of a declaration file, what it declares. */
function withSources(program: Program, leadsTo: LeadsTo): LeadsTo {
  if (leadsTo.is !== "symbols") return leadsTo;
  return {
    is: "symbols",
    decls: leadsTo.decls.flatMap((decl) => [decl, ...program.semanticsOf(decl.file).edges.sourcesOf(program, decl)]),
  };
}

/**
 * A call of a constant calls the function that it holds, which the index does not say: a sure edge of our own resolution is kept in addition to it.
 */
function addValues(
  edges: Edges,
  program: Program,
  path: string,
  parse: ParseResult,
  decided: ReadonlyMap<number, LeadsTo>,
): void {
  const isCallOfValue = (index: number, leadsTo: LeadsTo) =>
    nth(parse.references, index).kind === "call" &&
    leadsTo.is === "symbols" &&
    leadsTo.decls.every((decl) => !symbolOf(decl).isCallable);
  const others = new Set(
    [...decided].filter(([index, leadsTo]) => !isCallOfValue(index, leadsTo)).map(([index]) => index),
  );
  if (others.size === decided.size) return;
  // Beyond the edges that are there these are of those calls.
  for (const edge of resolveFile(program, path, parse, others).edges) {
    if (edge.kind === "calls" && (edge.tier === "exact" || edge.tier === "import")) edges.keep(edge);
  }
}

/** `console.log` of the runtime is called so, and not by its type. */
function asWritten({ traits }: ProgramFile, { root, path }: Reference, external: ExternalSymbol): ExternalSymbol {
  const [member] = path;
  if (external.module !== null || root.in !== "free" || path.length > 1 || (member !== undefined && isUnnamed(member)))
    return external;
  const name = [traits.bareName(root.name), ...path.map(flattenStep)].join(".");
  return { nodeId: externalId(null, name), name, module: null };
}

/** Base types: where the index says another one than we do, ours goes. */
function addHeritage(
  edges: Edges,
  program: Program,
  file: ProgramFile,
  parse: ParseResult,
  uses: readonly NamedUse[],
): void {
  const usesAt = group(uses, ({ line, name }) => `${line} ${name}`);
  for (const reference of parse.references) {
    if (reference.kind !== "extends" && reference.kind !== "implements") continue;
    const { from, line, kind } = reference;
    // Of which types an object is an implementation, the index does not say.
    if (isObject(file.symbols[from])) continue;
    const found = usesAt.get(`${line} ${writtenName(file, reference)}`) ?? [];
    const decls = found.flatMap(({ leadsTo }) => (leadsTo.is === "symbols" ? leadsTo.decls : []));
    const types = decls.filter((decl) => isTypeKind(symbolOf(decl).kind));
    const target = onlyOne(types.length > 0 ? types : decls);
    if (target === null) continue;
    const id = nodeIdOf(target);
    const { name, kind: targetKind } = symbolOf(target);
    for (const edge of edges.list(from, line, HERITAGE)) {
      if (edge.target !== id && nameOf(program, edge.target, file) === name) edges.remove(edge);
    }
    edges.put(
      from,
      file.traits.heritageKind(symbolOf({ file, index: from }).kind, kind, targetKind === "interface"),
      line,
      id,
    );
  }
}

/** The name of an edge's target, where it is at hand: in this file or in an imported one. */
function nameOf(program: Program, id: string, file: ProgramFile): string | null {
  const own = file.nodeIds.indexOf(id);
  if (own >= 0) return nth(file.symbols, own).name;
  for (const target of targetsOf(program, file)) {
    const other = "path" in target ? program.files.get(target.path) : undefined;
    const index = other?.nodeIds.indexOf(id) ?? -1;
    if (other && index >= 0) return nth(other.symbols, index).name;
  }
  return null;
}

/** Names in imports: what the index says of them counts, and the edge is an import's. */
function addImports(edges: Edges, program: Program, file: ProgramFile, uses: readonly NamedUse[]): void {
  const IMPORTS = new Set<EdgeKind>(["imports"]);
  const imported = new Map<string, string>();
  for (const { line, local, imported: name } of file.imports) {
    for (const each of [local, name]) if (each !== "" && each !== "*") imported.set(`${line} ${each}`, name);
  }
  for (const { line, exported, target } of file.exports) {
    if (target.in !== "module") continue;
    for (const each of [exported, target.imported]) imported.set(`${line} ${each}`, target.imported);
  }
  for (const use of uses) {
    if (use.isTaken || !imported.has(`${use.line} ${use.name}`)) continue;
    if (use.leadsTo.is === "undecided") continue;
    use.isTaken = true;
    if (use.leadsTo.is !== "symbols") continue;
    const ids = use.leadsTo.decls.map(nodeIdOf);
    for (const edge of edges.list(0, use.line, IMPORTS)) {
      const name = nameOf(program, edge.target, file);
      if (name !== null && name === symbolOf(nth(use.leadsTo.decls, 0)).name && !ids.includes(edge.target))
        edges.remove(edge);
    }
    for (const id of ids) edges.put(0, "imports", use.line, id);
  }
}

/** The bases of a type in a file whose references are not read. */
function addBases(edges: Edges, file: ProgramFile, source: number, line: number, decls: readonly Decl[]): void {
  for (const decl of decls) {
    const { kind } = symbolOf(decl);
    const edge = file.traits.heritageKind(
      nth(file.symbols, source).kind,
      kind === "interface" ? "implements" : "extends",
      kind === "interface",
    );
    if (isTypeKind(kind)) edges.put(source, edge, line, nodeIdOf(decl));
  }
}

/** Members that override or implement others, by the imported index; members that it does not know stay as they are. */
function addImplementations(
  edges: Edges,
  program: Program,
  file: ProgramFile,
  parse: ParseResult,
  facts: ScipFacts,
): void {
  const OVERRIDES = new Set<EdgeKind>(["overrides"]);
  const sourceAt = sourceFinder(parse);
  const wanted = new Map<number, Set<string>>();
  for (const { offset, target } of implementationsIn(facts)) {
    const source = sourceAt(offset);
    const leadsTo = lookUp(program, target);
    if (leadsTo.is !== "symbols") continue;
    const { kind } = nth(file.symbols, source);
    // The bases of types are read from where they are written, if they are read: the index also lists the bases of bases.
    if (isTypeKind(kind)) {
      if (file.language.shape) addBases(edges, file, source, nth(parse.symbols, source).nameLine, leadsTo.decls);
      continue;
    }
    const ids = wanted.get(source) ?? new Set();
    for (const decl of leadsTo.decls) if (decl.file !== file || decl.index !== source) ids.add(nodeIdOf(decl));
    wanted.set(source, ids);
  }
  for (const [source, ids] of wanted) {
    const line = nth(parse.symbols, source).nameLine;
    const own = edges.list(source, line, OVERRIDES);
    const confirmed = own.filter(({ target }) => ids.has(target));
    // It lists all that a member overrides, and we the nearest: where one of ours is confirmed, the others are behind it.
    for (const target of confirmed.length > 0 ? confirmed.map((edge) => edge.target) : ids)
      edges.put(source, "overrides", line, target);
  }
}
