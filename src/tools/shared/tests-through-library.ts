/**
 * Tests that may reach a member through a library's interface: they reach the maker of its type, and call a member of its name on a library's type,
 * as `handler.ServeHTTP(recorder, request)` on an `http.Handler` from a factory. A guess, which the answer calls possible.
 */
import escapeStringRegexp from "escape-string-regexp";
import { groupBy } from "../../base/groups.js";
import { need } from "../../base/need.js";
import { externalName, outsideBases } from "../../graph/calls/outside.js";
import { walkToTests } from "../../graph/reach/reaching-tests.js";
import { byFile, readCases } from "../../graph/reach/test-files.js";
import type { ReachedSymbol } from "../../graph/reach/test-walk.js";
import { incomingRelations, symbolOf } from "../../graph/relations.js";
import { readTextsOf } from "../../graph/source-lines.js";
import { isCallable, isContainer, readParents, readSymbols } from "../../graph/symbol.js";
import { languageNamed } from "../../languages/index.js";
import type { EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import { hasFlag, type SymbolHead } from "../../store/symbol-heads.js";
import { type OutsideCall, outsideCalls } from "../../store/unresolved.js";
import type { ToolContext } from "../running/tool.js";

/** Limits: members to look at, steps between them and the symbol in question, and makers of a member's type. */
const MOST_MEMBERS = 8;
const MOST_STEPS = 2;
const MOST_MAKERS = 20;
const MOST_CALLS = 5000;
const LONGEST_TYPE = 500;
/** Files that are read for their cases. */
const MOST_FILES = 200;

type ViewContext = Pick<ToolContext, "db" | "view">;

/** The lines of a test file that call a member of a library's type behind which one of the project may stand. */
export interface LibraryTests {
  /** `Handler.ServeHTTP of net/http`. */
  called: string;
  /** The members of the project that may run then. */
  members: SymbolHead[];
  path: string;
  lines: number[];
}

/** Files outside of `known` with cases that may reach a symbol in `met`. */
export async function testsThroughLibrary(
  { db, view }: ViewContext,
  met: readonly ReachedSymbol[],
  {
    depth,
    tiers,
    known,
    isWanted,
  }: { depth: number; tiers: readonly EdgeTier[]; known: ReadonlySet<string>; isWanted: (path: string) => boolean },
): Promise<LibraryTests[]> {
  const members = met
    .filter(({ head, hops }) => hops <= MOST_STEPS && isOpenMember(head))
    .sort((a, b) => a.hops - b.hops)
    .slice(0, MOST_MEMBERS);
  const found = new Map<string, LibraryTests>();
  const names = [...new Set(members.map(({ head }) => head.name))];
  const outside = (names.length > 0 ? await outsideCalls(db, view, names, MOST_CALLS) : []).filter(
    ({ path }) => pathClassOf(path) === "test" && !known.has(path) && isWanted(path),
  );
  const byName = groupBy(outside, ({ name }) => name.slice(name.lastIndexOf(".") + 1));
  for (const { head, hops } of members) {
    const named = byName.get(head.name) ?? [];
    if (named.length === 0) continue;
    const bases = await basesOf({ db, view }, head);
    const calls = named.filter((call) => bases === null || bases.has(calledOn(call)));
    if (calls.length === 0) continue;
    const makers = await makersOf({ db, view }, head, tiers);
    if (makers.length === 0) continue;
    const walk = await walkToTests(db, view, await readSymbols(db, view, makers), tiers);
    await walk.goTo(Math.max(1, depth - hops));
    const { uses, files, met: onTheWay } = walk.found();
    if (bases === null && !areGiven(onTheWay, calls)) continue;
    const callsOf = groupBy(calls, ({ path }) => path);
    const near = byFile(
      uses.filter(({ path }) => callsOf.has(path)),
      files,
    );
    for (const { path, cases } of await readCases(db, view, near.slice(0, MOST_FILES))) {
      const own = need(callsOf, path).filter(({ line }) =>
        cases.some((each) => each.case.lineStart <= line && line <= each.case.lineEnd),
      );
      for (const { name, module, line } of own) {
        const called = module === null ? name : `${name} of ${module}`;
        const tests = found.get(`${called} ${path}`) ?? { called, members: [], path, lines: [] };
        found.set(`${called} ${path}`, tests);
        if (!tests.members.some(({ nodeId }) => nodeId === head.nodeId)) tests.members.push(head);
        if (!tests.lines.includes(line)) tests.lines.push(line);
      }
    }
  }
  return [...found.values()];
}

/** A member that other code may call on a value of its type. */
const isOpenMember = (head: SymbolHead): boolean =>
  head.nodeType === "method" && head.access !== "private" && !hasFlag(head, "isStatic");

/** The names of the types outside that the type of a member derives from; null where a type fits by its members alone. */
async function basesOf({ db, view }: ViewContext, member: SymbolHead): Promise<ReadonlySet<string> | null> {
  if (languageNamed(member.language)?.usage?.fitsByShape) return null;
  const bases = await outsideBases(db, view, member);
  return new Set(bases.map(({ base }) => lastOf(externalName(base))));
}

/** The type that a member is called on: `Handler` of `Handler.ServeHTTP`. */
const calledOn = ({ name }: OutsideCall): string => lastOf(name.slice(0, name.lastIndexOf(".")));

/** Whether a function on the way gives the object as a library's type, on which the member is called: `func New() (http.Handler, error)`. */
function areGiven(met: readonly ReachedSymbol[], calls: readonly OutsideCall[]): boolean {
  const types = new Set(calls.map(calledOn));
  const given = met.flatMap(({ head }) => head.returnType?.slice(0, LONGEST_TYPE).match(/[\p{L}_$][\w$]*/gu) ?? []);
  return given.some((name) => types.has(name));
}

/** `Handler` of `http.Handler<T>`. */
const lastOf = (name: string): string => name.replace(/<.*$/, "").split(".").at(-1) ?? "";

/** The functions outside of tests that make the type of a member. */
async function makersOf({ db, view }: ViewContext, member: SymbolHead, tiers: readonly EdgeTier[]): Promise<string[]> {
  const owner = (await readParents(db, view, [member]))(member);
  if (!owner || !isContainer(owner.nodeType) || owner.ordinal === 0) return [];
  const options = { kinds: ["calls", "references"], tiers, depth: 1 } as const;
  const { relations } = await incomingRelations(db, view, [owner.nodeId], options);
  const naming = relations.filter(
    (relation) => isCallable(symbolOf(relation).nodeType) && pathClassOf(relation.path) !== "test",
  );
  const texts = await readTextsOf(db, view, naming);
  const makes = new RegExp(
    `(?<![\\w$])${escapeStringRegexp(owner.name)}\\s{0,9}(?:<[^>]{0,200}>|\\[[^\\]]{0,200}\\])?\\s{0,9}[({]`,
  );
  const makers = naming.filter(({ kind, path, lines }) => {
    const source = kind === "calls" ? [] : (texts.get(path)?.split("\n") ?? []);
    return kind === "calls" || lines.some((line) => makes.test(source[line - 1]?.slice(0, 2000) ?? ""));
  });
  return [...new Set(makers.map((relation) => symbolOf(relation).nodeId))].slice(0, MOST_MAKERS);
}
