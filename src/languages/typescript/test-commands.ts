/** The commands that run tests of TypeScript and JavaScript, by the runner in a file's imports or in its package. Pure. */
import { joinPath } from "../../model/paths.js";
import { foldersAbove, quoted, type TestFile, type TestRun, type TestSetup } from "../testing.js";

interface Runner {
  /** Imports and calls of it in a test file. */
  used: RegExp;
  /** How a script of package.json starts it. */
  script: RegExp;
  /** The package, where it is one. */
  package?: string;
  command: string;
  /** Between the files, where that is not a space. */
  between?: string;
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
  {
    used: /\bcy\.\w+\(|types=["']cypress["']/,
    script: /\bcypress (?:run|open)\b/,
    package: "cypress",
    command: "npx cypress run --spec",
    between: ",",
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

interface Manifest {
  scripts?: Record<string, unknown>;
  dependencies?: Record<string, unknown>;
  devDependencies?: Record<string, unknown>;
}

/** How the package of a file runs it: with the runner that the file imports, else the first that a script or a dependency names. */
export function runOf({ path, text }: TestFile, { manifests }: TestSetup): TestRun | null {
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

/** The runner's command with some files, in the folder of their package. */
export function command({ folder, start }: TestRun, paths: readonly string[]): string {
  const within = paths.map((path) => quoted(folder === "" ? path : path.slice(folder.length + 1)));
  const runner = RUNNERS.find((each) => start.startsWith(each.command));
  return `${folder === "" ? "" : `cd ${quoted(folder)} && `}${start} ${within.join(runner?.between ?? " ")}`;
}
