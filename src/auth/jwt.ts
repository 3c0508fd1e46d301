/** Checks JWTs of an issuer: signature, issuer, audience and times; claims become a scope and projects. */
import { createHash } from "node:crypto";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import type { Logger } from "../base/log.js";
import { present } from "../base/need.js";
import { type AccessScope, isPattern, type Principal, SCOPES } from "../model/principal.js";
import { createJwks, JwksUnavailable } from "./jwks.js";

export interface JwtSettings {
  issuer: string;
  audience: readonly string[];
  jwksUrl: string | null;
  algorithms: readonly string[];
  /** The claim that names scopes, and the prefix of their names there: `codeindex:read` has `codeindex:`. */
  scopesClaim: string;
  scopePrefix: string;
  /** The claim that lists patterns of project ids; null gives access to all projects. */
  projectsClaim: string | null;
  /** The claim and its value that make a full administrator, regardless of the other claims; null where there is none. */
  admin: { claim: string; value: string } | null;
}

/** The tolerated difference between clocks, in seconds. */
const CLOCK_TOLERANCE = 60;

/** Checked tokens are believed for this many milliseconds; the issuer's keys are kept for longer. */
const MOST_KEPT = 10_000;
const BELIEVED = 30_000;

/** A token that the issuer did not sign or that is not for this service. With `scope`, the token is valid but allows nothing here. */
export class BadJwt extends Error {
  constructor(
    message: string,
    readonly isForbidden = false,
  ) {
    super(message);
  }
}

/** Makes the check, by the clock `now`. It returns the principal of a JWT, and throws BadJwt, or JwksUnavailable where its issuer's keys cannot be fetched. */
export function createJwtCheck(
  settings: JwtSettings,
  now: () => number,
  log: Logger,
): (text: string) => Promise<Principal> {
  const { issuer, audience, algorithms } = settings;
  const { key } = createJwks(settings, log);
  const kept = new LRUCache<string, Principal>({ max: MOST_KEPT, ttl: BELIEVED });
  return async (text) => {
    // The hash is kept in place of the token, which may be long.
    const hash = createHash("sha256").update(text).digest("base64");
    const known = kept.get(hash);
    if (known && known.expiresAt !== null && known.expiresAt > now()) return known;
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(text, key, {
        issuer,
        audience: [...audience],
        algorithms: [...algorithms],
        requiredClaims: ["exp", "sub"],
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: new Date(now()),
      }));
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new BadJwt("The token has expired.");
      if (error instanceof errors.JOSEError) throw new BadJwt("The token is not valid here.");
      if (error instanceof JwksUnavailable) throw error;
      log.warn({ err: error }, "failed to fetch the issuer's keys");
      throw new JwksUnavailable("the issuer's keys cannot be fetched");
    }
    if (typeof payload.sub !== "string" || payload.sub === "") throw new BadJwt("The token is not valid here.");
    const { admin } = settings;
    const isAdmin = admin !== null && listOf(payload[admin.claim]).includes(admin.value);
    const scope = isAdmin ? "admin" : scopeOf(payload[settings.scopesClaim], settings.scopePrefix);
    if (!scope) throw new BadJwt("The token allows nothing here.", true);
    const principal: Principal = {
      id: `jwt:${payload.sub}`,
      name: String(payload.client_id ?? payload.azp ?? payload.sub).slice(0, 100),
      scope,
      projects: isAdmin || settings.projectsClaim === null ? null : projectsOf(payload[settings.projectsClaim]),
      isLimited: true,
      expiresAt: (present(payload.exp) + CLOCK_TOLERANCE) * 1000,
    };
    kept.set(hash, principal);
    return principal;
  };
}

/** The highest scope in a claim, which is a text with spaces or a list. */
function scopeOf(claim: unknown, prefix: string): AccessScope | undefined {
  const named = listOf(claim);
  return SCOPES.findLast((scope) => named.includes(prefix + scope));
}

/** The patterns of a claim; null where one of them is `*`, which means all projects, later ones included. */
function projectsOf(claim: unknown): string[] | null {
  const patterns = listOf(claim).filter(isPattern);
  return patterns.includes("*") ? null : patterns;
}

const listOf = (claim: unknown): string[] =>
  typeof claim === "string"
    ? claim.split(" ").filter(Boolean)
    : Array.isArray(claim)
      ? claim.filter((each) => typeof each === "string")
      : [];
