/** Stored parse results of the files of a view. */
import { codeLanguageOf } from "../languages/index.js";
import { storedVersion } from "../model/parse-result-bytes.js";
import type { Db } from "./db/db.js";
import { readParseResults } from "./versions.js";

/** The packed parse results of some files, by path, as their languages' extractors give them today; what is not stored is left out. */
export async function readParses(
  db: Db,
  projectId: string,
  files: readonly { path: string; contentHash: Buffer }[],
): Promise<Map<string, Buffer>> {
  const stored = await readParseResults(
    db,
    projectId,
    files.map(({ contentHash }) => contentHash),
  );
  const keyOf = (hash: Buffer, language: string, version: number) =>
    `${hash.toString("base64")} ${language} ${version}`;
  const byKey = new Map(
    stored.map((each) => [keyOf(each.contentHash, each.language, each.extractorVersion), each.data]),
  );
  const parses = new Map<string, Buffer>();
  for (const { path, contentHash } of files) {
    const language = codeLanguageOf(path);
    const data = language && byKey.get(keyOf(contentHash, language.name, storedVersion(language)));
    if (data) parses.set(path, data);
  }
  return parses;
}
