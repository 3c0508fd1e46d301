/** Refuses requests that a web page of another site could send to a service on this machine: foreign Host and Origin headers (DNS rebinding). */
import { isIP } from "node:net";
import type { Request, RequestHandler } from "express";
import { CodeindexError } from "../base/errors.js";
import { type Config, isLoopback } from "../config/config.js";

/**
 * Paths that orchestrators ask by the address of a pod or a container, which no setting can list. A page reaches us by a name of its own alone, and what
 * these answer tells a stranger nothing about projects.
 */
const PROBED = ["/health", "/ready", "/metrics"];

/**
 * Passes requests whose Host, and Origin where present, name this machine or an allowed host; for origins also those of CORS. Probes of orchestrators
 * may be asked by any address.
 */
export function guardHosts(allowedHosts: readonly string[], corsOrigins: readonly string[] = []): RequestHandler {
  const isAllowed = (name: string) => isLoopback(name) || allowedHosts.includes(name);
  return (request, _response, next) => {
    const isProbe = PROBED.includes(request.path) && hasAddress(request);
    if (!isProbe && !isCalledByName(request, allowedHosts))
      throw new CodeindexError(
        "forbidden",
        "The Host header must name this machine (localhost, 127.0.0.1 or [::1]) or a host of CODEINDEX_ALLOWED_HOSTS.",
        {},
        ["Use the URL that the service printed when it started."],
      );
    const { origin } = request.headers;
    if (origin !== undefined && !isAllowed(hostnameOf(origin)) && !corsOrigins.includes(origin))
      throw new CodeindexError("forbidden", "Pages of other sites may not use this service.", {}, [
        "Leave the Origin header out, open the page from this machine, or name its origin in CODEINDEX_CORS_ORIGINS.",
      ]);
    next();
  };
}

/** Whether the hosts of a request name this machine or an allowed host. */
export function isCalledByName(request: Request, allowedHosts: readonly string[]): boolean {
  return hostsOf(request).every((name) => isLoopback(name) || allowedHosts.includes(name));
}

/** Whether the hosts of a request are addresses, of whatever machine. */
const hasAddress = (request: Request): boolean =>
  hostsOf(request).every((name) => isIP(name.replace(/^\[|\]$/g, "")) !== 0);

/**
 * The names of Host, and of the host that a trusted proxy received, which a page may control. Empty names where Host is not single, or not a name and a
 * port only, in a form that every parser of URLs reads alike: answers repeat it.
 */
function hostsOf(request: Request): string[] {
  if ((request.headersDistinct.host?.length ?? 0) > 1) return [""];
  return [request.headers.host, request.host].map((host = "") =>
    /^[\w.:[\]-]+$/.test(host) ? hostnameOf(`http://${host}`) : "",
  );
}

/** The allowed hosts of the settings: those of the list, and that of the public URL. */
export function allowedHosts({ allowedHosts: named, publicUrl }: Pick<Config, "allowedHosts" | "publicUrl">): string[] {
  return publicUrl === null ? [...named] : [...named, hostnameOf(publicUrl)];
}

/** The host name of a URL; empty where it is not a URL. */
function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
