/** Swift: the facts of symbols that other files need, and the entries that a file gives the index. */
import type { ParsedSymbol, ParseResult, Reference } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import type { ProgramFile, ProgramSymbol } from "../program-file.js";
import type { SummaryRules, SymbolFacts } from "../semantics.js";
import { splitParameters } from "../signature.js";
import { createSwiftIndex, type SwiftIndex } from "./state.js";

const NO_NAMES: readonly string[] = [];

export const summary: SummaryRules = {
  isDeclarationFile: () => false,
  symbolFacts,
  namesInSymbol: () => NO_NAMES,
  namesMeantBy,
  namesInSpecifier: (specifier) => [specifier],
  moduleAddedTo: () => null,
  createIndex: createSwiftIndex,
  indexFile: (index, file, put) => indexFile(index as SwiftIndex, file, put),
};

/** The property that `$name` or `_name` belongs to, where it has a wrapper; null for any other name. */
export function wrappedProperty(name: string): string | null {
  return /^[$_]\p{L}/u.test(name) ? name.slice(1) : null;
}

function namesMeantBy({ root, path }: Reference): readonly string[] {
  const names = root.in === "free" ? [root.name, ...path] : path;
  return names.flatMap((name) => (typeof name === "string" ? (wrappedProperty(name) ?? []) : []));
}

/** The labels at the end of a qualified name: `(_:port:)`. */
const LABELS = /\(((?:[^():]+:)*)\)$/u;

/** The labels of a function, as its qualified name has them; null for what has none. */
function labelsOf({ qualifiedName, parameterCount }: ParsedSymbol): string[] | null {
  if (parameterCount === null) return null;
  const labels = LABELS.exec(qualifiedName)?.[1];
  return labels === undefined ? null : labels.split(":").slice(0, -1);
}

/** The letters of parameters that take async closures. */
const ASYNC_MARKS = { r: "S", d: "E" };

/** Ends the letters of a function that is async itself. */
export const ASYNC_EFFECT = "!";

/** `@autoclosure () -> Value`, of which a call gives the value. */
const AUTOCLOSURE = /@autoclosure\s+(?:@\w+\s+)*\(\)\s*(?:async\s+)?(?:throws\s+)?->\s*/;

/** A type that holds a closure, as far as its text tells. */
const CLOSURE = /->|\b\w*(?:Handler|Completion|Closure|Callback|Block)\b/;

function symbolFacts(_parse: ParseResult, symbol: ParsedSymbol, kept: (name: string) => string): SymbolFacts {
  const labels = labelsOf(symbol);
  const written = labels === null ? [] : splitParameters(symbol.parameterSignature ?? "", '"');
  const marks = (labels ?? []).map((_, index) => markOf(written[index] ?? ""));
  const needed = marks.filter((mark) => mark === "r" || mark === "R" || mark === "S").length;
  const isVariadic = marks.some((mark) => mark === "v" || mark === "V");
  return {
    minArguments: needed,
    maxArguments: labels === null || isVariadic ? 255 : labels.length,
    // A first trailing closure, `*` among the names of arguments, has no label.
    parameterNames:
      labels === null
        ? null
        : kept(
            ` ${labels.map((label) => `${label} `).join("")}* ~${marks.join("")}${symbol.isAsync ? ASYNC_EFFECT : ""}`,
          ),
    extends: null,
    extendsType: null,
    // An associated type is not a type that a member of the protocol could have.
    isExplicit: symbol.kind === "type" && symbol.receiverType !== undefined && symbol.declaredType === null,
    receiverType: symbol.receiverType ?? null,
  };
}

/** A letter for a parameter: required, with a default, or variadic; in upper case for a closure, and the next letter for an async one. */
function markOf(parameter: string): string {
  const hasDefault = /[^=!<>]=(?!=)/.test(parameter.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
  const mark = hasDefault ? "d" : /\.\.\.\s*$/.test(parameter) ? "v" : "r";
  const given = parameter.replace(AUTOCLOSURE, "");
  if (!CLOSURE.test(given)) return mark;
  const isAsync = mark !== "v" && /\basync\b[^()]*->/.test(given);
  return isAsync ? ASYNC_MARKS[mark] : mark.toUpperCase();
}

/** The last name of the type that an alias stands for: of `Shop.Cart` it is `Cart`. Null where it stands for no name. */
export function aliasedName({ kind, declaredType: of }: ProgramSymbol): string | null {
  if (kind !== "type" || of?.kind !== "named" || of.root.in !== "free") return null;
  const last = of.path.at(-1) ?? of.root.name;
  return typeof last === "string" ? last : null;
}

function indexFile(
  index: SwiftIndex,
  file: ProgramFile,
  put: (map: Map<string, number[]>, key: string, position: number) => void,
): void {
  file.symbols.forEach((symbol, position) => {
    const { kind, name, parent } = symbol;
    if (position === 0) return;
    if (kind === "extension") put(index.extensions, name, position);
    else if (parent === 0) put(index.tops, name, position);
    if (kind === "method" && parent > 0 && name !== "deinit" && name !== "subscript")
      put(index.members, name, position);
    const isInExtension = file.symbols[parent]?.kind === "extension";
    if (parent > 0 && (isTypeKind(kind) ? isInExtension : symbol.isStatic && kind !== "method"))
      put(index.statics, name, position);
    const target = parent === 0 ? aliasedName(symbol) : null;
    if (target !== null) put(index.aliases, target, position);
  });
  for (const { isGlobal, specifier } of file.imports) if (isGlobal) put(index.reexports, specifier, 0);
}
