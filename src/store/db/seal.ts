/**
 * Encryption of stored values: AES-256-GCM, applied to the columns named below as rows are written (`insertRows`), and opened as they are read.
 * Without keys everything is stored as it is.
 *
 * A sealed value is `mark, key id (4), nonce (12), ciphertext, tag (16)`; of a text column that in base64. Its additional data names its
 * column, its project and the key of its row, so that no value can be put in another's place. Each column of each project has a key of its own,
 * derived with HKDF: nonces are random, and 2^32 values of one column of one project may be sealed before two are likely to share one with a chance
 * of 2^-33. First terms of posting blocks are looked up by equality: their nonce is an HMAC of term and place, so equal terms of one
 * segment alone look the same, and no nonce serves two texts.
 *
 * The first key seals, all of them open. Values that are not sealed are given as they are: encryption can be turned on for an index that is there.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomFillSync } from "node:crypto";
import { CodeindexError } from "../../base/errors.js";
import { nth } from "../../base/need.js";
import type { Columns } from "./columns.js";

/** Sealed columns by table, with the columns that name a row within its project, in their order. */
export const SEALED = {
  contents: { key: ["content_hash"], columns: ["data"] },
  parse_results: { key: ["content_hash", "language", "extractor_version"], columns: ["data"] },
  files: { key: ["view_id", "path"], columns: ["names"] },
  symbols: { key: ["version_id", "ordinal"], columns: ["parameter_signature", "return_type", "doc"] },
  chunks: { key: ["chunk_id"], columns: ["breadcrumb", "signature", "doc", "around"] },
  segments: { key: ["field", "segment_id"], columns: ["lengths"] },
  posting_blocks: { key: ["field", "segment_id", "first_term"], columns: ["data", "first_term"] },
  vectors: { key: ["model_id", "text_hash"], columns: ["data"] },
  version_codes: { key: ["model_id", "version_id"], columns: ["codes"] },
  scip_documents: { key: ["import_id", "path"], columns: ["data"] },
  scip_facts: { key: ["path", "content_hash", "import_id"], columns: ["data"] },
  tasks: { key: ["task_id"], columns: ["call", "requests", "answers", "result", "error"] },
  audit_log: { key: ["at", "principal", "action"], columns: ["input"] },
  keys: { key: ["name"], columns: ["value"] },
} as const satisfies Record<string, { key: readonly string[]; columns: readonly string[] }>;

export type SealedTable = keyof typeof SEALED;
/** Where a value stands: its table, column and project ("" for the installation's own), and the key of its row. */
export interface SealedPlace {
  table: SealedTable | "messages";
  column: string;
  projectId: string;
  row: readonly (string | number | Uint8Array)[];
}

/** A key and what its values name it by. */
export interface SealKey {
  /** 8 hex digits. */
  id: string;
  bytes: Uint8Array;
}

/** The keys, in the order in which they were given; `isOn`: the first of them seals. */
export interface SealKeys {
  isOn: boolean;
  keys: readonly SealKey[];
}

export interface Seal {
  readonly keys: SealKeys;
  /** Columns of a table as they are stored. */
  columns(table: string, columns: Columns): Columns;
  /** A value as it is stored. */
  bytes(place: SealedPlace, value: Uint8Array): Buffer;
  text(place: SealedPlace, value: string): string;
  /** The stored form of a JSON value: itself, or a text. */
  json(place: SealedPlace, value: unknown): unknown;
  /** A stored value as it was. Throws `encryption_key` where its key is missing, `index_error` where it was changed or moved. */
  open<Value extends Buffer | string | null>(place: SealedPlace, stored: Value): Value;
  openJson(place: SealedPlace, stored: unknown): unknown;
  /** First terms as they may be stored: sealed with each of the keys, and in clear. */
  terms(place: SealedPlace, term: string): string[];
  /** Whether a stored value is as it would be stored now. */
  isCurrent(stored: Buffer | string): boolean;
}

