/** Of many calls, how their values are used, counted by kind; of kinds that few have, the places. */
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
/** Places of a kind that are told; of more the count alone. */
const MOST_PLACES = 8;

interface Site {
  path: string;
  line: number;
}

/**
 * `Their values (34 calls): awaited 30, not awaited 4: src/a.ts:3, …; not used 2: src/b.ts:7, 12; tested 6: …`. Nothing for a few calls, whose
 * lines each say it.
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
  const found = new Map<ResultKind, Site[]>();
  const waits: { yes: Site[]; no: Site[] } = { yes: [], no: [] };
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
      for (const kind of uses.kinds) found.set(kind, [...(found.get(kind) ?? []), { path, line }]);
    }
  }
  const known = waits.yes.length + waits.no.length;
  if (known <= FEW_CALLS) return undefined;
  const awaited =
    waits.yes.length === 0
      ? []
      : [counted("awaited", waits.yes), ...(waits.no.length > 0 ? [counted("not awaited", waits.no)] : [])];
  const kinds = RESULT_KINDS.flatMap((kind) => (found.has(kind) ? [counted(kind, found.get(kind) ?? [])] : []));
  return `Values of ${known} calls: ${[...awaited, ...kinds].join("; ")}`;
}

/** `tested 3: src/a.ts:4, 9, src/b.ts:2` */
function counted(kind: string, sites: readonly Site[]): string {
  if (sites.length > MOST_PLACES) return `${kind} ${sites.length}`;
  const sorted = sites.toSorted((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
  const places = sorted.map(({ path, line }, index) =>
    sorted[index - 1]?.path === path ? `${line}` : `${path}:${line}`,
  );
  return `${kind} ${sites.length}: ${places.join(", ")}`;
}
