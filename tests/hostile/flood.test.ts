/**
 * One caller who asks far too much, and somebody who makes up tokens, while others ask as usual: the one is told to come later, and the others notice
 * nothing. npm run test:flood sends 20,000 requests; `codeindex bench DIR --only callers` says how long the others wait.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLimits } from "../../src/auth/limits.js";
import { makeToken } from "../../src/auth/token-text.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { type Reply, send } from "./send.js";
import { LONG, type Service, sizeOf, startService } from "./service.js";

const LIMIT = 60;
let service: Service;
let server: HttpServer;
beforeAll(async () => {
  service = await startService(["web-shop"]);
  const limits = createLimits({ rateLimit: LIMIT, callsAtOnce: 8, redisUrl: null });
  server = await listen({ ...service.app, limits });
}, 120_000);
afterAll(async () => {
  await server?.close();
  await service?.close();
});

const ask = (token: string, url = server.url): Promise<Reply> =>
  send(url, {
    method: "POST",
    path: "/tools/search_symbols",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "Web" }),
  });

/**
 * Sends a number of requests, some at a time, while others ask now and then. Gives the answers to the stranger, the answers to the others, and the minutes
 * that it took.
 */
async function flood(
  stranger: () => string,
  count: number,
): Promise<{ late: Reply[]; others: number[]; minutes: number }> {
  const began = performance.now();
  const tokens = await Promise.all(
    Array.from({ length: 4 }, (_, index) => service.token({ name: `other ${index}`, scope: "read" })),
  );
  const late: Reply[] = [];
  const others: number[] = [];
  let left = count;
  const line = async () => {
    while (left-- > 0) late.push(await ask(stranger()));
  };
  const calm = async (token: string) => {
    for (let times = 0; times < 5; times++) {
      others.push((await ask(token)).status);
      await sleep(10);
    }
  };
  await Promise.all([...Array.from({ length: 40 }, line), ...tokens.map(calm)]);
  return { late, others, minutes: 1 + Math.floor((performance.now() - began) / 60_000) };
}

const { cases } = sizeOf(400);

test(
  "a token at ten times its limit is told to come later, and nobody else is",
  async () => {
    const greedy = await service.token({ name: "greedy", scope: "read" });
    const { late, others, minutes } = await flood(() => greedy, cases);
    expect(others).toEqual(Array(20).fill(200));
    const refused = late.filter(({ status }) => status === 429);
    // A request costs a point, and the tool another.
    expect(late.length - refused.length).toBeLessThanOrEqual((LIMIT / 2) * minutes);
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const { headers, text } of refused) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(JSON.parse(text).error).toMatchObject({ code: "rate_limited", retryable: true });
    }
  },
  LONG,
);

test("a caller whose last point pays for the request, and not for the tool, is told when to come again, too", async () => {
  const limits = createLimits({ rateLimit: 1, callsAtOnce: 8, redisUrl: null });
  const own = await listen({ ...service.app, limits });
  onTestFinished(() => own.close());
  const { status, headers } = await ask(await service.token({ name: "poor", scope: "read" }), own.url);
  expect(status).toBe(429);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});

test(
  "made-up tokens, thousands of them, are refused, and nobody else is",
  async () => {
    const { late, others, minutes } = await flood(() => makeToken().text, cases);
    expect(others).toEqual(Array(20).fill(200));
    // 60 a minute are told that they are none; from then on the address is told to come later.
    const none = late.filter(({ status }) => status === 401).length;
    expect(none).toBeGreaterThanOrEqual(60);
    expect(none).toBeLessThanOrEqual(60 * minutes);
    expect(late.filter(({ status }) => status === 429)).toHaveLength(cases - none);
  },
  LONG,
);

test("a token of a megabyte is none", async () => {
  const { status } = await ask(`cdx_${"a".repeat(1_000_000)}`);
  expect(status).toBe(431);
  expect((await ask(`cdx_${"a".repeat(15_000)}`)).status).toBe(429);
});
