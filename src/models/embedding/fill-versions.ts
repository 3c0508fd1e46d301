/** Vectors and codes of some file versions: those that are stored are kept, the others are made. */
import { inflateRawSync } from "node:zlib";
import { groupBy } from "../../base/groups.js";
import { need, nth } from "../../base/need.js";
import { maskSecrets } from "../../masking/secrets.js";
import type { Db } from "../../store/db/db.js";
import {
  type BornProject,
  type ChunkToEmbed,
  chunksToEmbed,
  insertCodes,
  insertVectors,
  readVectors,
  type UncodedVersion,
} from "../../store/vectors.js";
import { readContents } from "../../store/versions.js";
import type { Embedder } from "./embedder.js";
import { codeBytes, packVector, writeCode } from "./packed.js";

/** Where vectors are filled in: those of a model, in a project. */
export interface FillInto {
  db: Db;
  /** Aborted when filling in is to end. */
  signal: AbortSignal;
  embedder: Embedder;
  project: BornProject;
  modelId: number;
}

/** Makes the vectors that the chunks of some versions lack, and stores the codes of these versions. */
export async function fillVersions(into: FillInto, versions: readonly UncodedVersion[]): Promise<void> {
  const { db, embedder, project, modelId } = into;
  const { projectId } = project;
  const chunks = await chunksToEmbed(
    db,
    projectId,
    versions.map(({ versionId }) => versionId),
  );
  const vectors = new Map<string, Buffer>();
  const stored = await readVectors(
    db,
    projectId,
    modelId,
    chunks.map(({ textHash }) => textHash),
  );
  for (const { textHash, data } of stored) vectors.set(textHash.toString("latin1"), data);
  const missing = new Map<string, ChunkToEmbed>();
  for (const chunk of chunks) {
    const key = chunk.textHash.toString("latin1");
    if (!vectors.has(key)) missing.set(key, chunk);
  }
  await embed(into, versions, [...missing.values()], async (made) => {
    for (const { textHash, data } of made) vectors.set(textHash.toString("latin1"), data);
    await insertVectors(db, project, modelId, made);
  });
  await insertCodes(db, project, modelId, codesOf(chunks, vectors, codeBytes(embedder.dimensions)));
}

/** Embeds chunks, and stores what is made as it comes. */
async function embed(
  { db, signal, embedder, project: { projectId } }: FillInto,
  versions: readonly UncodedVersion[],
  chunks: readonly ChunkToEmbed[],
  store: (made: { textHash: Buffer; data: Buffer }[]) => Promise<void>,
): Promise<void> {
  const byId = new Map(versions.map((version) => [version.versionId, version]));
  const hashes = new Map<string, Buffer>();
  for (const { versionId } of chunks) {
    const { contentHash } = need(byId, versionId);
    hashes.set(contentHash.toString("latin1"), contentHash);
  }
  const texts = new Map<string, string>();
  for (const { contentHash, data } of await readContents(db, projectId, [...hashes.values()]))
    texts.set(contentHash.toString("latin1"), maskSecrets(inflateRawSync(data).toString("utf8")));
  const inputs = chunks.map(({ versionId, start, end, symbolNames, around }) => {
    const { path, contentHash } = need(byId, versionId);
    const text = texts.get(contentHash.toString("latin1"))?.slice(start, end) ?? "";
    return { kind: "chunk" as const, text, symbols: symbolNames, path, around: maskSecrets(around ?? "") };
  });
  const kept = new Set<number>();
  const row = (index: number, vector: Float32Array) => ({
    textHash: nth(chunks, index).textHash,
    data: packVector(vector),
  });
  const vectors = await embedder.embed(inputs, signal, async (made) => {
    for (const index of made.keys()) kept.add(index);
    await store([...made].map(([index, vector]) => row(index, vector)));
  });
  await store(vectors.flatMap((vector, index) => (kept.has(index) ? [] : [row(index, vector)])));
}

/** The codes of each version whose chunks all have vectors. */
function codesOf(
  chunks: readonly ChunkToEmbed[],
  vectors: ReadonlyMap<string, Buffer>,
  size: number,
): { versionId: number; codes: Buffer }[] {
  const byVersion = groupBy(chunks, (chunk) => chunk.versionId);
  return [...byVersion].map(([versionId, own]) => {
    const codes = Buffer.alloc(size * own.length);
    for (const [index, { textHash }] of own.entries())
      writeCode(need(vectors, textHash.toString("latin1")), codes, size * index);
    return { versionId, codes };
  });
}
