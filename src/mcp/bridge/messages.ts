/** JSON-RPC messages, as far as the bridge has to understand them. */
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/client";

/** The value of a line of JSON; undefined for any other line. */
export function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The id of a message; undefined where it has none that may be answered. */
export function idOf(message: unknown): RequestId | undefined {
  const id = (message as { id?: unknown } | null)?.id;
  return typeof id === "string" || Number.isInteger(id) ? (id as RequestId) : undefined;
}

/** Whether a value is a JSON-RPC 2.0 message. */
export function isMessage(message: unknown): message is JSONRPCMessage {
  if (typeof message !== "object" || message === null) return false;
  const { jsonrpc, id, method, result, error } = message as Record<string, unknown>;
  const hasId = idOf(message) !== undefined;
  if (jsonrpc !== "2.0" || (id !== undefined && !hasId)) return false;
  return typeof method === "string" || (method === undefined && hasId && (result !== undefined || error !== undefined));
}

/** Whether a message asks for an answer. */
export const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest => "method" in message && "id" in message;

/** The request that a message cancels. */
export function cancelledBy(message: unknown): RequestId | undefined {
  const { method, params } = message as { method?: unknown; params?: { requestId?: unknown } };
  return method === "notifications/cancelled" ? idOf({ id: params?.requestId }) : undefined;
}
