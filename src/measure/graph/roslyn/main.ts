/**
 * How right the edges of C# are, by its compiler: `npm run bench:csharp -- FOLDER [--show N] [--files N] [--facts FILE] [--packages NODE_MODULES]`.
 * `--files` is the number of files to draw, by a seed, and to judge; `--facts` keeps the answers of Roslyn; `--packages` names a folder with its
 * packages, which are installed into the temporary folder otherwise. docs/languages/csharp.md explains the figures.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { table } from "../../bench/table.js";
import { edgesOfFolder, pathsIn } from "../in-memory.js";
import {
  compareBases,
  compareCalls,
  compareOverrides,
  compareReferences,
  type Score,
  SHOWN,
  SURE,
  sideBySide,
} from "./compare.js";
import { type Fact, readFacts, roslynFacts } from "./run.js";

const USAGE = "usage: npm run bench:csharp -- FOLDER [--show N] [--files N] [--facts FILE] [--packages NODE_MODULES]";
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: "string", default: "0" },
    files: { type: "string" },
    facts: { type: "string" },
    packages: { type: "string" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error(USAGE);
await measure(folder);
// The runtime of .NET keeps the process alive.
process.exit(0);

async function measure(root: string): Promise<void> {
  const paths = pathsIn(root);
  const judged = drawn(
    paths.filter((path) => path.endsWith(".cs")),
    flags.files === undefined ? null : Number(flags.files),
  );
  const facts = await factsOf(root, judged);
  const config = new Map(
    paths
      .filter((path) => /\.(?:csproj|props|targets)$/.test(path))
      .map((path) => [path, readFileSync(join(root, path), "utf8")]),
  );
  const ours = await edgesOfFolder(root, (path) => path.endsWith(".cs"), config);
  const sides = sideBySide(facts, ours, judged);
  const scores = [
    compareCalls(sides, SURE),
    { ...compareCalls(sides, SHOWN), kind: "calls, unique too" },
    compareReferences(sides, SURE),
    { ...compareReferences(sides, SHOWN), kind: "references, unique too" },
    compareBases(sides),
    compareOverrides(sides),
  ];
  for (const score of scores.filter((_, index) => index !== 0 && index !== 2)) showCauses(score, Number(flags.show));
  console.log(scoresTable(scores));
  console.log(
    `${judged.size} files; resolved in ${ours.milliseconds} ms, parsed in ${ours.parsed} ms, ${ours.unresolved} calls unresolved`,
  );
}

async function factsOf(root: string, judged: ReadonlySet<string>): Promise<Fact[]> {
  if (flags.facts !== undefined && existsSync(flags.facts)) return readFacts(readFileSync(flags.facts, "utf8"));
  const facts = await roslynFacts(root, (path) => judged.has(path), flags.packages);
  if (flags.facts !== undefined) writeFileSync(flags.facts, facts.map((fact) => `${JSON.stringify(fact)}\n`).join(""));
  return facts;
}

/** That many of the paths, by a generator with a fixed seed; all for null. */
function drawn(paths: readonly string[], count: number | null): Set<string> {
  if (count === null || count >= paths.length) return new Set(paths);
  const left = [...paths];
  const taken = new Set<string>();
  for (let seed = 1; taken.size < count; ) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    for (const path of left.splice(Math.floor((seed / 0x80000000) * left.length), 1)) taken.add(path);
  }
  return taken;
}

/** Prints the causes, the most frequent first, with some examples of each from all over it. */
function showCauses({ kind, causes }: Score, shown: number): void {
  for (const [cause, examples] of [...causes].sort((one, other) => other[1].length - one[1].length)) {
    console.log(`${kind}: ${examples.length} ${cause}`);
    const step = Math.max(1, Math.floor(examples.length / Math.max(1, shown)));
    for (let index = 0, count = 0; index < examples.length && count < shown; index += step, count++)
      console.log(`    ${examples[index]}`);
  }
}

function scoresTable(scores: readonly Score[]): string {
  const share = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(3));
  return table(
    ["C#", "precision", "recall", "right", "wrong", "expected", "missed", "unbound", "likely"],
    scores.map(({ kind, right, wrong, found, missed, unbound, likely }) => [
      kind,
      share(right, right + wrong),
      share(found, found + missed),
      ...[right, wrong, found + missed, missed, unbound, likely].map(String),
    ]),
    new Set([1, 2, 3, 4, 5, 6, 7, 8]),
  );
}
