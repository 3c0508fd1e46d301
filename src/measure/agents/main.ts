/** `npm run bench:agents`: measures how many tokens are read until a known place is on screen. docs/agents.md explains the figures. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { present } from "../../base/need.js";
import { defaultConfig, listCodeFiles } from "../bench/repository.js";
import { withIndex } from "../eval/index-folder.js";
import { preparePackage } from "../eval/packages.js";
import type { EvalQuery } from "../eval/query-set.js";
import type { Repository } from "../eval/repositories.js";
import { readByGrep, readGrepFiles } from "./by-grep.js";
import { readByIndex } from "./by-index.js";
import { figuresOf, type Measured, readFigures, worse, writeFigures } from "./figures.js";
import { readQuestions } from "./questions.js";
import { renderFigures, writeDocs } from "./report.js";

const USAGE = `npm run bench:agents -- [options]

  --misses     also the questions whose file is not there within 2,000 tokens
  --check      fails where the index is worse than the committed figures (src/measure/agents/figures.json)
  --write      makes these the committed figures, and the tables of docs/agents.md
  --json       every question
`;
const ENOUGH = 2000;

const { values } = parseArgs({
  options: {
    misses: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

interface Answered extends Measured {
  query: EvalQuery;
}

if (values.help) console.log(USAGE);
else await run();

async function run(): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const answered: Answered[] = [];
  for (const repository of await readQuestions()) {
    console.error(`${repository.name}: ${repository.queries.length} questions`);
    answered.push(...(await measure(repository, stop.signal)));
  }
  const figures = figuresOf(answered);
  console.log(values.json ? JSON.stringify(answered, null, 1) : renderFigures(figures));
  if (values.misses) console.log(`\n${missesOf(answered).join("\n")}`);
  if (values.write) {
    writeFigures(figures);
    writeDocs(figures);
  }
  if (!values.check) return;
  const faults = worse(present(figures.all), present(readFigures().all));
  for (const fault of faults) console.error(fault);
  console.log(faults.length > 0 ? "More is read than the committed figures say." : "No more is read than committed.");
  process.exitCode = faults.length > 0 ? 1 : 0;
}

async function measure({ stripped, queries }: Repository, signal: AbortSignal): Promise<Answered[]> {
  const folder = await preparePackage(stripped);
  const data = mkdtempSync(join(tmpdir(), "codeindex-agents-"));
  try {
    const files = readGrepFiles(folder, await listCodeFiles(folder, data));
    return await withIndex(defaultConfig(folder, data), signal, async (index) => {
      const answered: Answered[] = [];
      for (const query of queries) {
        signal.throwIfAborted();
        const read = await readByIndex(index, query);
        answered.push({ query, level: query.level ?? "", ...read, grep: readByGrep(files, query) });
      }
      return answered;
    });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function missesOf(answered: readonly Answered[]): string[] {
  return answered
    .filter(({ text }) => text.file > ENOUGH)
    .map(({ query: { repo, query, gold }, text }) => {
      const places = gold.map(({ file, start_line }) => `${file}:${start_line}`).join(", ");
      return `${repo}: ${query}\n  ${places}: file after ${text.file} tokens, place after ${text.place}`;
    });
}
