/** The ways to some symbols from where programs begin: routes, listeners, exported functions without a caller, code at the top level of files. */
import { need, nth } from "../base/need.js";
import { PATH_CLASSES, pathClassOf } from "../model/paths.js";
import type { Db } from "../store/db/db.js";
import { hasFlag, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { readTexts } from "./source-lines.js";
import { isCallable } from "./symbol.js";
import { type FileParts, partsOfFile } from "./top-level.js";
import { type Cut, searchBack, standIns, type WalkedSide, type Way, type WayOptions, waysFrom } from "./ways/ways.js";

/** At most this many beginnings are looked at. */
const MOST_ROOTS = 200;
const MOST_FILES = 30;
const MOST_OWN = 20;
const MOST_BYTES = 3_000_000;

/** top-level: the code of a file, run when it is loaded, or the main function of a program; exported: a function or member for other code to call. */
export const ENTRY_KINDS = ["route", "listener", "top-level", "exported", "uncalled"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface Entry {
  kind: EntryKind;
  /** `GET /users` of a route, the event that is listened to. */
  label: string | null;
  way: Way;
}

export interface Entries {
  /** Code before examples, routes first, then by kind, the nearest first. */
  entries: Entry[];
  /** The number of all of them; the answer lists the nearest. */
  total: number;
  cut: Cut | null;
  /** The symbols in question that are routes themselves, by the lines above them. */
  own: { head: SymbolHead; label: string }[];
  /** Test files whose code refers to a symbol on the ways. */
  testPaths: string[];
}

/** Where the ways to `ends` begin, and a way from each. */
export async function entriesTo(
  db: Db,
  view: View,
  ends: readonly SymbolHead[],
  options: WayOptions,
): Promise<Entries> {
  const tests = new Set<string>();
  const isPassable = (head: SymbolHead) => {
    if (pathClassOf(head.path) === "test") tests.add(head.path);
    return options.isPassable(head);
  };
  const { walked, cut } = await searchBack(db, view, ends, { ...options, isPassable });
  const roots = rootsOf(walked, cut !== null);
  const entries = await describe(db, view, waysFrom(roots.slice(0, MOST_ROOTS), walked));
  const rank = ({ kind, way }: Entry) =>
    PATH_CLASSES.indexOf(pathClassOf(way.start.path)) * 10 + ENTRY_KINDS.indexOf(kind);
  entries.sort((a, b) => rank(a) - rank(b) || a.way.steps.length - b.way.steps.length);
  return { entries, total: roots.length, cut, own: await routesAmong(db, view, ends), testPaths: [...tests].sort() };
}

async function routesAmong(db: Db, view: View, heads: readonly SymbolHead[]): Promise<Entries["own"]> {
  const asked = heads.filter(({ nodeType }) => isCallable(nodeType)).slice(0, MOST_OWN);
  const lines = await linesOf(
    db,
    view,
    asked.map(({ path }) => path),
  );
  const labelOf = labelsOf(lines);
  return asked.flatMap((head) => {
    const label = labelOf(head)?.label;
    return label ? [{ head, label }] : [];
  });
}

/** The lines of files by path, of the first few. */
async function linesOf(db: Db, view: View, paths: readonly string[]): Promise<Map<string, string[]>> {
  const texts = await readTexts(db, view, [...new Set(paths)].slice(0, MOST_FILES), MOST_BYTES);
  return new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
}

/** Symbols that nothing known leads to; of a circle that nothing leads into, the farthest. Symbols at the edge of the search are left out. */
function rootsOf({ depths, heads, leads }: WalkedSide, isCut: boolean): SymbolHead[] {
  const led = new Set(leads.map(({ to }) => to));
  for (const id of standIns({ leads, heads })) led.add(id);
  const far = Math.max(...depths.values());
  const inner = [...depths].filter(([, depth]) => depth > 0);
  const roots = inner.filter(([id, depth]) => !led.has(id) && !(isCut && depth === far));
  const chosen = roots.length > 0 ? roots : inner.filter(([, depth]) => depth === far);
  return chosen.map(([id]) => need(heads, id));
}

async function describe(db: Db, view: View, all: readonly Way[]): Promise<Entry[]> {
  const lines = await linesOf(
    db,
    view,
    all.flatMap(({ start, steps }) => [nth(steps, 0).lead.path, nth(steps, 0).to.path, start.path]),
  );
  const labelOf = labelsOf(lines);
  const ways = all.map((way) => withoutGiver(way, labelOf));
  return ways.map((way) => {
    const { start, steps } = way;
    const { path, line } = nth(steps, 0).lead;
    const found = labelOf(start) ?? labelAround(lines.get(path) ?? [], line) ?? null;
    if (found) return { ...found, way };
    if (start.ordinal === 0 || isMain(start)) return { kind: "top-level", label: null, way };
    // An interface's member is not a beginning, though nothing known calls it.
    if (nth(steps, 0).lead.relation === "overridden") return { kind: "uncalled", label: null, way };
    const isOpen = hasFlag(start, "isExported") || hasFlag(start, "isPublicApi");
    return { kind: isOpen ? "exported" : "uncalled", label: null, way };
  });
}

/** Whether a symbol is the function that a program begins with, as most languages name it. */
const isMain = ({ name, nodeType }: SymbolHead): boolean => isCallable(nodeType) && /^[Mm]ain$/.test(name);

/** A way that begins where the class of a route's handler is registered begins with the handler. */
function withoutGiver(way: Way, labelOf: (head: SymbolHead) => Label | undefined): Way {
  const [first, ...rest] = way.steps;
  if (first?.lead.relation !== "given" || rest.length === 0 || labelOf(first.to) === undefined) return way;
  return { start: first.to, steps: rest };
}

type Label = Pick<Entry, "kind" | "label">;

const ROUTE_CALL =
  /\.\s*(get|post|put|patch|delete|head|options|all|route|use)\s*(?:<[^()]*>)?\(\s*(["'`])(\/[^"'`]*|\*)\2/i;
const MAPPED = /\bMap(Get|Post|Put|Patch|Delete|Methods|Fallback|Hub)?\s*(?:<[^()]*>)?\(\s*@?"([^"]*)"/;
const LISTENER = /\.\s*(?:on|once|addListener|addEventListener|subscribe)\s*\(\s*(["'`])([^"'`]+)\1/;
const ATTRIBUTE =
  /^\s*\[\s*(?:.*,\s*)?(?:Http(Get|Post|Put|Patch|Delete|Head|Options)|Route)\b(?:\s*\(\s*@?"([^"]*)")?/;
const DECORATOR = /^\s*@(Get|Post|Put|Patch|Delete|All|Head|Options)\s*\(\s*(?:["'`]([^"'`]*)["'`])?/;

/** Tells the route that a function handles, with the prefix of its class where the language knows routes. */
function labelsOf(lines: ReadonlyMap<string, readonly string[]>): (head: SymbolHead) => Label | undefined {
  const parts = new Map<string, FileParts>();
  return ({ path, language, lineStart, lineEnd }) => {
    const own = lines.get(path) ?? [];
    const label = labelAbove(own, lineStart);
    if (label === undefined) return undefined;
    const file = parts.get(path) ?? partsOfFile(path, language, own.join("\n"));
    parts.set(path, file);
    return { ...label, label: file.handledBy(lineStart, lineEnd) ?? label.label };
  };
}

/** A route as the attributes or decorators above a declaration name it. */
function labelAbove(lines: readonly string[], declaredAt: number): Label | undefined {
  for (let index = declaredAt - 1; index >= Math.max(0, declaredAt - 12); index--) {
    const text = lines[index] ?? "";
    const [whole, verb, path] = ATTRIBUTE.exec(text) ?? DECORATOR.exec(text) ?? [];
    if (whole !== undefined) return { kind: "route", label: routeOf(verb ?? "", path ?? "") };
    if (index < declaredAt - 1 && !/^\s*(\[|@|\/\/|\*|\/\*|$)|^\s*\)|\]\s*$/.test(text)) return undefined;
  }
  return undefined;
}

/** A route or an event as the call around a line names it: a line above that is indented less, or the line itself. */
export function labelAround(lines: readonly string[], line: number): Label | undefined {
  let indent = Number.POSITIVE_INFINITY;
  for (let index = line - 1; index >= Math.max(0, line - 60) && indent > 0; index--) {
    const text = lines[index] ?? "";
    if (text.trim() === "") continue;
    const own = text.length - text.trimStart().length;
    if (own >= indent) continue;
    indent = own;
    const label = labelIn(text);
    if (label) return label;
  }
  return undefined;
}

function labelIn(text: string): Label | undefined {
  const call = ROUTE_CALL.exec(text);
  if (call) return { kind: "route", label: routeOf(nth(call, 1), nth(call, 3)) };
  const mapped = MAPPED.exec(text);
  if (mapped) return { kind: "route", label: routeOf(mapped[1] ?? "", nth(mapped, 2)) };
  const listener = LISTENER.exec(text);
  return listener ? { kind: "listener", label: nth(listener, 2) } : undefined;
}

const routeOf = (verb: string, path: string) => `${verb.toUpperCase()} ${path}`.trim();
