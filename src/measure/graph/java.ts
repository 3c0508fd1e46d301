/**
 * How right the edges of Java and Kotlin are, by their compilers: `node dist/measure/graph/java.js FOLDER [--show N] [--jars JARS] [--kotlin LIB]` for a
 * folder of sources. A JDK must be on the path. JARS is a folder of libraries that javac may read. It compares calls, overrides and bases with what scripts/java/Oracle.java tells, or scripts/kotlin/Oracle.java with
 * `--kotlin`, where LIB is the folder `lib` of the npm package kotlin-compiler 1.9. Calls that the compiler cannot tell of, as a library is missing, do
 * not count.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addToSet } from "../../base/groups.js";
import { packageFile } from "../../base/package.js";
import type { Edge } from "../../model/edge.js";
import { edgesOfFolder, type FolderEdges } from "./in-memory.js";
import { reachable } from "./reachable.js";

const JAVA_ORACLE = fileURLToPath(packageFile("scripts/java/Oracle.java"));
const KOTLIN_ORACLE = fileURLToPath(packageFile("scripts/kotlin/Oracle.java"));
/** The jars of kotlin-compiler that its own code needs. */
const KOTLIN_JARS = [
  "kotlin-compiler",
  "kotlin-stdlib",
  "kotlin-reflect",
  "kotlin-script-runtime",
  "kotlinx-coroutines-core-jvm",
  "trove4j",
];
/** The default tiers: answers hold them without being asked for more. */
const SURE: ReadonlySet<Edge["tier"]> = new Set(["exact", "import"]);
/** Those, and the one that answers hold as likely. */
const SHOWN: ReadonlySet<Edge["tier"]> = new Set([...SURE, "unique"]);

/** One line of the oracle. */
interface Fact {
  fact: "call" | "new" | "skip" | "overrides" | "base" | "operator" | "value" | "reference";
  file: string;
  line: number;
  name: string;
  state?: "source" | "external" | "unknown";
  toFile?: string;
  toLine?: number;
  /** The line of the class of a constructor: an edge may lead to either. */
  toOther?: number;
  toName?: string;
}

/** Counts of one kind of edge. */
interface Score {
  right: number;
  wrong: number;
  missed: number;
}

/** The word of the compiler on one line: the targets of calls, those of other uses, and the names of which it says nothing. */
interface Site {
  targets: Map<string, string>;
  used: Set<string>;
  open: Set<string>;
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: "string", default: "0" }, jars: { type: "string" }, kotlin: { type: "string" } },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error("usage: node dist/measure/graph/java.js FOLDER [--show N] [--jars JARS] [--kotlin LIB]");
await measure(folder, Number(flags.show), flags.kotlin);

async function measure(root: string, shown: number, kotlin: string | undefined): Promise<void> {
  const facts = factsOf(root, kotlin);
  const all = await edgesOfFolder(root, (path) => isJavaSource(path) || (kotlin !== undefined && path.endsWith(".kt")));
  const isJudged = ({ file }: { file: string }) => kotlin === undefined || file.endsWith(".kt");
  const ours = { ...all, edges: all.edges.filter(isJudged) };
  print("calls", compareCalls(facts, ours, SURE, shown));
  print("…unique", compareCalls(facts, ours, SHOWN, 0));
  if (kotlin !== undefined) {
    print("operators", compareUses("operator", facts, ours, shown));
    print("references", compareUses("reference", facts, ours, shown));
  }
  print("overrides", compareOverrides(facts, ours, shown));
  print("bases", comparePairs("base", facts, ours, /^(?:inherits|implements|extends)$/, shown));
  console.log(`resolved in ${ours.milliseconds} ms, parsed in ${ours.parsed} ms, ${ours.unresolved} calls unresolved`);
}

function print(name: string, { right, wrong, missed }: Score): void {
  const share = (part: number, whole: number) => (whole === 0 ? "-" : (part / whole).toFixed(3));
  console.log(
    `${name.padEnd(10)} precision ${share(right, right + wrong)} recall ${share(right, right + missed)} (${right} right, ${wrong} wrong, ${missed} missed)`,
  );
}

function isJavaSource(path: string): boolean {
  return path.endsWith(".java") && !/^(?:module|package)-info/.test(basename(path));
}

/** The facts of the compiler, kept in the file that CODEINDEX_JAVA_FACTS names, if it names one. */
function factsOf(root: string, kotlin: string | undefined): Fact[] {
  const kept = process.env.CODEINDEX_JAVA_FACTS;
  if (kept !== undefined && existsSync(kept)) return readFacts(readFileSync(kept, "utf8"));
  const { stdout, status, stderr } = spawnSync(
    "java",
    kotlin === undefined ? javaCommand(root, flags.jars) : kotlinCommand(root, kotlin),
    {
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    },
  );
  if (status !== 0) throw new Error(`the compiler did not answer: ${stderr.slice(0, 500)}`);
  if (kept !== undefined) writeFileSync(kept, stdout);
  return readFacts(stdout);
}

function javaCommand(root: string, folder: string | undefined): string[] {
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith(".jar"));
  const jars = files.map((name) => join(folder ?? "", name));
  return ["--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED", JAVA_ORACLE, root, ...jars];
}

function kotlinCommand(root: string, lib: string): string[] {
  const path = KOTLIN_JARS.map((name) => join(lib, `${name}.jar`)).join(delimiter);
  return ["-cp", path, KOTLIN_ORACLE, root, lib];
}

function readFacts(text: string): Fact[] {
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Fact]));
}

