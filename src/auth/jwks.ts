/** The signing keys of a JWT issuer: fetched on demand, and kept while the issuer is away. */
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { Logger } from "../base/log.js";
import { systemCode } from "../base/system-code.js";

/** Milliseconds. */
const PATIENCE = 5000;
const FRESH_FOR = 10 * 60_000;
/** The least pause between two fetches for an unknown key: made-up keys must not cause a request to the issuer each time. */
const COOLDOWN = 30_000;
/** The same pause while no key is known. */
const COOLDOWN_WITHOUT = 1000;
/** How long keys stay in use when fetching them again fails. */
const STALE_FOR = 24 * 3_600_000;
const MOST_BYTES = 1_000_000;
const MOST_KEYS = 200;

export interface Jwks {
  key: JWTVerifyGetKey;
}

/** `where` is the address of the key set, or of the issuer, whose discovery document names it (OpenID Connect Discovery). */
export function createJwks(where: { jwksUrl: string | null; issuer: string }, log: Logger): Jwks {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let fetchedAt = -Infinity;
  let triedAt = -Infinity;
  let fetching: Promise<void> | undefined;

  async function fetchKeys(): Promise<void> {
    triedAt = performance.now();
    const url = where.jwksUrl ?? (await discover(where.issuer));
    const set = (await fetchJson(url)) as JSONWebKeySet;
    if (!Array.isArray(set?.keys) || set.keys.length > MOST_KEYS) throw new Error("the answer is not a key set");
    keys = createLocalJWKSet(set);
    fetchedAt = performance.now();
  }

  function refresh(): Promise<void> {
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  return {
    async key(header, token) {
      const age = performance.now() - fetchedAt;
      if (age > FRESH_FOR) {
        const mayTry = performance.now() - triedAt > (keys ? COOLDOWN : COOLDOWN_WITHOUT);
        const refreshed = fetching ?? (mayTry ? refresh() : undefined);
        if (!keys || age > STALE_FOR) await refreshed;
        else
          refreshed?.catch((error) =>
            log.warn({ err: error }, "failed to fetch the issuer's keys; the last ones stay in use"),
          );
      }
      if (!keys || performance.now() - fetchedAt > STALE_FOR)
        throw new JwksUnavailable("the issuer's keys are not known");
      try {
        return await keys(header, token);
      } catch (error) {
        if (systemCode(error) !== "ERR_JWKS_NO_MATCHING_KEY" || performance.now() - triedAt < COOLDOWN) throw error;
        // The key may be new.
        await refresh();
        return keys(header, token);
      }
    },
  };
}

/** The keys were never fetched, or were fetched too long ago. */
export class JwksUnavailable extends Error {}

async function discover(issuer: string): Promise<string> {
  const { jwks_uri, issuer: named } = (await fetchJson(
    `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
  )) as { jwks_uri?: unknown; issuer?: unknown };
  if (named !== issuer || typeof jwks_uri !== "string" || !/^https?:/.test(jwks_uri))
    throw new Error("the issuer's discovery document names another issuer, or no keys");
  return jwks_uri;
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(PATIENCE),
    redirect: "error",
    headers: { accept: "application/json" },
  });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`${new URL(url).host} answered with more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString());
}
