/**
 * Requests to model providers: JSON over HTTP. Every failure at the other end becomes a ProviderError. It names the next step, shows no secret, and
 * comes within the caller's patience. Transient failures (a busy or failing server, a lost connection) are retried, as late as the provider asks for.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../../base/errors.js";
import { anySignal } from "../../base/signals.js";
import { isPrivateHost } from "./local-only.js";

/** Larger answers are not read to their end. */
const LARGEST_ANSWER = 64_000_000;
/** Characters of a provider's own message that are shown. */
const MOST_WORDS = 200;
/** The longest accepted Retry-After, in milliseconds. */
const LONGEST_RETRY_AFTER = 3_600_000;

/** A provider and how to call it. */
export interface Provider {
  /** Its name in messages. */
  name: string;
  baseUrl: string;
  /** The name of the setting of `baseUrl`, and of the key's if it has one. */
  settings: { url: string; key?: string };
  /** Returns the current key; null sends none. */
  readKey?: () => Promise<string | null>;
  /** Allows only this machine and its private network. */
  localOnly: boolean;
  /** The next step where a path or a model is missing there. */
  ifMissing: string;
}

/** How long the caller waits. */
export interface Patience {
  attempts: number;
  /** The time limit of one attempt, in milliseconds. */
  timeout: number;
  /** The first pause between attempts, which doubles, and the longest that the provider may ask for; a longer one ends the request with an error. */
  pause: { first: number; most: number };
}

/** For work in the background. */
export const PATIENT = { attempts: 4, pause: { first: 500, most: 60_000 } };
/** For a question whose asker waits. */
export const HASTY: Patience = { attempts: 2, timeout: 5_000, pause: { first: 200, most: 1_000 } };

/**
 * The reason why a provider failed. too_large: the request was too large; rejected: it refuses this input; nonsense: its answer has the wrong form;
 * changed: its model is not the same as at first.
 */
type Reason =
  | "unreachable"
  | "slow"
  | "busy"
  | "refused"
  | "missing"
  | "too_large"
  | "rejected"
  | "nonsense"
  | "changed";

/** Reasons to retry. A slow request may have been executed and paid for, so its retry is left to the caller. */
const MAY_PASS = new Set<Reason>(["unreachable", "busy"]);

/** An error of a provider. */
export class ProviderError extends CodeindexError {
  constructor(
    readonly reason: Reason,
    message: string,
    suggestion: string,
    /** The pause that the provider asks for, in milliseconds; null where it names none. */
    readonly retryAfter: number | null = null,
  ) {
    super("provider_unavailable", message, {}, [suggestion, "Answers by words and symbols still work."]);
  }
}

/** Sends a request: POST with a body, GET otherwise. Returns the parsed JSON. Throws ProviderError, or the reason of `signal`. */
export async function askProvider(
  provider: Provider,
  path: string,
  body: unknown,
  patience: Patience,
  signal?: AbortSignal,
): Promise<unknown> {
  for (let attempt = 1, pause = patience.pause.first; ; attempt++, pause *= 2) {
    try {
      return await askOnce(provider, path, body, patience.timeout, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ProviderError) || !MAY_PASS.has(error.reason) || attempt >= patience.attempts) throw error;
      const wait = error.retryAfter ?? pause * (0.5 + Math.random() / 2);
      if (wait > patience.pause.most) throw error;
      await sleep(wait, undefined, { signal });
    }
  }
}

async function askOnce(
  provider: Provider,
  path: string,
  body: unknown,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { name, settings } = provider;
  if (provider.localOnly && !(await isPrivateHost(provider.baseUrl)))
    throw new ProviderError(
      "refused",
      `${name}'s host has an address that is not private, and CODEINDEX_LOCAL_ONLY refuses it.`,
      `Set ${settings.url} to an address of this machine or its private network.`,
    );
  const key = (await provider.readKey?.()) ?? null;
  const url = new URL(provider.baseUrl);
  const authorization = authorizationOf(url, key);
  const place = `${url.origin}${url.pathname.replace(/\/$/, "")}`;
  const patience = AbortSignal.timeout(timeout);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${place}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(authorization !== null && { authorization }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The target of a redirect would receive the code as well.
      redirect: "manual",
      signal: signal ? anySignal(signal, patience) : patience,
    });
    text = await readText(response);
  } catch (error) {
    if (patience.aborted)
      throw new ProviderError(
        "slow",
        `${name} at ${place} did not answer within ${timeout / 1000} s.`,
        `Look how busy it is, or raise its timeout.`,
      );
    if (error instanceof AnswerTooLong)
      throw new ProviderError("nonsense", `${name} at ${place} answers without end.`, `Check ${settings.url}.`);
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    throw new ProviderError(
      "unreachable",
      `${name} cannot be reached at ${place}${code ? ` (${code})` : ""}.`,
      `Start it, or correct ${settings.url}.`,
    );
  }
  if (response.ok) return parsed(text, provider, place);
  throw failure(response, shortWords(text, key), provider, place);
}

