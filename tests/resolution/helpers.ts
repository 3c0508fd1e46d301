/** Small programs, parsed for real, and their edges as lines of text that tests can show. */
import { expect, test } from "vitest";
import { resultInFile } from "../../src/languages/in-file.js";
import { codeLanguageOf, languages } from "../../src/languages/index.js";
import { createParser } from "../../src/languages/parse.js";
import type { Edge } from "../../src/model/edge.js";
import { nodeIds } from "../../src/model/node-id.js";
import type { ParseResult } from "../../src/model/parse-result.js";
import { createProgram } from "../../src/resolution/create-program.js";
import type { Program } from "../../src/resolution/program.js";
import { resolveFile } from "../../src/resolution/resolve-file.js";

const parser = createParser();
for (const language of languages) await parser.load(language);

const CONFIG =
  /(tsconfig.*\.json|jsconfig\.json|package\.json|Package\.swift|ng-package\.json|\.csproj|Directory\.Build\.(?:props|targets)|go\.mod)$/;

/** A program with the parse results it was made of. */
export interface Sample {
  program: Program;
  parses: Map<string, ParseResult>;
}

/** A program of the given sources; configuration files among them are its configuration. */
export function programOf(files: Record<string, string>): Sample {
  const config = new Map(Object.entries(files).filter(([path]) => CONFIG.test(path)));
  const sample: Sample = { program: createProgram({ files: config }), parses: new Map() };
  for (const [path, source] of Object.entries(files)) if (!CONFIG.test(path)) put(sample, path, source);
  return sample;
}

/** Adds or replaces a source. */
export function put({ program, parses }: Sample, path: string, source: string): void {
  const language = codeLanguageOf(path);
  if (language === null) throw new Error(`${path} is no source`);
  const parse = resultInFile(parser.parse(language, source), path);
  parses.set(path, parse);
  program.set(path, language, parse, nodeIds(language, path, parse));
}

/** All edges of a file, as `source kind target (tier)`; `contains` edges only when asked for. `named`: what to call some of the targets. */
export function edgesOf(
  sample: Sample,
  path: string,
  kinds?: Edge["kind"][],
  named: (nodeId: string) => string | undefined = () => undefined,
): string[] {
  const resolved = resolveFile(sample.program, path, sample.parses.get(path)!);
  const names = new Map<string, string>(
    resolved.externals.map((item) => [item.nodeId, `${item.module ?? ""}!${item.name}`]),
  );
  for (const [at, file] of sample.program.files) {
    file.nodeIds.forEach((id, index) => {
      if (!names.has(id)) names.set(id, `${at}#${sample.parses.get(at)!.symbols[index]!.qualifiedName}`);
    });
  }
  const symbols = sample.parses.get(path)!.symbols;
  return resolved.edges
    .filter((edge) => (kinds === undefined ? edge.kind !== "contains" : kinds.includes(edge.kind)))
    .map(
      (edge) =>
        `${symbols[edge.source]!.qualifiedName || "file"} ${edge.kind} ${named(edge.target) ?? names.get(edge.target) ?? edge.target} (${edge.tier})`,
    );
}

/** Files, and edges of one of them that must be there, or must not. */
export interface EdgeCase {
  name: string;
  files: Record<string, string>;
  /** The file whose edges are looked at. */
  of: string;
  has?: string[];
  /** One edge at least must look like this. */
  hasMatch?: RegExp;
  hasNot?: (string | RegExp)[];
}

/** A test for each case. */
export function testEdges(cases: readonly EdgeCase[]): void {
  test.each(cases)("$name", ({ files, of, has = [], hasMatch, hasNot = [] }) => {
    const edges = edgesOf(programOf(files), of);
    if (hasMatch !== undefined) expect(edges).toContainEqual(expect.stringMatching(hasMatch));
    expect(edges).toEqual(expect.arrayContaining(has));
    for (const unwanted of hasNot) {
      const found = edges.filter((edge) => (typeof unwanted === "string" ? edge === unwanted : unwanted.test(edge)));
      expect(found).toEqual([]);
    }
  });
}
