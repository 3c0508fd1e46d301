/** Shuts out what a web page of another site could send to a service of this machine: foreign Host and Origin headers (DNS rebinding). */
import type { RequestHandler } from "express";
import { type Config, isLoopback } from "../config.js";
import { CodeindexError } from "../errors.js";

/** Lets through requests whose Host, and Origin where there is one, name this machine or one of the allowed hosts. */
export function guardHosts(allowedHosts: readonly string[]): RequestHandler {
  const isAllowed = (name: string) => isLoopback(name) || allowedHosts.includes(name);
  return (request, _response, next) => {
    const { host, origin } = request.headers;
    // A name and a port, and nothing of which another reader of URLs might make another host: answers repeat it.
    if (!host || !/^[\w.:[\]-]+$/.test(host) || !isAllowed(hostnameOf(`http://${host}`)))
      throw new CodeindexError(
        "forbidden",
        "The Host header must name this machine (localhost, 127.0.0.1 or [::1]) or a host of CODEINDEX_ALLOWED_HOSTS.",
        {},
        ["Use the URL that the service printed when it started."],
      );
    if (origin !== undefined && !isAllowed(hostnameOf(origin)))
      throw new CodeindexError("forbidden", "Pages of other sites may not use this service.", {}, [
        "Leave the Origin header out, or open the page from this machine.",
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
