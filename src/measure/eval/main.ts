/** `npm run eval:dev`: measures how well searches find known answers in pinned packages. docs/search.md explains the figures. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { nth } from "../../base/need.js";
import type { Config } from "../../config/config.js";
import type { Factor, Signal } from "../../search/code/rank.js";
import { withDatabase } from "../bench/database.js";
import { defaultConfig } from "../bench/repository.js";
import { checkFigures, writeFigures } from "./figures.js";
import { makeFromFolder } from "./from-folder.js";
import { withIndex } from "./index-folder.js";
import { preparePackage } from "./packages.js";
import type { EvalQuery } from "./query-set.js";
import { askNonsense, type Nonsense, nonsense, type Relevance, relevances } from "./removed.js";
import { ablationOf, renderAblation, renderRemoved, renderRows, rowsOf } from "./report.js";
import { makeOwn, readSet } from "./repositories.js";
import { type Asked, ablate, ask, BEYOND_BM25, EVAL_TOOLS } from "./run.js";

const USAGE = `npm run eval:dev -- [DIR] [options]

  DIR          a set: *.jsonl with queries, and strip/REPO.json with what is indexed of each package
  --own NAME   instead of DIR: a set made from the packages of src/measure/eval/packages.json, tuning or unseen
  --from DIR   instead of DIR: makes a set of the repository in DIR and writes it to --out, for codeindex eval
  --out OUT    a new folder: OUT/repository, without the comments that are asked for, and OUT/queries.jsonl
  --only A,B   repositories of the set
  --tool NAME  search_code, search_symbols, get_context or codebase_retrieval
  --ablate     also what each rule of the ranking brings
  --removed    also how well relevance tells an answer from none, and how texts without meaning are answered
  --bm25       by plain BM25 over chunks, to compare with
  --database URL  on a PostgreSQL server that searches by itself, in databases that are made for it and dropped again
  --check      fails where the answers are worse than the committed figures (src/measure/eval/figures.json)
  --write      makes them the committed ones
  --json       every answer
`;
const SEED = 1;
/** Queries of each kind that are made from a folder. */
const MADE = 100;
/** The number of meaningless texts for each repository. */
const NONSENSE = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    own: { type: "string" },
    from: { type: "string" },
    out: { type: "string" },
    only: { type: "string" },
    tool: { type: "string", default: "search_code" },
    ablate: { type: "boolean", default: false },
    removed: { type: "boolean", default: false },
    bm25: { type: "boolean", default: false },
    database: { type: "string" },
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const tool = EVAL_TOOLS.find((name) => name === values.tool);
if (values.from !== undefined && values.out !== undefined) {
  console.log(`${await makeFromFolder(values.from, values.out, MADE, SEED)} queries`);
} else if (tool === undefined || (positionals.length === 0) === (values.own === undefined)) console.log(USAGE);
else await run(tool);

async function run(tool: (typeof EVAL_TOOLS)[number]): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const asked: Asked[] = [];
  const without = new Map<Signal | Factor, Asked[]>();
  const removed: { query: EvalQuery; relevance: Relevance }[] = [];
  const meaningless: Nonsense = { asked: 0, empty: 0 };
  const repositories = values.own === undefined ? readSet(nth(positionals, 0)) : await makeOwn(values.own);
  for (const { name, stripped, queries } of repositories) {
    if (values.only !== undefined && !values.only.split(",").includes(name)) continue;
    console.error(`${name}: ${queries.length} queries`);
    const folder = await preparePackage(stripped);
    const data = mkdtempSync(join(tmpdir(), "codeindex-eval-"));
    try {
      await withConfig(defaultConfig(folder, data), async (config) =>
        withIndex(config, stop.signal, async (index) => {
          const options = {
            tool,
            limit: 50,
            signal: stop.signal,
            ...(values.bm25 ? { without: BEYOND_BM25 } : {}),
          };
          asked.push(...(await ask(index, queries, options)));
          if (values.removed) {
            const found = await relevances(index, queries, stop.signal);
            removed.push(...queries.map((query, at) => ({ query, relevance: nth(found, at) })));
            const { asked: texts, empty } = await askNonsense(index, nonsense(NONSENSE, SEED), stop.signal);
            meaningless.asked += texts;
            meaningless.empty += empty;
          }
          if (!values.ablate) return;
          for (const [rule, some] of await ablate(index, queries, options))
            without.set(rule, [...(without.get(rule) ?? []), ...some]);
        }),
      );
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  }
  if (values.json) console.log(JSON.stringify(asked, null, 1));
  else console.log(renderRows(rowsOf(asked)));
  if (values.ablate) console.log(`\n${renderAblation(ablationOf(asked, without))}`);
  if (values.removed) console.log(`\n${renderRemoved(removed, meaningless)}`);
  if (values.write) writeFigures(rowsOf(asked));
  if (!values.check) return;
  const worse = checkFigures(rowsOf(asked));
  for (const line of worse) console.error(line);
  console.log(worse.length > 0 ? "Search is worse than the committed figures say." : "Search is as good as committed.");
  process.exitCode = worse.length > 0 ? 1 : 0;
}

/** Gives `work` a configuration whose database searches by itself, where one was named. */
async function withConfig(config: Config, work: (config: Config) => Promise<void>): Promise<void> {
  const { database } = values;
  if (database === undefined) return work(config);
  await withDatabase(database, (databaseUrl) => work({ ...config, databaseUrl, search: "database" }));
}
