/**
 * How right the edges of Java are, by javac: `node dist/measure/graph/java.js FOLDER [--show N]` for a folder of sources. A JDK must be on the path. It
 * compares calls, overrides and bases with what scripts/java/Oracle.java tells; calls that javac cannot tell of, as a library is missing, do not count.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFile } from "../../base/package.js";
import type { Edge } from "../../model/edge.js";
import { edgesOfFolder, type FolderEdges } from "./in-memory.js";

const ORACLE = fileURLToPath(packageFile("scripts/java/Oracle.java"));
/** The default tiers: answers hold them without being asked for more. */
const SURE: ReadonlySet<Edge["tier"]> = new Set(["exact", "import"]);

/** One line of the oracle. */
interface Fact {
  fact: "call" | "new" | "skip" | "overrides" | "base";
  file: string;
  line: number;
  name: string;
  state?: "source" | "external" | "unknown";
  toFile?: string;
  toLine?: number;
  toName?: string;
}

/** Counts of one kind of edge. */
interface Score {
  right: number;
  wrong: number;
  missed: number;
}

/** The word of javac on one place: the targets, and the names of which it says nothing. */
interface Site {
  targets: Set<string>;
  open: Set<string>;
}

const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node dist/measure/graph/java.js FOLDER [--show N]");
await measure(folder, flags.includes("--show") ? Number(flags[flags.indexOf("--show") + 1] ?? 20) : 0);

async function measure(root: string, shown: number): Promise<void> {
  const facts = factsOf(root);
  const ours = await edgesOfFolder(root, isJavaSource);
  const calls = compareCalls(facts, ours, shown);
  print("calls", calls);
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

/** The facts of javac, which are kept in the file that CODEINDEX_JAVA_FACTS names, where it names one. */
function factsOf(root: string): Fact[] {
  const kept = process.env.CODEINDEX_JAVA_FACTS;
  if (kept !== undefined && existsSync(kept)) return readFacts(readFileSync(kept, "utf8"));
  const exported = ["--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED"];
  const { stdout, status, stderr } = spawnSync("java", [...exported, ORACLE, root], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`javac did not answer: ${stderr.slice(0, 500)}`);
  if (kept !== undefined) writeFileSync(kept, stdout);
  return readFacts(stdout);
}

function readFacts(text: string): Fact[] {
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Fact]));
}

function compareCalls(facts: Fact[], { edges, places, names }: FolderEdges, shown: number): Score {
  const sites = new Map<string, Site>();
  for (const { fact, file, line, name, state, toFile, toLine } of facts) {
    if (fact !== "call" && fact !== "new" && fact !== "skip") continue;
    const key = `${file}:${line}`;
    const site = sites.get(key) ?? { targets: new Set<string>(), open: new Set<string>() };
    sites.set(key, site);
    if (state === "source") site.targets.add(`${toFile}:${toLine}`);
    else if (state !== "external") site.open.add(name);
  }
  const score: Score = { right: 0, wrong: 0, missed: 0 };
  const found = new Map<string, Set<string>>();
  const wrong: string[] = [];
  for (const { edge, file } of edges) {
    const target = places.get(edge.target);
    if (edge.kind !== "calls" || !SURE.has(edge.tier) || target === undefined) continue;
    const key = `${file}:${edge.line}`;
    const name = names.get(edge.target) ?? "";
    const known = found.get(key) ?? new Set<string>();
    found.set(key, known);
    if (known.has(target)) continue;
    known.add(target);
    const site = sites.get(key);
    if (site?.targets.has(target)) score.right++;
    else if (site === undefined || !(site.open.has(name) || site.open.has("this") || site.open.has("super"))) {
      score.wrong++;
      wrong.push(
        `wrong ${key} -> ${target} ${name} (${edge.tier} ${edge.rule}); javac: ${[...(site?.targets ?? [])].join(" ")}`,
      );
    }
  }
  const missed: string[] = [];
  for (const [key, { targets }] of sites)
    for (const target of targets) {
      if (found.get(key)?.has(target)) continue;
      score.missed++;
      missed.push(`missed ${key} -> ${target}`);
    }
  show(wrong, shown);
  show(missed, shown);
  return score;
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
    next.set(source, (next.get(source) ?? new Set()).add(target));
  }
  const pairs = new Set<string>();
  for (const source of next.keys()) {
    const reached = new Set<string>();
    const queue = [source];
    for (let at = queue.shift(); at !== undefined; at = queue.shift())
      for (const target of next.get(at) ?? [])
        if (!reached.has(target) && target !== source) {
          reached.add(target);
          queue.push(target);
        }
    for (const target of reached) pairs.add(`${source} -> ${target}`);
  }
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
