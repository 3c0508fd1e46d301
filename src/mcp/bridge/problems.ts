/** Errors that the bridge answers with where the service gave no answer. */
import {
  InsufficientScopeError,
  type JSONRPCErrorResponse,
  type RequestId,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import { CodeindexError, type ErrorEnvelope } from "../../base/errors.js";
import { parse } from "./messages.js";

const SERVER_ERROR = -32000;

type Problem = JSONRPCErrorResponse["error"];

/** The answer that tells a problem to the client. */
export function errorResponse(id: RequestId | undefined, error: Problem): JSONRPCErrorResponse {
  // JSON-RPC requires null where there is no id, while the types of MCP leave it out.
  return { jsonrpc: "2.0", id: (id ?? null) as RequestId, error };
}

/** The connection ended before the answer was complete. */
export class BrokenStream extends Error {}

function streamBroke(): CodeindexError {
  return new CodeindexError(
    "daemon_unavailable",
    "The connection to codeindex ended before the answer was complete.",
    {},
    ["Send the request again: the service may have been restarted."],
  );
}

/** The error for a request while the service is still starting. */
export function notReady(): CodeindexError {
  return new CodeindexError("daemon_unavailable", "The codeindex service is not ready yet.", {}, ["Ask again soon."]);
}

/** The answer to a failed request: the service's own error where it sent one. */
export function errorFor(id: RequestId, error: unknown): JSONRPCErrorResponse {
  return errorResponse(id, problemOf(error));
}

function problemOf(error: unknown): Problem {
  if (error instanceof BrokenStream) return told(streamBroke().toEnvelope());
  if (error instanceof CodeindexError) return told(error.toEnvelope());
  if (error instanceof SdkHttpError) return answeredWith(error);
  // The transport keeps nothing else of such an answer.
  if (error instanceof InsufficientScopeError)
    return told(new CodeindexError("forbidden", error.errorDescription ?? "The token may not do this.").toEnvelope());
  if ((error as Error).name === "AbortError")
    return told(new CodeindexError("cancelled", "codeindex mcp was stopped before there was an answer.").toEnvelope());
  const problem = `codeindex could not be asked: ${reasonOf(error)}.`;
  return told(new CodeindexError("daemon_unavailable", problem, {}, ["Send the request again."]).toEnvelope());
}

/** The error in an answer that is not JSON-RPC: the service's own, or a summary of a page from a proxy between. */
function answeredWith({ status, data, message }: SdkHttpError): Problem {
  const body =
    typeof data.text === "string" ? (parse(data.text) as { jsonrpc?: unknown; error?: unknown } | null) : null;
  const todo = status === 401 ? " Give codeindex mcp a token: --token, or CODEINDEX_TOKEN." : "";
  if (body?.jsonrpc === "2.0" && isProtocolError(body.error))
    return { ...body.error, message: body.error.message + todo };
  if (isEnvelope(body)) return told(body);
  // The transport's message names the target.
  const isRedirect = status >= 300 && status < 400;
  return {
    code: SERVER_ERROR,
    message: (isRedirect ? message : `The service's URL answered with status ${status}.`) + todo,
  };
}

function isProtocolError(error: unknown): error is Problem {
  return Number.isInteger((error as { code?: unknown } | undefined)?.code);
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  const { error } = (body ?? {}) as Partial<ErrorEnvelope>;
  return typeof error?.code === "string" && typeof error.message === "string" && Array.isArray(error.suggestions);
}

function told({ error }: ErrorEnvelope): Problem {
  return {
    code: SERVER_ERROR,
    message: [`${error.code}: ${error.message}`, ...error.suggestions].join(" "),
    data: error,
  };
}

/** The message of the innermost cause; undici's own is only "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { message?: string; code?: string } };
  return (cause?.message || cause?.code || message || String(error)).replace(/\.$/, "");
}
