/** Takes in an index as its bytes arrive: each document is read, made small and stored, so that no more than one is held. */
import { CodeindexError } from "../base/errors.js";
import type { Db } from "../store/db/db.js";
import { addDocuments, beginImport, completeImport, dropImport } from "../store/scip.js";
import { packDocument, readDocument } from "./document.js";
import { invalid, readIndex, type ScipMetadata } from "./wire.js";

/** The largest document that is read: a generated file of 50,000 lines makes about 30 MB. */
const MOST_DOCUMENT_BYTES = 64_000_000;
/** Size of a batch that is stored in one transaction. */
const BATCH = { documents: 128, bytes: 2_000_000 };
const MOST_PATH_BYTES = 4096;

export interface ReceiveOptions {
  /** The commit that was indexed; null: whoever sends it does not say. */
  commit: string | null;
  /** The folder that the paths begin at; null: to be found out. */
  folder: string | null;
  /** The most bytes of an index. */
  mostBytes: number;
  signal: AbortSignal;
}

export interface Received {
  importId: number;
  documents: number;
}

/** Stores an index; a job can then match it. Throws `scip_invalid` and `too_large`; nothing stays stored then. */
export async function receiveIndex(
  db: Db,
  projectId: string,
  chunks: AsyncIterable<Uint8Array>,
  { commit, folder, mostBytes, signal }: ReceiveOptions,
): Promise<Received> {
  const importId = await beginImport(db, projectId, { commit, folder });
  try {
    const documents = await storeDocuments(db, projectId, importId, counted(chunks, mostBytes, signal));
    return { importId, documents };
  } catch (error) {
    await dropImport(db, projectId, importId);
    signal.throwIfAborted();
    throw error;
  }
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw new CodeindexError("too_large", `The index is larger than ${mostBytes} bytes.`, { limit: mostBytes }, [
        "Index the repository's packages one by one and import each, or raise CODEINDEX_SCIP_MAX_SIZE.",
      ]);
    yield chunk;
  }
}

async function storeDocuments(
  db: Db,
  projectId: string,
  importId: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  let metadata: ScipMetadata | undefined;
  let documents = 0;
  let tooLarge = 0;
  let batch = new Map<string, Buffer>();
  let bytes = 0;
  const flush = async () => {
    const rows = Array.from(batch, ([path, data]) => ({ path, data }));
    batch = new Map();
    bytes = 0;
    if (rows.length > 0) await addDocuments(db, projectId, importId, rows);
  };
  for await (const part of readIndex(chunks, { mostDocumentBytes: MOST_DOCUMENT_BYTES })) {
    if (part.is === "metadata") {
      metadata ??= part.metadata;
      continue;
    }
    documents++;
    if (part.is === "too large") {
      tooLarge++;
      continue;
    }
    const document = readDocument(part.bytes);
    if (!isInside(document.path) || batch.has(document.path)) continue;
    const data = packDocument(document);
    batch.set(document.path, data);
    bytes += data.length;
    if (batch.size >= BATCH.documents || bytes >= BATCH.bytes) await flush();
  }
  await flush();
  if (documents === 0) throw invalid("It has no documents.");
  const { tool = "", projectRoot = "" } = metadata ?? {};
  await completeImport(db, projectId, importId, {
    tool: text(tool),
    projectRoot: text(projectRoot),
    documents,
    tooLarge,
  });
  return documents;
}

/** The text without NUL characters, which PostgreSQL does not take. */
const text = (given: string) => given.replaceAll("\0", "");

/** Whether a path leads into the repository, as indexers write paths: relative, with `/` and without steps back. */
function isInside(path: string): boolean {
  if (Buffer.byteLength(path) > MOST_PATH_BYTES || /[\0\\]/.test(path) || /^([/~]|[A-Za-z]:)/.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
