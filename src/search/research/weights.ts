/** The worth of each relation for a focus: how much of a place's score goes along an edge, against 1. A relation without one is not followed. */
import type { EdgeKind } from "../../model/edge.js";
import type { Focus, Toward } from "./question.js";

/** out: from the source of a reference to its target; in: the other way. */
export interface Weights {
  out: Partial<Record<EdgeKind, number>>;
  in: Partial<Record<EdgeKind, number>>;
}

const BASES = { inherits: 0.6, implements: 0.6, extends: 0.6 } as const;

const BY_FOCUS: Record<Focus, Weights> = {
  flow: { out: { calls: 1, references: 0.5, accepts: 0.3, imports: 0.25 }, in: { calls: 0.6, overrides: 0.8 } },
  dependencies: {
    out: { imports: 0.8, calls: 0.7, references: 0.6, accepts: 0.6, ...BASES },
    in: { imports: 0.5, calls: 0.5, references: 0.4 },
  },
  patterns: {
    out: { inherits: 0.9, implements: 0.9, extends: 0.9, overrides: 0.6, calls: 0.4, accepts: 0.4 },
    in: { inherits: 1, implements: 1, extends: 1, overrides: 0.7, calls: 0.3 },
  },
  architecture: {
    out: { calls: 0.8, references: 0.6, accepts: 0.6, imports: 0.5, ...BASES },
    in: { calls: 0.6, imports: 0.3, overrides: 0.5, ...BASES },
  },
};

const ALL_ROUND: Weights = {
  out: { calls: 0.9, references: 0.5, accepts: 0.5, imports: 0.3, ...BASES },
  in: { calls: 0.6, overrides: 0.6, ...BASES },
};

/** Names in the text of places, of languages without references. */
export const BY_NAME: Weights = { out: { references: 0.7 }, in: { references: 0.7 } };

/** Requests: from the code that asks a server to its handler. */
export const BY_REQUEST: Weights = { out: { calls: 0.9 }, in: { calls: 0.6 } };

/** Messages, which lead from the code that sends to what takes them. */
export const BY_MESSAGE: Weights = { out: { calls: 0.9 }, in: { calls: 0.6 } };

/** Calls of the best places that no hop followed. */
export const LAST_CALLS: Weights = { out: { calls: 0.6 }, in: {} };

const BY_TOWARD: Record<Toward, Weights> = {
  callers: { out: { overrides: 0.9 }, in: { calls: 1, overrides: 0.8, references: 0.5 } },
  implementations: { out: {}, in: { implements: 1, inherits: 1, extends: 1, overrides: 0.3 } },
};

/** The weights for a focus, or for the relation that the question asks for. */
export function weightsFor(focus: Focus | null, toward: Toward | null): Weights {
  if (toward !== null) return BY_TOWARD[toward];
  return focus === null ? ALL_ROUND : BY_FOCUS[focus];
}

/** Relations whose target stands before their source in an account: a base before what derives from it. */
const TOWARDS_BASE: ReadonlySet<EdgeKind> = new Set(["inherits", "implements", "extends", "overrides"]);

/** Whether the flow goes from the target of an edge to its source, as from a base to what derives from it. */
export const leadsFromTarget = (kind: EdgeKind): boolean => TOWARDS_BASE.has(kind);
