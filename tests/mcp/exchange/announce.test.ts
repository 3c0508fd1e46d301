/** Facts that stay true reach the other replicas, though Redis is slow or away when they are told. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { Exchange } from "../../../src/mcp/exchange/exchange.js";
import { createRedisExchange } from "../../../src/mcp/exchange/redis.js";
import { type FaultProxy, openFaultProxy } from "../../faults/fault-proxy.js";

const { TEST_REDIS_URL: redis } = process.env;

describe.runIf(redis)("announcements", () => {
  const closings: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });

  async function replicas(): Promise<{
    here: Exchange;
    proxy: FaultProxy;
    heard: { here: unknown[]; there: unknown[] };
  }> {
    const server = new URL(redis!);
    const proxy = await openFaultProxy(server.hostname, Number(server.port || 6379));
    closings.push(() => proxy.close());
    const [here, there] = [
      createRedisExchange(`redis://127.0.0.1:${proxy.port}`, "codeindex:test"),
      createRedisExchange(redis!, "codeindex:test"),
    ];
    const heard: { here: unknown[]; there: unknown[] } = { here: [], there: [] };
    for (const [exchange, list] of [
      [here, heard.here],
      [there, heard.there],
    ] as const) {
      closings.push(() => exchange.close());
      await exchange.listen("ended", (message) => void list.push(message));
    }
    await here.announce("ended", 0);
    await expect.poll(() => heard.there).toEqual([0]);
    return { here, proxy, heard };
  }

  test.each(["stall", "stop"] as const)(
    "are heard elsewhere when Redis is back (%s), in their order",
    async (fault) => {
      const { here, proxy, heard } = await replicas();
      proxy[fault]();
      await here.announce("ended", 1);
      await Promise.all([here.announce("ended", 2), here.announce("ended", 3)]);
      // Here it is known at once, and nowhere else yet.
      expect(heard.here).toEqual([0, 1, 2, 3]);
      expect(heard.there).toEqual([0]);
      proxy.restore();
      await expect.poll(() => heard.there.at(-1), { timeout: 15_000 }).toBe(3);
      // Told twice, perhaps, where Redis took it and its answer was late; but the last is what counts.
      expect([...new Set(heard.there)]).toEqual([0, 1, 2, 3]);
      await here.announce("ended", 4);
      await expect.poll(() => heard.there.at(-1)).toBe(4);
    },
  );

  test("may end while they are subscribed to again after a lost connection", async () => {
    const server = new URL(redis!);
    const proxy = await openFaultProxy(server.hostname, Number(server.port || 6379));
    closings.push(() => proxy.close());
    // A moment later each time: some fall between the question and the answer. An error that nobody catches fails the run.
    for (let moment = 0; moment < 40; moment++) {
      const exchange = createRedisExchange(`redis://127.0.0.1:${proxy.port}`, "codeindex:test");
      await exchange.listen("ended", () => undefined);
      proxy.stop();
      proxy.restore();
      await sleep(95 + moment);
      await exchange.close();
    }
  });
});
