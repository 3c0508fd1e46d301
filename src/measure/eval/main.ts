/** `npm run eval:dev`: measures how well searches find known answers in pinned packages. docs/search.md explains the figures. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { nth } from "../../base/need.js";
import type { Config } from "../../config/config.js";
import type { Factor, Signal } from "../../search/code/ranking/weights.js";
import { withDatabase } from "../bench/database.js";
import { defaultConfig } from "../bench/repository.js";
import { checkFigures, writeFigures } from "./figures.js";
import { makeFromFolder } from "./from-folder.js";
import { withIndex } from "./index-folder.js";
import { preparePackage } from "./packages.js";
import type { EvalQuery } from "./query-set.js";
import { askNonsense, type Nonsense, nonsense, type Relevance, relevances } from "./removed.js";
import { ablationOf, renderAblation, renderRemoved, renderRows, rowsOf } from "./report.js";
import { makeOwn, readCheckouts, readSet } from "./repositories.js";
import { type Asked, ablate, ask, BEYOND_BM25, EVAL_TOOLS } from "./run.js";

const USAGE = `npm run eval:dev -- [DIR] [options]

  DIR          a set: *.jsonl with queries, and strip/REPO.json with what is indexed of each package
  --folder F   instead of packages: checkouts, F/REPO for each \`repo\` of the queries in DIR/*.jsonl
  --keep DATA  keeps the index of each checkout in DATA/REPO, for the next time
  --own NAME   instead of DIR: a set made from the packages of src/measure/eval/packages.json, tuning or unseen
  --from DIR   instead of DIR: makes a set of the repository in DIR and writes it to --out, for codeindex eval
  --out OUT    a new folder: OUT/repository, without the comments that are asked for, and OUT/queries.jsonl
  --only A,B   repositories of the set
  --limit N    results for each query, 50 by default; with 10, files count that are among the first ten results
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
    folder: { type: "string" },
    keep: { type: "string" },
    limit: { type: "string", default: "50" },
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
} else if (
  tool === undefined ||
  (positionals.length === 0) === (values.own === undefined) ||
  !/^[1-9]\d{0,3}$/.test(values.limit)
)
  console.log(USAGE);
else await run(tool);

async function run(tool: (typeof EVAL_TOOLS)[number]): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const asked: Asked[] = [];
  const without = new Map<Signal | Factor, Asked[]>();
  const removed: { query: EvalQuery; relevance: Relevance }[] = [];
  const meaningless: Nonsense = { asked: 0, empty: 0 };
  const limit = Number(values.limit);
  for (const { name, queries, folderOf } of await readRepositories()) {
    if (values.only !== undefined && !values.only.split(",").includes(name)) continue;
    console.error(`${name}: ${queries.length} queries`);
    const folder = await folderOf();
    const data = dataFolder(name);
    try {
      await withConfig(defaultConfig(folder, data), async (config) =>
        withIndex(config, stop.signal, async (index) => {
          const options = {
            tool,
            limit,
            signal: stop.signal,
            ...(values.bm25 ? { without: BEYOND_BM25 } : {}),
          };
          asked.push(...(await ask(index, queries, options)));
          if (values.removed) {
            const found = await relevances(index, queries, stop.signal);
            removed.push(...queries.map((query, position) => ({ query, relevance: nth(found, position) })));
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
      if (values.keep === undefined) rmSync(data, { recursive: true, force: true });
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

/** The repositories that were asked for: those of a set, of our own packages, or checkouts. */
async function readRepositories() {
  if (values.folder !== undefined) {
    const { folder } = values;
    return readCheckouts(nth(positionals, 0)).map((one) => ({
      ...one,
      folderOf: async () => resolve(folder, one.name),
    }));
  }
  const found = values.own === undefined ? readSet(nth(positionals, 0)) : await makeOwn(values.own);
  return found.map((one) => ({ ...one, folderOf: () => preparePackage(one.stripped) }));
}

/** Where the index of a repository is kept while it is asked, or for the next time. */
function dataFolder(name: string): string {
  if (values.keep === undefined) return mkdtempSync(join(tmpdir(), "codeindex-eval-"));
  const data = resolve(values.keep, name);
  mkdirSync(data, { recursive: true });
  return data;
}

/** Gives `work` a configuration whose database searches by itself, where one was named. */
async function withConfig(config: Config, work: (config: Config) => Promise<void>): Promise<void> {
  const { database } = values;
  if (database === undefined) return work(config);
  await withDatabase(database, (databaseUrl) => work({ ...config, databaseUrl, search: "database" }));
}
