/**
 * Projects of any size for the benchmark of scale: the files of a real project again and again, each time with other rare words, some words of other
 * files, and vectors of their own. So words are as frequent, chunks as long and files as large as in the real project, and the vocabulary grows with the
 * number of chunks as that of real code does. Symbols, edges, names and trigrams are left out: no question that is measured reads them.
 */
import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { need, nth } from "../../base/need.js";
import { uint16At, uint32At } from "../../base/numbers.js";
import { maskSecrets } from "../../masking/secrets.js";
import { codeBytes, writeCode } from "../../models/embedding/packed.js";
import { SegmentBuilder } from "../../postings/build.js";
import { fileTerms, type PackedTerms } from "../../postings/file-terms.js";
import { createLexemes, termVectors } from "../../postings/lexemes.js";
import { insertWords, type VersionWords } from "../../store/chunk-words.js";
import type { Columns } from "../../store/db/columns.js";
import type { Db } from "../../store/db/db.js";
import { registerProject } from "../../store/projects.js";
import { publishSynthetic, type RealChunk, type RealFile, realFiles } from "../../store/samples.js";
import { insertSegments } from "../../store/segments.js";
import { ensureView, type View } from "../../store/views.js";
import { createRandom, type Random } from "./random.js";

/** A term in at most this many chunks of the real project is another one in each copy of it. */
const RARE = 8;
/** This share of the other words of a chunk are words of other chunks, drawn as often as they stand there. */
const CHANGED = 0.15;
/** Noise of a vector, as a share of its largest number. */
const NOISE = 0.35;
/** Chunks that are written together, each such batch as one segment: about what merging leaves. */
const BATCH = 20_000;

/** A real file, and its terms. */
interface Source {
  file: RealFile;
  chunks: RealChunk[];
  packed: PackedTerms;
}

/** The real project as copies are made from it. */
interface Real {
  modelId: number;
  sources: Source[];
  /** Chunks of the project that hold a term. */
  documents: ReadonlyMap<string, number>;
  /** Terms that are not rare, each as often as it stands in a chunk. */
  common: string[];
}

/** Rows that wait to be written. */
interface Batch {
  builder: SegmentBuilder;
  chunkCount: number;
  words: VersionWords[];
  files: { source: Source; copy: number; versionId: number; firstChunk: number; vectors: Buffer[] }[];
}

/**
 * Writes a project of about `size` chunks, made from the files of `view`, and gives its view. `wordSeconds` is the part of the time that the rows for
 * searches on the server took.
 */
export async function writeSynthetic(
  db: Db,
  view: View,
  { size, seed, name }: { size: number; seed: number; name: string },
): Promise<{ view: View; wordSeconds: number }> {
  const real = await readReal(db, view);
  const random = createRandom(seed);
  const { projectId } = await registerProject(db, `/synthetic/${name}`);
  const { viewId } = await ensureView(db, projectId);
  const lexemes = createLexemes(projectId);
  let wordSeconds = 0;
  const next = { version: 1, chunk: 1 };
  let batch: Batch = newBatch();
  const flush = async () => {
    await write(db, { projectId, viewId, modelId: real.modelId }, batch);
    const began = performance.now();
    await insertWords(db, projectId, batch.words);
    wordSeconds += (performance.now() - began) / 1000;
    batch = newBatch();
  };
  for (let copy = 0; next.chunk <= size; copy++)
    for (const source of real.sources) {
      if (next.chunk > size) break;
      const versionId = next.version++;
      const firstChunk = next.chunk;
      next.chunk += source.chunks.length;
      const packed = copied(real, source.packed, copy, random);
      batch.builder.add(firstChunk, packed);
      batch.words.push({ versionId, firstChunk, ...termVectors(packed, lexemes) });
      const vectors = source.chunks.map(({ vector }) => withNoise(vector, random));
      batch.files.push({ source, copy, versionId, firstChunk, vectors });
      batch.chunkCount += source.chunks.length;
      if (batch.chunkCount >= BATCH) await flush();
    }
  await flush();
  await publishSynthetic(db, { projectId, viewId }, real.modelId);
  return { view: await ensureView(db, projectId), wordSeconds };
}

const newBatch = (): Batch => ({ builder: new SegmentBuilder("word"), chunkCount: 0, words: [], files: [] });

