/** The commands that run test files, as far as the files and the manifests of their packages tell. Pure. */
import { folderOf, joinPath } from "../model/paths.js";
import type { TestCase } from "./test-cases.js";

export interface TestFile {
  path: string;
  language: string;
  text: string;
  cases: readonly TestCase[];
}

interface Runner {
  /** Imports and calls of it in a test file. */
  used: RegExp;
  /** How a script of package.json starts it. */
  script: RegExp;
  /** The package, where it is one. */
  package?: string;
  command: string;
}

const RUNNERS: readonly Runner[] = [
  { used: /["']vitest["']/, script: /\bvitest\b/, package: "vitest", command: "npx vitest run" },
  { used: /["']@jest\/globals["']/, script: /\bjest\b/, package: "jest", command: "npx jest" },
  {
    used: /["']@playwright\/test["']/,
    script: /\bplaywright test\b/,
    package: "@playwright/test",
    command: "npx playwright test",
  },
  { used: /["']bun:test["']/, script: /\bbun test\b/, command: "bun test" },
  { used: /["']ava["']/, script: /\bava\b/, package: "ava", command: "npx ava" },
  { used: /["']mocha["']/, script: /\bmocha\b/, package: "mocha", command: "npx mocha" },
  { used: /["']node:test["']/, script: /\bnode\b[^&|;]*\s--test\b/, command: "node --test" },
  { used: /\bDeno\.test\(|["'](?:jsr:)?@std\/testing/, script: /\bdeno test\b/, command: "deno test" },
];

/** Flags of a script without which a runner may not find or understand the tests, each with its value. */
const KEPT_FLAG =
  /(?:^|\s)(?:--(?:config|import|loader|require|experimental-[\w-]+|preload|jsx-import-source)(?:[= ](?!-)[^\s&|;]+)?|-[cr] (?!-)[^\s&|;]+)(?=\s|$)/g;

/** So many files are named in a command, and so many commands told. */
const MOST_FILES = 5;
const MOST_COMMANDS = 3;

/**
 * Commands that run the first of some test files. `manifests` has the texts of the package.json of the folders above them by path, and `projects` the
 * paths of the repository's .csproj. Nothing for files of which no runner is known.
 */
export function testCommands(
  files: readonly TestFile[],
  manifests: ReadonlyMap<string, string>,
  projects: readonly string[],
): string[] {
  const groups = new Map<string, { folder: string; start: string; paths: string[]; classes: Set<string> }>();
  for (const file of files.filter(({ cases }) => cases.length > 0)) {
    const found = file.language === "csharp" ? dotnetOf(file.path, projects) : packageOf(file, manifests);
    if (!found) continue;
    const key = `${found.folder} ${found.start}`;
    const group = groups.get(key) ?? { ...found, paths: [], classes: new Set<string>() };
    groups.set(key, group);
    if (group.paths.length === MOST_FILES) continue;
    group.paths.push(file.path);
    for (const { className, isSuite } of file.cases) if (isSuite && className) group.classes.add(className);
  }
  return [...groups.values()].slice(0, MOST_COMMANDS).map(({ folder, start, paths, classes }) => {
    if (start.startsWith("dotnet")) {
      const filter = [...classes].map((name) => `FullyQualifiedName~${name}`).join("|");
      return `${start} --filter ${quoted(filter)}`;
    }
    const within = paths.map((path) => quoted(folder === "" ? path : path.slice(folder.length + 1)));
    return `${folder === "" ? "" : `cd ${quoted(folder)} && `}${start} ${within.join(" ")}`;
  });
}

/** The folders that a package of a file may be in, the nearest first; "" for the root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    folders.push(folder);
    if (folder === "") return folders;
  }
}

function dotnetOf(path: string, projects: readonly string[]) {
  for (const folder of foldersAbove(path)) {
    const project = projects.find((each) => folderOf(each) === folder);
    if (project) return { folder: "", start: `dotnet test ${quoted(project)}` };
  }
  return null;
}

interface Manifest {
  scripts?: Record<string, unknown>;
  dependencies?: Record<string, unknown>;
  devDependencies?: Record<string, unknown>;
}

/** How the package of a file runs it: with the runner that the file imports, else the first that a script or a dependency names. */
function packageOf({ path, text }: TestFile, manifests: ReadonlyMap<string, string>) {
  const imported = RUNNERS.find(({ used }) => used.test(text));
  let nearest: string | null = null;
  for (const folder of foldersAbove(path)) {
    const written = manifests.get(joinPath(folder, "package.json"));
    const manifest = written === undefined ? null : parsed(written);
    if (!manifest) continue;
    nearest ??= folder;
    const scripts = scriptsOf(manifest);
    const runner = imported ?? runnerOf(manifest, scripts);
    if (!runner || !isNamedIn(runner, manifest, scripts)) continue;
    return { folder, start: runner.command + flagsOf(runner, scripts) };
  }
  return imported ? { folder: nearest ?? "", start: imported.command } : null;
}

function parsed(text: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The scripts of a package, those that test by their name first. */
function scriptsOf({ scripts }: Manifest): string[] {
  const all = Object.entries(scripts ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const rank = (name: string) => (name === "test" ? 0 : name.startsWith("test") ? 1 : 2);
  return all.sort(([a], [b]) => rank(a) - rank(b)).map(([, script]) => script);
}

function runnerOf(manifest: Manifest, scripts: readonly string[]): Runner | undefined {
  for (const script of scripts) {
    const found = RUNNERS.find((runner) => runner.script.test(script));
    if (found) return found;
  }
  return RUNNERS.find((runner) => isDependency(runner, manifest));
}

const isDependency = (runner: Runner, { dependencies, devDependencies }: Manifest) =>
  runner.package !== undefined && runner.package in { ...dependencies, ...devDependencies };

const isNamedIn = (runner: Runner, manifest: Manifest, scripts: readonly string[]) =>
  isDependency(runner, manifest) || scripts.some((script) => runner.script.test(script));

/** The flags to keep of the script that starts the runner, with a space before them. */
function flagsOf(runner: Runner, scripts: readonly string[]): string {
  const script = scripts.find((each) => runner.script.test(each)) ?? "";
  const part = script.split(/&&|\|\||;|\|/).find((each) => runner.script.test(each)) ?? "";
  return (part.match(KEPT_FLAG) ?? []).map((flag) => ` ${flag.trim()}`).join("");
}

/** A word as a shell takes it whole. */
const quoted = (word: string) => (/^[\w./@+=:,-]+$/.test(word) ? word : `"${word.replace(/(["\\$`])/g, "\\$1")}"`);
