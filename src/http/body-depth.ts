/** Refuses deeply nested bodies, because recursive code (such as JSON.stringify) would run out of stack on them. */
import type { RequestHandler } from "express";
import { invalidParameter } from "../base/errors.js";

/** Levels of objects and lists; real requests have about eight. */
const MOST_LEVELS = 100;

/** Runs after the body was parsed. */
export const limitBodyDepth: RequestHandler = (request, _response, next) => {
  let level: unknown[] = [request.body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) throw invalidParameter("body", `must be nested at most ${MOST_LEVELS} levels deep`);
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  next();
};
