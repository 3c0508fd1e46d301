/** Puts files into a store as a build does, without edges: what search reads. */
import { createHash, randomUUID } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { chunk } from "../../src/chunking/chunk.js";
import { languageOf } from "../../src/languages/index.js";
import { createParser } from "../../src/languages/parse.js";
import { nodeIds } from "../../src/model/node-id.js";
import { SegmentBuilder, TrigramSegmentBuilder } from "../../src/postings/build.js";
import { fileTerms } from "../../src/postings/file-terms.js";
import { symbolTerms } from "../../src/postings/symbol-terms.js";
import { trigrams } from "../../src/postings/trigrams.js";
import type { Db } from "../../src/store/db/db.js";
import type { LedgerRow } from "../../src/store/files.js";
import type { NewVersion } from "../../src/store/version-rows.js";
import { writeBatch } from "../../src/store/versions.js";
import { beginBuild, ensureView, publish, type View } from "../../src/store/views.js";

const parser = createParser();

/** Indexes texts by path into the project's view and publishes them; `deleted` paths leave it. Gives the view as it then is. */
export async function indexFiles(
  db: Db,
  files: Record<string, string>,
  { projectId = "p", deleted = [] as string[] } = {},
): Promise<View> {
  await db.query("insert into projects (project_id, name, root) values ($1, $1, $1) on conflict do nothing", [
    projectId,
  ]);
  const view = await ensureView(db, projectId);
  const versions: NewVersion[] = [];
  for (const [path, text] of Object.entries(files)) {
    const language = languageOf(path);
    // A file without a language has the file symbol alone, as an empty source has.
    await parser.load(language ?? languageOf("a.ts")!);
    const parse = language === null ? null : parser.parse(language, text);
    const result = parse ?? parser.parse(languageOf("a.ts")!, "");
    versions.push({
      path,
      format: "f",
      contentHash: hashOf(text),
      language: language?.family ?? null,
      size: Buffer.byteLength(text),
      lineCount: result.lineCount,
      content: deflateRawSync(text, { level: 1 }),
      parseResult: null,
      symbols: result.symbols,
      nodeIds: nodeIds(language ?? { family: "text" }, path, result),
      chunks: chunk(text, parse, path).map((one) => ({
        ...one,
        textHash: hashOf(`${path}\n${text.slice(one.start, one.end)}`),
      })),
    });
  }
  const ids = await writeBatch(db, projectId, versions, (own) => {
    const words = new SegmentBuilder("word");
    const names = new SegmentBuilder("name");
    const grams = new TrigramSegmentBuilder();
    for (const [index, version] of versions.entries()) {
      const text = files[version.path]!;
      words.add(own[index]!.firstChunk, fileTerms(text, version.path, version.chunks));
      names.add(own[index]!.firstSymbol, symbolTerms(version.path, version.symbols));
      grams.add(own[index]!.versionId, trigrams(text));
    }
    return [words.build(), names.build(), grams.build()].filter((segment) => segment !== null);
  });
  const upserts = versions.map(
    (version, index): LedgerRow => ({
      path: version.path,
      status: "indexed",
      reason: null,
      detail: null,
      isDirectory: false,
      language: version.language,
      size: version.size,
      modifiedNs: 0n,
      inode: 0n,
      contentHash: version.contentHash,
      versionId: ids[index]!.versionId,
      edgeSetId: null,
      edgeCount: 0,
      errorRanges: null,
      unresolvedCalls: 0,
      attempts: 0,
      names: null,
    }),
  );
  const token = randomUUID();
  await beginBuild(db, view, token);
  return publish(db, view, token, { upserts, deletes: deleted }, { fingerprint: "f", commit: null, rowFormat: 1 });
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
