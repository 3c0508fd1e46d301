/** CORS: which pages of other origins a browser lets read our answers. None, unless they are named. */
import cors from "cors";
import type { RequestHandler } from "express";

/** What a client in a browser must see of an answer's head: sessions, where to get a token, when to come again. */
const EXPOSED = ["Mcp-Session-Id", "WWW-Authenticate", "Retry-After", "X-Request-Id"];
/** How long a browser need not ask again, in seconds. */
const MAX_AGE = 600;

/**
 * Answers preflights, and says who may read. Any header may be sent, as each era of MCP has its own; Access-Control-Allow-Credentials is never sent,
 * so that a browser attaches nothing by itself.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return cors({
    origin: [...origins],
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE,
  });
}
