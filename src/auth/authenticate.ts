/** Authentication: by an API token, by a JWT, or off where the service is for this machine alone. */
import { CodeindexError } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { present } from "../base/need.js";
import type { Config } from "../config/config.js";
import { ANYONE, type Principal } from "../model/principal.js";
import type { Db } from "../store/db/db.js";
import { BadJwt, createJwtCheck } from "./jwt.js";
import { createPageSessions, type PageSessions } from "./page-sessions.js";
import { isOwnToken } from "./token-text.js";
import { createTokenChecker } from "./tokens.js";

export interface Authenticator {
  /** Whether requests must be authenticated. */
  isRequired: boolean;
  /** Now, in milliseconds, by the clock that tells when principals end: the same one for all replicas. */
  now(): number;
  /**
   * The principal of an Authorization header. Throws `unauthorized`, `forbidden`, and `engine_unavailable` where the database or the issuer is away.
   */
  authenticate(header: string | undefined): Promise<Principal>;
  /** Sessions of the page in a browser; null where callers send no API tokens. */
  pageSessions: PageSessions | null;
  /** Calls `over` when a principal's token is revoked, or the session of the page ends that it came by. The returned function ends that. */
  whenRevoked(principal: Principal, over: () => void): () => void;
  /** Whether a principal is still valid, before its work is resumed. Throws where that cannot be determined. */
  isValid(principal: Principal): Promise<boolean>;
  close(): Promise<void>;
}

/** The authenticator without authentication. */
export const OPEN: Authenticator = {
  isRequired: false,
  now: Date.now,
  authenticate: async () => ANYONE,
  pageSessions: null,
  whenRevoked: () => () => undefined,
  isValid: async () => true,
  close: async () => undefined,
};

/** The longest header that is accepted. */
const LONGEST = 16_000;

/** The ways to authenticate that the settings name. Must be closed. */
export async function createAuthenticator(config: Config, db: Db, log: Logger): Promise<Authenticator> {
  if (config.auth.includes("none")) return OPEN;
  const tokens = config.auth.includes("token") ? await createTokenChecker(db, log) : undefined;
  const checkJwt = config.auth.includes("jwt")
    ? createJwtCheck(
        {
          issuer: present(config.jwtIssuer),
          audience: audienceOf(config),
          jwksUrl: config.jwtJwksUrl,
          algorithms: config.jwtAlgorithms,
          scopesClaim: config.jwtScopesClaim,
          scopePrefix: config.jwtScopePrefix,
          projectsClaim: config.jwtProjectsClaim,
          admin: config.jwtAdminClaim,
        },
        db.now,
        log,
      )
    : undefined;

  const pageSessions = tokens ? await createPageSessions(db, tokens) : null;

  return {
    isRequired: true,
    now: db.now,
    async authenticate(header) {
      if (header === undefined) throw unauthorized("The request has no token.");
      const text = header.length > LONGEST ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];
      if (text === undefined) throw unauthorized("The Authorization header must be `Bearer TOKEN`.");
      if (isOwnToken(text)) {
        const principal = await tokens?.check(text);
        if (principal) return principal;
        throw unauthorized("The token does not exist, was revoked or has expired.");
      }
      if (!checkJwt) throw unauthorized("The token is not one of this service.");
      try {
        return await checkJwt(text);
      } catch (error) {
        if (error instanceof BadJwt)
          throw error.isForbidden ? new CodeindexError("forbidden", error.message) : unauthorized(error.message);
        throw new CodeindexError("engine_unavailable", "The issuer of tokens does not answer.", {}, [
          "Try again, or use an API token.",
        ]);
      }
    },
    pageSessions,
    whenRevoked(principal, over) {
      const stops = [tokens?.whenRevoked(principal, over), pageSessions?.whenEnded(principal, over)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    async isValid(principal) {
      if (principal.expiresAt !== null && principal.expiresAt <= db.now()) return false;
      return tokens ? tokens.isValid(principal) : true;
    },
    async close() {
      await pageSessions?.close();
      await tokens?.close();
    },
  };
}

/** The audience that a JWT must name: this service, by the URL that clients use. */
export function audienceOf({ jwtAudience, publicUrl }: Pick<Config, "jwtAudience" | "publicUrl">): readonly string[] {
  return jwtAudience.length > 0 || publicUrl === null ? jwtAudience : [publicUrl, `${publicUrl}/mcp`];
}

const unauthorized = (message: string): CodeindexError => new CodeindexError("unauthorized", message);
