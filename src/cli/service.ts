/** Calls a running service over HTTP. */
import { CodeindexError, certificateError, type ErrorEnvelope, errorFrom } from "../base/errors.js";
import { USER_AGENT } from "../base/version.js";
import { localUrl, readConfig, usesTls } from "../config/config.js";

export interface Service {
  /** Runs a tool. With `json` it returns the structured answer as text, otherwise the words. Throws the service's error. */
  call(tool: string, input: Record<string, unknown>, options: { json: boolean }): Promise<string>;
}

/** The URL of the service: the option, CODEINDEX_API_BASE, or this machine at the configured port. */
export function serviceUrl(option: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const url = option ?? (env.CODEINDEX_API_BASE || undefined);
  if (url === undefined) {
    const config = readConfig({ repos: [], config: "" }, withoutServers(env));
    if (!usesTls(config)) return localUrl(config.host, config.port);
    // A certificate is for the host of the public URL, seldom for an address of this machine.
    return config.publicUrl ?? localUrl(config.host, config.port, "https");
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CodeindexError(
      "configuration",
      `${option === undefined ? "CODEINDEX_API_BASE" : "--url"}: ${JSON.stringify(url)} is not an http URL.`,
    );
  return url.replace(/\/+$/, "");
}

/** The environment without settings of servers: a program that only calls a service has none of its own. */
export function withoutServers({
  DATABASE_URL: _database,
  REDIS_URL: _redis,
  ...env
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env;
}

/** The URL by which clients reach the service, possibly from elsewhere: the option, CODEINDEX_API_BASE, or the public URL. */
export function clientUrl(option: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const isGiven = option !== undefined || Boolean(env.CODEINDEX_API_BASE);
  return (
    (isGiven ? null : readConfig({ repos: [], config: "" }, withoutServers(env)).publicUrl) ?? serviceUrl(option, env)
  );
}

/** A client of the service at `base`, which chooses the project by the current folder. */
export function connectService(base: string): Service {
  return {
    async call(tool, input, { json }) {
      const response = await send(`${base}/tools/${encodeURIComponent(tool)}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: json ? "application/json" : "text/plain",
          "user-agent": USER_AGENT,
          // Asks about the project of the current folder, if it is one.
          "x-codeindex-folder": encodeURIComponent(process.cwd()),
        },
        body: JSON.stringify(input),
      });
      const body = await response.text();
      if (response.ok) return body;
      throw errorOf(body, response.status, base);
    },
  };
}

/** Calls a route of the REST API. Throws the service's error. */
export async function askService<T>(
  base: string,
  method: string,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<T> {
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }), ...more };
  const response = await send(`${base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  throw errorOf(text, response.status, base);
}

/** Sends a file to a route of the REST API as it is read. Throws the service's error. */
export async function sendFile<T>(base: string, path: string, file: AsyncIterable<Uint8Array>): Promise<T> {
  const headers = { accept: "application/json", "content-type": "application/octet-stream" };
  const response = await send(`${base}${path}`, { method: "PUT", headers, body: file, duplex: "half" });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  throw errorOf(text, response.status, base);
}

async function send(url: string, request: RequestInit): Promise<Response> {
  const { CODEINDEX_TOKEN: token } = process.env;
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...request.headers };
  try {
    return await fetch(url, { ...request, headers });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const { origin } = new URL(url);
    throw (
      certificateError(error, origin) ??
      new CodeindexError("daemon_unavailable", `No codeindex service answers at ${origin}.`)
    );
  }
}

function errorOf(body: string, status: number, base: string): CodeindexError {
  try {
    return errorFrom(JSON.parse(body) as ErrorEnvelope);
  } catch {
    // Another program listens there; its answer is not in our format.
    return new CodeindexError(
      "daemon_unavailable",
      `Another program than codeindex answers at ${base} (status ${status}).`,
    );
  }
}
