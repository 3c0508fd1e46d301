/** The exchange between several replicas: publish/subscribe, streams and hashes of Redis. */
import { Redis, type RedisOptions } from "ioredis";
import { letFail } from "../../base/promises.js";
import { type Exchange, LOG_KEPT, LOG_LENGTH, type LogEntry, SESSION_KEPT } from "./exchange.js";

/** How long a command may wait for Redis, in milliseconds. */
const PATIENCE = 2000;
/** How often followed logs are polled. One connection serves all followers. */
const LOOK_EVERY = 100;
const MOST_BETWEEN_TRIES = 2000;
/** The interval and the duration of retries for an announcement, in milliseconds, and the most that may wait: beyond that the oldest are dropped. */
const AGAIN = { every: 250, patience: 60_000, most: 1000 };

interface Announcement {
  channel: string;
  text: string;
  /** By `performance.now()`. */
  since: number;
}

/** Connects lazily, so that a service can start while Redis is away. `url` is redis:// or rediss://; `space` begins the names of all channels and keys. */
export function createRedisExchange(url: string, space: string): Exchange {
  const prefix = `${space}:mcp:`;
  const common: RedisOptions = { retryStrategy: (tries) => Math.min(tries * 100, MOST_BETWEEN_TRIES) };
  const asking = new Redis(url, { ...common, commandTimeout: PATIENCE, maxRetriesPerRequest: 1 });
  // ioredis would subscribe again by itself after a lost connection, and nobody could catch the end of the connection meanwhile.
  const hearing = new Redis(url, { ...common, maxRetriesPerRequest: null, autoResubscribe: false });
  for (const connection of [asking, hearing]) connection.on("error", () => undefined);
  const listeners = new Map<string, Set<(message: never) => void>>();
  const hear = (channel: string, text: string): void => {
    for (const heard of listeners.get(channel) ?? []) heard(JSON.parse(text) as never);
  };
  hearing.on("message", hear);
  hearing.on("ready", () => {
    // A connection that ends meanwhile is ready again later.
    if (listeners.size > 0) letFail(hearing.subscribe(...listeners.keys()));
  });

  async function* entries(key: string, number: number, signal: AbortSignal): AsyncIterable<LogEntry> {
    let last = number;
    while (!signal.aborted) {
      // While Redis is away there are no entries; the next look has them.
      const found = await asking.xrange(key, `(${last}-0`, "+").catch(() => []);
      for (const [id, [, text = ""]] of found) {
        last = Number(id.split("-")[0]);
        yield { number: last, text };
      }
      if (found.length === 0) await new Promise((done) => setTimeout(done, LOOK_EVERY));
    }
  }

  const announcer = createAnnouncer(asking, hear);

  return {
    announce: async (topic, message) => announcer.announce(prefix + topic, JSON.stringify(message)),
    async publish(topic, message) {
      const channel = prefix + topic;
      const text = JSON.stringify(message);
      try {
        return await asking.publish(channel, text);
      } catch {
        // Redis is away: this process alone hears of it.
        hear(channel, text);
        return listeners.has(channel) ? 1 : 0;
      }
    },
    async listen(topic, heard) {
      const channel = prefix + topic;
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(heard));
      // While Redis is away this completes once it is back; callers do not wait for that.
      const subscribed = hearing.subscribe(channel).catch(() => undefined);
      await Promise.race([subscribed, new Promise((done) => setTimeout(done, PATIENCE).unref())]);
      return async () => {
        set.delete(heard);
        if (set.size > 0) return;
        listeners.delete(channel);
        // A connection that was lost is subscribed to nothing, and `ready` subscribes to what is listened to then.
        await hearing.unsubscribe(channel).catch(() => undefined);
      };
    },
    async append(log, { number, text }) {
      const key = `${prefix}log:${log}`;
      await asking.multi().xadd(key, "MAXLEN", "~", LOG_LENGTH, `${number}-0`, "m", text).pexpire(key, LOG_KEPT).exec();
    },
    async follow(log, number, signal) {
      const key = `${prefix}log:${log}`;
      return (await asking.exists(key)) === 1 ? entries(key, number, signal) : null;
    },
    async remember(session, field, value) {
      const key = `${prefix}session:${session}`;
      if (value === null) await asking.hdel(key, field);
      else await asking.multi().hset(key, field, value).pexpire(key, SESSION_KEPT).exec();
    },
    recall: (session) => asking.hgetall(`${prefix}session:${session}`),
    async forget(session) {
      await asking.del(`${prefix}session:${session}`);
    },
    async close() {
      announcer.close();
      for (const connection of [asking, hearing]) connection.disconnect();
    },
  };
}

/** Publishes announcements, and tries those again that Redis does not accept. `hear` takes these at once in this process. */
function createAnnouncer(asking: Redis, hear: (channel: string, text: string) => void) {
  /** Announcements that Redis has not accepted, in order. */
  const untold: Announcement[] = [];
  let isTelling = false;
  let isClosed = false;

  /** Sends the waiting announcements in order, until none is left. */
  async function tellAll(): Promise<void> {
    while (!isClosed) {
      const [first] = untold;
      if (!first) return;
      const isTold = await asking.publish(first.channel, first.text).then(
        () => true,
        () => performance.now() - first.since > AGAIN.patience,
      );
      // It may have been dropped meanwhile, for later ones.
      if (isTold && untold[0] === first) untold.shift();
      else if (!isTold) await new Promise((done) => setTimeout(done, AGAIN.every).unref());
    }
  }

  return {
    async announce(channel: string, text: string): Promise<void> {
      // Waiting announcements go first: of two about one thing, the later must win.
      if (untold.length === 0) {
        try {
          await asking.publish(channel, text);
          return;
        } catch {
          // Retried below.
        }
      }
      hear(channel, text);
      untold.push({ channel, text, since: performance.now() });
      if (untold.length > AGAIN.most) untold.shift();
      if (isTelling) return;
      isTelling = true;
      void tellAll().finally(() => {
        isTelling = false;
      });
    },
    close(): void {
      isClosed = true;
    },
  };
}
