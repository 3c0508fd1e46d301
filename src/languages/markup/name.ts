/** The names of components, which their files give. */
import { posix } from "node:path";
import type { ParsedSymbol, ParseResult } from "../../model/parse-result.js";

/** Whether a symbol is the component of its file, before it has its name. */
export const isDefault = ({ name, parent, isExported }: ParsedSymbol): boolean =>
  name === "default" && parent === 0 && isExported;

/** Names the component of a file by its path: `NavBar` of `nav-bar.vue` and of `NavBar/index.vue`. */
export function nameComponent(result: ParseResult, path: string): ParseResult {
  const component = result.symbols.findIndex(isDefault);
  if (component === -1) return result;
  const name = componentName(path);
  const below = new Set([component]);
  const symbols = result.symbols.map((symbol, index): ParsedSymbol => {
    if (index !== component && !below.has(symbol.parent)) return symbol;
    below.add(index);
    const qualifiedName = `${name}${symbol.qualifiedName.slice("default".length)}`;
    return { ...symbol, qualifiedName, ...(index === component && { name }) };
  });
  return { ...result, symbols };
}

function componentName(path: string): string {
  const base = posix.basename(path).replace(/\.[^.]*$/, "");
  const folder = posix.basename(posix.dirname(path));
  return pascalCase(base === "index" && folder !== "." ? folder : base) || "Component";
}

/** `nav-bar`, `nav_bar` and `navBar` are `NavBar`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}
