/** /session: the way into the page with a token, and out of it; and how requests of the page say whose they are. */
import express, { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { LASTS_SECONDS, type PageKey, type PageSessions } from "../auth/page-sessions.js";
import { UNKNOWN } from "../auth/refusals.js";
import { principalOf } from "../auth/request-principal.js";
import { parseToken } from "../auth/token-text.js";
import { CodeindexError } from "../base/errors.js";
import type { Config } from "../config/config.js";
import type { ServiceHost } from "../mcp/service-host.js";
import type { Principal } from "../model/principal.js";
import { checkFields } from "../tools/running/check-input.js";
import { BODY_PATIENCE_MS, limitBodyTime } from "./body-deadline.js";
import { addressOf } from "./origin.js";

/** The header of the page's half of the key. Forms cannot send it, and pages of other origins may not. */
export const PAGE_HEADER = "x-codeindex-page";
const LONGEST_BODY = "4kb";

export const logInInput = z.object({ token: z.string().max(200).describe("An API token.") });
export const logInAnswer = z.object({
  key: z
    .string()
    .describe("The page's half of the key to the session; it is sent as X-Codeindex-Page. The other half is a cookie."),
});

/** The session of a request from the page; null where it comes by none. Throws `forbidden` where a page of another origin sent it. */
export async function pagePrincipal(
  request: Request,
  sessions: PageSessions | null,
  config: Pick<Config, "publicUrl">,
): Promise<Principal | null> {
  const key = keyOf(request, config);
  if (!sessions || !key) return null;
  refuseOtherPages(request, config);
  return sessions.check(key);
}

/** POST /session, before the authentication: a token begins a session. A former one of this browser ends. */
export function logIn({
  auth,
  limits,
  audit,
  config,
}: Pick<ServiceHost, "auth" | "limits" | "audit" | "config">): Router {
  const router = Router();
  const readBody = express.json({ limit: LONGEST_BODY });
  router.post("/session", limitBodyTime(BODY_PATIENCE_MS), readBody, async (request, response) => {
    const startedAt = performance.now();
    const about = { action: "POST /session", projectId: null, input: {}, cost: 1 };
    const { pageSessions } = auth;
    if (!pageSessions)
      throw new CodeindexError("forbidden", "This service takes no API tokens.", {}, [
        "Without authentication the page needs no session; with JWTs a proxy before the service sends them along.",
      ]);
    if (request.get(PAGE_HEADER) === undefined)
      throw new CodeindexError("forbidden", "A session is begun by the page alone.", {}, [
        "Programs send their token with each request, in the Authorization header.",
      ]);
    refuseOtherPages(request, config);
    const token = String(checkFields(logInInput, request.body ?? {}).token);
    const begun = await pageSessions.begin(token);
    if (!begun) {
      const address = addressOf(request);
      // Beyond the limit of an address its log-ins are noted no more, so that nobody can fill the log.
      await limits.failed(address);
      const tried = parseToken(token)?.tokenId;
      audit.note({
        ...about,
        outcome: "unauthorized",
        principal: { id: UNKNOWN, address, client: "page" },
        startedAt,
        ...(tried !== undefined && { detail: { token_id: tried } }),
      });
      throw new CodeindexError("unauthorized", "The token does not exist, was revoked or has expired.");
    }
    const principal = { ...begun.principal, address: addressOf(request), client: "page" };
    await limits.spend(principal, 1);
    const former = keyOf(request, config);
    if (former) await pageSessions.end(former);
    setCookie(request, response, config, begun.key.cookie);
    audit.note({ ...about, outcome: "ok", principal, startedAt });
    response.status(201).set("Cache-Control", "no-store").json({ key: begun.key.text });
  });
  return router;
}

/** DELETE /session, behind the authentication. */
export function logOut({ auth, audit, config }: Pick<ServiceHost, "auth" | "audit" | "config">): Router {
  const router = Router();
  router.delete("/session", async (request, response) => {
    const startedAt = performance.now();
    const principal = principalOf(request);
    const key = keyOf(request, config);
    if (principal.pageSession === undefined || !key)
      throw new CodeindexError("forbidden", "You came in by no session that could end.");
    await auth.pageSessions?.end(key);
    setCookie(request, response, config, null);
    const about = { projectId: null, input: {}, outcome: "ok", cost: 1, startedAt };
    audit.note({ ...about, principal, action: "DELETE /session" });
    response.json({ ended: true });
  });
  return router;
}

/** Refuses sessions where MCP is spoken: clients there send a token of their own. */
export const refusePage: RequestHandler = (request, _response, next) => {
  if (principalOf(request).pageSession !== undefined)
    throw new CodeindexError("unauthorized", "The session of a page is not for MCP.", {}, [
      "Send a token in the Authorization header.",
    ]);
  next();
};

/**
 * A second look at who has the browser send this. Over plain HTTP browsers do not say Sec-Fetch-Site, so its absence proves nothing. Origin names the port
 * too, which a cookie does not heed.
 */
function refuseOtherPages(request: Request, { publicUrl }: Pick<Config, "publicUrl">): void {
  const site = request.get("sec-fetch-site");
  const origin = request.get("origin");
  const isOwn = (text: string): boolean => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    return url.host === request.host || (publicUrl !== null && url.origin === new URL(publicUrl).origin);
  };
  if ((site === undefined || site === "same-origin") && (origin === undefined || isOwn(origin))) return;
  throw new CodeindexError("forbidden", "Only the service's own page may use its session.", {}, [
    "If this is that page, the proxy before the service must pass the Host header on, or CODEINDEX_PUBLIC_URL must name the address.",
  ]);
}

