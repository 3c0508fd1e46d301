/** What an edge is: its kind, and how sure we are of it. Numbers are positions in these lists and stand in the database: only ever append. */

export const EDGE_KINDS = [
  "calls",
  "inherits",
  "implements",
  "imports",
  "overrides",
  "references",
  "contains",
  "accepts",
  "extends",
] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** The kinds that say that a symbol is used. */
export const REFERENCE_KINDS = EDGE_KINDS.filter((kind) => kind !== "contains");

/**
 * exact: the type or scope decides. import: through imports, namespaces or inheritance. unique: the only symbol of that name in the project.
 * candidate: one of several, all listed. external: outside the project. unresolved: a call whose target is not known; its target is
 * `unresolvedTarget(name)`, so that a symbol's answer can count the calls that may or may not be to it.
 */
export const EDGE_TIERS = ["exact", "import", "unique", "candidate", "external", "unresolved"] as const;
export type EdgeTier = (typeof EDGE_TIERS)[number];

export interface Edge {
  /** Ordinal of the source symbol in its file. */
  source: number;
  kind: EdgeKind;
  tier: EdgeTier;
  /** Line of the reference. */
  line: number;
  /** node_id of the target symbol or external symbol, or `unresolvedTarget(name)`. */
  target: string;
}

/** The target of an unresolved call of `name`. */
export function unresolvedTarget(name: string): string {
  return `?${name}`;
}
