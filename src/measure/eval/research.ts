/**
 * `npm run eval:research -- FOLDER`: measures how many of the files that written answers name are named by code_research, beside two calls of
 * codebase_retrieval of the same size together. FOLDER has a clone of each repository of research/repositories.json, by its name there.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { estimateTokens } from "../../base/estimate-tokens.js";
import { nth } from "../../base/need.js";
import { packageFile } from "../../base/package.js";
import { defaultConfig } from "../bench/repository.js";
import { type FolderIndex, withIndex } from "./index-folder.js";
import { type Gold, readQueries } from "./query-set.js";

const USAGE = `npm run eval:research -- FOLDER [options]

  FOLDER       has a clone of each repository of src/measure/eval/research/repositories.json, named as there
  --only A,B   these repositories
  --held-out   those that nothing was tuned on, and no others
  --data DIR   keeps the indexes there, for the next run
  --depth N    hops (default: 2)
  --sets DIR   asks the questions of DIR/NAME.jsonl, of the form of those in src/measure/eval/research, about each clone of that name
  --how DIR    asks the questions "how" of the sets in DIR in place of these (src/measure/eval/questions/sentences/development): how much of
               their graded lines, and of their files, numbered places meet
  --misses     lists the files that were not named
`;

/** Tokens of an answer of code_research; of each of the two of codebase_retrieval half of them. */
const TOKENS = 6000;

interface Asked {
  query: string;
  focus?: string;
  answer: string;
  files: string[];
}

interface Score {
  recall: number;
  baseline: number;
  /** The share among the numbered places alone, and the files of these. */
  inPlaces: number;
  places: number;
  named: number;
  tokens: number;
  ms: number;
  missed: string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    "held-out": { type: "boolean", default: false },
    data: { type: "string" },
    depth: { type: "string", default: "2" },
    how: { type: "string" },
    sets: { type: "string" },
    misses: { type: "boolean", default: false },
  },
});

const [folder] = positionals;
if (folder === undefined) console.log(USAGE);
else if (values.how !== undefined) await runHow(folder, values.how, new AbortController().signal);
else await run(folder, new AbortController().signal);

