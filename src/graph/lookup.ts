/** From a name to symbols. */
import type { Db } from "../store/db.js";
import { headsByName, headsByQualifiedName } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { type CodeSymbol, MAX_SPANS, mergeSpans } from "./symbol.js";

/** Grammars by the language users filter by. */
const GRAMMARS: Record<string, readonly string[]> = {
  typescript: ["typescript", "tsx"],
  javascript: ["javascript", "jsx"],
  csharp: ["csharp"],
};

/** Whether the symbol is of a language as users name it; undefined: any. */
export function isOfLanguage(symbol: CodeSymbol, language: string | undefined): boolean {
  return language === undefined || (GRAMMARS[language] ?? [language]).includes(symbol.primary.language);
}

/** The symbols with exactly this qualified name: a method of that name in several files, `Result` and `Result<T>`. By path and line. */
export async function symbolsByQualifiedName(
  db: Db,
  view: View,
  qualifiedName: string,
  language: string | undefined,
): Promise<CodeSymbol[]> {
  // The database refuses NUL.
  if (qualifiedName.includes("\0")) return [];
  const heads = await headsByQualifiedName(db, view, qualifiedName, MAX_SPANS);
  return mergeSpans(heads).filter((symbol) => isOfLanguage(symbol, language));
}

/** Symbols whose qualified name is `name` but for its case, or ends with it (`login`, `AuthService.login`); the nearest first. */
export async function symbolsNamedLike(
  db: Db,
  view: View,
  name: string,
  options: { language?: string | undefined; limit: number },
): Promise<CodeSymbol[]> {
  const wanted = name.toLowerCase();
  const last = name.split(/[.#:/\\]+/).at(-1) ?? "";
  if (last === "" || last.includes("\0")) return [];
  const distance = ({ primary }: CodeSymbol) => {
    const qualified = primary.qualifiedName.toLowerCase();
    if (qualified === wanted) return 0;
    if (qualified.endsWith(`.${wanted}`)) return 1;
    return 2;
  };
  return mergeSpans(await headsByName(db, view, last, MAX_SPANS))
    .filter((symbol) => isOfLanguage(symbol, options.language))
    .map((symbol) => ({ symbol, distance: distance(symbol) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, options.limit)
    .map(({ symbol }) => symbol);
}
