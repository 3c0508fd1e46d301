/**
 * One POST of the older era: the requests of its body, and the answer as JSON or, where messages come before the answer, as a stream. To the SDK's
 * server it is a transport that lives as long as the POST.
 *
 * A client that can resume a broken stream (2025-11-25) gets numbered events, which are kept for it: GET with Last-Event-ID continues them on any
 * replica.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { Transport, TransportSendOptions } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { Request, Response } from "express";
import { letFail } from "../../base/promises.js";
import type { Exchange } from "../exchange/exchange.js";
import { createSse, type Sse } from "../sse.js";
import type { Channel } from "./server.js";
import type { Session } from "./session.js";

/** After this time without an answer it becomes a stream, whose comments keep proxies from closing it. Milliseconds. */
const STREAM_AFTER = 15_000;
/** How soon a client reconnects for a stream that broke. */
const RETRY = 500;
/** How long work continues after its stream broke, unless the client reconnects: it may well be gone. */
const GRACE = 900;
/** The same for a stream that the service ended, for its client to reconnect. */
const GRACE_OF_OURS = 30_000;
/** The first revision with events without data: such an event begins a stream that can be resumed. */
const RESUMABLE_SINCE = "2025-11-25";

/** A request to the client that waits for its answer. */
export interface ClientRequest {
  session: string;
  answer(message: JSONRPCMessage): void;
}

export interface PostOptions {
  request: Request;
  response: Response;
  /** The requests of the body. */
  requests: readonly { id: RequestId }[];
  isBatch: boolean;
  session: Session | null;
  protocolVersion: string;
  exchange: Exchange;
  /** Unanswered requests to clients, by the id they were sent with. */
  asked: Map<string, ClientRequest>;
}

export interface PostTransport extends Transport, Channel {
  /** The client has cancelled the request, which then gets no answer. Ignores requests of other POSTs. */
  cancel(id: RequestId): void;
  /** A client reconnected to the stream, or left it again. */
  resumed(isThere: boolean): void;
  /** The stream's id, for clients that reconnect. */
  streamId: string;
}

/** The transport of one POST: its requests in, and their answers out, as JSON or as a stream. */
export function createPostTransport(options: PostOptions): PostTransport {
  const { request, response, requests, isBatch, session, protocolVersion, exchange, asked } = options;
  const open = new Map(requests.map(({ id }) => [id, new AbortController()]));
  const answers: JSONRPCMessage[] = [];
  /** The ids of requests to the client. */
  const ours = new Set<string>();
  const accepts = request.headers.accept ?? "";
  const canStream = accepts.includes("text/event-stream") || accepts.includes("*/*");
  const isResumable = canStream && session !== null && protocolVersion >= RESUMABLE_SINCE;
  const streamId = randomBytes(12).toString("base64url");
  const log = isResumable ? { exchange, name: `${session.key}.${streamId}`, streamId } : null;
  const stream = createPostStream(response, log);
  let isClosed = false;
  /** Whether the service ended the connection before the answer. */
  let isEnded = false;
  let grace: NodeJS.Timeout | undefined;
  const soonStream = setTimeout(() => canStream && stream.open(), STREAM_AFTER);
  response.on("close", left);

  /** The connection is closed: by the service, at the end or before it, or by the client. */
  function left(): void {
    if (isClosed) return;
    if (open.size === 0 || !isResumable || !stream.isOpen()) void transport.close();
    else grace ??= setTimeout(() => void transport.close(), isEnded ? GRACE_OF_OURS : GRACE);
  }

  /** Sends the answer, once all requests have one or were cancelled. */
  async function finish(): Promise<void> {
    if (open.size > 0) return;
    if (stream.isOpen()) stream.end();
    else if (answers.length > 0 && !response.writableEnded) response.status(200).json(isBatch ? answers : answers[0]);
    await transport.close();
  }

  const transport: PostTransport = {
    canStream,
    streamId,
    start: async () => undefined,
    async send(message: JSONRPCMessage, about?: TransportSendOptions): Promise<void> {
      if (isClosed) return;
      if ("method" in message) {
        if (!canStream || about?.relatedRequestId === undefined) {
          if ("id" in message) throw new Error("This client takes no requests.");
          return;
        }
        stream.open();
        if (!("id" in message)) return stream.send(message);
        if (!session) throw new Error("Only a client with a session can be asked.");
        // Unguessable, and unique among replicas.
        const id = randomUUID();
        ours.add(id);
        asked.set(id, {
          session: session.key,
          answer: (reply) => transport.onmessage?.({ ...reply, id: message.id } as JSONRPCMessage),
        });
        return stream.send({ ...message, id });
      }
      if (!open.delete(message.id as RequestId)) return;
      if (stream.isOpen()) stream.send(message);
      else answers.push(message);
      await finish();
    },
    async close(): Promise<void> {
      if (isClosed) return;
      isClosed = true;
      clearTimeout(soonStream);
      clearTimeout(grace);
      for (const id of ours) asked.delete(id);
      for (const abort of open.values()) abort.abort();
      if (!response.writableEnded) {
        // A cancelled request gets no answer.
        if (response.headersSent) response.end();
        else response.status(202).end();
      }
      transport.onclose?.();
    },
    signalOf: (id) => open.get(id)?.signal ?? AbortSignal.abort(),
    cancel(id) {
      open.get(id)?.abort();
      if (open.delete(id)) void finish();
    },
    closeStream() {
      if (!isResumable) return;
      isEnded = true;
      stream.end();
    },
    resumed(isThere) {
      clearTimeout(grace);
      grace = isThere ? undefined : setTimeout(() => void transport.close(), GRACE);
    },
  };
  return transport;
}

/** The answer to a POST as a stream, once it has become one. */
interface PostStream {
  isOpen(): boolean;
  /** Makes the answer a stream, unless it is one already. */
  open(): Sse;
  /** Sends a message over the stream. */
  send(message: JSONRPCMessage): void;
  end(): void;
}

/** `log`: where the events of a stream that can be resumed are kept; null: it cannot. */
function createPostStream(
  response: Response,
  log: { exchange: Exchange; name: string; streamId: string } | null,
): PostStream {
  let sse: Sse | undefined;
  let number = 0;

  function open(): Sse {
    if (sse) return sse;
    sse = createSse(response);
    if (log) sendEvent(sse, null);
    return sse;
  }

  /** Sends a message, or the event that begins a stream, under the next number. */
  function sendEvent(to: Sse, message: JSONRPCMessage | null): void {
    const text = message === null ? "" : JSON.stringify(message);
    if (!log) {
      to.send(text);
      return;
    }
    number += 1;
    to.send(text, { id: `${log.streamId}:${number}`, ...(message === null && { retry: RETRY }) });
    // If it cannot be stored, the stream cannot be resumed; the event is sent all the same.
    letFail(log.exchange.append(log.name, { number, text }));
  }

  return {
    isOpen: () => sse !== undefined,
    open,
    send: (message) => sendEvent(open(), message),
    end: () => open().end(),
  };
}
