/** Shuts out what a web page of another site could send to a service of this machine: foreign Host and Origin headers (DNS rebinding). */
import type { RequestHandler } from "express";
import { isLoopback } from "../config.js";
import { CodeindexError } from "../errors.js";

/** Lets through requests whose Host, and Origin where there is one, name this machine. */
export const guardHosts: RequestHandler = (request, _response, next) => {
  const { host, origin } = request.headers;
  if (!host || !isLoopback(hostnameOf(`http://${host}`)))
    throw new CodeindexError(
      "forbidden",
      "The Host header must name this machine: localhost, 127.0.0.1 or [::1].",
      {},
      ["Use the URL that the service printed when it started."],
    );
  if (origin !== undefined && !isLoopback(hostnameOf(origin)))
    throw new CodeindexError("forbidden", "Pages of other sites may not use this service.", {}, [
      "Leave the Origin header out, or open the page from this machine.",
    ]);
  next();
};

/** The host name of a URL; empty where it is none. */
function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
