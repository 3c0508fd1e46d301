/** Limits of one caller, while others ask too: on one process, and shared by two replicas through Redis. */
import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLimits, type Limits } from "../../src/auth/limits.js";
import { CodeindexError } from "../../src/base/errors.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { ANYONE, type Principal } from "../../src/model/principal.js";
import { tableHost } from "../mcp/table.js";

const redisUrl = process.env.TEST_REDIS_URL;
const signal = new AbortController().signal;
const named = (id: string): Principal => ({ ...ANYONE, id: `token:${id}`, isLimited: true });

/** How many of a number of requests are refused. */
async function refused(limits: Limits, principal: Principal, times: number): Promise<number> {
  let count = 0;
  for (let time = 0; time < times; time++)
    await limits.spend(principal, 1).catch((error) => {
      expect(error).toMatchObject({ code: "rate_limited", context: { retry_after_seconds: expect.any(Number) } });
      count += 1;
    });
  return count;
}

test("points are a caller's own, and who need not say who they are has no end of them", async () => {
  const limits = createLimits({ rateLimit: 10, callsAtOnce: 1, redisUrl: null });
  expect(await refused(limits, named("busy"), 100)).toBe(90);
  expect(await refused(limits, named("calm"), 10)).toBe(0);
  expect(await refused(limits, ANYONE, 1000)).toBe(0);
});

test("calls wait for their turn, in order, and only for those of the same caller", async () => {
  const limits = createLimits({ rateLimit: 1000, callsAtOnce: 2, redisUrl: null });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const call = (number: number, principal = named("busy"), by = signal) =>
    limits.inTurn(principal, by, async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(number);
      await sleep(20);
      running -= 1;
    });
  const calls = Array.from({ length: 10 }, (_, number) => call(number));
  const gone = new AbortController();
  const leaves = call(10, named("busy"), gone.signal);
  gone.abort();
  await expect(leaves).rejects.toMatchObject({ code: "cancelled" });
  await Promise.all(calls);
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

  const flood = Array.from({ length: 40 }, (_, number) =>
    call(number).then(
      () => "done",
      (error) => (error as CodeindexError).code,
    ),
  );
  await limits.inTurn(named("calm"), signal, async () => expect(running).toBe(2));
  expect((await Promise.all(flood)).filter((end) => end === "rate_limited")).toHaveLength(40 - 2 - 16);
});

test("a call that comes while one ends and the next begins waits too", async () => {
  const limits = createLimits({ rateLimit: 1000, callsAtOnce: 1, redisUrl: null });
  let running = 0;
  let most = 0;
  const call = () =>
    limits.inTurn(named("busy"), signal, async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
    });
  const first = call();
  const second = call();
  const third = first.then(call);
  await Promise.all([first, second, third]);
  expect(most).toBe(1);
});

test("a call that nobody wants any more does not wait", async () => {
  const limits = createLimits({ rateLimit: 1000, callsAtOnce: 1, redisUrl: null });
  const first = limits.inTurn(named("busy"), signal, () => sleep(50));
  const unwanted = limits.inTurn(named("busy"), AbortSignal.abort(), async () => "done");
  await expect(unwanted).rejects.toMatchObject({ code: "cancelled" });
  await first;
});

test("a caller that is not alone runs fewer at once", async () => {
  const limits = createLimits({ rateLimit: 1000, callsAtOnce: 8, redisUrl: null });
  let [running, most] = [0, 0];
  const call = () =>
    limits.inTurn(named("busy"), signal, async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
    });
  await Promise.all(Array.from({ length: 16 }, call));
  expect(most).toBe(8);
  most = 0;
  await limits.inTurn(named("calm"), signal, async () => undefined);
  await Promise.all(Array.from({ length: 16 }, call));
  expect(most).toBe(1);
});

test("calls inside a call are part of its turn", async () => {
  const limits = createLimits({ rateLimit: 1000, callsAtOnce: 1, redisUrl: null });
  const inner = () => limits.inTurn(named("busy"), signal, async () => "done");
  expect(await limits.inTurn(named("busy"), signal, () => Promise.all([inner(), inner()]))).toEqual(["done", "done"]);
});

test("streams that one holds open are counted, and make room when they are closed", () => {
  const limits = createLimits({ rateLimit: 1000, callsAtOnce: 1, redisUrl: null, mostOpen: 2 });
  const streams = [new EventEmitter(), new EventEmitter()];
  for (const stream of streams) limits.hold(named("busy"), stream);
  expect(() => limits.hold(named("busy"), new EventEmitter())).toThrow("2 of your requests and streams are open");
  limits.hold(named("calm"), new EventEmitter());
  streams[0]!.emit("close");
  limits.hold(named("busy"), new EventEmitter());
});

