/** The files that the TypeScript compiler rejects, by the messages that it has for each. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parse } from "jsonc-parser";
import { git } from "./commits.js";

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
      paths: pathsOf(own),
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
  const read = path ? (parse(readFileSync(path, "utf8")) as { compilerOptions?: Record<string, unknown> }) : {};
  return read.compilerOptions ?? {};
}

/** Paths as they are without a `baseUrl`. */
function pathsOf({ paths = {}, baseUrl = "." }: Record<string, unknown>): Record<string, string[]> {
  const base = String(baseUrl).replace(/^\.\/?/, "");
  const from = (path: string) => `./${[base, path.replace(/^\.\//, "")].filter(Boolean).join("/")}`;
  const named = Object.entries(paths as Record<string, string[]>);
  return Object.fromEntries(named.map(([name, targets]) => [name, targets.map(from)]));
}

/** Packages of the repository import each other by name, as its package manager would link them. */
function linkPackages(folder: string): void {
  for (const path of git(folder, "ls-files", "package.json", "*/package.json").split("\n").filter(Boolean)) {
    const { name } = JSON.parse(readFileSync(join(folder, path), "utf8")) as { name?: string };
    const link = name && join(folder, "node_modules", name);
    if (!link || path === "package.json" || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(folder, dirname(path)), link);
  }
}

/** The messages by file, without their lines. */
export async function rejected(folder: string): Promise<Map<string, string[]>> {
  const out = await new Promise<string>((resolve) => {
    const options = { cwd: folder, maxBuffer: 500_000_000 };
    execFile(process.execPath, [compiler, "-p", CONFIG, "--pretty", "false"], options, (_, stdout) => resolve(stdout));
  });
  const problem = out.match(/^(?:tsconfig\.impact\.json\(.*|error TS.*)$/m);
  if (problem) throw new Error(problem[0]);
  const found = new Map<string, string[]>();
  for (const line of out.split("\n")) {
    const [, path = "", message = ""] = ERROR.exec(line) ?? [];
    if (path !== "") found.set(path, [...(found.get(path) ?? []), message]);
  }
  return found;
}

/** The files with messages that they did not have before, but for one. */
export function newlyRejected(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
  except: string,
): string[] {
  return [...after].flatMap(([path, messages]) => {
    const known = [...(before.get(path) ?? [])];
    const isNew = messages.some((message) => {
      const at = known.indexOf(message);
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    });
    return isNew && path !== except ? [path] : [];
  });
}
