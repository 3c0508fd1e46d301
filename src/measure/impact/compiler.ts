/** The files that the TypeScript compiler rejects, by the messages that it has for each. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { git } from "./commits.js";

const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const CONFIG = "tsconfig.impact.json";
const ERROR = /^(.+?)\(\d+,\d+\): error (TS\d+: .*)$/;

/** Makes the settings of a whole check: those of the repository, without packages that are not installed, which count as `any`. */
export function prepare(folder: string): void {
  const own = ["tsconfig.json", "tsconfig.base.json"].find((name) => existsSync(join(folder, name)));
  const settings = {
    ...(own && { extends: `./${own}` }),
    compilerOptions: {
      noEmit: true,
      skipLibCheck: true,
      types: [],
      composite: false,
      incremental: false,
      declaration: false,
      emitDeclarationOnly: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
    files: [],
    include: ["**/*.ts", "**/*.tsx"],
    exclude: ["node_modules", "**/node_modules", "**/dist"],
    references: [],
  };
  writeFileSync(join(folder, CONFIG), JSON.stringify(settings));
  linkPackages(folder);
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
