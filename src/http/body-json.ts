/** Bodies: JSON only, whatever the content type says, and never more than the limit. */
import express, { type RequestHandler } from "express";
import type { Limits } from "../auth/limits.js";
import { principalOf } from "../auth/request-principal.js";

export const BODY_LIMIT = "4mb";
/** A megabyte of brackets is half a second's work: so many bytes cost a point more. */
const BYTES_A_POINT = 10_000;

/** Reads the body, and has a long one cost its caller more. */
export function readJson(limits: Pick<Limits, "spend">): RequestHandler[] {
  const sizes = new WeakMap<object, number>();
  const noteSize = (request: object, _response: unknown, { length }: Buffer) => void sizes.set(request, length);
  return [
    express.json({ limit: BODY_LIMIT, type: () => true, verify: noteSize }),
    async (request, response, next) => {
      const points = Math.floor((sizes.get(request) ?? 0) / BYTES_A_POINT);
      if (points > 0) await limits.spend(principalOf(request), points);
      // What is over is not heard to end.
      if (!response.closed) next();
    },
  ];
}
