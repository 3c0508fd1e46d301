/** Measures how right the Go graph is, by go/types: calls and implementations of whole repositories. docs/languages/go.md explains the figures. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { addToSet } from "../../base/groups.js";
import { packageFile } from "../../base/package.js";
import { languageNamed } from "../../languages/index.js";
import { createParser } from "../../languages/parse.js";
import { nodeIds } from "../../model/node-id.js";
import type { ParseResult } from "../../model/parse-result.js";
import { createProgram } from "../../resolution/create-program.js";
import type { Program } from "../../resolution/program.js";
import { resolveFile } from "../../resolution/resolve-file.js";
import { table } from "../bench/table.js";

/** The program that prints what go/types says; it stands beside the sources, and `go` builds it. */
const FACTS = fileURLToPath(packageFile("src/measure/graph/go-facts/main.go"));
const MOST_OUTPUT = 1 << 30;

/** The default tiers: answers hold them without being asked for more. */
const SURE: ReadonlySet<string> = new Set(["exact", "import"]);

interface Fact {
  kind: "file" | "call" | "type" | "interface" | "implements";
  path: string;
  line: number;
  /** `path:line` of a declaration; "outside", "local" (a variable), or "?" where go/types knows nothing. */
  target?: string;
}

/** How many edges are right, wrong and missing. */
export interface GoTally {
  right: number;
  wrong: number;
  missing: number;
  /** The edges that are wrong or missing, in words. */
  faults: string[];
}

export interface GoMeasured {
  name: string;
  files: number;
  calls: GoTally;
  /** With the calls that are shown as likely. */
  callsAndLikely: GoTally;
  implementations: GoTally;
}

/** Edges by `path:line` of where they start, as `path:line` of where they lead. */
type Places = Map<string, Set<string>>;

/** Measures the repository in a folder. Needs `go` on the path. */
export async function measureGo(folder: string): Promise<GoMeasured> {
  const output = execFileSync("go", ["run", FACTS, folder], { maxBuffer: MOST_OUTPUT, encoding: "utf8" });
  const facts = output
    .trim()
    .split("\n")
    .map((line): Fact => JSON.parse(line));
  const seen = facts.flatMap(({ kind, path }) => (kind === "file" ? [path] : []));
  const ours = await edgesOf(folder, seen);
  return {
    name: basename(folder),
    files: ours.files,
    calls: judgeCalls(ours.calls, facts),
    callsAndLikely: judgeCalls(ours.callsAndLikely, facts),
    implementations: judgeImplementations(ours.implementations, facts),
  };
}

/** The figures as a table. */
export function goTable(measured: readonly GoMeasured[]): string {
  const rows = measured.flatMap(({ name, files, calls, callsAndLikely, implementations }) =>
    Object.entries({ calls, "calls, unique too": callsAndLikely, implementations }).map(
      ([kind, { right, wrong, missing }]) => [
        name,
        String(files),
        kind,
        shareOf(right, right + wrong),
        shareOf(right, right + missing),
        String(right),
        String(wrong),
        String(missing),
      ],
    ),
  );
  return table(
    ["repository", "files", "edges", "precision", "recall", "right", "wrong", "missing"],
    rows,
    new Set([1, 3, 4, 5, 6, 7]),
  );
}

const shareOf = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(4));

async function edgesOf(
  folder: string,
  seen: readonly string[],
): Promise<{ files: number; calls: Places; callsAndLikely: Places; implementations: Places }> {
  const { program, parses } = await programOf(folder, seen);
  const places = new Map<string, string>();
  for (const [path, file] of program.files)
    for (const [index, id] of file.nodeIds.entries())
      places.set(id, `${path}:${parses.get(path)?.symbols[index]?.nameLine}`);
  const calls: Places = new Map();
  const callsAndLikely: Places = new Map();
  const implementations: Places = new Map();
  for (const [path, parse] of parses) {
    for (const { kind, tier, line, source, target } of resolveFile(program, path, parse).edges) {
      const place = places.get(target);
      const isSure = SURE.has(tier);
      if (place === undefined || !(isSure || tier === "unique")) continue;
      if (kind === "calls") addTo(callsAndLikely, `${path}:${line}`, place);
      if (!isSure) continue;
      if (kind === "calls") addTo(calls, `${path}:${line}`, place);
      else if (kind === "implements") addTo(implementations, `${path}:${parse.symbols[source]?.nameLine}`, place);
    }
  }
  return { files: parses.size, calls, callsAndLikely, implementations };
}

