/**
 * Many connections to one PGlite session.
 *
 * PGlite has a single session, so units of messages run one at a time, in turn. While the connection whose unit ran last is inside a
 * transaction, or in the middle of an extended query, only its units run. LISTEN is the session's, too: the bridge keeps who listens to what
 * and hands notifications on. Session settings would be shared by all, and none are used; prepared statements are the bridge's own (kept-statements.ts).
 */
import type { MessagePort } from "node:worker_threads";
import { nth } from "../../base/need.js";
import { createKeptStatements } from "./kept-statements.js";
import {
  COPY_IN_ANSWER,
  completeAnswer,
  createUnitReader,
  parseListen,
  readAnswer,
  simpleQuery,
  startupAnswer,
} from "./wire.js";

interface Connection {
  id: number;
  port: MessagePort;
  channels: Set<string>;
  closed: boolean;
}

interface Task {
  connection: Connection;
  bytes: Uint8Array;
  waits: boolean;
  sql: string;
}

export interface BridgeOptions {
  serverVersion: string;
  /** Runs messages; gives the answer in pieces. Throws when the database is lost. */
  run(bytes: Uint8Array): Uint8Array[];
  /** Called between transactions, with how many bytes came in since the last call. */
  idle(bytesIn: number): void;
}

/** Connections come in through `connect`; each is a port that carries the protocol's bytes. */
export function createBridge({ serverVersion, run, idle }: BridgeOptions): { connect(port: MessagePort): void } {
  const queue: Task[] = [];
  const connections = new Set<Connection>();
  const statements = createKeptStatements(run);
  /** The connection that runs alone: it is inside a transaction or a query. */
  let owner: Connection | undefined;
  let isScheduled = false;
  let bytesIn = 0;
  let lastId = 0;

  function connect(port: MessagePort): void {
    const connection: Connection = { id: ++lastId, port, channels: new Set(), closed: false };
    connections.add(connection);
    const read = createUnitReader();
    port.on("message", (bytes: Uint8Array) => {
      for (const unit of read(bytes)) {
        if (unit.kind === "startup") send(connection, startupAnswer(connection.id, serverVersion));
        else if (unit.kind === "encryption") send(connection, Buffer.from("N"));
        else if (unit.kind === "copy") send(connection, COPY_IN_ANSWER);
        else if (unit.kind === "end") port.close();
        else {
          queue.push({ connection, ...unit });
          schedule();
        }
      }
    });
    port.on("close", () => disconnect(connection));
  }

  function disconnect(connection: Connection): void {
    connection.closed = true;
    connections.delete(connection);
    for (let i = queue.length - 1; i >= 0; i--) if (nth(queue, i).connection === connection) queue.splice(i, 1);
    if (owner !== connection) return;
    run(simpleQuery("rollback"));
    owner = undefined;
    schedule();
  }

  /** Tasks run in turns of the event loop, so that messages and closed ports are seen in between. */
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const next = owner ? queue.findIndex((task) => task.connection === owner) : 0;
      const task = next === -1 ? undefined : queue.splice(next, 1)[0];
      if (!task) return;
      execute(task);
      if (!owner) {
        statements.idle();
        idle(bytesIn);
        bytesIn = 0;
      }
      if (queue.length > 0) schedule();
    });
  }

  function execute({ connection, bytes, waits, sql }: Task): void {
    bytesIn += bytes.length;
    const listening = parseListen(sql);
    if (listening && !listening.listen) {
      // Others may listen to the same channel, so the session never stops.
      if (listening.channel === undefined) connection.channels.clear();
      else connection.channels.delete(listening.channel);
      send(connection, completeAnswer("UNLISTEN"));
      return;
    }
    if (listening?.channel !== undefined) connection.channels.add(listening.channel);
    const answer = readAnswer(
      statements.run(bytes, sql, { isInTransaction: owner !== undefined }),
      /^\s*copy\b/i.test(sql),
    );
    for (const part of answer.bytes) send(connection, part);
    for (const { channel, message } of answer.notifications) {
      for (const other of connections) if (other.channels.has(channel)) send(other, message);
    }
    const free = answer.status === "I" || (answer.status === undefined && !waits);
    owner = free ? undefined : connection;
  }

  function send(connection: Connection, bytes: Uint8Array): void {
    if (connection.closed) return;
    const copy = new Uint8Array(bytes);
    connection.port.postMessage(copy, [copy.buffer]);
  }

  return { connect };
}