/** Both halves of the key that a request carries. */
function keyOf(request: Request, config: Pick<Config, "publicUrl">): PageKey | null {
  const text = request.get(PAGE_HEADER);
  const { name } = cookieForm(request, config);
  const cookies = (request.get("cookie") ?? "").split(/; */).filter((pair) => pair.startsWith(`${name}=`));
  // With two of the name, one was planted from elsewhere; which one is not known.
  const [cookie] = cookies.length === 1 ? cookies : [];
  return text === undefined || cookie === undefined ? null : { text, cookie: cookie.slice(name.length + 1) };
}

/** Sends the page's cookie; null takes it away. */
function setCookie(
  request: Request,
  response: Response,
  config: Pick<Config, "publicUrl">,
  value: string | null,
): void {
  const { name, attributes } = cookieForm(request, config);
  const life = `Max-Age=${value === null ? 0 : LASTS_SECONDS}`;
  response.append(
    "Set-Cookie",
    [`${name}=${value ?? ""}`, life, "HttpOnly", "SameSite=Strict", ...attributes].join("; "),
  );
}

/**
 * The name and the attributes of the cookie. Over HTTPS its prefix has browsers refuse one that a subdomain or a plain page set. Without a Path a cookie is
 * for the folder of the URL that set it, which is the root of the service as the browser sees it, a path prefix included. Over HTTP its name has the
 * port, because services on several ports of a host share their cookies.
 */
function cookieForm(
  request: Request,
  { publicUrl }: Pick<Config, "publicUrl">,
): { name: string; attributes: string[] } {
  const known = publicUrl === null ? null : new URL(publicUrl);
  const isPublic = known !== null && known.host === request.host;
  const isSecure = request.protocol === "https" || (isPublic && known.protocol === "https:");
  if (!isSecure) return { name: `codeindex-session${/:(\d+)$/.exec(request.host)?.[1] ?? ""}`, attributes: [] };
  return isPublic && known.pathname !== "/"
    ? { name: "__Secure-codeindex-session", attributes: ["Secure"] }
    : { name: "__Host-codeindex-session", attributes: ["Secure", "Path=/"] };
}
