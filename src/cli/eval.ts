/** `eval`: measures how well searches find known answers. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CodeindexError } from "../base/errors.js";
import { type Flags, readConfig } from "../config/config.js";
import { queriesOf, readCommits } from "../measure/eval/history.js";
import { type FolderIndex, withIndex } from "../measure/eval/index-folder.js";
import { type EvalQuery, readQueries } from "../measure/eval/query-set.js";
import { ablationOf, renderAblation, renderRows, rowsOf } from "../measure/eval/report.js";
import { type AskOptions, ablate, ask, BEYOND_BM25, EVAL_TOOLS } from "../measure/eval/run.js";
import { stopSignal } from "./stop.js";

export interface EvalFlags extends Flags {
  repo?: string;
  dataDir?: string;
  tool: string;
  limit: string;
  fromHistory?: boolean;
  queries: string;
  save?: boolean;
  ablate?: boolean;
  bm25?: boolean;
  json?: boolean;
}

/** Prints the figures. Throws `configuration` for invalid flags and queries. */
export async function evaluate(file: string | undefined, flags: EvalFlags): Promise<void> {
  if ((file === undefined) === (flags.fromHistory !== true))
    throw new CodeindexError("configuration", "Give a file of queries, or --from-history.");
  const tool = EVAL_TOOLS.find((name) => name === flags.tool);
  if (tool === undefined)
    throw new CodeindexError(
      "configuration",
      `--tool: ${JSON.stringify(flags.tool)} is not one of ${EVAL_TOOLS.join(", ")}.`,
    );
  const limit = wholeNumber("--limit", flags.limit);
  const { repo = ".", dataDir, ...rest } = flags;
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "codeindex-eval-"));
  const config = readConfig({ ...rest, repos: [repo], dataDir: folder, watchFiles: false });
  const signal = stopSignal();
  try {
    await withIndex(config, signal, async (index) => {
      const queries =
        file === undefined
          ? await fromHistory(resolve(repo), index, wholeNumber("--queries", flags.queries))
          : readQueries(readFileSync(file, "utf8"), file);
      if (flags.save) for (const query of queries) console.log(JSON.stringify(query));
      else {
        const without = flags.bm25 ? { without: BEYOND_BM25 } : {};
        await report(index, queries, { tool, limit, signal, ...without }, flags);
      }
    });
  } finally {
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function report(
  index: FolderIndex,
  queries: readonly EvalQuery[],
  options: AskOptions,
  flags: EvalFlags,
): Promise<void> {
  const asked = await ask(index, queries, options);
  const rows = rowsOf(asked);
  const ablation = flags.ablate ? ablationOf(asked, await ablate(index, queries, options)) : null;
  if (flags.json) {
    const answers = asked.map(({ query, score, ms }) => ({ ...query, ...score, ms }));
    console.log(JSON.stringify({ rows, ...(ablation === null ? {} : { ablation }), answers }, null, 2));
    return;
  }
  console.log(renderRows(rows));
  if (ablation !== null)
    console.log(`\nMRR@10 without each rule, less with all of them:\n\n${renderAblation(ablation)}`);
}

async function fromHistory(root: string, { searcher, view }: FolderIndex, most: number): Promise<EvalQuery[]> {
  const { files } = await searcher.snapshot(view);
  const paths = new Set(files.map(({ path }) => path));
  const queries = queriesOf(await readCommits(root), (path) => paths.has(path), most);
  if (queries.length > 0) return queries;
  throw new CodeindexError("configuration", "--from-history: no commit is about files that are indexed.");
}

function wholeNumber(flag: string, text: string): number {
  const value = Number(text);
  if (/^\d{1,6}$/.test(text) && value > 0) return value;
  throw new CodeindexError("configuration", `${flag}: ${JSON.stringify(text)} is not a whole number above 0.`);
}
