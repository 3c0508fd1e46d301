/**
 * The part of PostgreSQL's wire protocol that the bridge to PGlite needs. Pure.
 *
 * PGlite runs what it is given to the end and cannot wait for more, so a client's messages are gathered into units that can run at once:
 * a simple query; Parse … Sync (or Flush); `copy … from stdin` with all its data.
 */
import { nth } from "../../base/need.js";
import { uint8At } from "../../base/numbers.js";

const QUERY = 0x51; // Q
const PARSE = 0x50; // P
const BIND = 0x42; // B
const SYNC = 0x53; // S
const FLUSH = 0x48; // H
const TERMINATE = 0x58; // X
const COPY_DONE = 0x63; // c
const COPY_FAIL = 0x66; // f

const PARSE_COMPLETE = 0x31; // 1
const READY = 0x5a; // Z
const COPY_IN = 0x47; // G
const NOTIFICATION = 0x41; // A

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

/** Types of messages, by their first byte. */
export const MESSAGE = { parse: PARSE, bind: BIND, sync: SYNC, parseComplete: PARSE_COMPLETE } as const;

export type WireUnit =
  /** The first message: user, database and options. */
  | { kind: "startup" }
  /** Asks for encryption: the answer is one byte, "N". */
  | { kind: "encryption" }
  /** Messages to run at once. `waits`: no ReadyForQuery follows, more of the same query will come. `sql`: the statement's text. */
  | { kind: "run"; bytes: Uint8Array; waits: boolean; sql: string }
  /** `copy … from stdin` was asked for: the client must be told to send, then all of it is one unit. */
  | { kind: "copy" }
  | { kind: "end" };

/** Gathers a connection's bytes into units. */
export function createUnitReader(): (bytes: Uint8Array) => WireUnit[] {
  let pending: Buffer = Buffer.alloc(0);
  let isStarted = false;
  /** Whole messages of the unit so far. */
  let gathered: Buffer[] = [];
  let sql = "";
  let isCopying = false;

  function unit(waits: boolean): WireUnit {
    const bytes = gathered.length === 1 ? nth(gathered, 0) : Buffer.concat(gathered);
    const result: WireUnit = { kind: "run", bytes, waits, sql };
    gathered = [];
    sql = "";
    return result;
  }

  function readStart(): WireUnit | undefined {
    if (pending.length < 8) return undefined;
    const length = pending.readInt32BE(0);
    if (pending.length < length) return undefined;
    const code = pending.readInt32BE(4);
    pending = pending.subarray(length);
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: "encryption" };
    if (code === CANCEL_REQUEST) return { kind: "end" };
    isStarted = true;
    return { kind: "startup" };
  }

  function accept(message: Buffer): WireUnit | undefined {
    const type = message[0];
    if (type === TERMINATE) return { kind: "end" };
    gathered.push(message);
    if (isCopying) {
      if (type !== COPY_DONE && type !== COPY_FAIL) return undefined;
      isCopying = false;
      return unit(false);
    }
    if (type === QUERY) {
      sql = cString(message, 5);
      if (/^\s*copy\b[^;]*\bfrom\s+stdin\b/i.test(sql)) {
        isCopying = true;
        return { kind: "copy" };
      }
      return unit(false);
    }
    if (type === PARSE) sql = cString(message, message.indexOf(0, 5) + 1);
    if (type === SYNC) return unit(false);
    if (type === FLUSH) return unit(true);
    return undefined;
  }

  return (bytes) => {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const units: WireUnit[] = [];
    for (;;) {
      if (!isStarted) {
        const first = readStart();
        if (!first) break;
        units.push(first);
        continue;
      }
      if (pending.length < 5) break;
      const length = 1 + pending.readInt32BE(1);
      if (pending.length < length) break;
      const next = accept(pending.subarray(0, length));
      pending = pending.subarray(length);
      if (next) units.push(next);
    }
    return units;
  };
}

function cString(message: Buffer, start: number): string {
  return message.toString("utf8", start, message.indexOf(0, start));
}

