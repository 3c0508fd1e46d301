/**
 * `npm run bench:impact -- REPO…`: measures diff_impact on commits that change or remove an export. Such a commit is taken back in the declaring file alone,
 * in the code as it is now. The TypeScript compiler then rejects some files: the answer should name them. docs/impact.md has the figures.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Impact } from "../../format/impact.js";
import { defaultConfig } from "../bench/repository.js";
import { type FolderIndex, withIndex } from "../eval/index-folder.js";
import { applyChange, cloneOf, type ExportChange, exportChanges, takeBack, testedChanges } from "./commits.js";
import { type Compiled, createCompiled, prepare } from "./compiler.js";

const USAGE = `npm run bench:impact -- [options] REPO…

  --commits <number>   commits of each repository (default: 50)
  --misses             also what was missed, and what was named for nothing
  --compiled <file>    keeps what the compiler said of each commit, and reads it from there when it is asked again
  --only-tests         commits of any kind that changed tests: whether these are among the tests to run; no compiler is asked
  --json               every commit
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: "string", default: "50" },
    misses: { type: "boolean", default: false },
    compiled: { type: "string" },
    "only-tests": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** The test files of an answer where no limit is given. */
const FIRST_TESTS = 20;

interface Measured {
  repository: string;
  commit: string;
  path: string;
  wanted: string[];
  /** The compiler's first new message about each of these files. */
  messages: string[];
  /** The first reason of the answer for each file that it names. */
  reasons: Record<string, string>;
  certain: string[];
  likely: string[];
  tests: string[];
  foundTests: string[];
  /** How many of these are among the first that an answer tells without a limit, and how many test files it tells in all. */
  foundFirst: number;
  toldTests: number;
  /** The time of each answer, and the time that the processors worked for it. */
  ms: number[];
  cpuMs: number[];
}

async function run(): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const all: Measured[] = [];
  // A run that is stopped prints the figures of the commits that it has measured.
  for (const repository of positionals)
    if (!stop.signal.aborted) all.push(...(await measure(resolve(repository), stop.signal)));
  console.log(values.json ? JSON.stringify(all, null, 1) : figures(all));
}

