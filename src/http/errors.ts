/** The last middleware: turns every error into JSON, an envelope or, on /mcp, a JSON-RPC error. */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { CodeindexError, ERRORS } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { toUserError } from "../base/user-error.js";

/** JSON-RPC's codes for errors before a message reaches its handler. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;
const SERVER_ERROR = -32000;

/** Whether a request is for the MCP endpoint, whose errors are of JSON-RPC. */
export const isMcp = (request: Request) => /^\/mcp(\/|$)/.test(request.path);

/** Answers a request without a route. */
export const notFound: RequestHandler = (request) => {
  throw new CodeindexError("not_found", `There is nothing at ${request.method} ${request.path.slice(0, 200)}.`, {}, [
    "POST /mcp speaks MCP; /openapi.json describes the REST API; /health and /ready say how the service is.",
  ]);
};

/** The user's view of an error from a route, the router or the body parser. Logs those that are faults of ours. */
export function userErrorOf(thrown: unknown, log: Logger): CodeindexError {
  return bodyError(thrown) ?? toUserError(thrown, log);
}

/** Makes the middleware that turns errors into answers. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown, request, response, _next) => {
    const error = userErrorOf(thrown, log);
    response.locals.error = error.code;
    // The caller's token is valid but lacks the scope: a client may ask its issuer for more.
    if (error.code === "forbidden" && error.context.required_scope !== undefined) response.locals.challenge?.(error);
    if (response.headersSent) {
      response.end();
      return;
    }
    const { status } = ERRORS[error.code];
    setRetryAfter(response, status, error.context);
    if (isMcp(request)) sendRpcError(response, status, rpcCode(thrown, error), error);
    else response.status(status).json(error.toEnvelope());
  };
}

/** Says when a caller with too many requests may come again. */
export function setRetryAfter(response: Response, status: number, context: Record<string, unknown>): void {
  const { retry_after_seconds: seconds } = context;
  if (status === 429 && typeof seconds === "number") response.set("Retry-After", String(seconds));
}

function sendRpcError(response: Response, status: number, code: number, error: CodeindexError): void {
  const data = error.toEnvelope().error;
  response.status(status).json({ jsonrpc: "2.0", id: null, error: { code, message: error.message, data } });
}

function rpcCode(thrown: unknown, error: CodeindexError): number {
  if (typeOf(thrown) === "entity.parse.failed") return PARSE_ERROR;
  if (error.code === "internal") return INTERNAL_ERROR;
  return error.code === "invalid_parameter" ? INVALID_REQUEST : SERVER_ERROR;
}

/** Errors of the body parser and the router about the client's input, as our errors; undefined for others. */
function bodyError(thrown: unknown): CodeindexError | undefined {
  if (thrown instanceof CodeindexError || !(thrown instanceof Error) || !("status" in thrown)) return undefined;
  const type = typeOf(thrown);
  if (type === "entity.too.large") return new CodeindexError("too_large", "The body is larger than 4 MB.");
  if (type === "entity.parse.failed") return new CodeindexError("invalid_parameter", "The body is not valid JSON.");
  if (type === "request.aborted") return new CodeindexError("cancelled", "The caller went away.");
  const { status } = thrown;
  return typeof status === "number" && status >= 400 && status < 500
    ? new CodeindexError("invalid_parameter", thrown.message)
    : undefined;
}

function typeOf(thrown: unknown): string {
  return thrown instanceof Error && "type" in thrown ? String(thrown.type) : "";
}
