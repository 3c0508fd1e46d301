/** The names of the classes that Razor files are, which their paths give. */
import { posix } from "node:path";
import type { ParsedSymbol, ParseResult } from "../../model/parse-result.js";

/** The class of a file before it has its name. */
export const UNNAMED = "RazorFile";
/** Files whose directives hold for all files of their folder and below. */
const FOR_FOLDER = /(?:^|\/)_(?:Imports\.razor|ViewImports\.cshtml)$/;
/** The folders that views and pages of a project are in. */
const ROOTS: ReadonlySet<string> = new Set(["Areas", "Pages", "Views"]);

/** Whether the usings of a file hold for its folder. */
export const isForFolder = (path: string): boolean => FOR_FOLDER.test(path);

/** Names the class of a file by its path: `Cart` of `Shop/Cart.razor`, `Views_Cart_Index` of `Views/Cart/Index.cshtml`, as the compiler does. */
export function nameRazor(result: ParseResult, path: string): ParseResult {
  const imports = isForFolder(path) ? result.imports.map((item) => ({ ...item, isGlobal: true })) : result.imports;
  const own = result.symbols.findIndex(({ name }) => name === UNNAMED);
  if (own === -1) return { ...result, imports };
  const name = nameOf(path);
  const unnamed = result.symbols[own]?.qualifiedName ?? UNNAMED;
  const qualified = unnamed.slice(0, unnamed.length - UNNAMED.length) + name;
  const symbols = result.symbols.map((symbol, index): ParsedSymbol => {
    if (index === own) return { ...symbol, name, qualifiedName: qualified };
    return symbol.qualifiedName.startsWith(`${unnamed}.`)
      ? { ...symbol, qualifiedName: qualified + symbol.qualifiedName.slice(unnamed.length) }
      : symbol;
  });
  return { ...result, imports, symbols };
}

function nameOf(path: string): string {
  const parts = path.replace(/\.[^./]*$/, "").split("/");
  const root = path.endsWith(".razor") ? -1 : parts.findIndex((part) => ROOTS.has(part));
  const named = root === -1 ? [posix.basename(parts.join("/"))] : parts.slice(root);
  const name = named.join("_").replace(/[^\p{L}\p{N}_]/gu, "_");
  return /^\p{N}/u.test(name) ? `_${name}` : name;
}