async function measure(repository: string, signal: AbortSignal): Promise<Measured[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "codeindex-impact-")));
  const data = mkdtempSync(join(tmpdir(), "codeindex-impact-data-"));
  try {
    cloneOf(repository, folder);
    const changesOf = values["only-tests"] ? testedChanges : exportChanges;
    const changes = changesOf(folder, Number(values.commits));
    prepare(folder);
    const compiled = createCompiled(folder, values.compiled);
    // On a busy machine an answer may take its time: how much it took is told.
    const config = { ...defaultConfig(folder, data), embeddingProvider: "none" as const, searchTimeout: 600_000 };
    return await withIndex(config, signal, async (index) => {
      const found: Measured[] = [];
      for (const [position, change] of changes.entries()) {
        const bench = { folder, index, compiled, repository: basename(repository) };
        const measured = await measureChange(bench, change).catch((error: unknown) => {
          if (!signal.aborted) throw error;
          return null;
        });
        // A compiler that was stopped too has told half of it.
        if (measured === null || signal.aborted) break;
        found.push(measured);
        console.error(`${basename(repository)}: ${position + 1} of ${changes.length}`);
      }
      return found;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(data, { recursive: true, force: true });
  }
}

interface Bench {
  folder: string;
  index: FolderIndex;
  repository: string;
  compiled: Compiled;
}

async function measureChange({ folder, index, compiled, repository }: Bench, change: ExportChange): Promise<Measured> {
  const { commit, path } = change;
  const ms: number[] = [];
  const cpuMs: number[] = [];
  const ask = async (diff: string) => {
    const began = performance.now();
    const used = process.cpuUsage();
    const answer = (await index.call("diff_impact", { diff, limit: 200, max_tokens: 100_000 })) as Impact;
    ms.push(performance.now() - began);
    const { user, system } = process.cpuUsage(used);
    cpuMs.push((user + system) / 1000);
    return answer;
  };
  const tests: string[] = [];
  for (const each of change.tests) if (await declaresTests(index, each)) tests.push(each);
  const whole = applyChange(folder, change.whole ?? change.own);
  const answer = tests.length > 0 ? await ask(whole) : null;
  // Of a commit that changes comments alone no tests are to be run.
  if (answer?.changes.length === 0) tests.length = 0;
  const told = answer?.tests.map(({ file_path }) => file_path) ?? [];
  takeBack(folder);
  const foundTests = tests.filter((each) => told.includes(each));
  const first = told.slice(0, FIRST_TESTS);
  const foundFirst = tests.filter((each) => first.includes(each)).length;
  const toldTests = told.length;
  if (values["only-tests"]) {
    const none = { wanted: [], messages: [], reasons: {}, certain: [], likely: [] };
    return {
      repository,
      commit: commit.slice(0, 10),
      path,
      ...none,
      tests,
      foundTests,
      foundFirst,
      toldTests,
      ms,
      cpuMs,
    };
  }
  const own = await ask(applyChange(folder, change.own));
  const refused = await compiled.refusedBy(commit, path);
  const wanted = [...refused.keys()];
  takeBack(folder);
  const named = (sureness: string) => [
    ...new Set(
      own.results.flatMap((file) => (file.sureness === sureness && file.file_path !== path ? file.file_path : [])),
    ),
  ];
  const certain = named("certain");
  return {
    repository,
    commit: commit.slice(0, 10),
    path,
    wanted,
    messages: [...refused.values()],
    reasons: Object.fromEntries(own.results.map(({ file_path, places }) => [file_path, places[0]?.why ?? ""])),
    certain,
    likely: named("likely").filter((each) => !certain.includes(each)),
    tests,
    foundTests,
    foundFirst,
    toldTests,
    ms,
    cpuMs,
  };
}

/** Whether a file has tests of its own: helpers and data of tests have none. */
async function declaresTests(index: FolderIndex, path: string): Promise<boolean> {
  const asked = index.call("get_tests", { files: [path], depth: 1, limit: 100 });
  // A file that the index leaves out has none that an answer could name.
  const { results } = await asked.catch((error: unknown) => {
    console.error(`failed to read the tests of ${path}: ${error}`);
    return { results: [] };
  });
  return (results as { file_path: string }[]).some(({ file_path }) => file_path === path);
}

function figures(all: readonly Measured[]): string {
  const repositories = [...new Set(all.map(({ repository }) => repository))];
  const rows = [
    ...repositories.map((name) =>
      row(
        name,
        all.filter(({ repository }) => repository === name),
      ),
    ),
    row("all", all),
  ];
  const misses = values.misses ? all.flatMap(missesOf) : [];
  return [
    "| repository | commits | rejected | recall | precision | precision of `certain` | tests | of the first 20 | told, median | p50 ms | p95 ms | p95 ms of CPU |",
    "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
    ...rows,
    ...misses,
  ].join("\n");
}

function row(name: string, all: readonly Measured[]): string {
  const sum = (of: (each: Measured) => number) => all.reduce((total, each) => total + of(each), 0);
  const hits = (each: Measured, named: readonly string[]) => named.filter((path) => each.wanted.includes(path)).length;
  const rejected = sum(({ wanted }) => wanted.length);
  const right = sum((each) => hits(each, [...each.certain, ...each.likely]));
  const named = sum(({ certain, likely }) => certain.length + likely.length);
  const sure = sum(({ certain }) => certain.length);
  const touched = sum(({ tests }) => tests.length);
  const quantile = (share: number, of: (each: Measured) => number[]) => {
    const times = all.flatMap(of).sort((a, b) => a - b);
    return Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  };
  const cells = [
    ratio(right, rejected),
    ratio(right, named),
    ratio(
      sum((each) => hits(each, each.certain)),
      sure,
    ),
    `${ratio(
      sum(({ foundTests }) => foundTests.length),
      touched,
    )} of ${touched}`,
    ratio(
      sum(({ foundFirst }) => foundFirst),
      touched,
    ),
    quantile(0.5, ({ tests, toldTests }) => (tests.length > 0 ? [toldTests] : [])),
    quantile(0.5, ({ ms }) => ms),
    quantile(0.95, ({ ms }) => ms),
    quantile(0.95, ({ cpuMs }) => cpuMs),
  ];
  return `| ${[name, all.length, rejected, ...cells].join(" | ")} |`;
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? "–" : (part / whole).toFixed(2);
}

function missesOf({ commit, path, wanted, messages, reasons, ...found }: Measured): string[] {
  const { certain, likely, tests, foundTests } = found;
  const named = new Set([...certain, ...likely]);
  const few = (paths: readonly string[]) => paths.slice(0, 5).join(" ");
  const said = (paths: readonly string[], of: (path: string) => string) =>
    paths
      .slice(0, 5)
      .map((each) => `\n    ${each}: ${of(each).slice(0, 200)}`)
      .join("");
  const missed = wanted.filter((each) => !named.has(each));
  const wrong = [...named].filter((each) => !wanted.includes(each));
  const lost = tests.filter((each) => !foundTests.includes(each));
  return [
    ...(missed.length > 0
      ? [`${commit} ${path} missed ${missed.length}:${said(missed, (each) => messages[wanted.indexOf(each)] ?? "")}`]
      : []),
    ...(wrong.length > 0
      ? [
          `${commit} ${path} wrong ${wrong.length} (certain ${wrong.filter((each) => certain.includes(each)).length}):${said(wrong, (each) => reasons[each] ?? "")}`,
        ]
      : []),
    ...(lost.length > 0 ? [`${commit} ${path} tests ${lost.length}: ${few(lost)}`] : []),
  ];
}

if (values.help || positionals.length === 0) console.log(USAGE);
else await run();
