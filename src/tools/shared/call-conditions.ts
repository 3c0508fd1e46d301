/** The conditions under which calls stand, by the texts of their files: see format/conditions.ts. */
import { conditionsOf } from "../../format/conditions.js";
import { type CodeLines, codeLines } from "../../format/step-code.js";
import type { ReachingFile } from "../../graph/reach/test-files.js";
import type { TestReach, TestUse } from "../../graph/reach/test-walk.js";
import { readTextsOf } from "../../graph/source-lines.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";

/** Longer lines are not code that a person wrote. */
const LONGEST_LINE = 1000;

/** Tells under which conditions a line of a function stands; nothing where its text is not known. */
export function callConditions(texts: ReadonlyMap<string, string>): (around: SymbolHead, line: number) => string[] {
  const sources = new Map<string, CodeLines>();
  return ({ path, ordinal, lineStart }, line) => {
    const text = texts.get(path);
    if (text === undefined) return [];
    const source = sources.get(path) ?? codeLines(text.split("\n"), LONGEST_LINE);
    sources.set(path, source);
    return conditionsOf(source, line, ordinal === 0 ? 0 : lineStart);
  };
}

/** Notes, of uses by way of a function, the condition of its calls, if each that leads there has one: a test may not meet it. */
export async function noteConditions(
  db: Db,
  view: View,
  { sites }: Pick<TestReach, "sites">,
  files: readonly ReachingFile[],
): Promise<void> {
  const uses = files.flatMap((file) => [...file.uses, ...file.cases.map(({ use }) => use)]);
  const indirect = uses.flatMap((use) => (use.via !== null && use.kind !== "imports" ? [{ use, via: use.via }] : []));
  const texts = await readTextsOf(
    db,
    view,
    indirect.map(({ via }) => via),
  );
  const conditions = callConditions(texts);
  const known = new Map<string, string | undefined>();
  for (const { use, via } of indirect) {
    const key = `${via.nodeId} ${use.hops}`;
    if (!known.has(key)) known.set(key, conditionOn(use, via, { sites, conditions }));
    const condition = known.get(key);
    if (condition !== undefined) use.onlyIf = condition;
  }
}

function conditionOn(
  { hops }: TestUse,
  via: SymbolHead,
  { sites, conditions }: Pick<TestReach, "sites"> & { conditions: ReturnType<typeof callConditions> },
): string | undefined {
  const own = (sites.get(via.path) ?? []).filter(
    (site) => site.hops === hops - 1 && site.line >= via.lineStart && site.line <= via.lineEnd,
  );
  const phrases = own.map(({ line }) => conditions(via, line).join(" and "));
  return phrases.length > 0 && phrases.every((phrase) => phrase !== "")
    ? [...new Set(phrases)].slice(0, 2).join(", or ")
    : undefined;
}
