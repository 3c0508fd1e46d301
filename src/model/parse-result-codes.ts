/**
 * The numbers of a parse result's words in its bytes: a word is stored as its position in one of these lists. A change of an order or of a position is
 * another `PARSE_RESULT_FORMAT`.
 */
import type { Access, Choice, Export, Import, ParsedSymbol, ParseResult, ReferenceKind, Root } from "./parse-result.js";

export const STATUSES: ParseResult["status"][] = ["full", "partial", "failed"];

export const ACCESSES: Access[] = [
  "public",
  "protected",
  "private",
  "internal",
  "protected internal",
  "private protected",
  "file",
];

/** A root that the result has written before, by its number. The calls of a chain contain each other, and the uses of a local contain its value. */
export const AGAIN = "again";

export const REFERENCE_KINDS: ReferenceKind[] = [
  "call",
  "new",
  "extends",
  "implements",
  "type",
  "accepts",
  "jsx",
  "decorator",
  "value",
  "reexport",
  "prop",
  "key",
];

export const ROOTS: (Root["in"] | typeof AGAIN)[] = [
  "file",
  "import",
  "free",
  "this",
  "super",
  "instance",
  "unknown",
  "result",
  "callback",
  "parameter",
  "call",
  AGAIN,
];

export const IMPORT_KINDS: Import["kind"][] = ["module", "namespace", "static", "alias"];

export const EXPORT_TARGETS: Export["target"]["in"][] = ["file", "import", "module", "unknown"];

/** The flags of a symbol; each is one bit. `readSymbol` names them in the same order. */
export const FLAGS = [
  "isPublicApi",
  "isStatic",
  "isAbstract",
  "isAsync",
  "isOverride",
  "isDeprecated",
  "isExported",
  "isMergeable",
  "isOptional",
] as const satisfies (keyof ParsedSymbol)[];

/** The bit behind the flags of a symbol, where added members follow. Here and below, a symbol without any has the bytes that it had before there were some. */
export const HAS_ADDED_MEMBERS = 1 << FLAGS.length;
const IS_CHOSEN_LAST = HAS_ADDED_MEMBERS << 1;
const IS_NEVER_CHOSEN = HAS_ADDED_MEMBERS << 2;

/** The flags of a symbol, and what else is one bit. */
export function bitsOf(symbol: ParsedSymbol): number {
  const flags = FLAGS.reduce((bits, flag, bit) => bits | (symbol[flag] ? 1 << bit : 0), 0);
  const choice = symbol.choice === undefined ? 0 : symbol.choice === "last" ? IS_CHOSEN_LAST : IS_NEVER_CHOSEN;
  return flags | choice | (symbol.addedMembers === undefined ? 0 : HAS_ADDED_MEMBERS);
}

/** How late calls choose a symbol, by its bits. */
export function choiceOf(bits: number): Choice | undefined {
  if ((bits & IS_NEVER_CHOSEN) !== 0) return "never";
  return (bits & IS_CHOSEN_LAST) === 0 ? undefined : "last";
}
