/** Where a request comes from and what it was sent to, as trusted proxies say it; of others only the connection counts. */
import { isIP } from "node:net";
import type { Express, Request } from "express";
import { type Config, isLoopback } from "../config/config.js";

/** Has the app believe X-Forwarded-For, -Proto and -Host of these proxies, and of nobody else. */
export function trustProxies(app: Express, { trustedProxies }: Pick<Config, "trustedProxies">): void {
  app.set("trust proxy", trustedProxies.length > 0 ? [...trustedProxies] : false);
}

/** The address of whoever asks. */
export function addressOf(request: Request): string {
  const connection = request.socket.remoteAddress ?? "";
  const { ip = "" } = request;
  return (isIP(ip) ? ip : connection).replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Whether a program of this machine asks: it connects by itself, and no proxy's word is needed or taken for it. */
export function isFromHere(request: Request): boolean {
  const { headers, socket } = request;
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && isLoopback((socket.remoteAddress ?? "").replace(/^::ffff:/i, ""));
}

/** The URL, without a path, at which the service was asked, where none is configured. */
export function originOf({ publicUrl }: Pick<Config, "publicUrl">, request: Request): string {
  return publicUrl ?? `${request.protocol === "https" ? "https" : "http"}://${request.host}`;
}
