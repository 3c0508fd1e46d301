/** Edges from a type to its bases: `inherits`, `implements` and `extends`. */
import { basesOf } from "../bases.js";
import { isDeclaredName } from "../name-index.js";
import type { Base } from "../place.js";
import { type Decl, nodeIdOf, symbolAt, symbolOf } from "../program-file.js";
import type { Work } from "../semantics.js";
import { ruleOf, tierOf } from "./emit.js";
import { startsFrom } from "./guess.js";
import { nameOfBase } from "./last-name.js";
import { hasObject } from "./overrides.js";
import { areParts, firstOfEach, ofMeaning } from "./targets.js";
import { addEdge, addExternal, unresolvedEdge } from "./work.js";

/** Adds the edges to the bases of a file's types, and to the types that its object literals implement. */
export function heritageEdges(work: Work): void {
  const { program, file } = work;
  const guessed = work.semantics.names.guessedImports(program, file);
  for (const from of new Set(file.heritage.map((heritage) => heritage.from))) {
    if (file.symbols[from] === undefined) continue;
    for (const base of basesOf(program, { file, index: from })) {
      work.isGuess = startsFrom(base.base.root, guessed);
      baseEdges(work, from, base);
    }
  }
  work.isGuess = false;
}

function baseEdges(work: Work, from: number, base: Base): void {
  const { program, file } = work;
  const source = symbolAt(file, from);
  const { place, line } = base;
  if (hasObject(source) && !work.semantics.types.isImplemented(program, { file, index: from }, base)) return;
  if (place.is === "symbols") {
    declaredBaseEdges(work, from, base, place.decls, place.imported);
  } else if (place.is === "external") {
    if (source.kind === "enum") return;
    const isInterface = work.semantics.edges.isExternalInterface(base, place);
    const kind = file.traits.heritageKind(source.kind, base.kind, isInterface);
    addExternal(work, { source: from, kind, line }, place);
  } else if (place.is === "unknown" || place.is === "missing") {
    const name = nameOfBase(file, base.base);
    if (name === null || name === source.name || !isDeclaredName(program.index, name)) return;
    const kind = file.traits.heritageKind(source.kind, base.kind, false);
    const reason = place.is === "unknown" ? "unknown-value" : "undeclared-name";
    addEdge(work, unresolvedEdge({ from, line }, kind, reason, name));
  }
}

function declaredBaseEdges(work: Work, from: number, base: Base, decls: Decl[], imported: boolean): void {
  const { program, file } = work;
  const source = symbolAt(file, from);
  const { line } = base;
  const targets = firstOfEach(ofMeaning(decls, "type"));
  for (const target of targets) {
    const kind = file.traits.heritageKind(source.kind, base.kind, symbolOf(target).kind === "interface");
    const rule = ruleOf(work, from, imported, targets, null);
    const tier = tierOf(imported, areParts(program, targets) ? 1 : targets.length);
    addEdge(work, { source: from, kind, tier, rule, line, target: nodeIdOf(target) });
    if (hasObject(source)) work.implemented.add(implementedAt(from, line, target));
  }
}

/** A key of `Work.implemented`: the object literal, the line and the type that it implements. */
export function implementedAt(from: number, line: number, target: Decl): string {
  return `${from} ${line} ${nodeIdOf(target)}`;
}
