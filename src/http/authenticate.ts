/** Who asks: looked at before anything else of a request is. */
import type { Request, RequestHandler, Response } from "express";
import type { Authenticator } from "../auth/authenticate.js";
import type { Limits } from "../auth/limits.js";
import { setPrincipal } from "../auth/request-principal.js";
import { CodeindexError } from "../base/errors.js";
import { addLogFields } from "../base/log.js";
import { type Principal, SCOPES } from "../model/principal.js";
import { addressOf } from "./origin.js";

/** Makes the middleware. What it refuses says where a client that speaks OAuth finds its way. */
export function authenticate(
  auth: Pick<Authenticator, "authenticate" | "whenRevoked">,
  metadataUrl: (request: Request) => string | null,
  scopePrefix: string,
  limits?: Limits,
): RequestHandler {
  return async (request, response, next) => {
    // A refusal by a route is challenged in the same way (errors.ts).
    response.locals.challenge = (error: CodeindexError) =>
      challenge(request, response, error, metadataUrl(request), scopePrefix);
    try {
      // Whoever stands before the service may have looked at another one than we would.
      if ((request.headersDistinct.authorization?.length ?? 0) > 1)
        throw new CodeindexError("unauthorized", "There must be one Authorization header.");
      const principal = { ...(await auth.authenticate(request.get("authorization"))), address: addressOf(request) };
      // What is over is not heard to end: nothing is held for it, and nothing done.
      if (response.closed) return;
      endWith(auth, principal, request, response);
      limits?.hold(principal, response);
      // A batch is as many requests as it holds: its others are counted once it was read.
      await limits?.spend(principal, 1);
      setPrincipal(request, principal);
      if (principal.id !== "anyone") addLogFields({ principal: principal.id });
    } catch (error) {
      if (error instanceof CodeindexError && error.code === "unauthorized") await limits?.failed(addressOf(request));
      if (error instanceof CodeindexError) response.locals.challenge(error);
      throw error;
    }
    // Nor after its points were counted.
    if (!response.closed) next();
  };
}

/** A stream must not outlive the right to it. */
function endWith(
  { whenRevoked }: Pick<Authenticator, "whenRevoked">,
  principal: Principal,
  request: Request,
  response: Response,
): void {
  // Who revokes their own token is still told so.
  if (request.method !== "DELETE")
    response.on(
      "close",
      whenRevoked(principal, () => response.destroy()),
    );
  const { expiresAt } = principal;
  if (expiresAt === null) return;
  const timer = setTimeout(() => response.destroy(), Math.min(expiresAt - Date.now(), LONGEST_TIMER));
  timer.unref();
  response.on("close", () => clearTimeout(timer));
}

/** What a timer of Node can wait for, in milliseconds: longer than any stream lasts. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The WWW-Authenticate challenge of RFC 6750 and RFC 9728: what is wrong with the token, the scope that is needed, as tokens name it here, and where to get one. */
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
    // Who sent no token has none that is wrong.
    ...(request.headers.authorization === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
    `scope="${scopePrefix}${typeof context.required_scope === "string" ? context.required_scope : SCOPES[0]}"`,
    ...(metadataUrl === null ? [] : [`resource_metadata="${metadataUrl}"`]),
  ];
  response.set("WWW-Authenticate", `Bearer ${parts.join(", ")}`);
}
