/** Symbols by a name that only an export gives them: `export { createBaseVNode as createElementVNode }`, which declares nothing. */
import { z } from "zod";
import { statementsAt } from "../../format/imports.js";
import { isOfLanguage } from "../../graph/lookup.js";
import { tiersUpTo } from "../../graph/relations.js";
import { type CodeSymbol, readSymbols } from "../../graph/symbol.js";
import { languages } from "../../languages/index.js";
import { readLedgerPaths } from "../../store/files.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { readSources } from "../../store/texts.js";
import type { ToolContext } from "../running/tool.js";

/** Lines that are looked at, and for how long they are looked for. Only files with the words `as name` are read: 10 to 40 ms. */
const MOST_LINES = 40;
const TIME_LIMIT = 5_000;
const MOST_EDGES = 5_000;
const LONGEST_NAME = 200;
const LANGUAGES = [...new Set(languages.flatMap(({ family, renamesExports }) => (renamesExports ? family : [])))];
const EXPORT = /^export\s*(type\s*)?[{*]/;

export const exportedAsShape = z
  .object({ name: z.string(), file_path: z.string(), line: z.int() })
  .describe("The name that was asked for, and the export that gives it, where the declaration has another.");

interface ExportAlias {
  symbol: CodeSymbol;
  exported_as: z.infer<typeof exportedAsShape>;
}

/** Symbols that modules export under another name than the declaration's; each once, by its export nearest to code. */
export async function symbolsExportedAs(
  { db, view, searcher, signal }: Pick<ToolContext, "db" | "view" | "searcher" | "signal">,
  name: string,
  { language, pathFilter }: { language?: string | undefined; pathFilter?: string | undefined } = {},
): Promise<ExportAlias[]> {
  if (language !== undefined && !LANGUAGES.includes(language)) return [];
  if (name.length > LONGEST_NAME || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return [];
  const { matches } = await searcher.searchText(view, {
    patterns: [{ text: `as ${name}`, isRegExp: false, isCaseSensitive: true, isWholeWord: true }],
    languages: LANGUAGES,
    ...(pathFilter === undefined ? {} : { pathFilter }),
    contextLines: 0,
    limit: MOST_LINES,
    timeoutMs: TIME_LIMIT,
    signal,
  });
  if (matches.length === 0) return [];
  const paths = [...new Set(matches.map(({ path }) => path))];
  const files = (await readLedgerPaths(db, view.projectId, view.viewId, paths)).flatMap(
    ({ path, contentHash, versionId }) => (contentHash && versionId !== null ? [{ path, contentHash, versionId }] : []),
  );
  const sources = await readSources(db, view.projectId, files);
  const edges = await outgoingEdges(
    db,
    view,
    files.map(({ versionId }) => ({ versionId, ordinal: 0 })),
    { kinds: ["imports", "references"], tiers: tiersUpTo("unique"), limit: MOST_EDGES },
  );
  const targets = new Map(
    (await readSymbols(db, view, [...new Set(edges.map(({ target }) => target))])).map((symbol) => [
      symbol.primary.nodeId,
      symbol,
    ]),
  );
  const found = new Map<string, ExportAlias>();
  for (const { path, line } of matches) {
    const file = files.find((one) => one.path === path);
    const source = file && sources.get(file.contentHash.toString("hex"));
    const original = source && exportedName(source.split(/\r?\n/), line, name);
    if (!original) continue;
    const here = edges.filter((edge) => edge.path === path && edge.line === line);
    const meant = here
      .flatMap(({ target }) => targets.get(target) ?? [])
      .filter(({ primary }) => (primary.ordinal === 0) === (original === "*"));
    // A line may export several names; one that is renamed twice has neither of them.
    const named = meant.filter(({ primary }) => primary.name === original);
    const ids = new Set(meant.map(({ primary }) => primary.nodeId));
    for (const symbol of named.length > 0 ? named : ids.size === 1 ? meant : []) {
      const id = symbol.primary.nodeId;
      if (isOfLanguage(symbol, language) && !found.has(id))
        found.set(id, { symbol, exported_as: { name, file_path: path, line } });
    }
  }
  return [...found.values()];
}

/** The declared name behind an export named `name` in a line; null where the line has no export that renames it. */
function exportedName(lines: readonly string[], line: number, name: string): string | null {
  const [statement] = statementsAt(lines, [line]);
  if (statement === undefined || !EXPORT.test(statement.text)) return null;
  const renamed = /([\p{L}_$][\p{L}\p{N}_$]*|\*)\s+as\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu;
  for (const [, original, exported] of statement.text.matchAll(renamed)) if (exported === name) return original!;
  return null;
}
