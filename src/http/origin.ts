/** The origin and the target of a request, from the headers of trusted proxies; without one, from the connection alone. */
import { isIP } from "node:net";
import type { Express, Request } from "express";
import { type Config, isLoopback } from "../config/config.js";

/** Makes the app trust X-Forwarded-For, -Proto and -Host of these proxies only. */
export function trustProxies(app: Express, { trustedProxies }: Pick<Config, "trustedProxies">): void {
  app.set("trust proxy", trustedProxies.length > 0 ? [...trustedProxies] : false);
}

/** The client's address. */
export function addressOf(request: Request): string {
  const connection = request.socket.remoteAddress ?? "";
  const { ip = "" } = request;
  return (isIP(ip) ? ip : connection).replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Whether the client is a program on this machine: it connects directly, so headers of proxies are neither needed nor read. */
export function isFromHere(request: Request): boolean {
  const { headers, socket } = request;
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && isLoopback((socket.remoteAddress ?? "").replace(/^::ffff:/i, ""));
}

/** The URL, without a path, by which the client called the service, unless one is configured. */
export function originOf({ publicUrl }: Pick<Config, "publicUrl">, request: Request): string {
  return publicUrl ?? `${request.protocol === "https" ? "https" : "http"}://${request.host}`;
}
