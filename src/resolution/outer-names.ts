/** Keeps of a minified file its exports, imports and outer declarations. The names inside it were made by a program. Pure. */
import { nth } from "../base/need.js";
import type { Export, ParsedSymbol, ParseResult } from "../model/parse-result.js";

/** A name that is no longer than this at the top level of a script is the minifier's, and no global that others use. */
const GIVEN_BY_MINIFIER = 2;

/** The result with the file's symbol, what it exports or declares for all, and the members of those; without what these refer to. */
export function outerNames(result: ParseResult): ParseResult {
  const kept = keptSymbols(result);
  const place = new Map(kept.map((symbol, index) => [symbol, index]));
  return {
    ...result,
    symbols: kept.map((index) => outerSymbol(nth(result.symbols, index), place)),
    references: [],
    exports: result.exports.map((each) => outerExport(each, place)),
  };
}

/** The indexes of the symbols that are kept, ascending. */
function keptSymbols({ symbols, exports, isScript }: ParseResult): number[] {
  const exported = new Set(exports.flatMap(({ target }) => (target.in === "file" ? [target.symbol] : [])));
  const kept = new Set([0]);
  for (const [index, { parent, name, isExported, kind }] of symbols.entries()) {
    const isOfFile =
      parent === 0 && (isExported || exported.has(index) || (isScript && name.length > GIVEN_BY_MINIFIER));
    // Parents stand before their children. A function's own declarations are of no use to others.
    const isMember = parent > 0 && kept.has(parent) && !isCode(nth(symbols, parent));
    if (isOfFile || isMember || (parent === 0 && kind === "module")) kept.add(index);
  }
  return [...kept].sort((a, b) => a - b);
}

const isCode = ({ kind }: ParsedSymbol) => kind === "function" || kind === "method" || kind === "constructor";

function outerSymbol(symbol: ParsedSymbol, place: ReadonlyMap<number, number>): ParsedSymbol {
  const {
    parameterTypes: _parameters,
    receiverType: _receiver,
    typeDefaults: _defaults,
    madeType: _made,
    addedMembers: _added,
    ...plain
  } = symbol;
  // Types name other symbols by their place in the list.
  return { ...plain, parent: place.get(symbol.parent) ?? -1, declaredType: null };
}

function outerExport(each: Export, place: ReadonlyMap<number, number>): Export {
  const { namespace, ...plain } = each;
  const { target } = each;
  const symbol = target.in === "file" ? place.get(target.symbol) : undefined;
  const inNamespace = namespace === undefined ? undefined : place.get(namespace);
  return {
    ...plain,
    target: target.in !== "file" ? target : symbol === undefined ? { in: "unknown" } : { in: "file", symbol },
    ...(inNamespace === undefined ? {} : { namespace: inNamespace }),
  };
}
