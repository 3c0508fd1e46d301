/** From a word of a caller to the symbols that it means: a node_id, a place or a name. */
import { CodeindexError } from "../errors.js";
import { placeOf } from "../files/paths.js";
import { symbolsMeant } from "../graph/lookup.js";
import { type CodeSymbol, printable, readSymbol } from "../graph/symbol.js";
import { symbolsExportedAs } from "./exported-as.js";
import type { ToolContext } from "./tool.js";

const MAY_BE_ID = /^[\w-]+$/;
/** `src/cart.ts:12`, `cart.ts:12-30`, and a path with a folder. */
const IS_PLACE = /:\d+(?:[-:]\d+)?$|\//;
/** `cart.ts` is a file where there is one, `Cart.add` a name. */
const MAY_BE_FILE = /^[^<>()\s]+\.\w{1,6}$/;

/**
 * The symbols that a word means, at least one: code before tests, a class rather than the constructor that C# names after it. `kinds`: of a name, those
 * of these kinds alone. Throws `not_found`.
 */
export async function symbolsOfWord(
  context: Pick<ToolContext, "db" | "view" | "searcher" | "signal">,
  given: string,
  kinds?: readonly string[],
): Promise<CodeSymbol[]> {
  const { db, view } = context;
  const word = given.trim();
  const isWanted = ({ primary }: CodeSymbol) => !kinds || kinds.includes(primary.nodeType);
  let problem: CodeindexError | undefined;
  if (MAY_BE_ID.test(word) || IS_PLACE.test(word) || MAY_BE_FILE.test(word)) {
    try {
      return [await readSymbol(db, view, word)];
    } catch (error) {
      if (!(error instanceof CodeindexError) || error.code !== "not_found") throw error;
      // What is declared for another module is named after it: `../context.Variables`.
      if (IS_PLACE.test(word)) problem = error;
    }
  }
  const named = leading(await symbolsMeant(db, view, word, isWanted));
  if (named.length > 0) return named;
  const exported = (await symbolsExportedAs(context, word)).map(({ symbol }) => symbol).filter(isWanted);
  if (exported.length > 0) return exported;
  if (problem) throw problem;
  const ofKinds = kinds ? ` and is a ${kinds.join(" or ")}` : "";
  throw new CodeindexError("not_found", `No symbol is named '${printable(word)}'${ofKinds}.`, { symbol: word }, [
    "search_symbols finds symbols by parts of their names.",
  ]);
}

function leading(symbols: readonly CodeSymbol[]): CodeSymbol[] {
  const names = new Set(symbols.map(({ primary }) => primary.qualifiedName));
  const classOf = (qualifiedName: string) => qualifiedName.slice(0, qualifiedName.lastIndexOf("."));
  const own = symbols.filter(
    ({ primary }) => primary.nodeType !== "constructor" || !names.has(classOf(primary.qualifiedName)),
  );
  const code = own.filter(({ primary }) => placeOf(primary.path) === "source");
  return code.length > 0 ? code : own;
}
