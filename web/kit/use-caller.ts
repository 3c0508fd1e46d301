/** The caller and its rights. Buttons that it may not use are hidden; the service refuses it anyway. */
import { ask, type Caller } from "../api.js";
import { useAnswer } from "./use-answer.js";

const SCOPES: readonly Caller["scope"][] = ["read", "index", "admin"];

export interface Rights {
  /** undefined: not known yet. */
  caller: Caller | undefined;
  may(scope: Caller["scope"]): boolean;
  /** Whether it may see what concerns all projects. */
  seesAll: boolean;
}

export function useCaller(): Rights {
  const { answer: caller } = useAnswer((signal) => ask<Caller>("GET", "session", { signal }), []);
  return {
    caller,
    may: (scope) => caller !== undefined && SCOPES.indexOf(caller.scope) >= SCOPES.indexOf(scope),
    seesAll: caller?.projects === null,
  };
}
