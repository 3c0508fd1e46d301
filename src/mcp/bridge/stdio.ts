/**
 * MCP over stdin and stdout, as a proxy: it forwards a client's messages to a service over HTTP, and the service's messages to the client.
 *
 * It interprets as little as possible, so that ids, capabilities, progress and the additions of later revisions pass through, in both eras. It only
 * bridges the differences between the two transports:
 *   - over HTTP each request has a connection of its own. If it fails, or ends without the answer, the request gets a JSON-RPC error.
 *   - since 2026-07-28 a request is cancelled by closing its connection. Before, `notifications/cancelled` is forwarded, and then the connection is closed.
 *   - notifications are delivered one at a time: a notification is answered over HTTP before the next request is sent, so that the order of stdin is kept.
 */
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  InsufficientScopeError,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  SdkHttpError,
  type StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { CodeindexError, type ErrorEnvelope } from "../../base/errors.js";
import type { Logger } from "../../base/log.js";
import { readLines } from "./lines.js";
import type { StandIn } from "./stand-in.js";

/** Larger than any message that a service accepts; a longer line is not kept at all. */
const LINE_LIMIT = 64 * 2 ** 20;
/** How long requests may still be answered after stdin has ended: enough for `echo … | codeindex mcp` with a service that has to start. */
const LAST_ANSWERS_MS = 30_000;
/** A request whose answer comes only when its stream ends, which it does not do by itself. */
const ENDLESS = "subscriptions/listen";
const GOODBYE_MS = 1000;
/** How long a client waits for the service's answer to `initialize` before it gets the bridge's own. */
const OPENING_PATIENCE_MS = 2500;
const GREETING = "notifications/initialized";

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const SERVER_ERROR = -32000;
const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

type Problem = JSONRPCErrorResponse["error"];

/** A request that has no answer yet. */
interface Pending {
  method: string;
  isModern: boolean;
  connection: AbortController;
}

export interface Bridge {
  input: Readable;
  output: Writable;
  /** The transport to the service; not started yet. */
  upstream: StreamableHTTPClientTransport;
  /** Answers while the service is gone. */
  standIn: StandIn;
  /** Ends the bridge at once. */
  stop: AbortSignal;
  log: Logger;
}

