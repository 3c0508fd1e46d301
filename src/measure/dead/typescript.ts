/** Witnesses of dead TypeScript: the compiler and knip. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { present } from "../../base/need.js";
import { packageFile } from "../../base/package.js";
import { usage } from "../../languages/typescript/usage.js";
import { pathClassOf } from "../../model/paths.js";
import { projectConfig } from "../graph/project-config.js";
import { outputOf, type Witness } from "./witness.js";

const TSC = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const KNIP = fileURLToPath(packageFile("node_modules/knip/bin/knip.js"));
const CODE = /\.[cm]?tsx?$/;
const CONFIG = "dead.tsconfig.json";
/** Something is declared or imported and not read: that follows from any deletion. */
const UNREAD = /^TS(6133|6138|6192|6196|6198|2578)\b/;
/** A module has no such export, or a list of exports no such name. */
const NO_NAME = /^TS(?:2304|2305|2459|2460|2552|2614|2724)\b/;

/** The names of lists of exports from elsewhere. */
const PASSES = /\bexport\s+(?:type\s+)?\{[^}]*\}\s*from\s*["'][^"'\n]+["']/g;

function listsOf(text: string): { start: number; end: number }[] {
  const passed = [...text.matchAll(PASSES)].map(({ index, 0: all }) => ({ start: index, end: index + all.length }));
  return [...(usage.modules?.imports(text) ?? []), ...(usage.modules?.exportLists(text) ?? []), ...passed];
}

function positionOf(text: string, line: number): number {
  return text
    .split("\n")
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0);
}

/** The names of declarations of a file, the default export by its own name. A name that the file only passes on declares nothing. */
function declaredIn(folder: string, file: string, named: readonly { name: string }[]): string[] {
  const text = readFileSync(join(folder, file), "utf8");
  const { renamed, defaultExport } = present(usage.modules);
  const passed = new Set(renamed(text).map(({ alias }) => alias));
  return named
    .filter(({ name }) => !passed.has(name))
    .map(({ name }) => `${file} ${(name === "default" && defaultExport(text)) || name}`);
}

export const typescript: Witness = {
  language: "typescript",
  isCode: (path) => CODE.test(path),
  prepare(folder, code) {
    const own = join(folder, "tsconfig.json");
    const has = existsSync(own);
    writeFileSync(join(folder, CONFIG), JSON.stringify(projectConfig(folder, code, has ? own : null, has)));
  },
  faults(folder) {
    const given = [TSC, "-p", join(folder, CONFIG), "--pretty", "false"];
    const { stdout } = outputOf(folder, process.execPath, ...given);
    const problem = stdout.match(/^error TS.*$/m);
    if (problem) throw new Error(problem[0]);
    return [...stdout.matchAll(/^(.+?)\((\d+),\d+\): error (TS\d+: .*)$/gm)]
      .map(([, path = "", line = "", text = ""]) => ({
        path: relative(folder, resolve(folder, path)),
        line: Number(line),
        text,
      }))
      .filter(({ text }) => !UNREAD.test(text));
  },
  isBroken: ({ text }) => /^TS1\d\d\d:/.test(text),
  tidied({ line, text: said }, text) {
    if (!NO_NAME.test(said)) return null;
    const names = [...said.matchAll(/'([\w$]+)'/g)].map(([, name = ""]) => name);
    const from = positionOf(text, line);
    const to = positionOf(text, line + 1);
    const list = listsOf(text).find(({ start, end }) => start < to && from < end);
    if (!list) return null;
    // `export default Cart;` of a declaration that is gone; a file that exported something stays a module.
    if (/^export\s+default\b/.test(text.slice(list.start, list.end)))
      return `${text.slice(0, list.start)}export {};${text.slice(list.end)}`;
    for (const name of names) {
      const word = new RegExp(
        `(?:\\btype\\s+)?(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])(?:\\s+as\\s+[\\w$]+)?[ \\t]*,?`,
      );
      const own = text.slice(list.start, list.end);
      if (!/[{]/.test(own) || !word.test(own.slice(own.indexOf("{")))) continue;
      const head = own.indexOf("{");
      return text.slice(0, list.start + head) + own.slice(head).replace(word, "") + text.slice(list.end);
    }
    return null;
  },
  // A file that exported something stays a module.
  instead: (lines) => lines.map((line, index) => (index === 0 && /^export\b/.test(line) ? "export {};" : "")),
  tool: "knip",
  byTool(folder) {
    const config = join(folder, "dead.knip.json");
    writeFileSync(config, JSON.stringify({ ignoreExportsUsedInFile: true }));
    const given = ["--reporter", "json", "--include", "exports,types", "--no-exit-code", "--no-progress"];
    const all = [KNIP, ...given, "--no-config-hints", "--config", config, "--directory", folder];
    const { stdout, stderr } = outputOf(folder, process.execPath, ...all);
    const start = stdout.indexOf('{"issues"');
    if (start < 0) throw new Error(`knip found nothing to read in ${folder}: ${stderr.slice(0, 500)}`);
    const { issues } = JSON.parse(stdout.slice(start)) as {
      issues: { file: string; exports?: { name: string }[]; types?: { name: string }[] }[];
    };
    // Of files that it calls unused as a whole it names no exports.
    return new Set(
      issues
        .filter(({ file }) => pathClassOf(file) === "source")
        .flatMap(({ file, exports = [], types = [] }) => declaredIn(folder, file, [...exports, ...types])),
    );
  },
};
