/**
 * The exchange between a service's replicas about clients of the older protocol era, whose requests go to any replica: messages, the last events of
 * streams, and small facts about sessions. In memory for a single process, otherwise in Redis.
 *
 * All of it is short-lived. While Redis is away, requests are still answered; only the functions named here are missing.
 */

/** An entry of a log, numbered by the log's writer: 1, 2, 3, … */
export interface LogEntry {
  number: number;
  text: string;
}

export interface Exchange {
  /** Sends to every listener of `topic`, in this process too; returns the number of processes that listen. */
  publish(topic: string, message: unknown): Promise<number>;
  /**
   * Sends a lasting fact (a session has ended) that may arrive twice. While Redis is away or slow it is retried for a minute, in the order of these
   * calls.
   */
  announce(topic: string, message: unknown): Promise<void>;
  /** Listens from when it resolves until the returned function is called. */
  listen(topic: string, heard: (message: never) => void): Promise<() => Promise<void>>;
  /** Adds to a log that has one writer; logs are deleted some time after their last entry. */
  append(log: string, entry: LogEntry): Promise<void>;
  /** The entries after `number`, and those to come, until `signal` aborts; null where there is no such log. */
  follow(log: string, number: number, signal: AbortSignal): Promise<AsyncIterable<LogEntry> | null>;
  /** Sets a field of a session (null deletes it). */
  remember(session: string, field: string, value: string | null): Promise<void>;
  /** All fields of a session. */
  recall(session: string): Promise<Record<string, string>>;
  forget(session: string): Promise<void>;
  close(): Promise<void>;
}

/** How long a log is kept after its last entry, in milliseconds. */
export const LOG_KEPT = 5 * 60_000;
/** Entries of a log that are kept. */
export const LOG_LENGTH = 1000;
/** How long a session's fields are kept after the last of them was set. */
export const SESSION_KEPT = 24 * 3_600_000;
