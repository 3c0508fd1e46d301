/** Bodies: always parsed as JSON, regardless of the content type, and bounded in size. */
import express, { type RequestHandler } from "express";
import type { Limits } from "../auth/limits.js";
import { principalOf } from "../auth/request-principal.js";

export const BODY_LIMIT = "4mb";
/** A long body costs one more point per this many bytes: a megabyte of brackets takes half a second to parse. */
const BYTES_A_POINT = 10_000;

/** Reads the body; a long one costs its caller more points. */
export function readJson(limits: Pick<Limits, "spend">): RequestHandler[] {
  const sizes = new WeakMap<object, number>();
  const noteSize = (request: object, _response: unknown, { length }: Buffer) => void sizes.set(request, length);
  return [
    express.json({ limit: BODY_LIMIT, type: () => true, verify: noteSize }),
    async (request, response, next) => {
      const points = Math.floor((sizes.get(request) ?? 0) / BYTES_A_POINT);
      if (points > 0) await limits.spend(principalOf(request), points);
      // The response may have closed meanwhile; its close event will not come again.
      if (!response.closed) next();
    },
  ];
}
