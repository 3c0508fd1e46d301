/** A client that hangs up before its stream has begun, while something is waited for, leaves nothing behind. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { listen } from "../../src/http/server.js";
import { tableHost } from "./table.js";

test.each(["points", "listening"] as const)("a client hangs up while a stream waits for its %s", async (slow) => {
  const host = tableHost();
  const { limits, exchange } = host;
  const waiting: (() => void)[] = [];
  let isSlow = true;
  const wait = async (where: string) => {
    if (where === slow && isSlow) await new Promise<void>((go) => waiting.push(go));
  };
  const followed = new Set<string>();
  const server = await listen({
    ...host,
    limits: { ...limits, spend: () => wait("points") },
    exchange: {
      ...exchange,
      async listen(topic, heard) {
        if (!topic.startsWith("mcp-sse-")) return exchange.listen(topic, heard);
        await wait("listening");
        const stop = await exchange.listen(topic, heard);
        followed.add(topic);
        return async () => {
          followed.delete(topic);
          await stop();
        };
      },
    },
  });
  const open = (signal: AbortSignal) => fetch(`${server.url}/sse`, { signal }).then((response) => response.body!);

  const impatience = new AbortController();
  const stream = open(impatience.signal).catch(() => null);
  await expect.poll(() => waiting.length).toBe(1);
  impatience.abort();
  await stream;
  // The service hears of it.
  await sleep(100);
  isSlow = false;
  waiting[0]!();

  const patience = new AbortController();
  const { value } = await (await open(patience.signal)).getReader().read();
  const [, id] = /sessionId=(\w+)/.exec(new TextDecoder().decode(value))!;
  expect([...followed]).toEqual([`mcp-sse-${id}`]);
  patience.abort();
  await expect.poll(() => followed.size).toBe(0);
  await server.close();
});
