/**
 * Makes a set of any repository, whatever its languages: a copy without the doc comments that its queries were made of, and the queries for
 * `codeindex eval`.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { codeLanguageOf } from "../../languages/index.js";
import { makeSet } from "./make-set.js";
import { withoutLines } from "./packages.js";

/** Writes `OUT/repository` and `OUT/queries.jsonl`; the number of queries. */
export async function makeFromFolder(folder: string, out: string, count: number, seed: number): Promise<number> {
  const repository = join(out, "repository");
  mkdirSync(out, { recursive: true });
  cpSync(folder, repository, { recursive: true, filter: (path) => basename(path) !== ".git" });
  const made = await makeSet(repository, "", count, seed, codeLanguageOf);
  for (const [file, ranges] of Object.entries(made.removeLines)) {
    const path = join(repository, file);
    // Read as bytes, not letters, so that the rest of the file does not change.
    writeFileSync(path, withoutLines(readFileSync(path, "latin1"), ranges), "latin1");
  }
  const queries = [...made.docstrings, ...made.symbols];
  writeFileSync(join(out, "queries.jsonl"), queries.map((query) => `${JSON.stringify(query)}\n`).join(""));
  return queries.length;
}
