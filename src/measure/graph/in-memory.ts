/** The edges of the sources in a folder, without a database: they are parsed and resolved in memory. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { languageOf } from "../../languages/index.js";
import { createParser } from "../../languages/parse.js";
import type { Edge } from "../../model/edge.js";
import { nodeIds } from "../../model/node-id.js";
import type { ParseResult } from "../../model/parse-result.js";
import { createProgram } from "../../resolution/create-program.js";
import { resolveFile } from "../../resolution/resolve-file.js";

/** The edges of a folder. */
export interface FolderEdges {
  edges: { edge: Edge; file: string; source: string; sourceName: string }[];
  /** `path:line` of each symbol, by its node id. */
  places: Map<string, string>;
  /** The name of each symbol, by its node id. */
  names: Map<string, string>;
  /** The time of resolution, in milliseconds. */
  milliseconds: number;
  /** The time of parsing, in milliseconds. */
  parsed: number;
  unresolved: number;
}

/** Folders whose files are not sources. A package among sources may be called `build`, too. */
const LEFT_OUT = /^(?:\.git|node_modules|build|\.build|\.gradle|target)$/;
const PACKAGE = /(?:^|\/)src\/.*\b(?:build|target)$/;

/**
 * Resolves the sources of a folder. `isWanted` says which paths, relative to the folder, count. `config` has files that projects are told by, with
 * their texts.
 */
export async function edgesOfFolder(
  root: string,
  isWanted: (path: string) => boolean,
  config: Map<string, string> = new Map(),
): Promise<FolderEdges> {
  const parser = createParser();
  const program = createProgram({ files: config });
  const parses = new Map<string, ParseResult>();
  const places = new Map<string, string>();
  const names = new Map<string, string>();
  const begun = performance.now();
  for (const path of pathsIn(root).filter(isWanted)) {
    const language = languageOf(path);
    if (language === null) continue;
    await parser.load(language);
    const parse = parser.parse(language, readFileSync(join(root, path), "utf8"));
    const ids = nodeIds(language, path, parse);
    parses.set(path, parse);
    program.set(path, language, parse, ids);
    for (const [index, symbol] of parse.symbols.entries()) {
      const id = ids[index] ?? "";
      // Of a symbol that stands in several places, the first counts.
      if (places.has(id)) continue;
      places.set(id, `${path}:${symbol.nameLine}`);
      names.set(id, symbol.name);
    }
  }
  const parsed = Math.round(performance.now() - begun);
  const start = performance.now();
  const edges: FolderEdges["edges"] = [];
  let unresolved = 0;
  for (const [file, parse] of parses) {
    const resolved = resolveFile(program, file, parse);
    unresolved += resolved.unresolvedCalls;
    for (const edge of resolved.edges) {
      const symbol = parse.symbols[edge.source];
      edges.push({ edge, file, source: `${file}:${symbol?.nameLine}`, sourceName: symbol?.name ?? "" });
    }
  }
  return { edges, places, names, milliseconds: Math.round(performance.now() - start), parsed, unresolved };
}

/** The paths of the files in a folder, relative to it, in order. */
export function pathsIn(root: string): string[] {
  const found: string[] = [];
  const look = (current: string) => {
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name);
      if (entry.isDirectory() && (!LEFT_OUT.test(entry.name) || PACKAGE.test(relative(root, path)))) look(path);
      else if (entry.isFile()) found.push(relative(root, path));
    }
  };
  look(root);
  return found.sort();
}
