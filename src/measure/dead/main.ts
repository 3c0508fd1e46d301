/**
 * `npm run bench:dead -- DIR …`: holds the claims of find_dead_code about repositories of TypeScript against the compiler and against knip.
 *
 * Each declaration that nobody is said to use gets another name, where it stands and wherever other such declarations name it; errors that are new
 * then, outside of these declarations, say that the claim was false. Which claim it was is found by halves. `--list` prints the claims, of any
 * language, to be read by eye, and of what knip alone names why it is none of ours.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packageFile } from "../../base/package.js";
import { pathClassOf } from "../../model/paths.js";
import { copyFiles, defaultConfig } from "../bench/repository.js";
import { table } from "../bench/table.js";
import { withIndex } from "../eval/index-folder.js";
import { projectConfig } from "../graph/project-config.js";

const require = createRequire(import.meta.url);
const TSC = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
const KNIP = fileURLToPath(packageFile("node_modules/knip/bin/knip.js"));
const MOST_OUTPUT = 400_000_000;
const CODE = /\.[cm]?tsx?$/;
/** On a busy machine an answer may take its time. */
const PATIENCE_MS = 600_000;

interface Claim {
  qualified_name: string;
  node_type: string;
  file_path: string;
  line_start: number;
  line_end: number;
  class: "nobody" | "tests" | "unsure";
  reason: string;
}

interface Fault {
  path: string;
  line: number;
  text: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false } },
});

const nameOf = ({ qualified_name }: Claim): string => qualified_name.slice(qualified_name.lastIndexOf(".") + 1);