/** Carries messages both ways until the input ends or `stop` aborts. */
export async function bridgeStdio({ input, output, upstream, standIn, stop, log }: Bridge): Promise<void> {
  const pending = new Map<RequestId, Pending>();
  let notified: Promise<void> = Promise.resolve();
  let allAnswered: () => void = () => undefined;
  /** The client's `initialized` notification until it has reached the service: the stream of notifications begins with it. */
  let greeting: JSONRPCMessage | undefined;
  let hasStoodIn = false;

  const write = (message: JSONRPCMessage | object): void => {
    output.write(`${JSON.stringify(message)}\n`);
  };
  const isAllAnswered = () => [...pending.values()].every(({ method }) => method === ENDLESS);
  /** Removes a request from the list; false where it was answered already, or cancelled. */
  const settle = (id: RequestId): boolean => {
    const wasPending = pending.delete(id);
    if (isAllAnswered()) allAnswered();
    return wasPending;
  };

  upstream.onmessage = (message) => {
    if (!("method" in message) && "id" in message && message.id !== undefined) {
      const request = pending.get(message.id);
      if (!settle(message.id)) return;
      const version = request?.method === "initialize" && "result" in message && message.result.protocolVersion;
      if (typeof version === "string") upstream.setProtocolVersion(version);
    }
    write(message);
    if (hasStoodIn) serviceIsBack();
  };
  upstream.onerror = (error) => log.debug({ err: error }, "failed to talk to the service");

  /** The service is back after the bridge answered for it: it gets the client's greeting, and the client lists its tools anew. */
  function serviceIsBack(): void {
    hasStoodIn = false;
    write({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    if (greeting) void notify(greeting);
  }

  /** The answer to a failed request: the stand-in's where the service is gone, and otherwise the error. */
  function answerTo({ id, method, params }: JSONRPCRequest, problem: unknown): object {
    const isGone = problem instanceof CodeindexError && problem.code === "daemon_unavailable";
    const isModern = params?._meta?.[PROTOCOL_VERSION] !== undefined && method !== "server/discover";
    const answer = isGone && !isModern ? standIn({ method, params }, problem) : undefined;
    if (answer === undefined) return errorFor(id, problem);
    if (method === "initialize" && "result" in answer)
      upstream.setProtocolVersion(String(answer.result.protocolVersion));
    hasStoodIn = true;
    return { jsonrpc: "2.0", id, ...answer };
  }

  async function forwardRequests(given: JSONRPCMessage | JSONRPCMessage[], requests: JSONRPCRequest[]): Promise<void> {
    const connection = new AbortController();
    for (const { id, method, params } of requests)
      pending.set(id, { method, isModern: params?._meta?.[PROTOCOL_VERSION] !== undefined, connection });
    const fail = (problem: unknown): void => {
      for (const request of requests) {
        const isOpen = pending.get(request.id)?.connection === connection;
        if (isOpen && settle(request.id)) write(answerTo(request, problem));
      }
    };
    const isOpening = requests.some(({ method }) => method === "initialize");
    const late = isOpening ? setTimeout(() => fail(notReady()), OPENING_PATIENCE_MS) : undefined;
    try {
      await notified;
      await upstream.send(given, {
        requestSignal: connection.signal,
        onRequestStreamEnd: () => fail(new BrokenStream()),
      });
    } catch (error) {
      if (!connection.signal.aborted) fail(error);
    } finally {
      clearTimeout(late);
    }
  }

  async function notify(message: JSONRPCMessage | JSONRPCMessage[]): Promise<void> {
    const isGreeting = !Array.isArray(message) && "method" in message && message.method === GREETING;
    if (isGreeting) greeting = message;
    try {
      await upstream.send(message);
      if (isGreeting) greeting = undefined;
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "failed to deliver a notification");
    }
  }

  async function cancel(message: JSONRPCMessage, id: RequestId): Promise<void> {
    const request = pending.get(id);
    if (!request?.isModern) await notify(message);
    if (!request || pending.get(id) !== request) return;
    settle(id);
    request.connection.abort();
  }

  function take(line: string | null): void {
    if (line?.trim() === "") return;
    const given = line === null ? undefined : parse(line);
    if (given === undefined) {
      const problem = line === null ? `The message has more than ${LINE_LIMIT} bytes.` : "The line is not JSON.";
      write(errorResponse(undefined, { code: PARSE_ERROR, message: problem }));
      return;
    }
    const messages = Array.isArray(given) ? given : [given];
    const refused = messages.length === 0 ? { id: undefined } : messages.find((message) => !isMessage(message));
    if (refused !== undefined) {
      write(
        errorResponse(idOf(refused), { code: INVALID_REQUEST, message: "The line is not a JSON-RPC 2.0 message." }),
      );
      return;
    }
    const requests = messages.filter(isRequest);
    const twice = requests.find(({ id }, at) => pending.has(id) || requests.findIndex((each) => each.id === id) < at);
    if (twice) {
      const problem = `The request ${JSON.stringify(twice.id)} has no answer yet: its id cannot be another's.`;
      write(errorResponse(twice.id, { code: INVALID_REQUEST, message: problem }));
      return;
    }
    const cancelled = cancelledBy(given);
    if (cancelled !== undefined) void cancel(given as JSONRPCMessage, cancelled);
    else if (requests.length > 0) void forwardRequests(given as JSONRPCMessage, requests);
    else notified = notified.then(() => notify(given as JSONRPCMessage));
  }

  await upstream.start();
  const broken = new AbortController();
  // A client that does not read any more has gone.
  output.on("error", () => broken.abort());
  const stopped = new Promise<void>((done) => {
    for (const signal of [stop, broken.signal]) signal.addEventListener("abort", () => done(), { once: true });
  });
  const read = (async () => {
    for await (const line of readLines(input, LINE_LIMIT)) take(line);
    await notified;
    if (isAllAnswered()) return;
    const answered = new Promise<void>((done) => {
      allAnswered = done;
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

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function idOf(message: unknown): RequestId | undefined {
  const id = (message as { id?: unknown } | null)?.id;
  return typeof id === "string" || Number.isInteger(id) ? (id as RequestId) : undefined;
}

function isMessage(message: unknown): message is JSONRPCMessage {
  if (typeof message !== "object" || message === null) return false;
  const { jsonrpc, id, method, result, error } = message as Record<string, unknown>;
  const hasId = idOf(message) !== undefined;
  if (jsonrpc !== "2.0" || (id !== undefined && !hasId)) return false;
  return typeof method === "string" || (method === undefined && hasId && (result !== undefined || error !== undefined));
}

const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest => "method" in message && "id" in message;

/** The request that a message cancels. */
function cancelledBy(message: unknown): RequestId | undefined {
  const { method, params } = message as { method?: unknown; params?: { requestId?: unknown } };
  return method === "notifications/cancelled" ? idOf({ id: params?.requestId }) : undefined;
}

function errorResponse(id: RequestId | undefined, error: Problem): JSONRPCErrorResponse {
  // JSON-RPC requires null where there is no id, while the types of MCP leave it out.
  return { jsonrpc: "2.0", id: (id ?? null) as RequestId, error };
}

/** The connection ended before the answer was complete. */
class BrokenStream extends Error {}

function streamBroke(): CodeindexError {
  return new CodeindexError(
    "daemon_unavailable",
    "The connection to codeindex ended before the answer was complete.",
    {},
    ["Send the request again: the service may have been restarted."],
  );
}

/** The error for a request while the service is still starting. */
function notReady(): CodeindexError {
  return new CodeindexError("daemon_unavailable", "The codeindex service is not ready yet.", {}, ["Ask again soon."]);
}

/** The answer to a failed request: the service's own error where it sent one. */
function errorFor(id: RequestId, error: unknown): JSONRPCErrorResponse {
  return errorResponse(id, problemOf(error));
}

function problemOf(error: unknown): Problem {
  if (error instanceof BrokenStream) return told(streamBroke().toEnvelope());
  if (error instanceof CodeindexError) return told(error.toEnvelope());
  if (error instanceof SdkHttpError) return answeredWith(error);
  // The transport keeps nothing else of such an answer.
  if (error instanceof InsufficientScopeError)
    return told(new CodeindexError("forbidden", error.errorDescription ?? "The token may not do this.").toEnvelope());
  if ((error as Error).name === "AbortError")
    return told(new CodeindexError("cancelled", "codeindex mcp was stopped before there was an answer.").toEnvelope());
  const problem = `codeindex could not be asked: ${reasonOf(error)}.`;
  return told(new CodeindexError("daemon_unavailable", problem, {}, ["Send the request again."]).toEnvelope());
}

/** The error in an answer that is not JSON-RPC: the service's own, or a summary of a page from a proxy between. */
function answeredWith({ status, data, message }: SdkHttpError): Problem {
  const body =
    typeof data.text === "string" ? (parse(data.text) as { jsonrpc?: unknown; error?: unknown } | null) : null;
  const todo = status === 401 ? " Give codeindex mcp a token: --token, or CODEINDEX_TOKEN." : "";
  if (body?.jsonrpc === "2.0" && isProtocolError(body.error))
    return { ...body.error, message: body.error.message + todo };
  if (isEnvelope(body)) return told(body);
  // The transport's message names the target.
  const isRedirect = status >= 300 && status < 400;
  return {
    code: SERVER_ERROR,
    message: (isRedirect ? message : `The service's URL answered with status ${status}.`) + todo,
  };
}

function isProtocolError(error: unknown): error is Problem {
  return Number.isInteger((error as { code?: unknown } | undefined)?.code);
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  const { error } = (body ?? {}) as Partial<ErrorEnvelope>;
  return typeof error?.code === "string" && typeof error.message === "string" && Array.isArray(error.suggestions);
}

function told({ error }: ErrorEnvelope): Problem {
  return {
    code: SERVER_ERROR,
    message: [`${error.code}: ${error.message}`, ...error.suggestions].join(" "),
    data: error,
  };
}

/** The message of the innermost cause; undici's own is only "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { message?: string; code?: string } };
  return (cause?.message || cause?.code || message || String(error)).replace(/\.$/, "");
}
