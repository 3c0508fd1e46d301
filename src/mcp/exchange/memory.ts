/** The exchange of a single-process service. */
import { EventEmitter, once } from "node:events";
import { LRUCache } from "lru-cache";
import { type Exchange, LOG_KEPT, LOG_LENGTH, type LogEntry, SESSION_KEPT } from "./exchange.js";

/** The most logs and sessions that are kept: beyond that the oldest are deleted. */
const MOST = 10_000;

/** An exchange that keeps messages and sessions in this process. */
export function createMemoryExchange(): Exchange {
  const topics = new EventEmitter().setMaxListeners(0);
  const logs = new LRUCache<string, LogEntry[]>({ max: MOST, ttl: LOG_KEPT });
  const added = new EventEmitter().setMaxListeners(0);
  const sessions = new LRUCache<string, Map<string, string>>({ max: MOST, ttl: SESSION_KEPT });

  async function* entries(log: string, number: number, signal: AbortSignal): AsyncIterable<LogEntry> {
    let last = number;
    while (!signal.aborted) {
      const waiting = once(added, log, { signal }).catch(() => undefined);
      for (const entry of (logs.get(log) ?? []).filter((each) => each.number > last)) {
        last = entry.number;
        yield entry;
      }
      await waiting;
    }
  }

  async function publish(topic: string, message: unknown): Promise<number> {
    const text = JSON.stringify(message);
    for (const heard of topics.listeners(topic)) heard(JSON.parse(text));
    return topics.listenerCount(topic);
  }

  return {
    publish,
    async announce(topic, message) {
      await publish(topic, message);
    },
    async listen(topic, heard) {
      const listener: (message: unknown) => void = (message) => heard(message as never);
      topics.on(topic, listener);
      return async () => void topics.off(topic, listener);
    },
    async append(log, entry) {
      const list = logs.get(log) ?? [];
      list.push(entry);
      if (list.length > LOG_LENGTH) list.shift();
      logs.set(log, list);
      added.emit(log);
    },
    async follow(log, number, signal) {
      return logs.has(log) ? entries(log, number, signal) : null;
    },
    async remember(session, field, value) {
      const facts = sessions.get(session) ?? new Map<string, string>();
      if (value === null) facts.delete(field);
      else facts.set(field, value);
      sessions.set(session, facts);
    },
    async recall(session) {
      return Object.fromEntries(sessions.get(session) ?? []);
    },
    async forget(session) {
      sessions.delete(session);
    },
    async close() {
      topics.removeAllListeners();
    },
  };
}
