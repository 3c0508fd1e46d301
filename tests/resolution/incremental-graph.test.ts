/** After any edits, resolving the affected files again gives what resolving everything from scratch gives. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { languageOf, languages } from "../../src/languages/index.js";
import { createParser } from "../../src/languages/parse.js";
import { nodeIds } from "../../src/model/node-id.js";
import type { ParseResult } from "../../src/model/parse-result.js";
import { createProgram } from "../../src/resolution/create-program.js";
import type { Program } from "../../src/resolution/program.js";
import { resolveFile } from "../../src/resolution/resolve-file.js";
import { GO } from "./go/edits.js";
import { JVM } from "./jvm/edits.js";
import { PYTHON } from "./python/edits.js";
import { CSHARP, type Edit, edited, type Files, scenarios, TYPESCRIPT, told } from "./random-edits.js";
import { SWIFT } from "./swift/edits.js";

/** How many scenarios; a long run sets it to thousands. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);

const parser = createParser();
for (const language of languages) await parser.load(language);
const parses = new Map<string, ParseResult>();

function parseOf(path: string, text: string): ParseResult {
  const language = languageOf(path)!;
  const key = `${language.name} ${text}`;
  let parse = parses.get(key);
  if (parse === undefined) {
    if (parses.size > 20_000) parses.clear();
    parse = parser.parse(language, text);
    parses.set(key, parse);
  }
  return parse;
}

const isSource = (path: string) => languageOf(path) !== null && path !== "Package.swift";

/** Brings a program to the given files. */
function bring(program: Program, before: Files, after: Files): void {
  for (const path of before.keys()) if (isSource(path) && !after.has(path)) program.remove(path);
  for (const [path, text] of after) {
    if (!isSource(path) || before.get(path) === text) continue;
    const parse = parseOf(path, text);
    program.set(path, languageOf(path)!, parse, nodeIds(languageOf(path)!, path, parse));
  }
  program.setConfig({ files: new Map([...after].filter(([path]) => !isSource(path))) });
}

/** All that resolving a file gives, in words and in an order of its own. */
function edgesOf(program: Program, path: string, text: string): string[] {
  const parse = parseOf(path, text);
  const { edges, externals, unresolvedCalls } = resolveFile(program, path, parse);
  const names = new Map(externals.map(({ nodeId, name, module }) => [nodeId, `${module ?? ""}!${name}`]));
  for (const file of program.files.values()) {
    for (const [at, id] of file.nodeIds.entries()) {
      const { name, kind, isMergeable } = file.symbols[at]!;
      const isOfSeveral = kind === "namespace" || (file.traits.hasPartialTypes && isMergeable);
      names.set(id, `${isOfSeveral ? "" : file.path}#${name}`);
    }
  }
  const words = edges.map(({ source, kind, tier, rule, line, target }) => {
    const name = parse.symbols[source]!.qualifiedName || "file";
    return `${path}:${line} ${name} ${kind} ${names.get(target) ?? target} (${tier}, ${rule}) ${target}`;
  });
  return [...words, `${unresolvedCalls} unresolved`].sort();
}

/** Files that nothing touches, so that a change is never more than half of the program. */
function bystanders(extension: string): Files {
  return new Map(Array.from({ length: 24 }, (_, index) => [`bystanders/${index}.${extension}`, ""]));
}

function holds(scenario: { start: Edit[]; batches: Edit[][] }, extension: string): void {
  const whole: Files = new Map();
  let files = bystanders(extension);
  for (const edit of scenario.start) files = edited(files, edit, whole);
  const program = createProgram();
  bring(program, new Map(), files);
  const edges = new Map<string, string[]>();
  const resolveAgain = (paths: Iterable<string>) => {
    for (const path of paths) edges.set(path, edgesOf(program, path, files.get(path)!));
    program.settle();
  };
  resolveAgain(program.files.keys());
  for (const batch of scenario.batches) {
    const before = files;
    for (const edit of batch) files = edited(files, edit, whole);
    bring(program, before, files);
    for (const path of before.keys()) if (!files.has(path)) edges.delete(path);
    resolveAgain(program.affected());
    const fresh = createProgram();
    bring(fresh, new Map(), files);
    for (const [path, text] of files) {
      if (!isSource(path)) continue;
      const want = edgesOf(fresh, path, text);
      const have = edges.get(path) ?? [];
      if (want.join("\n") === have.join("\n")) continue;
      const lacks = want.filter((edge) => !have.includes(edge)).map((edge) => `  lacks ${edge}`);
      const stale = have.filter((edge) => !want.includes(edge)).map((edge) => `  keeps ${edge}`);
      throw new Error(["wrong edges", ...lacks, ...stale].join("\n"));
    }
  }
}

test.each([
  { name: "TypeScript and JavaScript", vocabulary: TYPESCRIPT, extension: "ts" },
  { name: "C#", vocabulary: CSHARP, extension: "cs" },
  { name: "Go", vocabulary: GO, extension: "go" },
  { name: "Python", vocabulary: PYTHON, extension: "py" },
  { name: "Java and Kotlin", vocabulary: JVM, extension: "kt" },
  { name: "Swift", vocabulary: SWIFT, extension: "swift" },
])(
  "$name: the graph after edits is the graph from scratch",
  ({ vocabulary, extension }) => {
    const outcome = fc.check(
      fc.property(scenarios(vocabulary), (scenario) => {
        try {
          holds(scenario, extension);
        } catch (error) {
          throw new Error(`${(error as Error).stack?.slice(0, 2000)}\nafter\n${told(scenario)}`);
        }
      }),
      { numRuns: RUNS, ...(process.env.PROPERTY_SEED && { seed: Number(process.env.PROPERTY_SEED) }) },
    );
    const problem = outcome.failed ? `seed ${outcome.seed}\n${(outcome.errorInstance as Error).message}` : null;
    expect(problem).toBeNull();
  },
  3_600_000,
);
