/** The principal of an HTTP request: set by the authentication, read by everything after it. */
import type { Request } from "express";
import type { Principal } from "../model/principal.js";

const principals = new WeakMap<Request, Principal>();

/** Records the principal of an authenticated request. */
export function setPrincipal(request: Request, principal: Principal): void {
  principals.set(request, principal);
}

/** The principal of a request. Throws where the request was not authenticated. */
export function principalOf(request: Request): Principal {
  const principal = principals.get(request);
  // Only a route before the middleware can get here, which is a fault of ours.
  if (!principal) throw new Error("the request was not authenticated");
  return principal;
}
