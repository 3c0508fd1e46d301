/** The files of a repository with the edges that we make of them. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languageNamed } from "../../../languages/index.js";
import { createParser } from "../../../languages/parse.js";
import type { Edge } from "../../../model/edge.js";
import { nodeIds } from "../../../model/node-id.js";
import type { ParseResult } from "../../../model/parse-result.js";
import { createProgram } from "../../../resolution/create-program.js";
import { resolveFile } from "../../../resolution/resolve-file.js";
import type { SourcePlace } from "./pyright.js";
import { type Sites, sitesOf } from "./sites.js";

const CONFIG = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|setup\.py)$/;

/** A file with its edges, and the calls and classes that a walk of its own finds in it. */
export interface OurFile {
  path: string;
  parse: ParseResult;
  ids: string[];
  edges: Edge[];
  sites: Sites;
  nameAt: (place: SourcePlace) => string | undefined;
}

/** Parses and resolves all files of Python in a repository. */
export async function ourFiles(root: string): Promise<OurFile[]> {
  const language = languageNamed("python");
  if (language === null) throw new Error("Python is not among the languages");
  const parser = createParser();
  await parser.load(language);
  const listed = execFileSync("git", ["ls-files", "*.py", "*.pyi", "*.toml", "*.cfg"], { cwd: root, encoding: "utf8" });
  const paths = listed.split("\n").filter((path) => path !== "" && existsSync(join(root, path)));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const program = createProgram({ files: new Map([...texts].filter(([path]) => CONFIG.test(path))) });
  const files: OurFile[] = [];
  for (const [path, text] of texts) {
    if (!/\.pyi?$/.test(path)) continue;
    const parse = parser.parse(language, text);
    const ids = nodeIds(language, path, parse);
    program.set(path, language, parse, ids);
    files.push({ path, parse, ids, edges: [], sites: sitesOf(text), nameAt: namesIn(text) });
  }
  for (const file of files) file.edges = resolveFile(program, file.path, file.parse).edges;
  return files;
}

/** Tells the name that begins at a place of a text. */
function namesIn(text: string): (place: SourcePlace) => string | undefined {
  const lines = text.split("\n");
  return ({ line, column }) => /^[\p{L}\p{N}_]+/u.exec((lines[line] ?? "").slice(column))?.[0];
}
