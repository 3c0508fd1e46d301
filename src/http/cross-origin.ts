/** CORS: the origins whose pages may read our answers in a browser. Without the setting, none may. */
import cors from "cors";
import type { RequestHandler } from "express";

/** Response headers for clients in a browser: sessions, where to get a token, when to retry. */
const EXPOSED = ["Mcp-Session-Id", "WWW-Authenticate", "Retry-After", "X-Request-Id"];
/** How long a browser may cache a preflight, in seconds. */
const KEPT_FOR = 600;

/**
 * Answers preflights and names the allowed origins. Any request header is allowed, as each era of MCP has its own; Access-Control-Allow-Credentials
 * is never sent, so that a browser attaches no credentials by itself.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return cors({
    origin: [...origins],
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: EXPOSED,
    maxAge: KEPT_FOR,
  });
}
