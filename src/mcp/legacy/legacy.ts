/**
 * The older era, 2025-11-25 and before, without a session that a replica has to keep.
 *
 *     POST     requests, each with a server of the SDK for itself; notifications; a client's answers to questions
 *     GET      a stream for changes of resources; with Last-Event-ID, the rest of a stream that broke
 *     DELETE   ends a session
 *
 * Messages about a request on another replica (its cancellation, an answer that it waits for) go through the exchange.
 */
import {
  type InitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  LATEST_PROTOCOL_VERSION,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import type { Request, Response } from "express";
import { addToSet } from "../../base/groups.js";
import { addLogFields, type Logger } from "../../base/log.js";
import { ownerOf, type Principal } from "../../model/principal.js";
import type { Exchange } from "../exchange/exchange.js";
import type { CallScope, Method } from "../methods.js";
import { type ClientRequest, createPostTransport, type PostTransport } from "./post.js";
import { readPost, refuse } from "./read-post.js";
import { createLegacyServer } from "./server.js";
import type { Session, Sessions } from "./session.js";

/** The version of a client that names none; clients before 2025-06-18 send no header. */
const VERSION_UNSAID = "2025-03-26";
const SESSION_NOT_FOUND = -32001;

export interface LegacyOptions {
  methods: Record<string, Method>;
  sessions: Sessions;
  exchange: Exchange;
  log: Logger;
}

export interface LegacyEndpoint {
  /** Handles a POST. The body is parsed already, and holds no request of the newer era. */
  post(request: Request, response: Response, scope: CallScope, principal: Principal): Promise<void>;
  close(): Promise<void>;
}

/** The session in a request; null where it names none. For a session that is not this caller's it answers 404 by itself, and returns undefined. */
export function sessionOf(
  sessions: Sessions,
  request: Request,
  response: Response,
  principal: Principal,
): Session | null | undefined {
  const id = request.get("mcp-session-id");
  if (id === undefined) return null;
  const session = sessions.read(id, ownerOf(principal));
  if (session) return session;
  refuse(response, 404, SESSION_NOT_FOUND, "There is no such session. Connect again with `initialize`.");
  return undefined;
}

/** The POSTs that are under way. */
interface LegacyState extends LegacyOptions {
  /** The running POSTs by session. */
  posts: Map<string, Set<PostTransport>>;
  /** Unanswered requests to clients, by the id they were sent with. */
  asked: Map<string, ClientRequest>;
}

/** The endpoint of the older era, which listens on the exchange. Must be closed. */
export async function createLegacyEndpoint(options: LegacyOptions): Promise<LegacyEndpoint> {
  const { exchange } = options;
  const posts = new Map<string, Set<PostTransport>>();
  const asked = new Map<string, ClientRequest>();
  const endpoint: LegacyState = { ...options, posts, asked };
  const stops = await Promise.all([
    exchange.listen("mcp-cancel", ({ session, id }: { session: string; id: RequestId }) => {
      for (const post of posts.get(session) ?? []) post.cancel(id);
    }),
    exchange.listen("mcp-answer", ({ session, message }: { session: string; message: { id: string } }) => {
      const waiting = asked.get(message.id);
      if (waiting?.session !== session) return;
      asked.delete(message.id);
      waiting.answer(message as unknown as JSONRPCMessage);
    }),
    exchange.listen(
      "mcp-stream",
      ({ session, stream, isThere }: { session: string; stream: string; isThere: boolean }) => {
        for (const post of posts.get(session) ?? []) if (post.streamId === stream) post.resumed(isThere);
      },
    ),
  ]);

  return {
    post: (request, response, scope, principal) => handlePost(endpoint, request, response, scope, principal),
    async close() {
      for (const stop of stops) await stop();
      for (const set of posts.values()) for (const post of set) await post.close();
    },
  };
}

/** Handles a POST: those of its messages that get no answer at once, the others by a server of the SDK. */
async function handlePost(
  endpoint: LegacyState,
  request: Request,
  response: Response,
  scope: CallScope,
  principal: Principal,
): Promise<void> {
  const { methods, sessions, exchange, log, posts, asked } = endpoint;
  const post = readPost(request, response);
  if (!post) return;
  const { version, isBatch, messages, requests, opening } = post;
  let session: Session | null;
  if (opening) {
    const made = sessions.open(aboutClient(opening, principal));
    response.set("Mcp-Session-Id", made.id);
    session = made.session;
  } else {
    const named = sessionOf(sessions, request, response, principal);
    if (named === undefined) return;
    session = named;
  }
  if (session) addLogFields({ client: session.client });
  if (requests.length === 0) {
    for (const message of messages) await take(endpoint, message, session);
    response.status(202).end();
    return;
  }

  const protocolVersion = version ?? session?.protocolVersion ?? VERSION_UNSAID;
  const transport = createPostTransport({
    request,
    response,
    requests,
    isBatch,
    // Nobody can resume the stream of the first answer.
    session: opening ? null : session,
    protocolVersion,
    exchange,
    asked,
  });
  const channel = transport;
  const server = createLegacyServer({ methods, scope, principal, session: () => session, exchange, channel });
  server.onerror = (error) => log.debug({ err: error }, "failed to handle an MCP request");
  if (session) addToSet(posts, session.key, transport);
  await server.connect(transport);
  const { onclose } = transport;
  transport.onclose = () => {
    const own = session && posts.get(session.key);
    own?.delete(transport);
    if (session && own?.size === 0) posts.delete(session.key);
    onclose?.();
  };
  for (const message of messages) {
    if (isJSONRPCRequest(message)) transport.onmessage?.(message);
    else await take(endpoint, message, session);
  }
}

/** Handles a message without an answer. */
async function take({ exchange }: LegacyOptions, message: JSONRPCMessage, session: Session | null): Promise<void> {
  if (!session) return;
  if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
    const id = message.params?.requestId;
    if (typeof id === "string" || typeof id === "number")
      await exchange.announce("mcp-cancel", { session: session.key, id });
  } else if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message))
    await exchange.publish("mcp-answer", { session: session.key, message });
}

/** The session's record of a client's self-description. */
export function aboutClient({ params }: Pick<InitializeRequest, "params">, principal: Principal): Omit<Session, "key"> {
  const { protocolVersion, capabilities, clientInfo } = params;
  return {
    owner: ownerOf(principal),
    protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : LATEST_PROTOCOL_VERSION,
    client: `${clientInfo.name} ${clientInfo.version}`,
    elicitation: takesForms(capabilities.elicitation),
    sampling: capabilities.sampling !== undefined,
    roots: capabilities.roots !== undefined,
  };
}

/** Whether a client with this declaration shows forms: one that names no mode does. */
const takesForms = (elicitation: { form?: unknown; url?: unknown } | undefined): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
