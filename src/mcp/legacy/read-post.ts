/** The messages of a POST of the older era, or the answer to one that is not as it must be. */
import {
  ErrorCode,
  type InitializeRequest,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import type { Request, Response } from "express";
import { z } from "zod";

/** Messages that a POST may hold. */
export const MOST_IN_BATCH = 100;
const SERVER_ERROR = -32000;

export interface Post {
  /** The protocol version that the client names; undefined where it names none. */
  version: string | undefined;
  isBatch: boolean;
  messages: JSONRPCMessage[];
  /** Those of the messages that get an answer. */
  requests: JSONRPCRequest[];
  /** The `initialize` among them, which comes alone. */
  opening: (InitializeRequest & { id: RequestId }) | undefined;
}

/** Answers with a JSON-RPC error. */
export function refuse(
  response: Response,
  status: number,
  code: number,
  message: string,
  id: RequestId | null = null,
): void {
  response.status(status).json({ jsonrpc: "2.0", id, error: { code, message } });
}

/** Reads a POST, whose body is parsed already. Where it is not as it must be, this answers so and gives null. */
export function readPost(request: Request, response: Response): Post | null {
  const refused = (status: number, code: number, message: string): null => {
    refuse(response, status, code, message);
    return null;
  };
  const version = request.get("mcp-protocol-version");
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const known = SUPPORTED_PROTOCOL_VERSIONS.join(", ");
    return refused(400, SERVER_ERROR, `Unsupported protocol version; known are 2026-07-28, ${known}`);
  }
  if (!/^application\/json\b/i.test(request.get("content-type") ?? ""))
    return refused(415, SERVER_ERROR, "Content-Type must be application/json.");
  if (!/application\/(json|\*)|\*\/\*/.test(request.get("accept") ?? "*/*"))
    return refused(406, SERVER_ERROR, "Accept must name application/json and text/event-stream.");
  const body = request.body as unknown;
  const isBatch = Array.isArray(body);
  const parsed = z
    .array(JSONRPCMessageSchema)
    .min(1)
    .max(MOST_IN_BATCH)
    .safeParse(isBatch ? body : [body]);
  if (!parsed.success)
    return refused(
      400,
      ErrorCode.InvalidRequest,
      `The body must be a JSON-RPC message, or an array of 1 to ${MOST_IN_BATCH} of them.`,
    );
  const messages = parsed.data;
  const problem = problemOfOpening(messages);
  if (problem) return refused(400, ErrorCode.InvalidParams, problem);
  const opening = messages.find(isInitializeRequest) as (InitializeRequest & { id: RequestId }) | undefined;
  if (opening && messages.length > 1) return refused(400, ErrorCode.InvalidRequest, "`initialize` must come alone.");
  const requests = messages.filter(isJSONRPCRequest);
  if (new Set(requests.map(({ id }) => id)).size < requests.length)
    return refused(400, ErrorCode.InvalidRequest, "Two requests of the batch have the same id.");
  return { version, isBatch, messages, requests, opening };
}

/** The problem of an `initialize` among the messages, which the SDK would report as a fault of ours. */
export function problemOfOpening(messages: readonly JSONRPCMessage[]): string | null {
  const opening = messages.find((message) => isJSONRPCRequest(message) && message.method === "initialize");
  if (opening === undefined || isInitializeRequest(opening)) return null;
  return "initialize: params must be protocolVersion, capabilities and clientInfo with a name and a version.";
}
