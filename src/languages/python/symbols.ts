/** Adds symbols, with what their names tell of their access. */
import { nth } from "../../base/need.js";
import type { Access, ParsedSymbol, SymbolKind } from "../../model/parse-result.js";
import { fileSymbol } from "../file-symbol.js";
import type { Analysis } from "./analysis.js";
import { saysDeprecated } from "./docstrings.js";

type SymbolFields = Partial<ParsedSymbol> & { kind: SymbolKind; parent: number };

/** Adds the symbol that a node declares, and answers its number. */
export function addSymbol(a: Analysis, node: number, nameNode: number, given: SymbolFields): number {
  const { tree, symbols } = a;
  const name = tree.text(nameNode);
  const owner = nth(symbols, given.parent);
  const access = accessOf(name, owner);
  const index = symbols.length;
  symbols.push({
    ...fileSymbol("", 0),
    name,
    qualifiedName: given.parent === 0 ? name : `${owner.qualifiedName}.${name}`,
    startLine: tree.startLine(node),
    endLine: tree.endLine(node),
    start: tree.start(node),
    end: tree.end(node),
    nameLine: tree.startLine(nameNode),
    access,
    isExported: access === "public" && isOpen(owner),
    isDeprecated: saysDeprecated(given.doc ?? null),
    // A scope has one symbol of a name: a property and its setter, overloads, and a function that another branch defines too.
    isMergeable: true,
    ...given,
  });
  a.symbolAt.set(node, index);
  return index;
}

/** `_name` is a matter of the module or class and of those derived from it; `__name` is hidden from these as well. */
function accessOf(name: string, owner: ParsedSymbol): Access {
  if (!name.startsWith("_") || (name.startsWith("__") && name.endsWith("__"))) return "public";
  if (owner.kind === "file") return "private";
  return name.startsWith("__") ? "private" : "protected";
}

function isOpen({ kind, isExported }: ParsedSymbol): boolean {
  return kind === "file" || (isExported && (kind === "class" || kind === "interface" || kind === "enum"));
}

/** Code on one line, with single spaces: line breaks and comments in it are gone. */
export function onOneLine(text: string): string {
  return text
    .replace(/#[^\n"']*$/gm, "")
    .replace(/\\\r?\n/g, " ")
    .replace(/\s+/g, " ")
    .replace(/([([{]) /g, "$1")
    .replace(/,? ([)\]}])/g, "$1");
}
