/** GET streams of the older era: changes of resources, for a session; and the rest of an answer's broken stream. */
import type { Request, Response } from "express";
import type { Principal } from "../../model/principal.js";
import type { Exchange } from "../exchange/exchange.js";
import { type CallScope, SUBSCRIPTIONS_TOPIC, type SubscriptionChange } from "../methods.js";
import { createSse } from "../sse.js";
import { type Update, type Updates, updateMessage, type Watcher } from "../updates.js";
import type { Session, Sessions } from "./session.js";

export interface LegacyStreams {
  /** Answers GET; `session` is the request's. */
  open(request: Request, response: Response, session: Session, scope: CallScope, principal: Principal): Promise<void>;
  /** Ends the streams of a session on all replicas, and deletes it. */
  end(session: Session): Promise<void>;
  close(): Promise<void>;
}

const SUBSCRIPTION = /^subscription (.*)$/s;
/** The id of a stream of changes. Its events are not kept, as all watched resources may have changed when a client reconnects. */
const CHANGES = "changes";
/** How soon a client reconnects for a stream of changes, in milliseconds. */
const RETRY = 1000;

/** The GET streams of this process. Must be closed. */
export async function createLegacyStreams(
  exchange: Exchange,
  updates: Updates,
  sessions: Sessions,
): Promise<LegacyStreams> {
  interface Stream {
    watch(uri: string, isOn: boolean): void;
    end(): void;
  }
  const streams = new Map<string, Set<Stream>>();
  const stops = await Promise.all([
    exchange.listen(SUBSCRIPTIONS_TOPIC, ({ session, uri, isOn }: SubscriptionChange) => {
      for (const stream of streams.get(session) ?? []) stream.watch(uri, isOn);
    }),
    exchange.listen("mcp-ended", ({ session }: { session: string }) => {
      sessions.end(session);
      for (const stream of streams.get(session) ?? []) stream.end();
    }),
  ]);

  /** Sends the rest of an answer that broke off after an event. */
  async function resume(response: Response, session: Session, [stream = "", number = ""]: string[]): Promise<void> {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    // The client's last event is read again: if it was the answer, no event follows it.
    const entries = /^\d{1,9}$/.test(number)
      ? await exchange.follow(`${session.key}.${stream}`, Number(number) - 1, gone.signal)
      : null;
    if (!entries) {
      const message = "There is no more of this stream. Send the request again.";
      response.status(404).json({ jsonrpc: "2.0", id: null, error: { code: -32001, message } });
      return;
    }
    const tell = (isThere: boolean) => exchange.publish("mcp-stream", { session: session.key, stream, isThere });
    await tell(true);
    const sse = createSse(response);
    for await (const { number: position, text } of entries) {
      if (text === "") continue;
      if (position > Number(number)) sse.send(text, { id: `${stream}:${position}` });
      const { result, error } = JSON.parse(text) as { result?: unknown; error?: unknown };
      if (result !== undefined || error !== undefined) return sse.end();
    }
    await tell(false);
  }

  async function follow(response: Response, session: Session, isBack: boolean, who: Watcher): Promise<void> {
    const sse = createSse(response);
    sse.send("", { id: CHANGES, retry: RETRY });
    const tell = (update: Update) => sse.send(JSON.stringify(updateMessage(update)));
    const following = updates.follow(who, tell);
    const stream: Stream = {
      watch: (uri, isOn) => (isOn ? void following.watch(uri) : following.unwatch(uri)),
      end: () => sse.end(),
    };
    const own = streams.get(session.key) ?? new Set();
    streams.set(session.key, own.add(stream));
    response.on("close", () => {
      following.end();
      own.delete(stream);
      if (own.size === 0) streams.delete(session.key);
    });
    for (const field of Object.keys(await exchange.recall(session.key).catch(() => ({})))) {
      const uri = SUBSCRIPTION.exec(field)?.[1];
      if (uri === undefined) continue;
      await following.watch(uri);
      if (isBack) tell({ uri });
    }
  }

  return {
    async open(request, response, session, { pinnedProject }, principal) {
      const last = request.get("last-event-id");
      if (last === undefined || last === CHANGES)
        await follow(response, session, last === CHANGES, { principal, pinnedProject });
      else await resume(response, session, last.split(":"));
    },
    async end(session) {
      await exchange.announce("mcp-ended", { session: session.key });
      // A session that cannot be forgotten now goes after its time.
      await exchange.forget(session.key).catch(() => undefined);
    },
    async close() {
      for (const stop of stops) await stop();
      for (const set of streams.values()) for (const stream of set) stream.end();
    },
  };
}
