/**
 * MCP over stdin and stdout, as a proxy: it forwards a client's messages to a service over HTTP, and the service's messages to the client.
 *
 * It interprets as little as possible, so that ids, capabilities, progress and the additions of later revisions pass through, in both eras. It only
 * bridges the differences between the two transports:
 *   - over HTTP each request has a connection of its own. If it fails, or ends without the answer, the request gets a JSON-RPC error.
 *   - since 2026-07-28 a request is cancelled by closing its connection. Before, `notifications/cancelled` is forwarded, and then the connection is closed.
 *   - notifications are delivered one at a time: a notification is answered over HTTP before the next request is sent, so that the order of stdin is kept.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Bridge, giveBack, isAllAnswered, LINE_LIMIT, type Link, take } from "./forward.js";
import { readLines } from "./lines.js";

/** How long requests may still be answered after stdin has ended: enough for `echo … | codeindex mcp` with a service that has to start. */
const LAST_ANSWERS_MS = 30_000;
const GOODBYE_MS = 1000;

/** Carries messages both ways until the input ends or `stop` aborts. */
export async function bridgeStdio(bridge: Bridge): Promise<void> {
  const { input, output, upstream, stop, log } = bridge;
  const link: Link = {
    bridge,
    pending: new Map(),
    notified: Promise.resolve(),
    allAnswered: () => undefined,
    greeting: undefined,
    hasStoodIn: false,
  };
  upstream.onmessage = (message) => giveBack(link, message);
  upstream.onerror = (error) => log.debug({ err: error }, "failed to talk to the service");
  await upstream.start();
  const broken = new AbortController();
  // A client that does not read any more has gone.
  output.on("error", () => broken.abort());
  const stopped = new Promise<void>((done) => {
    for (const signal of [stop, broken.signal]) signal.addEventListener("abort", () => done(), { once: true });
  });
  const read = (async () => {
    for await (const line of readLines(input, LINE_LIMIT)) take(link, line);
    await link.notified;
    if (isAllAnswered(link)) return;
    const answered = new Promise<void>((done) => {
      link.allAnswered = done;
    });
    await Promise.race([answered, sleep(LAST_ANSWERS_MS, undefined, { ref: false })]);
  })();
  await Promise.race([read, stopped]).finally(() => input.destroy());
  await Promise.race([
    upstream.terminateSession().catch(() => undefined),
    sleep(GOODBYE_MS, undefined, { ref: false }),
  ]);
  await upstream.close();
}
