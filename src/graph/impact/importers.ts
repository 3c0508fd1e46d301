/** Files that import some names of a module, also through modules that pass all names on. */
import type { ParseResult } from "../../model/parse-result.js";
import { nameOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import { incomingEdges } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { headsAt, readHeads } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { exportedNames } from "./declared.js";
import type { Parses } from "./parses.js";

/** At most this many modules pass a name on, one after the other. */
const MOST_STEPS = 5;
const MOST_EDGES = 5000;
const SURE = ["exact", "import", "unique"] as const;

export interface ImportPlace {
  path: string;
  line: number;
  /** "": any name of the module, which is gone. */
  name: string;
}

/**
 * The places that import one of `names` from the module at `path`; of no names, all that import it. A module that itself exports a name by its own word
 * breaks first, so the importers of that name do not.
 */
export async function importersOf(
  { db, view, parses }: { db: Db; view: View; parses: Parses },
  path: string,
  names: ReadonlySet<string>,
): Promise<{ places: ImportPlace[]; isCapped: boolean }> {
  const places = new Map<string, ImportPlace>();
  const note = (place: ImportPlace) => places.set(`${place.path}:${place.line}:${place.name}`, place);
  const met = new Set([path]);
  let frontier = [path];
  let isCapped = false;
  for (let step = 0; step < MOST_STEPS && frontier.length > 0; step++) {
    const found = await importLines(db, view, frontier);
    isCapped ||= found.isCapped;
    await parses.read(found.sources.map((source) => source.path));
    const next: string[] = [];
    for (const { path: from, module, lines } of found.sources) {
      const stored = parses.stored(from);
      const changed = parses.changed(from);
      if (!stored || changed === null) continue;
      const specifiers = specifiersAt(stored, lines, module);
      const { imports, passesOn } = importsFrom(changed ?? stored, specifiers, names);
      for (const place of imports) note({ path: from, ...place });
      if (passesOn && names.size > 0 && !met.has(from)) {
        met.add(from);
        next.push(from);
      }
    }
    frontier = next;
  }
  return { places: [...places.values()], isCapped };
}

/**
 * The names that the module at `path` has from others by `export *`: on one of its lines, or on all that `parse` still has. None where the index has no
 * such line any more.
 */
export async function namesPassedOn(
  search: { db: Db; view: View; parses: Parses },
  path: string,
  isWanted: (line: number) => boolean,
): Promise<Set<string>> {
  const names = new Set<string>();
  const met = new Set([path]);
  let frontier = await starTargets(search, path, isWanted);
  for (let step = 0; step < MOST_STEPS && frontier.length > 0; step++) {
    await search.parses.read(frontier);
    const next: string[] = [];
    for (const target of frontier) {
      const parse = search.parses.stored(target);
      if (!parse || met.has(target)) continue;
      met.add(target);
      for (const name of exportedNames(parse)) if (name !== "default") names.add(name);
      next.push(...(await starTargets(search, target, () => true)));
    }
    frontier = next;
  }
  return names;
}

/** The modules of which a module passes all names on, on some of its lines. */
async function starTargets(
  { db, view, parses }: { db: Db; view: View; parses: Parses },
  path: string,
  isWanted: (line: number) => boolean,
): Promise<string[]> {
  await parses.read([path]);
  const lines = new Set(
    parses.stored(path)?.exports.flatMap(({ exported, line }) => (exported === "*" && isWanted(line) ? line : [])),
  );
  if (lines.size === 0) return [];
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, [path]);
  const sources = rows.flatMap(({ versionId }) => (versionId === null ? [] : [{ versionId, ordinal: 0 }]));
  const edges = await outgoingEdges(db, view, sources, { kinds: ["imports"], tiers: SURE, limit: MOST_EDGES });
  const targets = edges.flatMap(({ line, target }) => (lines.has(line) ? target : []));
  return (await readHeads(db, view, targets, { spans: 1 })).map((head) => head.path);
}

/** The lines of files that import one of some modules. */
async function importLines(db: Db, view: View, modules: readonly string[]) {
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, modules);
  const positions = rows.flatMap(({ versionId }) => (versionId === null ? [] : [{ versionId, ordinal: 0 }]));
  const heads = new Map((await headsAt(db, view, positions)).map(({ nodeId, path }) => [nodeId, path]));
  const { edges, leftOut } = await incomingEdges(db, view, [...heads.keys()], {
    kinds: ["imports"],
    tiers: SURE,
    limit: MOST_EDGES,
  });
  const sources = edges.map(({ source, target, lines }) => ({
    path: source.path,
    module: heads.get(target) ?? "",
    lines,
  }));
  return { sources, isCapped: leftOut !== null };
}

/** How a file writes the module that it imports in some lines. */
function specifiersAt({ imports, exports }: ParseResult, lines: readonly number[], module: string): Set<string> {
  const wanted = new Set(lines);
  const found = new Set<string>();
  for (const { specifier, line } of imports) if (wanted.has(line)) found.add(specifier);
  for (const { target, line } of exports) if (target.in === "module" && wanted.has(line)) found.add(target.specifier);
  const stem = stemOf(module);
  const all = [
    ...imports.map(({ specifier }) => specifier),
    ...exports.flatMap(({ target }) => (target.in === "module" ? target.specifier : [])),
  ];
  // A line may have several imports, and an import several lines.
  if (found.size !== 1) {
    const named = all.filter((specifier) => stemOf(specifier) === stem);
    if (named.length > 0) return new Set(named);
  }
  return found;
}

const stemOf = (path: string): string => nameOf(path.replace(/\/index\.[^/]*$/, "")).replace(/\.[^.]*$/, "");

/** Whether an import is another one, or stands for several with that one. */
function isOf({ imports }: ParseResult, position: number, other: number): boolean {
  if (position === other) return true;
  const { others = [], specifier, imported } = imports[position] ?? {};
  const isFirst = others.length > 0 && imports[other]?.specifier === specifier && imports[other]?.imported === imported;
  return isFirst || others.some((each) => each.in === "import" && each.import === other);
}

/** The imports that a file has of some names by the specifiers, and whether it passes all names on. */
function importsFrom(parse: ParseResult, specifiers: ReadonlySet<string>, names: ReadonlySet<string>) {
  const { imports, exports, references } = parse;
  const isAny = names.size === 0;
  const found: { line: number; name: string }[] = [];
  for (const [index, { specifier, imported, line }] of imports.entries()) {
    if (!specifiers.has(specifier) || line === 0) continue;
    if (isAny) found.push({ line, name: "" });
    else if (names.has(imported)) found.push({ line, name: imported });
    else if (imported === "*")
      for (const { root, path, line: used } of references) {
        const [member] = path;
        if (root.in === "import" && isOf(parse, root.import, index) && typeof member === "string" && names.has(member))
          found.push({ line: used, name: member });
      }
  }
  let passesOn = false;
  for (const { exported, target, line } of exports) {
    if (target.in !== "module" || !specifiers.has(target.specifier)) continue;
    if (isAny) found.push({ line, name: "" });
    else if (exported === "*") passesOn = true;
    else if (names.has(target.imported)) found.push({ line, name: target.imported });
  }
  return { imports: found, passesOn };
}
