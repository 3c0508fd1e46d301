/** Shuts out what a web page of another site could send to a service of this machine: foreign Host and Origin headers (DNS rebinding). */
import type { RequestHandler } from "express";
import { CodeindexError } from "../base/errors.js";
import { type Config, isLoopback } from "../config/config.js";

/** Lets through requests whose Host, and Origin where there is one, name this machine or one of the allowed hosts; of origins also those of CORS. */
export function guardHosts(allowedHosts: readonly string[], corsOrigins: readonly string[] = []): RequestHandler {
  const isAllowed = (name: string) => isLoopback(name) || allowedHosts.includes(name);
  // A name and a port, and nothing of which another reader of URLs might make another host: answers repeat it.
  const isHost = (host = "") => /^[\w.:[\]-]+$/.test(host) && isAllowed(hostnameOf(`http://${host}`));
  return (request, _response, next) => {
    const { host, origin } = request.headers;
    // `request.host` is what a trusted proxy was asked for. It may pass on what a page had it say: both must be good, and of each there is one.
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

/** The hosts of the settings: those that are named, and that of the public URL. */
export function allowedHosts({ allowedHosts: named, publicUrl }: Pick<Config, "allowedHosts" | "publicUrl">): string[] {
  return publicUrl === null ? [...named] : [...named, hostnameOf(publicUrl)];
}

/** The host name of a URL; empty where it is none. */
function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
