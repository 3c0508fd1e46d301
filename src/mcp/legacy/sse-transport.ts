/**
 * The transport of 2024-11-05, for old clients: GET /sse opens a stream, POST /messages?sessionId=… sends, and answers come on the stream. A message
 * that reaches another replica is forwarded to the stream's.
 */
import { randomBytes } from "node:crypto";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  isInitializeRequest,
  isJSONRPCNotification,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import type { Request, Response } from "express";
import type { Logger } from "../../base/log.js";
import { letFail } from "../../base/promises.js";
import { ownerOf, type Principal } from "../../model/principal.js";
import type { Exchange } from "../exchange/exchange.js";
import { type CallScope, type Method, SUBSCRIPTIONS_TOPIC, type SubscriptionChange } from "../methods.js";
import { createSse } from "../sse.js";
import { type Following, type Updates, updateMessage } from "../updates.js";
import { aboutClient } from "./legacy.js";
import { problemOfOpening, refuse } from "./read-post.js";
import { createLegacyServer } from "./server.js";
import type { Session } from "./session.js";

export interface LegacySse {
  /** Answers GET /sse. */
  open(response: Response, scope: CallScope, principal: Principal): Promise<void>;
  /** Answers POST /messages; the body is parsed already. */
  message(request: Request, response: Response, principal: Principal): Promise<void>;
  close(): Promise<void>;
}

interface Connection {
  following: Following;
  transport: Transport;
}

/** The endpoint of HTTP+SSE, the transport of 2024-11-05. Must be closed. */
export async function createLegacySse(
  methods: Record<string, Method>,
  exchange: Exchange,
  updates: Updates,
  log: Logger,
): Promise<LegacySse> {
  const connections = new Map<string, Connection>();
  const topicOf = (id: string) => `mcp-sse-${id}`;
  const stopWatching = await exchange.listen(SUBSCRIPTIONS_TOPIC, ({ session, uri, isOn }: SubscriptionChange) => {
    const following = connections.get(session)?.following;
    if (isOn) void following?.watch(uri);
    else following?.unwatch(uri);
  });

  return {
    async open(response, scope, principal) {
      const id = randomBytes(16).toString("hex");
      const sse = createSse(response);
      let session: Session | null = null;
      const running = new Map<RequestId, AbortController>();
      const transport: Transport = {
        start: async () => undefined,
        async send(message) {
          if (!("method" in message)) running.delete(message.id as RequestId);
          sse.send(JSON.stringify(message));
        },
        async close() {
          sse.end();
        },
      };
      const channel = {
        canStream: true,
        signalOf: (request: RequestId) => running.get(request)?.signal ?? AbortSignal.abort(),
        closeStream: () => undefined,
      };
      const server = createLegacyServer({ methods, scope, principal, session: () => session, exchange, channel });
      server.onerror = (error) => log.debug({ err: error }, "failed to handle an MCP request");
      await server.connect(transport);
      const following = updates.follow({ principal, pinnedProject: scope.pinnedProject }, (update) =>
        sse.send(JSON.stringify(updateMessage(update))),
      );
      connections.set(id, { following, transport });
      const listening = exchange.listen(topicOf(id), (sent: { owner: string; message: JSONRPCMessage }) => {
        if (sent.owner === ownerOf(principal)) take(sent.message);
      });
      const take = (message: JSONRPCMessage): void => {
        if (isJSONRPCNotification(message) && message.method === "notifications/cancelled")
          running.get(message.params?.requestId as RequestId)?.abort();
        if (isInitializeRequest(message)) session = { ...aboutClient(message, principal), key: id };
        if ("method" in message && "id" in message) running.set(message.id, new AbortController());
        transport.onmessage?.(message);
      };
      response.on("close", () => {
        connections.delete(id);
        letFail(listening.then((stop) => stop()));
        following.end();
        for (const abort of running.values()) abort.abort();
        transport.onclose?.();
        // A session that cannot be forgotten now goes after its time.
        letFail(exchange.forget(id));
      });
      await listening;
      sse.send(`/messages?sessionId=${id}`, { event: "endpoint" });
    },
    async message(request, response, principal) {
      const id = String(request.query.sessionId ?? "");
      const parsed = JSONRPCMessageSchema.safeParse(request.body);
      if (!parsed.success) return refuse(response, 400, -32600, "The body must be one JSON-RPC message.");
      const problem = problemOfOpening([parsed.data]);
      if (problem) return refuse(response, 400, -32602, problem);
      const heard = /^[0-9a-f]{32}$/.test(id)
        ? await exchange.publish(topicOf(id), { owner: ownerOf(principal), message: parsed.data })
        : 0;
      if (heard === 0) return refuse(response, 404, -32001, "There is no such session. Open /sse again.");
      response.status(202).send("Accepted");
    },
    async close() {
      await stopWatching();
      for (const { transport } of connections.values()) await transport.close();
    },
  };
}