async function readReal(db: Db, view: View): Promise<Real> {
  const { modelId, files } = await realFiles(db, view);
  const documents = new Map<string, number>();
  const sources = files.map((file): Source => {
    const text = maskSecrets(inflateRawSync(file.content).toString("utf8"));
    const packed = fileTerms(text, file.path, file.chunks);
    for (const [index, term] of packed.terms.entries()) {
      const count = uint32At(packed.starts, index + 1) - uint32At(packed.starts, index);
      documents.set(term, (documents.get(term) ?? 0) + count);
    }
    return { file, chunks: file.chunks, packed };
  });
  const common: string[] = [];
  for (const [term, count] of documents)
    if (count > RARE) for (let index = 0; index < count; index += RARE) common.push(term);
  return { modelId, sources, documents, common };
}

/** The terms of a copy of a file. The first copy is the file itself. */
function copied({ documents, common }: Real, packed: PackedTerms, copy: number, random: Random): PackedTerms {
  if (copy === 0) return packed;
  const counts = new Map<string, Map<number, number>>();
  const add = (term: string, document: number, count: number) => {
    const own = counts.get(term) ?? new Map<number, number>();
    counts.set(term, own);
    own.set(document, count);
  };
  for (const [index, term] of packed.terms.entries()) {
    const isRare = need(documents, term) <= RARE;
    for (let position = uint32At(packed.starts, index); position < uint32At(packed.starts, index + 1); position++) {
      const isChanged = !isRare && share(random) < CHANGED;
      const other = isRare ? `${term}${copy.toString(36)}` : isChanged ? random.pick(common) : term;
      add(other, uint32At(packed.documents, position), uint16At(packed.counts, position));
    }
  }
  const starts = new Uint32Array(counts.size + 1);
  const documentsOf: number[] = [];
  const countsOf: number[] = [];
  for (const [index, own] of [...counts.values()].entries()) {
    for (const [document, count] of [...own].sort(([a], [b]) => a - b)) {
      documentsOf.push(document);
      countsOf.push(count);
    }
    starts[index + 1] = documentsOf.length;
  }
  return {
    terms: [...counts.keys()],
    starts,
    documents: Uint32Array.from(documentsOf),
    counts: Uint16Array.from(countsOf),
    lengths: packed.lengths,
  };
}

/** A number from 0 to 1. */
const share = (random: Random): number => random.below(1e6) / 1e6;

function withNoise(vector: Buffer, random: Random): Buffer {
  const numbers = new Int8Array(vector.buffer, vector.byteOffset, vector.length);
  const noisy = Int8Array.from(numbers, (number) => {
    // The sum of a few even draws is nearly normal.
    const noise = share(random) + share(random) + share(random) - 1.5;
    return Math.max(-127, Math.min(127, Math.round(number + 127 * NOISE * noise)));
  });
  return Buffer.from(noisy.buffer);
}

/** The project that rows are written for. */
interface Target {
  projectId: string;
  viewId: number;
  modelId: number;
}

type NewFile = Batch["files"][number];

async function write(db: Db, target: Target, { builder, files }: Batch): Promise<void> {
  const segment = builder.build();
  if (segment === null) return;
  const chunks = files.flatMap((file) =>
    file.source.chunks.map((chunk, ordinal): NewChunk => {
      const textHash = createHash("sha1").update(chunk.textHash).update(String(file.copy)).digest().subarray(0, 16);
      return { file, chunk, ordinal, textHash, vector: nth(file.vectors, ordinal) };
    }),
  );
  const contents = new Map(files.map(({ source }) => [source.file.contentHash.toString("hex"), source.file]));
  await db.transaction(async (tx) => {
    await insertSegments(tx, target.projectId, [segment]);
    await tx.insertRows("file_versions", versionColumns(target, files));
    await tx.insertRows("files", ledgerColumns(target, files));
    await tx.insertRows("chunks", chunkColumns(target, chunks));
    await tx.insertRows("vectors", vectorColumns(target, chunks), { ignoreConflicts: true });
    await tx.insertRows("version_codes", codeColumns(target, files));
    await tx.insertRows("contents", contentColumns(target, [...contents.values()]), { ignoreConflicts: true });
  });
}

interface NewChunk {
  file: NewFile;
  chunk: RealChunk;
  ordinal: number;
  textHash: Buffer;
  vector: Buffer;
}

