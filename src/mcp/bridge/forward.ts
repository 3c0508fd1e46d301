/** Messages on their way through the bridge, in both directions, and the requests that have no answer yet. */
import type { Readable, Writable } from "node:stream";
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { CodeindexError } from "../../base/errors.js";
import type { Logger } from "../../base/log.js";
import { cancelledBy, idOf, isMessage, isRequest, parse } from "./messages.js";
import { BrokenStream, errorFor, errorResponse, notReady } from "./problems.js";
import type { StandIn } from "./stand-in.js";

/** Larger than any message that a service accepts; a longer line is not kept at all. */
export const LINE_LIMIT = 64 * 2 ** 20;
/** A request that is answered when its stream ends. The stream does not end by itself. */
const ENDLESS = "subscriptions/listen";
/** How long a client waits for the service's answer to `initialize` before it gets the bridge's own. */
const OPENING_PATIENCE_MS = 2500;
const GREETING = "notifications/initialized";

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

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

/** The messages that pass a bridge, as far as it keeps track of them. */
export interface Link {
  bridge: Bridge;
  pending: Map<RequestId, Pending>;
  /** Resolves when the notifications so far have been delivered, one at a time. */
  notified: Promise<void>;
  /** Called when all requests have an answer. */
  allAnswered: () => void;
  /** The client's `initialized` notification until it has reached the service: the stream of notifications begins with it. */
  greeting: JSONRPCMessage | undefined;
  /** The bridge has answered for the service, which was gone. */
  hasStoodIn: boolean;
}

/** Whether every request has its answer, but for requests that never end. */
export function isAllAnswered({ pending }: Link): boolean {
  return [...pending.values()].every(({ method }) => method === ENDLESS);
}

function write({ bridge }: Link, message: JSONRPCMessage | object): void {
  bridge.output.write(`${JSON.stringify(message)}\n`);
}

/** Removes a request from the list; false where it was answered already, or cancelled. */
function settle(link: Link, id: RequestId): boolean {
  const wasPending = link.pending.delete(id);
  if (isAllAnswered(link)) link.allAnswered();
  return wasPending;
}

/** Gives the client a message of the service. */
export function giveBack(link: Link, message: JSONRPCMessage): void {
  if (!("method" in message) && "id" in message && message.id !== undefined) {
    const request = link.pending.get(message.id);
    if (!settle(link, message.id)) return;
    const version = request?.method === "initialize" && "result" in message && message.result.protocolVersion;
    if (typeof version === "string") link.bridge.upstream.setProtocolVersion(version);
  }
  write(link, message);
  if (link.hasStoodIn) serviceIsBack(link);
}

/** The service is back after the bridge answered for it: it gets the client's greeting, and the client lists its tools anew. */
function serviceIsBack(link: Link): void {
  link.hasStoodIn = false;
  write(link, { jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  if (link.greeting) void notify(link, link.greeting);
}

/** The answer to a failed request: the stand-in's where the service is gone, and otherwise the error. */
function answerTo(link: Link, { id, method, params }: JSONRPCRequest, problem: unknown): object {
  const { standIn, upstream } = link.bridge;
  const isGone = problem instanceof CodeindexError && problem.code === "daemon_unavailable";
  const isModern = params?._meta?.[PROTOCOL_VERSION] !== undefined && method !== "server/discover";
  const answer = isGone && !isModern ? standIn({ method, params }, problem) : undefined;
  if (answer === undefined) return errorFor(id, problem);
  if (method === "initialize" && "result" in answer) upstream.setProtocolVersion(String(answer.result.protocolVersion));
  link.hasStoodIn = true;
  return { jsonrpc: "2.0", id, ...answer };
}

/** Sends requests on, in a connection of their own, and sees to it that each gets an answer. */
async function forwardRequests(
  link: Link,
  given: JSONRPCMessage | JSONRPCMessage[],
  requests: JSONRPCRequest[],
): Promise<void> {
  const { pending } = link;
  const connection = new AbortController();
  for (const { id, method, params } of requests)
    pending.set(id, { method, isModern: params?._meta?.[PROTOCOL_VERSION] !== undefined, connection });
  const fail = (problem: unknown): void => {
    for (const request of requests) {
      const isOpen = pending.get(request.id)?.connection === connection;
      if (isOpen && settle(link, request.id)) write(link, answerTo(link, request, problem));
    }
  };
  const isOpening = requests.some(({ method }) => method === "initialize");
  const late = isOpening ? setTimeout(() => fail(notReady()), OPENING_PATIENCE_MS) : undefined;
  try {
    await link.notified;
    await link.bridge.upstream.send(given, {
      requestSignal: connection.signal,
      onRequestStreamEnd: () => fail(new BrokenStream()),
    });
  } catch (error) {
    if (!connection.signal.aborted) fail(error);
  } finally {
    clearTimeout(late);
  }
}

async function notify(link: Link, message: JSONRPCMessage | JSONRPCMessage[]): Promise<void> {
  const { upstream, log } = link.bridge;
  const isGreeting = !Array.isArray(message) && "method" in message && message.method === GREETING;
  if (isGreeting) link.greeting = message;
  try {
    await upstream.send(message);
    if (isGreeting) link.greeting = undefined;
  } catch (error) {
    log.warn({ reason: (error as Error).message }, "failed to deliver a notification");
  }
}

async function cancel(link: Link, message: JSONRPCMessage, id: RequestId): Promise<void> {
  const { pending } = link;
  const request = pending.get(id);
  if (!request?.isModern) await notify(link, message);
  if (!request || pending.get(id) !== request) return;
  settle(link, id);
  request.connection.abort();
}

/** Takes a line of the input: passes its message on, or says what is wrong with it. `null`: it was too long. */
export function take(link: Link, line: string | null): void {
  if (line?.trim() === "") return;
  const given = line === null ? undefined : parse(line);
  if (given === undefined) {
    const problem = line === null ? `The message has more than ${LINE_LIMIT} bytes.` : "The line is not JSON.";
    write(link, errorResponse(undefined, { code: PARSE_ERROR, message: problem }));
    return;
  }
  const messages = Array.isArray(given) ? given : [given];
  const refused = messages.length === 0 ? { id: undefined } : messages.find((message) => !isMessage(message));
  if (refused !== undefined) {
    write(
      link,
      errorResponse(idOf(refused), { code: INVALID_REQUEST, message: "The line is not a JSON-RPC 2.0 message." }),
    );
    return;
  }
  const requests = messages.filter(isRequest);
  const twice = requests.find(
    ({ id }, index) => link.pending.has(id) || requests.findIndex((each) => each.id === id) < index,
  );
  if (twice) {
    const problem = `The request ${JSON.stringify(twice.id)} has no answer yet: its id cannot be another's.`;
    write(link, errorResponse(twice.id, { code: INVALID_REQUEST, message: problem }));
    return;
  }
  const cancelled = cancelledBy(given);
  if (cancelled !== undefined) void cancel(link, given as JSONRPCMessage, cancelled);
  else if (requests.length > 0) void forwardRequests(link, given as JSONRPCMessage, requests);
  else link.notified = link.notified.then(() => notify(link, given as JSONRPCMessage));
}
