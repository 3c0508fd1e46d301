/** Refuses requests that a web page of another site could send to a service on this machine: foreign Host and Origin headers (DNS rebinding). */
import type { RequestHandler } from "express";
import { CodeindexError } from "../base/errors.js";
import { type Config, isLoopback } from "../config/config.js";

/** Passes requests whose Host, and Origin where present, name this machine or an allowed host; for origins also those of CORS. */
export function guardHosts(allowedHosts: readonly string[], corsOrigins: readonly string[] = []): RequestHandler {
  const isAllowed = (name: string) => isLoopback(name) || allowedHosts.includes(name);
  // A name and a port only, in a form that every parser of URLs reads alike, because answers repeat it.
  const isHost = (host = "") => /^[\w.:[\]-]+$/.test(host) && isAllowed(hostnameOf(`http://${host}`));
  return (request, _response, next) => {
    const { host, origin } = request.headers;
    // `request.host` is the host that a trusted proxy received. A page may control that one, so both must be allowed, and each must be single.
    if ((request.headersDistinct.host?.length ?? 0) > 1 || !isHost(host) || !isHost(request.host))
      throw new CodeindexError(
        "forbidden",
        "The Host header must name this machine (localhost, 127.0.0.1 or [::1]) or a host of CODEINDEX_ALLOWED_HOSTS.",
        {},
        ["Use the URL that the service printed when it started."],
      );
    if (origin !== undefined && !isAllowed(hostnameOf(origin)) && !corsOrigins.includes(origin))
      throw new CodeindexError("forbidden", "Pages of other sites may not use this service.", {}, [
        "Leave the Origin header out, open the page from this machine, or name its origin in CODEINDEX_CORS_ORIGINS.",
      ]);
    next();
  };
}

/** The allowed hosts of the settings: those of the list, and that of the public URL. */
export function allowedHosts({ allowedHosts: named, publicUrl }: Pick<Config, "allowedHosts" | "publicUrl">): string[] {
  return publicUrl === null ? [...named] : [...named, hostnameOf(publicUrl)];
}

/** The host name of a URL; empty where it is not a URL. */
function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
