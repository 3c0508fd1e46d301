/** Places that hand a function on without calling it, in words: whatever gets it may call it, as a queue does with `dispatch(grade, id)`. */
import { middlewareBefore } from "../../format/middleware.js";
import { codeLines } from "../../format/step-code.js";
import { type IsListed, incomingRelations, outgoingRelations, symbolOf } from "../../graph/relations.js";
import { linesAt, readTextsOf } from "../../graph/source-lines.js";
import { type CodeSymbol, isCallable, isOverridable, nameBesidePath } from "../../graph/symbol.js";
import type { EdgeTier } from "../../model/edge.js";
import { comparePaths } from "../../model/paths.js";
import type { ToolContext } from "../running/tool.js";
import { cutToShares } from "./source-shares.js";

/** The most places that an answer lists with their lines. */
const MOST_TOLD = 40;
/** Lines that give a function another name or export it hand nothing on. */
const IS_EXPORT = /^(?:export\s*\{|export\s+default\s+\w+;?$|module\.exports\b|__all__\b)/;

/** `src/jobs.py:26  close: dispatch(grade, id)`, by path and line, of a member those that hand on what it overrides or implements as well, and how many more there are. `called`: places of calls, which are told elsewhere. */
export async function passedInWords(
  { db, view }: Pick<ToolContext, "db" | "view">,
  { primary, spans }: CodeSymbol,
  {
    targets,
    tiers,
    isListed,
    called,
  }: {
    targets: readonly string[];
    tiers: readonly EdgeTier[];
    isListed?: IsListed | undefined;
    called: ReadonlySet<string>;
  },
): Promise<string[]> {
  // A constant may keep a function that a library made: `const isOwner = middleware(…)`.
  if (!isCallable(primary.nodeType) && primary.nodeType !== "constant") return [];
  const bases = isOverridable(primary.nodeType)
    ? (await outgoingRelations(db, view, spans, { kinds: ["overrides"], tiers, depth: 5 })).relations.map(symbolOf)
    : [];
  const baseOf = new Map(bases.map((base) => [base.nodeId, base]));
  const { relations } = await incomingRelations(db, view, [...new Set([...targets, ...baseOf.keys()])], {
    kinds: ["references"],
    tiers,
    depth: 1,
    isListed,
  });
  const places = relations
    .flatMap((relation) => {
      const { path, lines, parents = [] } = relation;
      // A member of an interface is handed on, whichever implementation stands behind it.
      const base = parents.some((nodeId) => targets.includes(nodeId)) ? undefined : baseOf.get(parents[0] ?? "");
      return lines.map((line) => ({ source: symbolOf(relation), path, line, base }));
    })
    .filter(({ path, line }) => !called.has(`${path}:${line}`))
    .sort((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
  const shown = places.slice(0, MOST_TOLD);
  const files = await readTextsOf(db, view, shown);
  const texts = linesAt(files, shown);
  const cut = cutToShares(texts.map((text) => text?.trim() ?? ""));
  const told = shown.flatMap(({ source, path, line, base }, index) => {
    const text = texts[index]?.trim();
    if (text !== undefined && IS_EXPORT.test(text)) return [];
    const name = source.ordinal === 0 ? "(top level)" : nameBesidePath(source.qualifiedName, path, source.nodeType);
    const code = text === undefined ? "" : `: ${cut(text)}`;
    const through = base ? ` (as ${base.qualifiedName})` : "";
    return [`${path}:${line}  ${name}${through}${code}`];
  });
  told.push(...beforeInWords(shown, files));
  const more = places.length - shown.length;
  return more > 0 ? [...told, `… ${more} more`] : told;
}

/** Longer lines are not code that a person wrote. */
const LONGEST_LINE = 1000;

/** `before it in src/routes.ts: 4 router.use(session()); 9 router.use(auth);`: what routers run before the routes that some places register, once for each file. */
function beforeInWords(
  places: readonly { path: string; line: number }[],
  files: ReadonlyMap<string, string>,
): string[] {
  return [...new Set(places.map(({ path }) => path))].flatMap((path) => {
    const text = files.get(path);
    if (text === undefined) return [];
    const source = codeLines(text.split("\n"), LONGEST_LINE);
    const own = places.filter((place) => place.path === path);
    const found = own.flatMap(({ line }) => middlewareBefore(source, line).map((each) => `${each.line} ${each.text}`));
    return found.length === 0 ? [] : [`before it in ${path}: ${[...new Set(found)].join(" ")}`];
  });
}
