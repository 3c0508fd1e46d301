/**
 * The connection from a bridge to its service. It waits for a service that does not answer yet, and survives its restarts.
 *
 * A session belongs to the service (some services keep sessions and lose them when they stop). When the service does not know it any more, the
 * client's own `initialize` is sent again, and the pending message follows under the new session. The client notices nothing.
 */
import { type FetchLike, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { present } from "../../base/need.js";
import { anySignal } from "../../base/signals.js";

/** Finds the service, starts it where allowed, and knows when it has gone. */
export interface ServiceFinder {
  /** Resolves when the service answers, with headers for requests to it. Throws `daemon_unavailable`. */
  find(): Promise<Record<string, string>>;
  /** Resolves when the service answers, without a time limit; never starts one. */
  await(signal: AbortSignal | null): Promise<Record<string, string>>;
  /** Reports that the service did not take a connection: `find` has to look again. */
  lost(): void;
}

const SESSION = "mcp-session-id";

/** Longer messages are not parsed in the search for `notifications/initialized`. Bytes. */
const LONGEST_NOTICE = 10_000;
/** How long each attempt at the rest of an answer may wait for the service. */
const REST_MS = 5000;

/** A transport to `url` whose requests wait for the service. */
export function createUpstream(url: URL, finder: ServiceFinder): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(url, { fetch: keepingSession(waitingFor(finder)) });
}

/**
 * How long requests wait for the service:
 *   POST     a request of the client: the service is found, and started where allowed
 *   GET      the transport reopens a broken stream. The stream of notifications waits without a limit, and starts nothing. The rest of an answer, for
 *            which a client waits, must come soon or not at all.
 *   DELETE   the end of a session: sent only to a service that answers
 */
function waitingFor(finder: ServiceFinder): FetchLike {
  /** The signal of the transport itself, for notifications and their stream, as opposed to those of requests. */
  let ownSignal: AbortSignal | null = null;
  async function headersFor(method: string | undefined, signal: AbortSignal | null): Promise<Record<string, string>> {
    if (method === "DELETE") return {};
    if (method === "POST") return whileWanted(finder.find(), signal);
    if (signal === null || signal === ownSignal) return finder.await(signal);
    return whileWanted(finder.find(), anySignal(signal, AbortSignal.timeout(REST_MS)));
  }
  return async (url, init = {}) => {
    const { method, signal = null, body } = init;
    if (ownSignal === null && typeof body === "string" && isNotification(body)) ownSignal = signal;
    for (let isAgain = false; ; ) {
      const headers = await headersFor(method, signal);
      try {
        return await fetch(url, { ...init, headers: withHeaders(init.headers, headers) });
      } catch (error) {
        if (method === "DELETE") throw error;
        const code = (error as { cause?: { code?: string } }).cause?.code ?? "";
        // Retried once. Asking codeindex twice is harmless, but a request that crashes the service must not crash it in a loop.
        if (!NOT_SENT.has(code) && (isAgain || !NOT_ANSWERED.has(code))) throw error;
        isAgain ||= NOT_ANSWERED.has(code);
        finder.lost();
      }
    }
  };
}

function keepingSession(send: FetchLike): FetchLike {
  /** The request with which the client opened its session. */
  let opening: { url: string | URL; init: RequestInit } | undefined;
  let session: string | null = null;
  let renewal: Promise<string | null> | undefined;
  /** The service's answer to it; null where the service was gone and the bridge answered in its place. */
  let opened: Promise<Response | null> = Promise.resolve(null);

  /** The session for the next message. Where the client believes in a session that the service never opened, it is opened now. */
  async function currentSession(signal: AbortSignal | null): Promise<string | null> {
    const response = await whileWanted(opened, signal);
    if (opening === undefined || response !== null) return session;
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return whileWanted(renewal, signal);
  }

  async function renew(): Promise<string | null> {
    const { url, init } = present(opening);
    // The session is shared, so the stop of a single request must not end it.
    const response = await send(url, { ...init, signal: null });
    const fresh = response.headers.get(SESSION);
    await response.body?.cancel();
    if (response.ok) opened = Promise.resolve(response);
    if (!response.ok || fresh === null) return null;
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    session = fresh;
    const told = await send(url, {
      ...init,
      signal: null,
      headers: withHeaders(init.headers, { [SESSION]: fresh }),
      body,
    });
    await told.body?.cancel();
    return fresh;
  }

  return async (url, init = {}) => {
    const isOpening = init.method === "POST" && !new Headers(init.headers).has(SESSION) && isInitialize(init.body);
    if (isOpening) {
      opening = { url, init };
      const sent = send(url, init);
      opened = sent.then(
        (response) => {
          session = response.headers.get(SESSION);
          return response;
        },
        () => null,
      );
      return sent;
    }
    const used = await currentSession(init.signal ?? null);
    const under = (id: string | null) => ({
      ...init,
      headers: withHeaders(init.headers, id === null ? {} : { [SESSION]: id }),
    });
    const response = await send(url, under(used));
    if (response.status !== 404 || init.method !== "POST" || used === null || opening === undefined) return response;
    if (session === used) {
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      session = (await renewal) ?? used;
    }
    if (session === used) return response;
    await response.body?.cancel();
    return send(url, under(session));
  };
}

function isInitialize(body: RequestInit["body"]): boolean {
  if (typeof body !== "string" || !body.includes('"initialize"')) return false;
  return (JSON.parse(body) as { method?: unknown }).method === "initialize";
}

function isNotification(body: string): boolean {
  if (body.length > LONGEST_NOTICE) return false;
  const message = JSON.parse(body) as { id?: unknown; method?: unknown };
  return message.method !== undefined && message.id === undefined;
}

function withHeaders(given: RequestInit["headers"], more: Record<string, string>): Headers {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return headers;
}

/** The work's result, or the signal's reason when it aborts first. */
async function whileWanted<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", abort));
}

/** Errors without a connection: no part of the request can have arrived. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** Errors of a connection lost before any answer, as when the service is killed. */
const NOT_ANSWERED = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
