/** Of many calls, how their values are used, counted by kind; of kinds that few have, the places. */
import { addToList } from "../../base/groups.js";
import { kindsOfResult, RESULT_KINDS, type ResultKind } from "../../format/result-uses.js";
import { type CodeLines, codeLines } from "../../format/step-code.js";
import { type Relation, symbolOf } from "../../graph/relations.js";
import { readTexts } from "../../graph/source-lines.js";
import { isCallable } from "../../graph/symbol.js";
import { comparePaths } from "../../model/paths.js";
import type { ToolContext } from "../running/tool.js";
import { FEW_CALLS } from "./relations.js";

/** Files and bytes that are read, and the longest line that a person wrote. */
const MOST_FILES = 80;
const MOST_BYTES = 3_000_000;
const LONGEST_LINE = 1000;
/** The most places of a kind that an answer lists; of more it has the count alone. */
const MOST_PLACES = 8;

interface CallLine {
  path: string;
  line: number;
}

/**
 * `Values of 34 calls: awaited 30; not awaited 4: a.ts:3, …; not used 2: b.ts:7, 12; tested 6: …`, with the ends of paths that tell the callers' files
 * apart. Nothing for a few calls, whose lines each say it.
 */
export async function resultsInWords(
  { db, view }: Pick<ToolContext, "db" | "view">,
  calls: readonly Relation[],
  name: string,
): Promise<string | undefined> {
  const direct = calls.filter(({ depth, kind, symbol }) => depth === 1 && kind === "calls" && symbol !== null);
  if (new Set(direct.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`))).size <= FEW_CALLS)
    return undefined;
  const paths = [...new Set(direct.map(({ path }) => path))].sort(comparePaths).slice(0, MOST_FILES);
  const texts = await readTexts(db, view, paths, MOST_BYTES);
  const sources = new Map<string, CodeLines>();
  const found = new Map<ResultKind, CallLine[]>();
  const waits: { yes: CallLine[]; no: CallLine[] } = { yes: [], no: [] };
  const seen = new Set<string>();
  for (const relation of direct) {
    const { path, lines } = relation;
    const text = texts.get(path);
    const caller = symbolOf(relation);
    if (text === undefined || !(caller.ordinal === 0 || isCallable(caller.nodeType))) continue;
    const source = sources.get(path) ?? codeLines(text.split("\n"), LONGEST_LINE);
    sources.set(path, source);
    const end = caller.ordinal === 0 ? source.code.length : caller.lineEnd;
    for (const line of lines) {
      const uses = seen.has(`${path}:${line}`) ? null : kindsOfResult(source, { line, name, end });
      seen.add(`${path}:${line}`);
      if (uses === null) continue;
      (uses.isAwaited ? waits.yes : waits.no).push({ path, line });
      for (const kind of uses.kinds) addToList(found, kind, { path, line });
    }
  }
  const known = waits.yes.length + waits.no.length;
  if (known <= FEW_CALLS) return undefined;
  const endOf = distinctEnds(paths);
  const told = (kind: string, sites: readonly CallLine[]) => counted(kind, sites, endOf);
  // The places of the fewer tell those of the others.
  const [fewer, more] = waits.yes.length < waits.no.length ? [waits.yes, waits.no] : [waits.no, waits.yes];
  const inWords = (sites: readonly CallLine[]) => {
    const word = sites === waits.yes ? "awaited" : "not awaited";
    return sites === more ? [`${word} ${sites.length}`] : sites.length > 0 ? [told(word, sites)] : [];
  };
  const awaited = waits.yes.length === 0 ? [] : [...inWords(more), ...inWords(fewer)];
  const kinds = RESULT_KINDS.flatMap((kind) => (found.has(kind) ? [told(kind, found.get(kind) ?? [])] : []));
  return `Values of ${known} calls: ${[...awaited, ...kinds].join("; ")}`;
}

/** The shortest ends of some paths that no other of them has: `a.ts`, `users/route.ts`. */
export function distinctEnds(paths: readonly string[]): (path: string) => string {
  const counts = new Map<string, number>();
  for (const path of paths) for (const end of endsOf(path)) counts.set(end, (counts.get(end) ?? 0) + 1);
  return (path) => endsOf(path).find((end) => counts.get(end) === 1) ?? path;
}

function endsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(parts.length - 1 - index).join("/"));
}

/** `tested 3: a.ts:4, 9, b.ts:2` */
function counted(kind: string, sites: readonly CallLine[], endOf: (path: string) => string): string {
  if (sites.length > MOST_PLACES) return `${kind} ${sites.length}`;
  const sorted = sites.toSorted((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
  const places = sorted.map(({ path, line }, index) =>
    sorted[index - 1]?.path === path ? `${line}` : `${endOf(path)}:${line}`,
  );
  return `${kind} ${sites.length}: ${places.join(", ")}`;
}
