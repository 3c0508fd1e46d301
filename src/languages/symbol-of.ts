/** Reads symbols of a file that is being parsed, by their numbers. */
import type { ParsedSymbol } from "../model/parse-result.js";

/** The symbol of a number. Throws where there is none. */
export function symbolOf({ symbols }: { readonly symbols: readonly ParsedSymbol[] }, index: number): ParsedSymbol {
  const symbol = symbols[index];
  if (symbol === undefined) throw new Error(`no symbol ${index} of ${symbols.length}`);
  return symbol;
}