/** The claims about a folder, and its doubts. */
async function claimsAbout(folder: string): Promise<Claim[]> {
  const data = mkdtempSync(join(tmpdir(), "codeindex-dead-"));
  try {
    const config = {
      ...defaultConfig(folder, join(data, "data")),
      embeddingProvider: "none" as const,
      searchTimeout: PATIENCE_MS,
    };
    const answer = await withIndex(config, new AbortController().signal, async (index) => {
      const all: Claim[] = [];
      const args = { classes: ["nobody", "tests", "unsure"], limit: 1000, max_tokens: 100_000 };
      let found = await index.call("find_dead_code", args);
      all.push(...(found.results as Claim[]));
      while (typeof found.next_cursor === "string") {
        found = await index.call("find_dead_code", { ...args, cursor: found.next_cursor });
        all.push(...(found.results as Claim[]));
      }
      return all;
    });
    return answer;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function compile(folder: string): Fault[] {
  const { stdout } = spawnSync(process.execPath, [TSC, "-p", join(folder, "dead.tsconfig.json"), "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: MOST_OUTPUT,
  });
  return [...stdout.matchAll(/^(.+?)\((\d+),\d+\): error (TS\d+: .*)$/gm)].map(
    ([, path = "", line = "", text = ""]) => ({
      path: relative(folder, resolve(folder, path)),
      line: Number(line),
      text,
    }),
  );
}

/** The texts of the files with some claims renamed. */
function renamed(
  texts: ReadonlyMap<string, string>,
  chosen: readonly Claim[],
  all: readonly Claim[],
): Map<string, string> {
  const changed = new Map<string, string[]>();
  const linesOf = (path: string) => {
    const known = changed.get(path) ?? (texts.get(path) ?? "").split("\n");
    changed.set(path, known);
    return known;
  };
  for (const claim of chosen) {
    const name = nameOf(claim).replace(/[$]/g, "\\$&");
    const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "g");
    const lists = (line: string) => /^\s*(?:import|export)\b.*[{]|^\s*[\w$]+(?: as [\w$]+)?,?\s*$/.test(line);
    for (const other of all) {
      const lines = linesOf(other.file_path);
      for (let at = other.line_start - 1; at < other.line_end; at++)
        lines[at] = (lines[at] ?? "").replace(word, (found) => `${found}__dead`);
      // The import of one by another, and a list of exports of its own file.
      for (const [at, line] of lines.entries())
        if (lists(line) && !line.includes("__dead")) lines[at] = line.replace(word, (found) => `${found}__dead`);
    }
  }
  return new Map([...changed].map(([path, lines]) => [path, lines.join("\n")]));
}

/** New errors outside of the claims, with some of them renamed. */
function faultsOf(
  folder: string,
  texts: ReadonlyMap<string, string>,
  chosen: readonly Claim[],
  all: readonly Claim[],
  before: ReadonlySet<string>,
): Fault[] {
  const next = renamed(texts, chosen, all);
  for (const [path, text] of next) writeFileSync(join(folder, path), text);
  const faults = compile(folder).filter(
    (fault) =>
      !before.has(keyOf(fault)) &&
      !all.some(
        (claim) => claim.file_path === fault.path && claim.line_start <= fault.line && fault.line <= claim.line_end,
      ),
  );
  for (const path of next.keys()) writeFileSync(join(folder, path), texts.get(path) ?? "");
  return faults;
}

const keyOf = ({ path, text }: Fault): string => `${path} ${text.replaceAll("__dead", "")}`;

/** The claims that the compiler refutes, each with an error. */
function refuted(
  folder: string,
  texts: ReadonlyMap<string, string>,
  claims: readonly Claim[],
): { claim: Claim; fault: Fault }[] {
  const before = new Set(compile(folder).map(keyOf));
  const search = (chosen: readonly Claim[]): { claim: Claim; fault: Fault }[] => {
    if (chosen.length === 0) return [];
    const [fault] = faultsOf(folder, texts, chosen, claims, before);
    if (!fault) return [];
    const [claim] = chosen;
    if (chosen.length === 1 && claim) return [{ claim, fault }];
    const middle = chosen.length >> 1;
    return [...search(chosen.slice(0, middle)), ...search(chosen.slice(middle))];
  };
  return search(claims);
}

/** Exports and types outside of tests that knip calls unused, and that their own file does not use, by file and name. Of files that it calls unused as a whole it names none. */
function byKnip(folder: string): Set<string> {
  const config = join(folder, "dead.knip.json");
  writeFileSync(config, JSON.stringify({ ignoreExportsUsedInFile: true }));
  const given = [
    "--reporter",
    "json",
    "--include",
    "exports,types",
    "--no-exit-code",
    "--no-progress",
    "--no-config-hints",
    "--config",
    config,
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [KNIP, ...given, "--directory", folder], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: MOST_OUTPUT,
  });
  try {
    const { issues } = JSON.parse(stdout) as {
      issues: { file: string; exports?: { name: string }[]; types?: { name: string }[] }[];
    };
    return new Set(
      issues
        .filter(({ file }) => pathClassOf(file) === "source")
        .flatMap(({ file, exports = [], types = [] }) => [...exports, ...types].map(({ name }) => `${file} ${name}`)),
    );
  } catch {
    console.error(stderr.slice(0, 500));
    return new Set();
  }
}

async function measure(given: string): Promise<Record<string, string>> {
  const root = realpathSync(given);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "codeindex-dead-")));
  try {
    const isFile = (path: string) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
    const isWanted = (path: string) =>
      path !== "" && !/\.(png|jpe?g|gif|woff2?|ico|pdf|mp4)$/.test(path) && isFile(path);
    const listed = execFileSync("git", ["-C", root, "ls-files"], { encoding: "utf8", maxBuffer: MOST_OUTPUT });
    await copyFiles(root, listed.split("\n").filter(isWanted), folder);
    const told = await claimsAbout(folder);
    const claims = told.filter((claim) => claim.class !== "unsure");
    const code = listed.split("\n").filter((path) => CODE.test(path) && isFile(path));
    const texts = new Map(code.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
    const named = await tsconfigOf(folder);
    writeFileSync(
      join(folder, "dead.tsconfig.json"),
      JSON.stringify(projectConfig(folder, code, named, named !== null)),
    );
    const testable = claims.filter((claim) => claim.class === "nobody" && CODE.test(claim.file_path));
    const wrong = refuted(folder, texts, testable);
    for (const { claim, fault } of wrong)
      console.error(
        `  refuted: ${claim.file_path}:${claim.line_start} ${claim.qualified_name}: ${fault.path}:${fault.line} ${fault.text}`,
      );
    const knip = byKnip(folder);
    const ours = new Set(claims.map((claim) => `${claim.file_path} ${nameOf(claim)}`));
    const shared = [...knip].filter((each) => ours.has(each)).length;
    if (values.list) {
      for (const claim of testable)
        console.log(`${claim.file_path}:${claim.line_start} ${claim.node_type} ${claim.qualified_name}`);
      const reasons = new Map(told.map((claim) => [`${claim.file_path} ${nameOf(claim)}`, claim.reason]));
      for (const each of [...knip].filter((one) => !ours.has(one)))
        console.log(`  knip alone: ${each}: ${reasons.get(each) ?? "used, or not judged"}`);
    }
    return {
      repository: basename(root),
      files: String(code.length),
      nobody: String(testable.length),
      refuted: String(wrong.length),
      precision: testable.length === 0 ? "-" : (1 - wrong.length / testable.length).toFixed(3),
      tests: String(claims.filter((claim) => claim.class === "tests").length),
      knip: String(knip.size),
      "of knip's": knip.size === 0 ? "-" : (shared / knip.size).toFixed(2),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tsconfigOf(folder: string): Promise<string | null> {
  try {
    readFileSync(join(folder, "tsconfig.json"));
    return join(folder, "tsconfig.json");
  } catch {
    return null;
  }
}

const rows: Record<string, string>[] = [];
for (const folder of positionals) {
  console.error(folder);
  rows.push(await measure(folder));
}
const heads = Object.keys(rows[0] ?? {});
console.log(
  table(
    heads,
    rows.map((row) => heads.map((head) => row[head] ?? "")),
    new Set(heads.map((_, at) => at).slice(1)),
  ),
);