describe.runIf(redisUrl)("replicas", () => {
  test("count together, and each by itself while Redis is away", async () => {
    const client = new Redis(redisUrl!);
    const limits = [1, 2].map(() => createLimits({ rateLimit: 10, callsAtOnce: 1, redisUrl: redisUrl! }));
    const who = named(`shared${Date.now()}`);
    await expect.poll(async () => client.status).toBe("ready");
    await sleep(200);
    expect((await refused(limits[0]!, who, 8)) + (await refused(limits[1]!, who, 8))).toBe(6);
    for (const each of limits) each.close();
    const away = createLimits({ rateLimit: 10, callsAtOnce: 1, redisUrl: "redis://127.0.0.1:1" });
    expect(await refused(away, who, 20)).toBe(10);
    away.close();
    client.disconnect();
  });
});

describe("over HTTP", () => {
  const MOST_OPEN = 100;
  /** Callers that wait to be known. */
  let unknown: (() => void)[] = [];
  let server: HttpServer;
  beforeAll(async () => {
    const host = tableHost();
    const authenticate = async (header: string | undefined) => {
      if (header === "Bearer hasty") await new Promise<void>((known) => unknown.push(known));
      if (header?.startsWith("Bearer ")) return named(header.slice(7));
      throw new CodeindexError("unauthorized", "The request has no token.");
    };
    server = await listen({
      ...host,
      limits: createLimits({ rateLimit: 20, callsAtOnce: 4, redisUrl: null, mostOpen: MOST_OPEN }),
      auth: {
        isRequired: true,
        now: Date.now,
        pageSessions: null,
        authenticate,
        whenRevoked: () => () => undefined,
        isValid: async () => true,
        close: async () => undefined,
      },
    });
  });
  afterAll(() => server.close());

  const ask = (who: string | undefined, until?: AbortSignal) =>
    fetch(`${server.url}/projects/alpha/tools/count_to`, {
      ...(until && { signal: until }),
      method: "POST",
      headers: { "content-type": "application/json", ...(who && { authorization: `Bearer ${who}` }) },
      body: JSON.stringify({ up_to: 1 }),
    });

  test("a long body costs a point more for each 10 KB", async () => {
    const body = JSON.stringify({ up_to: 1, more: "x".repeat(120_000) });
    const statuses: number[] = [];
    for (let time = 0; time < 2; time++) {
      const headers = { authorization: "Bearer talker" };
      const { status } = await fetch(`${server.url}/projects/alpha/tools/count_to`, { method: "POST", headers, body });
      statuses.push(status);
    }
    // There is no parameter `more`.
    expect(statuses).toEqual([400, 429]);
  });

  test("a flood from one is answered with 429 and when to come again, and the others do not notice", async () => {
    const flood = await Promise.all(Array.from({ length: 100 }, () => ask("busy")));
    const statuses = flood.map(({ status }) => status);
    // A request costs a point, and the tool another.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(90);
    const late = flood.find(({ status }) => status === 429)!;
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await late.json()).toMatchObject({ error: { code: "rate_limited", retryable: true } });
    for (let times = 0; times < 5; times++) expect((await ask("calm")).status).toBe(200);
  });

  test("a caller that hangs up before it is known holds nothing open", async () => {
    const impatience = new AbortController();
    const asked = Array.from({ length: MOST_OPEN }, () => ask("hasty", impatience.signal).catch(() => null));
    await expect.poll(() => unknown.length, { timeout: 10_000 }).toBe(MOST_OPEN);
    impatience.abort();
    await Promise.all(asked);
    await sleep(200);
    for (const known of unknown) known();
    unknown = [];
    const last = ask("hasty");
    await expect.poll(() => unknown.length).toBe(1);
    unknown[0]!();
    expect((await last).status).toBe(200);
  });

  test("a batch costs as much as its requests do", async () => {
    const send = (count: number) =>
      fetch(`${server.url}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer thrifty" },
        body: JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }))),
      });
    expect((await send(10)).status).toBe(200);
    expect((await send(10)).status).toBe(200);
    expect((await send(2)).status).toBe(429);
  });

  test("an address that keeps failing to say who asks is told to come later, and who does say so is not", async () => {
    const statuses: number[] = [];
    for (let times = 0; times < 80; times++) statuses.push((await ask(undefined)).status);
    expect(statuses.slice(0, 50)).toEqual(Array(50).fill(401));
    expect(statuses.at(-1)).toBe(429);
    expect((await ask("calm")).status).toBe(200);
  });
});
