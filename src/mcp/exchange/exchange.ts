/**
 * What the replicas of a service tell one another about the clients of the older protocol era, whose requests go to any of them: messages to
 * whoever is concerned, the last events of streams, and small facts about sessions. In memory where there is one process, else in Redis.
 *
 * All of it is for a while only. Where Redis is away, requests are answered all the same: only what is named here is missing then.
 */

/** An entry of a log, numbered by whoever writes the log: 1, 2, 3, … */
export interface LogEntry {
  number: number;
  text: string;
}

export interface Exchange {
  /** Tells everybody who listens to `topic`, this process too; gives how many processes do. */
  publish(topic: string, message: unknown): Promise<number>;
  /**
   * Tells everybody something that stays true (a session has ended) and that may be told twice. Who cannot be told now, as Redis is away or slow, is told
   * later, in the order of these calls, as long as a minute from now.
   */
  announce(topic: string, message: unknown): Promise<void>;
  /** Listens from when it resolves until the returned function is called. */
  listen(topic: string, heard: (message: never) => void): Promise<() => Promise<void>>;
  /** Adds to a log that has one writer; logs are forgotten some time after their last entry. */
  append(log: string, entry: LogEntry): Promise<void>;
  /** The entries after `number`, and those to come, until `signal` aborts; null where there is no such log. */
  follow(log: string, number: number, signal: AbortSignal): Promise<AsyncIterable<LogEntry> | null>;
  /** Sets a field of what is known of a session (null: forgets it). */
  remember(session: string, field: string, value: string | null): Promise<void>;
  /** All fields. */
  recall(session: string): Promise<Record<string, string>>;
  forget(session: string): Promise<void>;
  close(): Promise<void>;
}

/** How long a log is kept after its last entry, in milliseconds. */
export const LOG_KEPT = 5 * 60_000;
/** Entries of a log that are kept. */
export const LOG_LENGTH = 1000;
/** How long a session's facts are kept after the last of them was set. */
export const SESSION_KEPT = 24 * 3_600_000;
