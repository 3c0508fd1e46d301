/** Parts of an edge: its kind, how sure we are of it, and why. Numbers are positions in these lists and stand in the database: only ever append. */

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
 * The kinds that are listed for one that was asked for. A class that extends another has an edge `inherits`, an interface one of `extends`. A
 * question with the word of the code means either.
 */
export function kindsListedFor(kind: EdgeKind): EdgeKind[] {
  return kind === "extends" || kind === "inherits" ? ["extends", "inherits"] : [kind];
}

/**
 * How sure an edge is:
 *
 *   exact        the type or scope decides
 *   import       through imports, namespaces or inheritance
 *   unique       the only symbol of that name in the project (in TypeScript and JavaScript, in a file that imports the declaring one); or one of a module at
 *                the usual place of a package's sources, where the package names missing build output
 *   candidate    one of several, all listed
 *   external     outside the project
 *   unresolved   a call without a known target; its target is `unresolvedTarget(name)`, so that a symbol's answer can count the calls that may be to it
 */
export const EDGE_TIERS = ["exact", "import", "unique", "candidate", "external", "unresolved"] as const;
export type EdgeTier = (typeof EDGE_TIERS)[number];

/**
 * The rule that made an edge:
 *
 *   unrecorded             an older version made it
 *   scope                  the file declares the name, around the reference
 *   import                 an import, export, using or namespace leads there
 *   receiver-type          a member of the type of the value before the dot
 *   inherited              a member of one of that type's bases
 *   extension              an extension method in sight
 *   override               a member of a base that this one overrides or implements
 *   overload               the name is known, the declaration of that name is not
 *   unique-name            the name alone fits, and one symbol has it
 *   same-name              the name alone fits, and several symbols have it
 *   library                nothing in the project declares it
 *   scip                   an imported index says so
 *   implicit-constructor   `base(…)` or `super(…)` of a class without a declared constructor: the target is the class
 *   not-indexed            taken for outside, though an import names a file or a package of the project: the index does not have that
 *
 * The others say why a call is unresolved: see UNRESOLVED_REASONS.
 */
export const EDGE_RULES = [
  "unrecorded",
  "scope",
  "import",
  "receiver-type",
  "inherited",
  "extension",
  "override",
  "overload",
  "unique-name",
  "same-name",
  "library",
  "scip",
  "unknown-receiver",
  "unknown-value",
  "no-such-member",
  "undeclared-name",
  "too-many",
  "not-indexed",
  "implicit-constructor",
] as const;
export type EdgeRule = (typeof EDGE_RULES)[number];

/**
 * unknown-receiver: the type of the value it is called on is not known. unknown-value: which function the value holds is not known.
 * no-such-member: what it is called on is known, and declares no such member. undeclared-name: nothing declares the name; of a call on a value of
 * unknown type, nothing in the whole project, so that a library's member is meant. too-many: more symbols
 * fit than an index keeps edges for; whoever asks for the callers of one of them finds the call among the candidates.
 */
export const UNRESOLVED_REASONS = [
  "unknown-receiver",
  "unknown-value",
  "no-such-member",
  "undeclared-name",
  "too-many",
] as const satisfies readonly EdgeRule[];
export type UnresolvedReason = (typeof UNRESOLVED_REASONS)[number];

export interface Edge {
  /** Ordinal of the source symbol in its file. */
  source: number;
  kind: EdgeKind;
  tier: EdgeTier;
  rule: EdgeRule;
  /** Line of the reference. */
  line: number;
  /** node_id of the target symbol or external symbol, or `unresolvedTarget(name)`. */
  target: string;
}

/** The target of an unresolved call of `name`. */
export function unresolvedTarget(name: string): string {
  return `?${name}`;
}
