/** The ids of symbols: 64 bits of a hash of what a symbol is called and where it stands, written as 11 characters of base64url. */
import { nth } from "../base/need.js";
import { uint8At } from "../base/numbers.js";
import type { ParsedSymbol, ParseResult, SymbolKind } from "./parse-result.js";

const ALPHABET = Uint8Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", (char) =>
  char.charCodeAt(0),
);

/** How the declarations of a family of languages become symbols. */
export interface IdentityRules {
  /** Kinds of mergeable symbols that are one symbol under one name, whatever their kinds: an interface and a class, a function and a namespace. */
  mergingKinds: readonly SymbolKind[];
  /** Kinds of mergeable symbols that are one symbol in all files: namespaces and partial types. */
  kindsAcrossFiles: readonly SymbolKind[];
  /** The number of type parameters tells symbols apart, `Result` and `Result<T>`; those of a method do not. */
  countsTypeParameters: boolean;
  /** Declarations with one signature in one type are one symbol: they stand in the arms of an `#if`, of which a compiler sees one. */
  hasAlternatives: boolean;
  /** Parts of a signature besides its parameters that tell overloads in one type apart. `owner`: the type, or the part of it that holds the symbol. */
  overloadOf?: (symbol: ParsedSymbol, owner: ParsedSymbol) => string;
  /** Overloads of a method are symbols of their own. Else the declarations of one name in one place are one symbol. */
  hasOverloads: boolean;
  /** The scope in which declarations of a kind of `kindsAcrossFiles` are one symbol, such as a module. Absent: the whole repository. */
  scopeOf?: (path: string, symbol: ParsedSymbol, parse: ParseResult) => string;
}

/** The rules of most languages: symbols are told apart by their names, and overloads are one symbol. */
export const PLAIN_IDENTITY: IdentityRules = {
  mergingKinds: ["class", "interface", "namespace", "module", "enum", "function"],
  kindsAcrossFiles: [],
  countsTypeParameters: false,
  hasAlternatives: false,
  hasOverloads: false,
};

/** The node id of a file itself, of a language of a family. */
export const fileNodeId = (family: string, path: string): string => hash(`${family}\0file\0${path}`);

/**
 * The node ids of a file's symbols, one for each of `parse.symbols`, in their order. A symbol that merges across files gets the same id in every file;
 * declarations that merge inside one file share theirs. `language`: the family, and its rules where they differ from the plain ones.
 */
export function nodeIds(
  { family, identity = PLAIN_IDENTITY }: { family: string; identity?: IdentityRules },
  path: string,
  parse: ParseResult,
): string[] {
  const seen = new Map<string, number>();
  const ids: string[] = [];
  const alternatives = new Map<string, string>();
  parse.symbols.forEach((symbol, index) => {
    const key = identity.hasAlternatives ? alternativeKey(parse, ids, symbol, identity.overloadOf) : null;
    const id = (key === null ? undefined : alternatives.get(key)) ?? nodeId(symbol, index);
    ids.push(id);
    if (key !== null) alternatives.set(key, id);
  });
  return ids;

  function nodeId(symbol: ParsedSymbol, index: number): string {
    if (index === 0) return fileNodeId(family, path);
    const { kind, qualifiedName, isMergeable, typeParameters } = symbol;
    const kindClass = isMergeable && identity.mergingKinds.includes(kind) ? "merged" : kind;
    const arity = identity.countsTypeParameters && kind !== "method" ? typeParameters.length : 0;
    const name = `${kindClass}\0${qualifiedName}\0${arity}`;
    if (isMergeable) {
      const scope = identity.kindsAcrossFiles.includes(kind) ? (identity.scopeOf?.(path, symbol, parse) ?? "") : path;
      return hash(`${family}\0${scope}\0${name}`);
    }
    const position = seen.get(name) ?? 0;
    seen.set(name, position + 1);
    return hash(`${family}\0${path}\0${name}\0${position}`);
  }
}

/**
 * A key that two declarations in one type share only if they stand in two arms of an `#if`. The compiler sees one arm, so they are one symbol.
 * Null for symbols that may be declared twice: those in functions, as the functions around them may be overloads.
 */
function alternativeKey(
  parse: ParseResult,
  ids: readonly string[],
  symbol: ParsedSymbol,
  overloadOf: IdentityRules["overloadOf"],
): string | null {
  if (symbol.parent < 0 || symbol.kind === "function" || symbol.isMergeable) return null;
  const owner = nth(parse.symbols, symbol.parent);
  if (/^(?:method|constructor|function|property)$/.test(owner.kind)) return null;
  const { kind, qualifiedName, parameterSignature, typeParameters } = symbol;
  const isCall = kind === "method" || kind === "constructor";
  if (isCall && parameterSignature === null) return null;
  const parts = [ids[symbol.parent], kind, qualifiedName, parameterSignature ?? "", typeParameters.length];
  if (overloadOf !== undefined) parts.push(overloadOf(symbol, owner));
  return parts.join("\0");
}

/** The id of a thing outside the project: `name` of the package, module or namespace `module` (null: a global of the runtime). */
export function externalId(module: string | null, name: string): string {
  return hash(`external\0${module ?? ""}\0${name}`);
}

/** cyrb64 (a public-domain mix of two multiplicative hashes): no crypto, and well spread over 64 bits. */
function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const letter = (bits: number) => uint8At(ALPHABET, bits & 63);
  // One flat string: built up by `+` it would be kept as a tree of its parts.
  return String.fromCharCode(
    letter(high >>> 26),
    letter(high >>> 20),
    letter(high >>> 14),
    letter(high >>> 8),
    letter(high >>> 2),
    letter((high << 4) | (low >>> 28)),
    letter(low >>> 22),
    letter(low >>> 16),
    letter(low >>> 10),
    letter(low >>> 4),
    letter(low << 2),
  );
}
