/**
 * The way from a bridge to its service: waits while that does not answer yet, or not just now, and survives its restarts.
 *
 * A session is the service's (there are services that keep some, and forget them when they stop): when the service does not know it any more, the
 * client's own `initialize` is sent again, and what was to be sent follows under the new session. The client notices nothing.
 */
import { type FetchLike, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { firstOf } from "../../base/signals.js";

/** Whoever finds the service, starts it where that may be, and knows when it has gone. */
export interface ServiceFinder {
  /** Resolves when the service answers, with headers for what is sent to it. Throws `daemon_unavailable`. */
  find(): Promise<Record<string, string>>;
  /** Resolves when the service answers, however long that takes; starts none. */
  await(signal: AbortSignal | null): Promise<Record<string, string>>;
  /** It did not take a connection: `find` has to look again. */
  lost(): void;
}

const SESSION = "mcp-session-id";

/** Longer messages are not looked at: the first notification is `notifications/initialized`. Bytes. */
const LONGEST_NOTICE = 10_000;
/** How long the rest of an answer may take to be there again, at each attempt. */
const REST_MS = 5000;

/** A transport to `url` whose requests wait for the service. */
export function createUpstream(url: URL, finder: ServiceFinder): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(url, { fetch: keepingSession(waitingFor(finder)) });
}

/**
 * What waits, and for how long:
 *   POST     the client wants something: the service is found, and started where that may be
 *   GET      the transport opens a stream again that broke. That of notifications waits for as long as it takes, and starts nothing. The rest of an
 *            answer, for which somebody waits, must come soon or not at all.
 *   DELETE   a farewell is for a service that is there
 */
function waitingFor(finder: ServiceFinder): FetchLike {
  /** What the transport sends notifications with, and opens the stream of notifications: no request's, but its own. */
  let ownSignal: AbortSignal | null = null;
  async function headersFor(method: string | undefined, signal: AbortSignal | null): Promise<Record<string, string>> {
    if (method === "DELETE") return {};
    if (method === "POST") return whileWanted(finder.find(), signal);
    if (signal === null || signal === ownSignal) return finder.await(signal);
    return whileWanted(finder.find(), firstOf(signal, AbortSignal.timeout(REST_MS)));
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
        // Once more: nothing that codeindex does is worse for being asked twice, and what killed it shall not kill it for ever.
        if (!NOT_SENT.has(code) && (isAgain || !NOT_ANSWERED.has(code))) throw error;
        isAgain ||= NOT_ANSWERED.has(code);
        finder.lost();
      }
    }
  };
}

function keepingSession(send: FetchLike): FetchLike {
  /** How the client opened its session. */
  let opening: { url: string | URL; init: RequestInit } | undefined;
  let session: string | null = null;
  let renewal: Promise<string | null> | undefined;
  /** The service's answer to that; null where it was none, as the service was gone and the bridge answered for it. */
  let opened: Promise<Response | null> = Promise.resolve(null);

  /** The session to send under. One that the client believes in, and that the service never heard of, is opened now. */
  async function currentSession(signal: AbortSignal | null): Promise<string | null> {
    const response = await whileWanted(opened, signal);
    if (opening === undefined || response !== null) return session;
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return whileWanted(renewal, signal);
  }

  async function renew(): Promise<string | null> {
    const { url, init } = opening!;
    // The stop of the request that finds out is not the stop of what others wait for.
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

/** The work's result, or the signal's reason when nobody waits for it any more. */
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

/** There was no connection, so that nothing of the request can have arrived. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** The connection was lost before there was anything of an answer, as when the service is killed. */
const NOT_ANSWERED = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
