/** The files that the TypeScript compiler rejects, by the messages that it has for each. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parse } from "jsonc-parser";
import { addToList } from "../../base/groups.js";
import { git, takeBack } from "./commits.js";

const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const CONFIG = "tsconfig.impact.json";
const ERROR = /^(.+?)\(\d+,\d+\): error (TS\d+: .*)$/;

/** Settings of a repository that decide which code is right. Others may be gone from the compiler of today. */
const KEPT = [
  "strict",
  "strictNullChecks",
  "noImplicitAny",
  "experimentalDecorators",
  "jsx",
  "jsxImportSource",
  "useDefineForClassFields",
];

/** Makes the settings of a whole check. Packages that are not installed count as `any`. */
export function prepare(folder: string): void {
  const own = ownOptions(folder);
  const settings = {
    compilerOptions: {
      ...Object.fromEntries(KEPT.flatMap((name) => (name in own ? [[name, own[name]]] : []))),
      paths: { ...sourcesOfPackages(folder), ...pathsOfPackages(folder), ...pathsOf(own) },
      target: "esnext",
      module: "esnext",
      moduleResolution: "bundler",
      ...(own.jsx === undefined && { jsx: "preserve" }),
      esModuleInterop: true,
      resolveJsonModule: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    },
    include: ["**/*.ts", "**/*.tsx"],
    exclude: ["node_modules", "**/node_modules", "**/dist"],
  };
  writeFileSync(join(folder, CONFIG), JSON.stringify(settings));
  linkPackages(folder);
}

function ownOptions(folder: string): Record<string, unknown> {
  const path = ["tsconfig.json", "tsconfig.base.json"]
    .map((name) => join(folder, name))
    .find((each) => existsSync(each));
  return (path && readSettings(path).compilerOptions) || {};
}

const readSettings = (path: string) =>
  (existsSync(path) ? parse(readFileSync(path, "utf8")) : {}) as { compilerOptions?: Record<string, unknown> };

/** Paths as they are without a `baseUrl`. */
function pathsOf({ paths = {}, baseUrl = "." }: Record<string, unknown>): Record<string, string[]> {
  const base = String(baseUrl).replace(/^\.\/?/, "");
  const from = (path: string) => `./${join(base, path)}`;
  const named = Object.entries(paths as Record<string, string[]>);
  return Object.fromEntries(named.map(([name, targets]) => [name, targets.map(from)]));
}

/** Paths of the settings below the root. A name that several packages have is looked for in each of them. */
function pathsOfPackages(folder: string): Record<string, string[]> {
  const found = new Map<string, string[]>();
  for (const config of git(folder, "ls-files", "*/tsconfig.json").split("\n")) {
    if (config === "") continue;
    const { compilerOptions = {} } = readSettings(join(folder, config));
    const baseUrl = join(dirname(config), String(compilerOptions.baseUrl ?? "."));
    for (const [name, targets] of Object.entries(pathsOf({ ...compilerOptions, baseUrl })))
      found.set(name, [...new Set([...(found.get(name) ?? []), ...targets])]);
  }
  return Object.fromEntries(found);
}

interface Package {
  name: string;
  folder: string;
}

/** The packages of a repository below its root. */
function packagesOf(folder: string): Package[] {
  const manifests = git(folder, "ls-files", "*/package.json").split("\n");
  return manifests.flatMap((path) => {
    if (path === "" || !existsSync(join(folder, path))) return [];
    const { name } = JSON.parse(readFileSync(join(folder, path), "utf8")) as { name?: string };
    return name ? [{ name, folder: dirname(path) }] : [];
  });
}

/** Packages of the repository import each other by name, as its package manager would link them. */
function linkPackages(folder: string): void {
  for (const { name, folder: own } of packagesOf(folder)) {
    const link = join(folder, "node_modules", name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(folder, own), link);
  }
}

/** The sources behind the names of packages: what their manifests name is not built. */
function sourcesOfPackages(folder: string): Record<string, string[]> {
  const entries = ["src/index.ts", "src/index.tsx", "index.ts", "index.tsx"];
  return Object.fromEntries(
    packagesOf(folder).flatMap(({ name, folder: own }) => {
      const entry = entries.find((each) => existsSync(join(folder, own, each)));
      return entry ? [[name, [`./${own}/${entry}`]]] : [];
    }),
  );
}

/** The compiler's word on changes of a folder, compared with that on the code before them. */
export interface Compiled {
  /** The files that it rejects since the change that now stands in the folder, but for one, with a message of each. */
  refusedBy(commit: string, except: string): Promise<Map<string, string>>;
}

/** Asks the compiler when there is need. With `file` it is asked once for all runs. */
export function createCompiled(folder: string, file: string | undefined): Compiled {
  const head = git(folder, "rev-parse", "HEAD").trim();
  const kept: Record<string, [string, string][]> =
    file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  let before: Map<string, string[]> | null = null;
  // The change is taken back for it, which its caller does in any case.
  const readBefore = async () => {
    takeBack(folder);
    return rejected(folder);
  };
  return {
    async refusedBy(commit, except) {
      const key = `${head} ${commit} ${except}`;
      const known = kept[key];
      if (known) return new Map(known);
      const after = await rejected(folder);
      before ??= await readBefore();
      const found = newlyRejected(before, after, except);
      kept[key] = [...found];
      if (file) writeFileSync(file, JSON.stringify(kept));
      return found;
    },
  };
}

/** The messages by file, without their lines. */
async function rejected(folder: string): Promise<Map<string, string[]>> {
  const out = await new Promise<string>((resolve) => {
    const options = { cwd: folder, maxBuffer: 500_000_000 };
    execFile(process.execPath, [compiler, "-p", CONFIG, "--pretty", "false"], options, (_, stdout) => resolve(stdout));
  });
  const problem = out.match(/^(?:tsconfig\.impact\.json\(.*|error TS.*)$/m);
  if (problem) throw new Error(problem[0]);
  const found = new Map<string, string[]>();
  for (const line of out.split("\n")) {
    const [, path = "", message = ""] = ERROR.exec(line) ?? [];
    if (path !== "") addToList(found, path, message);
  }
  return found;
}

/** The files with messages that they did not have before, but for one, with the first such message of each. */
function newlyRejected(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
  except: string,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, messages] of after) {
    const known = [...(before.get(path) ?? [])];
    const first = messages.find((message) => {
      const index = known.indexOf(message);
      if (index >= 0) known.splice(index, 1);
      return index < 0;
    });
    if (first !== undefined && path !== except) found.set(path, first);
  }
  return found;
}