/** A key is sent as a bearer token; without one, the user and password of the URL. */
function authorizationOf(url: URL, key: string | null): string | null {
  if (key !== null) return `Bearer ${key}`;
  if (url.username === "" && url.password === "") return null;
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${Buffer.from(user).toString("base64")}`;
}

class AnswerTooLong extends Error {}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > LARGEST_ANSWER) throw new AnswerTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parsed(text: string, { name, settings }: Provider, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const what = /^\s*</.test(text) ? "a web page" : "something that is not JSON";
    throw new ProviderError(
      "nonsense",
      `${name} at ${place} answers with ${what}.`,
      `Check that ${settings.url} is the address of its API.`,
    );
  }
}

/** Messages of providers that mean: send less at once. */
const TOO_LARGE =
  /too (large|long|many (tokens|inputs|items))|(context|input|sequence) (length|window|size)|maximum (context|input|sequence|allowed batch)|batch size|exceeds? the maximum|at most \d+ (inputs|items|texts)/i;

function failure(response: Response, words: string, provider: Provider, place: string): ProviderError {
  const { status } = response;
  const { name, settings } = provider;
  const said = `${name} at ${place} answers ${status}${words && `: ${words}`}`.replace(/[.\s]*$/, ".");
  const retryAfter = retryAfterOf(response.headers);
  if (status < 400) return new ProviderError("missing", said, `It redirects: set ${settings.url} to where it leads.`);
  if (status === 413 || (status !== 429 && TOO_LARGE.test(words)) || /request too large/i.test(words))
    return new ProviderError("too_large", said, "Choose a model that takes longer texts.");
  if (status === 401 || status === 403)
    return new ProviderError("refused", said, `Set ${settings.key ?? settings.url} to one that it accepts.`);
  if (status === 402 || /insufficient_quota|exceeded your current quota/i.test(words))
    return new ProviderError("refused", said, "See to the account's plan or its quota.");
  if (status === 404 || status === 405) return new ProviderError("missing", said, provider.ifMissing);
  // Ollama's message for vectors of NaN, which it returns for the same text every time.
  if (status === 500 && /\bNaN\b/.test(words))
    return new ProviderError("rejected", said, "Choose another model, or a newer version of it.");
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return new ProviderError("busy", said, "It is tried again; its own log or status page says more.", retryAfter);
  return new ProviderError("rejected", said, `Check the settings of ${name}.`);
}

/** The time that Retry-After gives, in milliseconds: seconds, or a date. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  // A date is by the provider's clock, which its answer tells.
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  const wait = /^\d+(\.\d+)?$/.test(value) ? 1000 * Number(value) : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), LONGEST_RETRY_AFTER) : null;
}

/** A provider's failure message, in one short line and without the key. */
function shortWords(text: string, key: string | null): string {
  let words = text;
  try {
    const { error, message, detail } = JSON.parse(text) as Record<string, unknown>;
    const inner = (error as { message?: unknown; code?: unknown } | undefined) ?? {};
    const told = [inner.message ?? error ?? message ?? detail ?? "", inner.code].filter((each) => each !== undefined);
    words = told.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(" ");
  } catch {
    if (/^\s*</.test(text)) words = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? "a web page";
  }
  if (key) words = words.replaceAll(key, "…");
  const line = words.replace(/\s+/g, " ").trim();
  return line.length > MOST_WORDS ? `${line.slice(0, MOST_WORDS)}…` : line;
}
