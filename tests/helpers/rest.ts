/** Requests to a service over HTTP, as JSON. */
import type { HttpServer } from "../../src/http/server.js";

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say.
  body: any;
}

export type Rest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answered>;

/** Gives what sends a request to a server, which need not listen yet: its body is JSON, or bytes as they are. An answer without a body is null. */
export function rest(server: () => HttpServer): Rest {
  return async (method, path, body, headers = {}) => {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(`${server().url}${path}`, {
      method,
      headers: { "content-type": isBytes ? "application/octet-stream" : "application/json", ...headers },
      ...(body !== undefined && { body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };
}