function addTo(places: Places, from: string, to: string): void {
  addToSet(places, from, to);
}

/** Folders that the `go` command leaves out as well, unless a package of them is imported. */
const LEFT_OUT = /^(?:[._].*|testdata|vendor|node_modules)$/;

/** The program of a folder. `seen`: the files that go/types read. */
async function programOf(
  folder: string,
  seen: readonly string[],
): Promise<{ program: Program; parses: Map<string, ParseResult> }> {
  const language = languageNamed("go");
  if (language === null) throw new Error("there is no Go");
  const parser = createParser();
  await parser.load(language);
  const config = new Map<string, string>();
  const sources = new Map<string, string>();
  const look = (current: string) => {
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name);
      const isLeftOut = () =>
        LEFT_OUT.test(entry.name) && !seen.some((each) => each.startsWith(`${relative(folder, path)}/`));
      if (entry.isDirectory() && !isLeftOut()) look(path);
      else if (!entry.isFile()) continue;
      else if (entry.name.endsWith(".go")) sources.set(relative(folder, path), readFileSync(path, "utf8"));
      else if (/^go\.(?:mod|work)$/.test(entry.name)) config.set(relative(folder, path), readFileSync(path, "utf8"));
    }
  };
  look(folder);
  const program = createProgram({ files: config });
  const parses = new Map<string, ParseResult>();
  for (const [path, source] of sources) {
    const parse = parser.parse(language, source);
    if (program.set(path, language, parse, nodeIds(language, path, parse))) parses.set(path, parse);
  }
  return { program, parses };
}

function judgeCalls(ours: Places, facts: readonly Fact[]): GoTally {
  const seen = new Set(facts.flatMap(({ kind, path }) => (kind === "file" ? [path] : [])));
  const wanted: Places = new Map();
  const open = new Set<string>();
  for (const { kind, path, line, target } of facts) {
    if (kind !== "call" || target === undefined) continue;
    if (target === "?") open.add(`${path}:${line}`);
    else if (target !== "outside" && target !== "local") addTo(wanted, `${path}:${line}`, target);
  }
  const fileOf = (place: string) => place.slice(0, place.lastIndexOf(":"));
  // Files of other systems are not judged, nor lines with a call of which go/types knows nothing.
  const isJudged = (from: string, to: string) => seen.has(fileOf(from)) && seen.has(fileOf(to)) && !open.has(from);
  return judge(ours, wanted, isJudged);
}

function judgeImplementations(ours: Places, facts: readonly Fact[]): GoTally {
  const wanted: Places = new Map();
  const types = new Set<string>();
  const interfaces = new Set<string>();
  for (const { kind, path, line, target } of facts) {
    if (kind === "type") types.add(`${path}:${line}`);
    else if (kind === "interface") interfaces.add(`${path}:${line}`);
    else if (kind === "implements" && target !== undefined) addTo(wanted, `${path}:${line}`, target);
  }
  return judge(ours, wanted, (from, to) => types.has(from) && interfaces.has(to));
}

function judge(ours: Places, wanted: Places, isJudged: (from: string, to: string) => boolean): GoTally {
  const tally: GoTally = { right: 0, wrong: 0, missing: 0, faults: [] };
  for (const [from, targets] of wanted)
    for (const to of targets) {
      if (ours.get(from)?.has(to)) tally.right++;
      else {
        tally.missing++;
        tally.faults.push(`missing ${from} -> ${to}`);
      }
    }
  for (const [from, targets] of ours)
    for (const to of targets) {
      if (wanted.get(from)?.has(to) || !isJudged(from, to)) continue;
      tally.wrong++;
      tally.faults.push(`wrong ${from} -> ${to}`);
    }
  return tally;
}