/** The facts on calls, by `file:line`. */
function sitesOf(facts: Fact[]): Map<string, Site> {
  const sites = new Map<string, Site>();
  for (const { fact, file, line, name, state, toFile, toLine, toOther } of facts) {
    if (fact === "overrides" || fact === "base") continue;
    const key = `${file}:${line}`;
    const site = sites.get(key) ?? {
      targets: new Map<string, string>(),
      used: new Set<string>(),
      open: new Set<string>(),
    };
    sites.set(key, site);
    const isCall = fact === "call" || fact === "new";
    if (state === "source" && isCall) site.targets.set(`${toFile}:${toLine}`, `${toFile}:${toOther ?? toLine}`);
    else if (state === "source") site.used.add(`${toFile}:${toLine}`);
    if (state !== "source" && state !== "external" && (isCall || fact === "skip")) site.open.add(name);
    if (fact === "value") site.open.add(name);
  }
  return sites;
}

function compareCalls(facts: Fact[], ours: FolderEdges, tiers: ReadonlySet<Edge["tier"]>, shown: number): Score {
  const sites = sitesOf(facts);
  const score: Score = { right: 0, wrong: 0, missed: 0 };
  const found = new Map<string, Set<string>>();
  const wrong: string[] = [];
  for (const { edge, file } of ours.edges) {
    const target = ours.places.get(edge.target);
    if (edge.kind !== "calls" || !tiers.has(edge.tier) || target === undefined) continue;
    const key = `${file}:${edge.line}`;
    const name = ours.names.get(edge.target) ?? "";
    const known = found.get(key) ?? new Set<string>();
    found.set(key, known);
    if (known.has(target)) continue;
    known.add(target);
    const site = sites.get(key);
    if (site !== undefined && isMeant(site, target)) score.right++;
    else if (site === undefined || !(site.open.has(name) || site.open.has("this") || site.open.has("super"))) {
      score.wrong++;
      wrong.push(
        `wrong ${key} -> ${target} ${name} (${edge.tier} ${edge.rule}); compiler: ${[...(site?.targets.keys() ?? [])].join(" ")}`,
      );
    }
  }
  const missed: string[] = [];
  for (const [key, { targets }] of sites)
    for (const [target, other] of targets) {
      if (found.get(key)?.has(target) || found.get(key)?.has(other)) continue;
      score.missed++;
      missed.push(`missed ${key} -> ${target}`);
    }
  show(wrong, shown);
  show(missed, shown);
  return score;
}

function isMeant({ targets, used }: Site, place: string): boolean {
  return targets.has(place) || used.has(place) || [...targets.values()].includes(place);
}

/** How many uses of a kind have an edge of any kind on their line; edges beside them are not judged. */
function compareUses(kind: Fact["fact"], facts: Fact[], { edges, places }: FolderEdges, shown: number): Score {
  const found = new Set<string>();
  for (const { edge, file } of edges)
    if (SHOWN.has(edge.tier)) found.add(`${file}:${edge.line} -> ${places.get(edge.target)}`);
  const told = facts.filter(({ fact, state }) => fact === kind && state === "source");
  const expected = new Set(told.map(({ file, line, toFile, toLine }) => `${file}:${line} -> ${toFile}:${toLine}`));
  const missed = [...expected].filter((pair) => !found.has(pair));
  show(
    missed.map((pair) => `missed ${kind} ${pair}`),
    shown,
  );
  return { right: expected.size - missed.length, wrong: 0, missed: missed.length };
}

/** Some lines of a list, from all over it. */
function show(lines: readonly string[], shown: number): void {
  const step = Math.max(1, Math.floor(lines.length / Math.max(1, shown)));
  for (let index = 0, count = 0; index < lines.length && count < shown; index += step, count++)
    console.log(lines[index]);
}

/** Overrides with those of the overridden methods: the pairs that a walk along the edges reaches. */
function compareOverrides(facts: Fact[], ours: FolderEdges, shown: number): Score {
  const next = new Map<string, Set<string>>();
  for (const { edge, source } of ours.edges) {
    const target = ours.places.get(edge.target);
    if (edge.kind !== "overrides" || target === undefined) continue;
    addToSet(next, source, target);
  }
  const pairs = new Set<string>();
  for (const source of next.keys()) for (const target of reachable(next, source)) pairs.add(`${source} -> ${target}`);
  return compareSets("overrides", facts, pairs, shown);
}

function comparePairs(fact: Fact["fact"], facts: Fact[], ours: FolderEdges, kinds: RegExp, shown: number): Score {
  const pairs = new Set<string>();
  for (const { edge, source, sourceName } of ours.edges) {
    const target = ours.places.get(edge.target);
    if (kinds.test(edge.kind) && target !== undefined && !sourceName.startsWith("$"))
      pairs.add(`${source} -> ${target}`);
  }
  return compareSets(fact, facts, pairs, shown);
}

function compareSets(kind: Fact["fact"], facts: Fact[], pairs: ReadonlySet<string>, shown: number): Score {
  // A class without a name has no line of its own in both.
  const told = facts.filter(({ fact, name }) => fact === kind && name !== "");
  const expected = new Set(told.map(({ file, line, toFile, toLine }) => `${file}:${line} -> ${toFile}:${toLine}`));
  const right = [...pairs].filter((pair) => expected.has(pair));
  const wrong = [...pairs].filter((pair) => !expected.has(pair));
  const missed = [...expected].filter((pair) => !pairs.has(pair));
  show(
    wrong.map((pair) => `wrong ${kind} ${pair}`),
    shown,
  );
  show(
    missed.map((pair) => `missed ${kind} ${pair}`),
    shown,
  );
  return { right: right.length, wrong: wrong.length, missed: missed.length };
}
