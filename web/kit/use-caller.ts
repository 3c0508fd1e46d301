/** The caller and its rights. Buttons that it may not use are hidden; the service refuses it anyway. */
import { type ApiError, ask, type Caller } from "../api.js";
import { useAnswer } from "./use-answer.js";

const SCOPES: readonly Caller["scope"][] = ["read", "index", "admin"];

export interface Rights {
  /** undefined: not known yet. */
  caller: Caller | undefined;
  /** Why it is not known. */
  error: ApiError | undefined;
  /** Asks for it again. */
  again(): void;
  may(scope: Caller["scope"]): boolean;
  /** Whether it may see what concerns all projects. */
  seesAll: boolean;
}

export function useCaller(): Rights {
  const { answer: caller, error, again } = useAnswer((signal) => ask<Caller>("GET", "session", { signal }), []);
  return {
    caller,
    error,
    again,
    may: (scope) => caller !== undefined && SCOPES.indexOf(caller.scope) >= SCOPES.indexOf(scope),
    seesAll: caller?.projects === null,
  };
}
