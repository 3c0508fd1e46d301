/**
 * Limits for each caller: points per minute, and calls at once. Points are counted by principal, for all replicas in Redis, and by each replica for
 * itself while Redis is away. Callers that fail to authenticate are counted by address.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { isIP } from "node:net";
import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { CodeindexError } from "../base/errors.js";
import { need, present } from "../base/need.js";
import type { Config } from "../config/config.js";
import type { Principal } from "../model/principal.js";

export interface Limits {
  /** Counts the cost of a request or a call. Throws `rate_limited`, which says when to retry. */
  spend(principal: Principal, points: number): Promise<void>;
  /** Counts a request as open until it is closed. Throws `rate_limited` where the principal has too many. */
  hold(principal: Principal, request: { once(event: "close", closed: () => void): unknown }): void;
  /**
   * Runs a call when it is the principal's turn; calls that it makes itself are part of it. Throws `rate_limited` where too many wait already,
   * `cancelled` where `signal` aborts meanwhile.
   */
  inTurn<T>(principal: Principal, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Counts a failed authentication from an address. Throws `rate_limited` after too many; valid callers from there still pass. */
  failed(address: string): Promise<void>;
  close(): void;
}

/** Seconds. */
const WINDOW = 60;
/** Failures per address in that time. */
const MOST_FAILURES = 60;
/** The share of the calls at once that a caller gets while another caller was active lately (in milliseconds). */
const SHARE = 1 / 8;
const LATELY = 5000;
/** Calls that may wait for each that runs. */
const WAITING_EACH = 8;
/** Open requests of a caller on a replica; streams stay open for long. */
const MOST_OPEN = 500;
/** How long a command may wait for Redis, in milliseconds. The request waits as long. */
const PATIENCE = 500;

/**
 * The limits of callers: on Redis where a URL of it is given, so that all replicas count together, else in this process. `redisSpace` begins the names
 * of the keys there.
 */
export function createLimits({
  rateLimit,
  callsAtOnce,
  redisUrl,
  redisSpace = "codeindex",
  mostFailures = MOST_FAILURES,
  mostOpen = MOST_OPEN,
}: Pick<Config, "rateLimit" | "callsAtOnce" | "redisUrl"> & {
  redisSpace?: string;
  mostFailures?: number;
  mostOpen?: number;
}): Limits {
  const redis =
    redisUrl === null
      ? null
      : new Redis(redisUrl, { commandTimeout: PATIENCE, maxRetriesPerRequest: 0, enableOfflineQueue: false });
  redis?.on("error", () => undefined);
  const counter = (keyPrefix: string, points: number) => {
    const insuranceLimiter = new RateLimiterMemory({ keyPrefix, points, duration: WINDOW });
    return redis === null
      ? insuranceLimiter
      : new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration: WINDOW, insuranceLimiter });
  };
  const points = counter(`${redisSpace}:points`, rateLimit);
  const failures = counter(`${redisSpace}:failures`, mostFailures);
  const turns = new Map<string, Turns>();
  const within = new AsyncLocalStorage<string>();
  /** The time of each caller's last request. */
  const asked = new Map<string, number>();
  const note = (id: string): void => {
    const now = performance.now();
    // The map stays ordered by time, oldest first.
    asked.delete(id);
    asked.set(id, now);
    for (const [other, time] of asked) {
      if (now - time < LATELY) break;
      asked.delete(other);
    }
  };
  const fairShare = (): number => {
    const last = performance.now() - LATELY;
    const isAlone = [...asked.values()].filter((time) => time > last).length < 2;
    return isAlone ? callsAtOnce : Math.max(1, Math.floor(callsAtOnce * SHARE));
  };
  const open = new Map<string, number>();

  return {
    async spend({ id, isLimited }, cost) {
      if (!isLimited) return;
      await points.consume(id, cost).catch((error) => {
        throw tooMuch(error, `You may ask for ${rateLimit} points a minute, and have.`);
      });
    },
    hold({ id, isLimited }, request) {
      if (!isLimited) return;
      const count = (open.get(id) ?? 0) + 1;
      if (count > mostOpen)
        throw new CodeindexError(
          "rate_limited",
          `${mostOpen} of your requests and streams are open already. Come again in 1 s.`,
          { retry_after_seconds: 1 },
        );
      open.set(id, count);
      request.once("close", () => {
        const left = need(open, id) - 1;
        if (left > 0) open.set(id, left);
        else open.delete(id);
      });
    },
    async inTurn({ id, isLimited }, signal, work) {
      if (!isLimited || within.getStore() === id) return work();
      note(id);
      const own = turns.get(id) ?? createTurns(fairShare, callsAtOnce * WAITING_EACH);
      turns.set(id, own);
      try {
        return await own.run(signal, () => within.run(id, work));
      } finally {
        if (own.isIdle()) turns.delete(id);
      }
    },
    async failed(address) {
      await failures.consume(networkOf(address)).catch((error) => {
        throw tooMuch(error, "Too many requests from your address did not say who asks.");
      });
    },
    close: () => redis?.disconnect(),
  };
}

/** The part of an address that belongs to one customer: the whole IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = [], after] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = after ? new Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0") : [];
  return [...before, ...zeros, ...(after ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function tooMuch(state: unknown, message: string): unknown {
  if (!(state instanceof RateLimiterRes)) return state;
  const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  return new CodeindexError("rate_limited", `${message} Come again in ${seconds} s.`, { retry_after_seconds: seconds });
}

export interface Turns {
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  isIdle(): boolean;
}

/** Runs at most `most()` at once, read anew each time; the others wait in the order of their arrival. */
export function createTurns(most: () => number, mostWaiting: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  /** Starts those that have waited longest; several, where the limit was raised. */
  const next = (): void => {
    running -= 1;
    for (const free = most(); running < free && waiting.length > 0; running++) present(waiting.shift())();
  };
  return {
    async run(signal, work) {
      if (running < most()) running += 1;
      else {
        if (signal.aborted) throw new CodeindexError("cancelled", "The request was cancelled.");
        if (waiting.length >= mostWaiting)
          throw new CodeindexError(
            "rate_limited",
            `${running} of your calls run and ${mostWaiting} wait already. Come again in 1 s.`,
            { retry_after_seconds: 1 },
          );
        await new Promise<void>((turn, gone) => {
          const begin = () => {
            signal.removeEventListener("abort", leave);
            turn();
          };
          const leave = () => {
            waiting.splice(waiting.indexOf(begin), 1);
            gone(new CodeindexError("cancelled", "The request was cancelled."));
          };
          waiting.push(begin);
          signal.addEventListener("abort", leave, { once: true });
        });
      }
      try {
        return await work();
      } finally {
        next();
      }
    },
    isIdle: () => running === 0 && waiting.length === 0,
  };
}
