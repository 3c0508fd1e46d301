/** Ends requests whose bodies come too slowly: each holds a socket, and the part that was read. */
import type { RequestHandler } from "express";
import { CodeindexError } from "../base/errors.js";

/** The time limit of a body, in milliseconds. */
export const BODY_PATIENCE_MS = 30_000;

/** Refuses a request whose body has not arrived `patience` milliseconds after its headers. */
export function limitBodyTime(patience: number): RequestHandler {
  return (request, response, next) => {
    const timer = setTimeout(() => {
      if (response.headersSent) return;
      response.set("Connection", "close");
      response.once("finish", () => request.destroy());
      next(new CodeindexError("request_timeout", `The body did not arrive within ${patience / 1000} s.`));
    }, patience);
    request.once("end", () => clearTimeout(timer));
    request.once("close", () => clearTimeout(timer));
    next();
  };
}
