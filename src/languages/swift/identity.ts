/** The part of a repository in which the declarations of one name are one type: its module, or its file where the type is private. */
import type { ParsedSymbol, ParseResult } from "../../model/parse-result.js";

/** The folder of a target, as packages lay them out. */
const TARGET = /^(?:.*\/)?(?:Sources|Tests|Plugins)\/[^/]+\//;

/** The scope of a type or an extension. Outside of packages all files are one module. */
export function scopeOf(path: string, symbol: ParsedSymbol, { symbols }: ParseResult): string {
  return isOfFile(symbol, symbols) ? path : (TARGET.exec(path)?.[0] ?? "");
}

/** Functions may differ in `static`, in `async`, in their results, and in the constraints of the extensions that hold them. */
export function overloadOf({ isStatic, isAsync, returnType, kind }: ParsedSymbol, owner: ParsedSymbol): string {
  const constraints = owner.kind === "extension" ? JSON.stringify([owner.typeParameters, owner.typeDefaults]) : "";
  return `${isStatic} ${isAsync} ${kind === "method" ? returnType : ""} ${constraints}`;
}

/** Whether a type can be seen in its file alone. An extension of a private type is of the file too. */
function isOfFile(symbol: ParsedSymbol, symbols: readonly ParsedSymbol[]): boolean {
  const outermost = outermostOf(symbol, symbols);
  if (isHidden(outermost)) return true;
  const [first = ""] = symbol.qualifiedName.split(".");
  return hiddenTypes(symbols).has(first);
}

const hiddenTypesOf = new WeakMap<readonly ParsedSymbol[], ReadonlySet<string>>();

/** The names of the outermost types that can be seen in their file alone. They are collected once for a file. */
function hiddenTypes(symbols: readonly ParsedSymbol[]): ReadonlySet<string> {
  let found = hiddenTypesOf.get(symbols);
  if (found === undefined) {
    const hidden = symbols.filter((each) => each.parent === 0 && each.isMergeable && isHidden(each));
    found = new Set(hidden.map(({ qualifiedName }) => qualifiedName));
    hiddenTypesOf.set(symbols, found);
  }
  return found;
}

const isHidden = ({ access, kind }: ParsedSymbol) =>
  kind !== "extension" && (access === "private" || access === "file");

function outermostOf(symbol: ParsedSymbol, symbols: readonly ParsedSymbol[]): ParsedSymbol {
  let current = symbol;
  for (
    let parent = symbols[current.parent];
    parent !== undefined && current.parent > 0;
    parent = symbols[current.parent]
  )
    current = parent;
  return current;
}
