/** The sets of the evaluation as repositories with their queries: the committed ones, and those that are made from pinned packages. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addToList } from "../../base/groups.js";
import { packageFile } from "../../base/package.js";
import { withPackage } from "../published-package.js";
import { makeSet } from "./make-set.js";
import type { Stripped } from "./packages.js";
import { type EvalQuery, readQueries } from "./query-set.js";

export interface Repository {
  name: string;
  stripped: Stripped;
  queries: EvalQuery[];
}

/** Queries of each kind that are made from a package. */
const MADE = 100;
const SEED = 1;

/** A set in a folder: `*.jsonl` with queries, and `strip/REPO.json` with the packages. */
export function readSet(folder: string): Repository[] {
  const queries = readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) => readQueries(readFileSync(join(folder, file), "utf8"), file));
  return readdirSync(join(folder, "strip")).map((file) => {
    const name = file.replace(/\.json$/, "");
    const stripped = JSON.parse(readFileSync(join(folder, "strip", file), "utf8")) as Stripped;
    return { name, stripped, queries: queries.filter(({ repo }) => repo === name) };
  });
}

/** Queries about checkouts: those of `*.jsonl` in a folder, by their `repo`. Files of questions without answers are passed over. */
export function readCheckouts(folder: string): { name: string; queries: EvalQuery[] }[] {
  const byName = new Map<string, EvalQuery[]>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".jsonl") || file.endsWith(".absent.jsonl")) continue;
    for (const query of readQueries(readFileSync(join(folder, file), "utf8"), file)) {
      const name = query.repo ?? file.replace(/\.jsonl$/, "");
      addToList(byName, name, query);
    }
  }
  return [...byName].map(([name, queries]) => ({ name, queries }));
}

interface OwnPackage {
  set: string;
  name: string;
  package: string;
  version: string;
  integrity: string;
  index_only: string;
}

/** A set made from the packages of packages.json, or from the named ones. */
export async function makeOwn(set: string, only?: readonly string[]): Promise<Repository[]> {
  const list = packageFile("src/measure/eval/packages.json");
  const packages = (JSON.parse(readFileSync(list, "utf8")) as OwnPackage[]).filter(
    (one) => one.set === set && (only === undefined || only.includes(one.name)),
  );
  const repositories: Repository[] = [];
  for (const { name, package: id, version, integrity, index_only } of packages) {
    const made = await withPackage({ name: id, version, integrity }, (unpacked) =>
      makeSet(unpacked, index_only, MADE, SEED),
    );
    const queries = [...made.docstrings, ...made.symbols].map((query, index) => ({
      ...query,
      id: `${name}-${index}`,
      repo: name,
    }));
    const stripped = { package: id, version, integrity, index_only, remove_lines: made.removeLines };
    repositories.push({ name, stripped, queries });
  }
  return repositories;
}