/** No deflated data begins so (its first block would be of the reserved kind), nor does any text in clear: those that do are changed. */
const MARK = Buffer.from("\xc7cdxseal", "latin1");
const TEXT_MARK = "\u0001cdxseal:";
const CIPHER = "aes-256-gcm";
const ID = 4;
const NONCE = 12;
const TAG = 16;
/** Derived keys that are kept. */
const MOST_DERIVED = 1000;

const derive = (key: Uint8Array, purpose: string, length = 32): Buffer =>
  Buffer.from(hkdfSync("sha256", key, "", `codeindex ${purpose}`, length));

/** The id of a key: made of random bits, it tells nothing. */
export function sealKey(bytes: Uint8Array): SealKey {
  return { id: derive(bytes, "key id", ID).toString("hex"), bytes };
}

export const NO_KEYS: SealKeys = { isOn: false, keys: [] };

/** Makes the seal of some keys. */
export function createSeal(sealKeys: SealKeys = NO_KEYS): Seal {
  const { isOn, keys } = sealKeys;
  const current = isOn ? keys[0] : undefined;
  const byId = new Map(keys.map((key) => [key.id, key]));
  const derived = new Map<string, Buffer>();
  const nonces = createNonces();

  function keyOf({ id, bytes }: SealKey, { table, column, projectId }: SealedPlace): Buffer {
    const name = `${id} ${table} ${column} ${projectId}`;
    let key = derived.get(name);
    if (key === undefined) {
      key = derive(bytes, `${table} ${column} ${projectId}`);
      if (derived.size >= MOST_DERIVED) derived.clear();
      derived.set(name, key);
    }
    return key;
  }

  function sealed(with_: SealKey, place: SealedPlace, value: Uint8Array, isLookedUp: boolean): Buffer {
    const key = keyOf(with_, place);
    const about = aboutOf(place);
    const nonce = isLookedUp
      ? createHmac("sha256", derive(key, "nonce")).update(about).update("\0").update(value).digest().subarray(0, NONCE)
      : nonces();
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(about);
    return Buffer.concat([
      Buffer.from(with_.id, "hex"),
      nonce,
      cipher.update(value),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  function opened(place: SealedPlace, value: Buffer): Buffer {
    const id = value.toString("hex", 0, ID);
    const key = byId.get(id);
    if (key === undefined) throw missingKey([id]);
    try {
      const nonce = value.subarray(ID, ID + NONCE);
      const decipher = createDecipheriv(CIPHER, keyOf(key, place), nonce, { authTagLength: TAG });
      decipher.setAAD(aboutOf(place)).setAuthTag(value.subarray(-TAG));
      return Buffer.concat([decipher.update(value.subarray(ID + NONCE, -TAG)), decipher.final()]);
    } catch {
      throw new CodeindexError("index_error", "Something that is stored was changed or moved from outside.");
    }
  }

  const isLookedUp = ({ table, column }: SealedPlace) => table === "posting_blocks" && column === "first_term";
  const textOf = (key: SealKey, place: SealedPlace, value: string): string =>
    TEXT_MARK + sealed(key, place, Buffer.from(value), isLookedUp(place)).toString("base64");

  const seal: Seal = {
    keys: sealKeys,
    columns: (table, columns) =>
      isSealedTable(table) ? sealColumns(seal, table, columns, current !== undefined) : columns,
    bytes(place, value) {
      if (current === undefined) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      return Buffer.concat([MARK, sealed(current, place, value, false)]);
    },
    text: (place, value) => (current === undefined ? inClear(value) : textOf(current, place, value)),
    json: (place, value) => (current === undefined ? value : seal.text(place, JSON.stringify(value) ?? "null")),
    open<Value extends Buffer | string | null>(place: SealedPlace, stored: Value): Value {
      if (typeof stored === "string") {
        if (!stored.startsWith(TEXT_MARK)) return stored;
        return opened(place, Buffer.from(stored.slice(TEXT_MARK.length), "base64")).toString() as Value;
      }
      if (stored === null || !isSealed(stored)) return stored;
      return opened(place, stored.subarray(MARK.length)) as Value;
    },
    openJson: (place, stored) =>
      typeof stored === "string" && stored.startsWith(TEXT_MARK) ? JSON.parse(seal.open(place, stored)) : stored,
    terms: (place, term) => [...keys.map((key) => textOf(key, place, term)), inClear(term)],
    isCurrent(stored) {
      const bytes = typeof stored === "string" ? Buffer.from(stored.slice(TEXT_MARK.length), "base64") : stored;
      const isMarked = typeof stored === "string" ? stored.startsWith(TEXT_MARK) : isSealed(stored);
      const start = typeof stored === "string" ? 0 : MARK.length;
      return isMarked ? bytes.toString("hex", start, start + ID) === current?.id : current === undefined;
    },
  };
  return seal;
}

/** Columns of a table as they are stored: sealed where there is a key, and otherwise texts in clear. */
function sealColumns(seal: Seal, table: SealedTable, columns: Columns, isSealing: boolean): Columns {
  const { key, columns: names } = SEALED[table];
  const projects = columns.project_id?.values as readonly string[];
  const stored = { ...columns };
  for (const column of names) {
    const rows = (key as readonly string[])
      .filter((name) => name !== column)
      .map((name) => columnOf(columns, name).values as readonly (string | number | Uint8Array)[]);
    const { type, values } = columnOf(columns, column);
    if (type !== "text" && !isSealing) continue;
    const put = (value: unknown, index: number): unknown => {
      if (value === null || value === undefined) return value;
      const row = rows.map((each) => nth(each, index));
      const place: SealedPlace = { table, column, projectId: nth(projects, index), row };
      return type === "text" ? seal.text(place, value as string) : seal.bytes(place, value as Uint8Array);
    };
    stored[column] = { type, values: values.map(isSealing ? put : clearText) };
  }
  return stored;
}

function columnOf(columns: Columns, name: string): Columns[string] {
  const column = columns[name];
  if (!column) throw new Error(`no column ${name}`);
  return column;
}

/** A text that is stored in clear: one that begins as sealed ones do is changed. */
function inClear(value: string): string {
  return value.startsWith(TEXT_MARK) ? `\ufffd${value.slice(1)}` : value;
}

function clearText(value: unknown): unknown {
  return typeof value === "string" ? inClear(value) : value;
}

/** The error of data whose keys were not given. */
export function missingKey(ids: readonly string[]): CodeindexError {
  const which = ids.length === 1 ? `the key ${ids[0]}` : `the keys ${ids.join(", ")}`;
  return new CodeindexError("encryption_key", `Stored data was encrypted with ${which}, which was not given.`);
}

/** Whether a table has columns that are encrypted. */
export const isSealedTable = (table: string): table is SealedTable => Object.hasOwn(SEALED, table);

function isSealed(value: Buffer): boolean {
  return (
    value.length >= MARK.length + ID + NONCE + TAG &&
    value[0] === MARK[0] &&
    value.subarray(0, MARK.length).equals(MARK)
  );
}

/** Where a value stands, as bytes: lengths before the parts, so that no two places give the same. */
function aboutOf({ table, column, projectId, row }: SealedPlace): Buffer {
  const parts = [table, column, projectId, ...row].map((part) =>
    typeof part === "object"
      ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("hex")
      : String(part),
  );
  return Buffer.from(parts.map((part) => `${part.length}:${part}`).join());
}

/** Random nonces, drawn many at once. */
function createNonces(): () => Buffer {
  const drawn = Buffer.allocUnsafeSlow(NONCE * 1024);
  let offset = drawn.length;
  return () => {
    if (offset === drawn.length) {
      randomFillSync(drawn);
      offset = 0;
    }
    offset += NONCE;
    return Buffer.from(drawn.subarray(offset - NONCE, offset));
  };
}