/** Answer of PGlite: the client's part, notifications for listeners, and the transaction status of the last ReadyForQuery. */
export interface Answer {
  bytes: Uint8Array[];
  notifications: { channel: string; message: Uint8Array }[];
  /** "I" idle, "T" in a transaction, "E" in a failed one; undefined when there was no ReadyForQuery. */
  status: "I" | "T" | "E" | undefined;
}

/** Takes an answer apart. `isCopy`: the client was told already that it may send, so that message is left out. */
export function readAnswer(chunks: readonly Uint8Array[], isCopy: boolean): Answer {
  const all = chunks.length === 1 ? nth(chunks, 0) : Buffer.concat(chunks);
  const buffer = Buffer.from(all.buffer, all.byteOffset, all.byteLength);
  const bytes: Uint8Array[] = [];
  const notifications: Answer["notifications"] = [];
  let status: Answer["status"];
  let keptFrom = 0;
  let offset = 0;
  while (offset + 5 <= buffer.length) {
    const type = buffer[offset];
    const end = offset + 1 + buffer.readInt32BE(offset + 1);
    if (type === READY) status = String.fromCharCode(uint8At(buffer, offset + 5)) as Answer["status"];
    if (type === NOTIFICATION || (type === COPY_IN && isCopy)) {
      if (offset > keptFrom) bytes.push(buffer.subarray(keptFrom, offset));
      if (type === NOTIFICATION) {
        const message = buffer.subarray(offset, end);
        notifications.push({ channel: cString(message, 9), message });
      }
      keptFrom = end;
    }
    offset = end;
  }
  if (buffer.length > keptFrom) bytes.push(buffer.subarray(keptFrom));
  return { bytes, notifications, status };
}

/** LISTEN and UNLISTEN, as a statement on its own. `channel` undefined: UNLISTEN *. */
export function parseListen(sql: string): { listen: boolean; channel: string | undefined } | undefined {
  // BullMQ's statements have comments before them.
  const statement = sql.replace(/^(\s*--[^\n]*\n|\s+)*/, "");
  const match = /^(un)?listen\s+(?:"((?:[^"]|"")+)"|([\w$]+)|(\*))\s*;?\s*$/i.exec(statement);
  if (!match) return undefined;
  const channel = match[2]?.replaceAll('""', '"') ?? match[3]?.toLowerCase();
  return { listen: match[1] === undefined, channel };
}

/** The messages of a unit. */
export function messagesOf(unit: Uint8Array): Buffer[] {
  const buffer = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
  const messages: Buffer[] = [];
  for (let offset = 0; offset + 5 <= buffer.length; ) {
    const end = offset + 1 + buffer.readInt32BE(offset + 1);
    messages.push(buffer.subarray(offset, end));
    offset = end;
  }
  return messages;
}

/** A message of a type, with texts and bytes in it. */
export function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const READY_IDLE = message("Z", Buffer.from("I"));

/** The answer to a start: no password, the parameters that `pg` looks at, ready. */
export function startupAnswer(connection: number, serverVersion: string): Buffer {
  return Buffer.concat([
    message("R", int32(0)),
    message("S", "server_version", serverVersion),
    message("S", "server_encoding", "UTF8"),
    message("S", "client_encoding", "UTF8"),
    message("S", "DateStyle", "ISO, MDY"),
    message("S", "TimeZone", "UTC"),
    message("S", "integer_datetimes", "on"),
    message("S", "standard_conforming_strings", "on"),
    message("K", int32(connection), int32(0)),
    READY_IDLE,
  ]);
}

/** The answer to a simple statement that did not go to the database. */
export function completeAnswer(tag: string): Buffer {
  return Buffer.concat([message("C", tag), READY_IDLE]);
}

/** "You may send the data", before `copy … from stdin` runs. */
export const COPY_IN_ANSWER: Buffer = message("G", Buffer.from([1, 0, 0]));

/** Closes a prepared statement. */
export const closeStatement = (name: string): Buffer =>
  Buffer.concat([message("C", Buffer.from("S"), name), message("S")]);

/** A simple query. */
export function simpleQuery(sql: string): Buffer {
  return message("Q", sql);
}
