/** Authenticates requests, before anything else of them is read. */
import type { Request, RequestHandler, Response } from "express";
import type { Authenticator } from "../auth/authenticate.js";
import type { Limits } from "../auth/limits.js";
import type { Refusals } from "../auth/refusals.js";
import { setPrincipal } from "../auth/request-principal.js";
import { CodeindexError } from "../base/errors.js";
import { addLogFields } from "../base/log.js";
import { type Principal, SCOPES } from "../model/principal.js";
import { addressOf } from "./origin.js";
import { PAGE_HEADER } from "./page-session.js";

export interface Authenticating {
  limits?: Limits;
  /** Finds the session of a request without a token. */
  fromPage?: (request: Request) => Promise<Principal | null>;
  /** Hears of tokens that are refused, as often as an address may fail. */
  refusals?: Refusals;
}

/** Makes the middleware. Its refusals tell OAuth clients where to get a token. */
export function authenticate(
  auth: Pick<Authenticator, "authenticate" | "whenRevoked" | "now">,
  metadataUrl: (request: Request) => string | null,
  scopePrefix: string,
  { limits, fromPage = async () => null, refusals }: Authenticating = {},
): RequestHandler {
  return async (request, response, next) => {
    // A refusal by a route carries the same challenge (errors.ts).
    response.locals.challenge = (error: CodeindexError) =>
      challenge(request, response, error, metadataUrl(request), scopePrefix);
    try {
      // With several headers, a proxy before the service may have checked another one than the service would.
      if ((request.headersDistinct.authorization?.length ?? 0) > 1)
        throw new CodeindexError("unauthorized", "There must be one Authorization header.");
      const header = request.get("authorization");
      // A token or JWT in the request counts before a session: a proxy may send one along.
      const found = (header === undefined && (await fromPage(request))) || (await auth.authenticate(header));
      const principal = { ...found, address: addressOf(request), ...clientOf(request) };
      // The response may have closed meanwhile. Its close event will not come again, so nothing is held or done for it.
      if (response.closed) return;
      endWith(auth, principal, request, response);
      limits?.hold(principal, response);
      // A batch costs one point per request in it: the others are counted once it was read.
      await limits?.spend(principal, 1);
      setPrincipal(request, principal);
      if (principal.id !== "anyone") addLogFields({ principal: principal.id });
    } catch (error) {
      if (error instanceof CodeindexError && error.code === "unauthorized") {
        const address = addressOf(request);
        // Beyond the limit of an address it throws, and nothing is noted.
        await limits?.failed(address);
        const header = request.get("authorization");
        if (header !== undefined) refusals?.note(header, { address, ...clientOf(request) });
      }
      if (error instanceof CodeindexError) response.locals.challenge(error);
      throw error;
    }
    // The response may also have closed while points were counted.
    if (!response.closed) next();
  };
}

/** The program of a request: the page, or the first name of the User-Agent. Clients of MCP give a name of their own. */
function clientOf(request: Request): Pick<Principal, "client"> {
  if (request.get(PAGE_HEADER) !== undefined) return { client: "page" };
  const [, name] = /^([\w.@+-]{1,60})/.exec(request.get("user-agent") ?? "") ?? [];
  return name === undefined ? {} : { client: name };
}

/** Ends a stream when its token is revoked or expires. */
function endWith(
  { whenRevoked, now }: Pick<Authenticator, "whenRevoked" | "now">,
  principal: Principal,
  request: Request,
  response: Response,
): void {
  // A caller who revokes their own token still gets the answer.
  if (request.method !== "DELETE")
    response.on(
      "close",
      whenRevoked(principal, () => response.destroy()),
    );
  const { expiresAt } = principal;
  if (expiresAt === null) return;
  const timer = setTimeout(() => response.destroy(), Math.min(expiresAt - now(), LONGEST_TIMER));
  timer.unref();
  response.on("close", () => clearTimeout(timer));
}

/** The longest timer that Node supports, in milliseconds: longer than any stream lasts. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The WWW-Authenticate challenge of RFC 6750 and RFC 9728: the token's problem, the required scope, named as in tokens of this service, and where to
 * get one.
 */
function challenge(
  request: Request,
  response: Response,
  { code, message, context }: CodeindexError,
  metadataUrl: string | null,
  scopePrefix: string,
): void {
  if (code !== "unauthorized" && code !== "forbidden") return;
  const error = code === "forbidden" ? "insufficient_scope" : "invalid_token";
  const parts = [
    // Without a token in the request there is no token error to report.
    ...(request.headers.authorization === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
    `scope="${scopePrefix}${typeof context.required_scope === "string" ? context.required_scope : SCOPES[0]}"`,
    ...(metadataUrl === null ? [] : [`resource_metadata="${metadataUrl}"`]),
  ];
  response.set("WWW-Authenticate", `Bearer ${parts.join(", ")}`);
}