/** Columns of rows, each by a function of the row. */
function columnsOf<Row>(
  rows: readonly Row[],
  columns: Record<string, [Columns[string]["type"], (row: Row) => unknown]>,
): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, [type, value]]) => [name, { type, values: rows.map(value) }]),
  );
}

const pathOf = ({ source, copy }: NewFile): string =>
  copy === 0 ? source.file.path : `copy${copy}/${source.file.path}`;

const versionColumns = ({ projectId }: Target, files: readonly NewFile[]): Columns =>
  columnsOf(files, {
    project_id: ["text", () => projectId],
    version_id: ["int4", ({ versionId }) => versionId],
    path: ["text", pathOf],
    content_hash: ["bytea", ({ source }) => source.file.contentHash],
    language: ["text", ({ source }) => source.file.language],
    format: ["text", () => "synthetic"],
    size: ["int4", ({ source }) => source.file.size],
    line_count: ["int4", ({ source }) => source.file.lineCount],
    first_symbol: ["int4", () => 1],
    symbol_count: ["int4", () => 0],
    first_chunk: ["int4", ({ firstChunk }) => firstChunk],
    chunk_count: ["int4", ({ source }) => source.chunks.length],
  });

const ledgerColumns = ({ projectId, viewId }: Target, files: readonly NewFile[]): Columns =>
  columnsOf(files, {
    project_id: ["text", () => projectId],
    view_id: ["int4", () => viewId],
    path: ["text", pathOf],
    status: ["text", () => "indexed"],
    language: ["text", ({ source }) => source.file.language],
    size: ["int8", ({ source }) => source.file.size],
    content_hash: ["bytea", ({ source }) => source.file.contentHash],
    version_id: ["int4", ({ versionId }) => versionId],
    generation: ["int8", () => 1],
    names: ["bytea", () => null],
  });

const chunkColumns = ({ projectId }: Target, chunks: readonly NewChunk[]): Columns =>
  columnsOf(chunks, {
    project_id: ["text", () => projectId],
    chunk_id: ["int4", ({ file, ordinal }) => file.firstChunk + ordinal],
    version_id: ["int4", ({ file }) => file.versionId],
    ordinal: ["int4", ({ ordinal }) => ordinal],
    kind: ["text", ({ chunk }) => chunk.kind],
    start_line: ["int4", ({ chunk }) => chunk.startLine],
    end_line: ["int4", ({ chunk }) => chunk.endLine],
    start_offset: ["int4", ({ chunk }) => chunk.start],
    end_offset: ["int4", ({ chunk }) => chunk.end],
    token_count: ["int4", ({ chunk }) => chunk.tokenCount],
    code_tokens: ["int4", ({ chunk }) => chunk.codeTokens],
    text_hash: ["bytea", ({ textHash }) => textHash],
    symbol_names: ["text[]", ({ chunk }) => chunk.symbolNames],
    breadcrumb: ["text", ({ chunk }) => chunk.breadcrumb],
    signature: ["text", ({ chunk }) => chunk.signature],
    doc: ["text", ({ chunk }) => chunk.doc],
    around: ["text", () => null],
  });

const vectorColumns = ({ projectId, modelId }: Target, chunks: readonly NewChunk[]): Columns =>
  columnsOf(chunks, {
    project_id: ["text", () => projectId],
    model_id: ["int4", () => modelId],
    text_hash: ["bytea", ({ textHash }) => textHash],
    data: ["bytea", ({ vector }) => vector],
  });

const codeColumns = ({ projectId, modelId }: Target, files: readonly NewFile[]): Columns =>
  columnsOf(files, {
    project_id: ["text", () => projectId],
    model_id: ["int4", () => modelId],
    version_id: ["int4", ({ versionId }) => versionId],
    codes: ["bytea", ({ vectors }) => codesOf(vectors)],
  });

const contentColumns = ({ projectId }: Target, files: readonly RealFile[]): Columns =>
  columnsOf(files, {
    project_id: ["text", () => projectId],
    content_hash: ["bytea", ({ contentHash }) => contentHash],
    size: ["int4", ({ size }) => size],
    data: ["bytea", ({ content }) => content],
  });

function codesOf(vectors: readonly Buffer[]): Buffer {
  const size = codeBytes(vectors[0]?.length ?? 0);
  const codes = Buffer.alloc(size * vectors.length);
  for (const [index, vector] of vectors.entries()) writeCode(vector, codes, size * index);
  return codes;
}
