/**
 * What one caller may ask of the service: points a minute, and calls at once. Points are counted by principal for all replicas in Redis, and by each for
 * itself while that is away; whoever fails to say who they are is counted by address.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { isIP } from "node:net";
import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { CodeindexError } from "../base/errors.js";
import type { Config } from "../config/config.js";
import type { Principal } from "../model/principal.js";

export interface Limits {
  /** Counts what a request or a call costs. Throws `rate_limited`, which says when to come again. */
  spend(principal: Principal, points: number): Promise<void>;
  /** Counts a request as open until it is closed. Throws `rate_limited` where too many of the principal's are. */
  hold(principal: Principal, request: { once(event: "close", closed: () => void): unknown }): void;
  /** Runs a call when it is the principal's turn; what it calls itself is part of it. Throws `rate_limited` where too many wait already, `cancelled` where it no longer wants to. */
  inTurn<T>(principal: Principal, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Counts that an address failed to say who asks. Throws `rate_limited` where that was too often; who does say so is let through from there too. */
  failed(address: string): Promise<void>;
  close(): void;
}

/** Seconds. */
const WINDOW = 60;
/** Failures of an address in that time. */
const MOST_FAILURES = 60;
/** Of the calls that one may run at once, the share for those who are not alone: others asked so lately, in milliseconds. */
const SHARE = 1 / 8;
const LATELY = 5000;
/** Calls that wait for each that runs. */
const WAITING_EACH = 8;
/** Requests of a caller that are open on a replica: with streams, that is for long. */
const MOST_OPEN = 500;
/** How long a command may wait for Redis, in milliseconds: a request waits for it. */
const PATIENCE = 500;

export function createLimits({
  rateLimit,
  callsAtOnce,
  redisUrl,
  mostFailures = MOST_FAILURES,
  mostOpen = MOST_OPEN,
}: Pick<Config, "rateLimit" | "callsAtOnce" | "redisUrl"> & { mostFailures?: number; mostOpen?: number }): Limits {
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
  const points = counter("codeindex:points", rateLimit);
  const failures = counter("codeindex:failures", mostFailures);
  const turns = new Map<string, Turns>();
  const within = new AsyncLocalStorage<string>();
  /** When each caller asked last. */
  const asked = new Map<string, number>();
  const note = (id: string): void => {
    const now = performance.now();
    // The oldest come first.
    asked.delete(id);
    asked.set(id, now);
    for (const [other, at] of asked) {
      if (now - at < LATELY) break;
      asked.delete(other);
    }
  };
  const fairShare = (): number => {
    const last = performance.now() - LATELY;
    const isAlone = [...asked.values()].filter((at) => at > last).length < 2;
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
        const left = open.get(id)! - 1;
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

/** What one customer of a network has: an address, of IPv6 the first half of one. */
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

/** Lets `most` run at once, which is asked each time, and others wait in the order in which they came. */
export function createTurns(most: () => number, mostWaiting: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  /** Who waited longest runs in the place of who has ended; several, where more may run now. */
  const next = (): void => {
    running -= 1;
    for (const free = most(); running < free && waiting.length > 0; running++) waiting.shift()!();
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