async function run(clones: string, signal: AbortSignal): Promise<void> {
  const lists = values.sets ?? fileURLToPath(packageFile("src/measure/eval/research"));
  const all: Score[] = [];
  for (const { name, commit } of wantedIn(lists)) {
    const root = join(clones, name);
    if (!existsSync(root)) throw new Error(`There is no clone of ${name} in ${clones}.`);
    const head = execFileSync("git", ["-C", root, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    if (commit !== undefined && head !== commit)
      console.error(`${name} is at ${head}, and the questions are about ${commit}.`);
    const data = dataOf(clones, name);
    const questions = readFileSync(join(lists, `${name}.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Asked);
    const scores: Score[] = [];
    await withIndex(defaultConfig(root, data), signal, async (index) => {
      await ask(index, nth(questions, 0));
      for (const question of questions) scores.push(await ask(index, question));
    });
    if (values.misses)
      for (const [index, { missed }] of scores.entries())
        if (missed.length > 0) console.log(`  ${nth(questions, index).query}: ${missed.join(", ")}`);
    console.log(row(name, scores));
    all.push(...scores);
  }
  if (all.length > 0) console.log(row("all", all));
}

/** The repositories that are asked about: those of a list with commits, or in a folder of sets those that have one. */
function wantedIn(lists: string): { name: string; commit?: string }[] {
  const only = values.only?.split(",");
  if (values.sets !== undefined)
    return readdirSync(lists)
      .filter((file) => file.endsWith(".jsonl"))
      .map((file) => ({ name: basename(file, ".jsonl") }))
      .filter(({ name }) => only?.includes(name) ?? true);
  const known = JSON.parse(readFileSync(join(lists, "repositories.json"), "utf8")) as {
    name: string;
    commit: string;
    is_held_out: boolean;
  }[];
  return known.filter(({ name, is_held_out }) => only?.includes(name) ?? is_held_out === values["held-out"]);
}

function dataOf(clones: string, name: string): string {
  const data = join(values.data ?? join(clones, ".codeindex-research"), name);
  mkdirSync(data, { recursive: true });
  return data;
}

interface HowScore {
  lines: number;
  files: number;
  places: number;
  tokens: number;
}

async function runHow(clones: string, sets: string, signal: AbortSignal): Promise<void> {
  const all: HowScore[] = [];
  const only = values.only?.split(",");
  for (const file of readdirSync(sets).sort()) {
    const name = basename(file, ".jsonl");
    const root = join(clones, name);
    if (name === file || !existsSync(root) || only?.includes(name) === false) continue;
    const queries = readQueries(readFileSync(join(sets, file), "utf8"), file).filter(({ kind }) => kind === "how");
    const scores: HowScore[] = [];
    await withIndex(defaultConfig(root, dataOf(clones, name)), signal, async (index) => {
      for (const { query, gold } of queries) scores.push(await askHow(index, query, gold));
    });
    console.log(howRow(name, scores));
    all.push(...scores);
  }
  if (all.length > 0) console.log(howRow("all", all));
}

/** How much of the grades of an answer's places stand at lines, and in files, that numbered places meet. */
async function askHow(index: FolderIndex, query: string, gold: readonly Gold[]): Promise<HowScore> {
  const { text, structured } = await index.ask("code_research", {
    query,
    depth: Number(values.depth),
    max_tokens: TOKENS,
  });
  const { results = [] } = structured as { results?: { at: string }[] };
  const places = results.map(({ at }) => {
    const [, path = "", start, end] = /^(.*):(\d+)-(\d+)$/.exec(at) ?? [];
    return { path, start: Number(start), end: Number(end) };
  });
  const share = (isMet: (one: Gold) => boolean) => {
    const sum = (some: readonly Gold[]) => some.reduce((all, { grade = 1 }) => all + grade, 0);
    return sum(gold.filter(isMet)) / sum(gold);
  };
  return {
    lines: share(({ file, start_line: from = 1, end_line: to = from }) =>
      places.some(({ path, start, end }) => path === file && start <= to && end >= from),
    ),
    files: share(({ file }) => places.some(({ path }) => path === file)),
    places: places.length,
    tokens: estimateTokens(text),
  };
}

function howRow(name: string, scores: readonly HowScore[]): string {
  const mean = (pick: (score: HowScore) => number) => scores.reduce((sum, each) => sum + pick(each), 0) / scores.length;
  return [
    name.padEnd(12),
    `${scores.length} questions`,
    `lines ${mean(({ lines }) => lines).toFixed(3)}`,
    `files ${mean(({ files }) => files).toFixed(3)}`,
    `places ${mean(({ places }) => places).toFixed(1)}`,
    `tokens ${mean(({ tokens }) => tokens).toFixed(0)}`,
  ].join("  ");
}

async function ask(index: FolderIndex, { query, focus, files }: Asked): Promise<Score> {
  const started = performance.now();
  const { text, structured } = await index.ask("code_research", {
    query,
    ...(focus !== undefined && { focus }),
    depth: Number(values.depth),
    max_tokens: TOKENS,
  });
  const ms = performance.now() - started;
  const { results = [] } = structured as { results?: { at: string }[] };
  const places = new Set(results.map(({ at }) => at.replace(/:[\d-]+$/, "")));
  const baseline = await baselineOf(index, query);
  const named = filesIn(text);
  const found = files.filter((file) => named.has(file));
  return {
    recall: found.length / files.length,
    baseline: files.filter((file) => baseline.has(file)).length / files.length,
    inPlaces: files.filter((file) => places.has(file)).length / files.length,
    places: places.size,
    named: named.size,
    tokens: estimateTokens(text),
    ms,
    missed: files.filter((file) => !named.has(file)),
  };
}

/** Two calls as an agent makes them: the question, and again with the names of what the first found, the files of the first left out. */
async function baselineOf(index: FolderIndex, query: string): Promise<Set<string>> {
  const size = { max_tokens: TOKENS / 2, top_k: 50 };
  const first = await index.call("codebase_retrieval", { query, ...size });
  const results = first.results as { file: string; reason: string }[];
  const names = results.slice(0, 8).flatMap(({ reason }) => /declares ([\w.$]+)/.exec(reason)?.[1] ?? []);
  const again = `${query} ${[...new Set(names)].join(" ")}`.slice(0, 1000);
  const texts = await Promise.all(
    [query, again].map(async (each) => (await index.ask("codebase_retrieval", { query: each, ...size })).text),
  );
  return filesIn(texts.join("\n"));
}

/** The paths in a text, each as a whole. Folders of routes have brackets: `app/(space)/[id]/page.tsx`. */
function filesIn(text: string): Set<string> {
  return new Set((text.match(/[\w@+/.()[\]-]+\.\w{1,6}(?![\w/])/g) ?? []).map(behindOpenBracket));
}

/** A text behind its last bracket that nothing closes; all of it where each is closed. */
function behindOpenBracket(text: string): string {
  const open: number[] = [];
  for (const [index, sign] of [...text].entries())
    if (sign === "(" || sign === "[") open.push(index);
    else if (sign === ")" || sign === "]") open.pop();
  return text.slice((open.at(-1) ?? -1) + 1);
}

function row(name: string, scores: readonly Score[]): string {
  const mean = (pick: (score: Score) => number) => scores.reduce((sum, each) => sum + pick(each), 0) / scores.length;
  const times = scores.map(({ ms }) => ms).sort((a, b) => a - b);
  const p95 = nth(times, Math.min(times.length - 1, Math.ceil(0.95 * times.length) - 1));
  return [
    name.padEnd(12),
    `${scores.length} questions`,
    `recall ${mean(({ recall }) => recall).toFixed(3)}`,
    `two retrievals ${mean(({ baseline }) => baseline).toFixed(3)}`,
    `in places ${mean(({ inPlaces }) => inPlaces).toFixed(3)} of ${mean(({ places }) => places).toFixed(1)} files`,
    `files ${mean(({ named }) => named).toFixed(1)}`,
    `tokens ${mean(({ tokens }) => tokens).toFixed(0)}`,
    `p50 ${nth(times, times.length >> 1).toFixed(0)} ms`,
    `p95 ${p95.toFixed(0)} ms`,
  ].join("  ");
}
