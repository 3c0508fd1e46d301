/**
 * How right the calls of a language without a compiler at hand are, by call sites that were read by hand: `sites.json` in a folder of tests/corpus says
 * for each site what it means. The repositories are clones in one folder, named as there. The pages of docs/languages/ explain the figures.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { languageOf } from "../../languages/index.js";
import type { EdgeTier } from "../../model/edge.js";
import { table } from "../bench/table.js";
import { edgesOfFolder, type FolderEdges, pathsIn } from "./in-memory.js";

/** The default tiers: answers hold them without being asked for more. */
export const SURE: ReadonlySet<EdgeTier> = new Set(["exact", "import"]);
/** Those, and the one that answers hold as likely. */
export const SHOWN: ReadonlySet<EdgeTier> = new Set([...SURE, "unique"]);

/** One call site. */
interface Site {
  repository: string;
  file: string;
  line: number;
  name: string;
  /** Declarations as `path:line`, each of which is right; "outside" for those of a library; "project" for one that nobody traced. */
  callee: string[] | "outside" | "project";
}

interface Corpus {
  repositories: Record<string, { source: string; commit: string }>;
  sites: Site[];
}

/** How many sites of a repository have the right edge, a wrong one, and none. */
export interface SiteTally {
  repository: string;
  /** Sites that the repository declares. */
  declared: number;
  found: number;
  wrong: number;
  /** The sites that are missed or wrong, in words. */
  faults: string[];
}

/** Measures the sites of a corpus, in the repositories among `clones` that are there, by the edges of some tiers. */
export async function measureSites(
  corpusFolder: string,
  clones: string,
  tiers: ReadonlySet<EdgeTier>,
): Promise<SiteTally[]> {
  const corpus: Corpus = JSON.parse(readFileSync(join(corpusFolder, "sites.json"), "utf8"));
  const tallies: SiteTally[] = [];
  for (const repository of Object.keys(corpus.repositories)) {
    const folder = join(clones, repository);
    if (!existsSync(folder)) {
      console.error(`${repository} is not in ${clones}: it is left out`);
      continue;
    }
    const sites = corpus.sites.filter((site) => site.repository === repository);
    tallies.push(judge(repository, sites, await edgesOfSites(folder, sites), tiers));
  }
  return tallies;
}

/** The edges of all files whose language is one of the family of the sites. */
async function edgesOfSites(folder: string, sites: readonly Site[]): Promise<FolderEdges> {
  const families = new Set(sites.map(({ file }) => languageOf(file)?.family));
  const manifests = pathsIn(folder).filter((path) => basename(path) === "Package.swift");
  const config = new Map(manifests.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  return edgesOfFolder(folder, (path) => families.has(languageOf(path)?.family), config);
}

function judge(
  repository: string,
  sites: readonly Site[],
  { edges, places, names }: FolderEdges,
  tiers: ReadonlySet<EdgeTier>,
): SiteTally {
  const calls = new Map<string, { target: string; name: string | undefined; by: string }[]>();
  for (const { edge, file } of edges) {
    const target = places.get(edge.target);
    if (edge.kind !== "calls" || !tiers.has(edge.tier) || target === undefined) continue;
    const key = `${file}:${edge.line}`;
    const known = calls.get(key) ?? [];
    calls.set(key, known);
    known.push({ target, name: names.get(edge.target), by: `${edge.tier} ${edge.rule}` });
  }
  const tally: SiteTally = { repository, declared: 0, found: 0, wrong: 0, faults: [] };
  for (const { file, line, name, callee } of sites) {
    const place = `${repository} ${file}:${line} ${name}`;
    const inLine = calls.get(`${file}:${line}`) ?? [];
    const found = inLine.filter((each) => each.name === name);
    const meant = (target: string) => Array.isArray(callee) && callee.includes(target);
    if (callee !== "outside") {
      tally.declared++;
      if (inLine.some(({ target }) => meant(target))) tally.found++;
      else if (callee !== "project") tally.faults.push(`missed ${place} -> ${callee}`);
      else tally.faults.push(`missed ${place}, which nobody traced; found: ${found.map(({ target }) => target)}`);
    }
    const wrong = callee === "project" ? undefined : found.find(({ target }) => !meant(target));
    if (wrong === undefined) continue;
    tally.wrong++;
    tally.faults.push(`wrong ${place} -> ${wrong.target} (${wrong.by}), meant: ${callee}`);
  }
  return tally;
}

/** The figures as a table, with those of all repositories in the last row. */
export function sitesTable(tallies: readonly SiteTally[]): string {
  const all: SiteTally = { repository: "all", declared: 0, found: 0, wrong: 0, faults: [] };
  for (const { declared, found, wrong } of tallies) {
    all.declared += declared;
    all.found += found;
    all.wrong += wrong;
  }
  const rows = [...tallies, all].map(({ repository, declared, found, wrong }) => [
    repository,
    String(declared),
    String(found),
    String(wrong),
    shareOf(found, found + wrong),
    shareOf(found, declared),
  ]);
  return table(
    ["repository", "declared there", "found", "wrong", "precision", "recall"],
    rows,
    new Set([1, 2, 3, 4, 5]),
  );
}

const shareOf = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(3));
