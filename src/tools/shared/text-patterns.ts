/** The patterns of a text search as they were meant: their case, and what they are besides text. */
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import { compile, type TextPattern } from "../../search/text/search.js";

export interface TextQuery {
  query?: string | undefined;
  queries?: string[] | undefined;
  regex: boolean;
  case_sensitive?: boolean | undefined;
  whole_word: boolean;
}

/**
 * The patterns of a call, each once. Brackets that an expression never closes, `save(.*Cart`, are text; one of several that is
 * no expression still is taken as text: the others are worth their answer. Throws `invalid_parameter` where there is none.
 */
export function patternsOf({ query, queries = [], regex, case_sensitive, whole_word }: TextQuery): TextPattern[] {
  const texts = [...new Set([...(query === undefined ? [] : [query]), ...queries])];
  if (texts.length === 0) throw invalidParameter("query", "is missing, and so is queries: give one of them");
  return texts.map((text) => {
    const pattern = {
      text,
      isRegExp: regex,
      isCaseSensitive: case_sensitive ?? hasCapital(text, regex),
      isWholeWord: whole_word,
    };
    if (!regex) return pattern;
    return expressionOf(pattern) ?? (texts.length > 1 ? { ...pattern, isRegExp: false } : pattern);
  });
}

/** An expression in which round brackets that have no other one stand for themselves: `sign(.*key` as `sign\(.*key`. */
function withLoneBracketsAsText(text: string): string {
  const open: number[] = [];
  const lone: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()]/g)) {
    if (sign === "(") open.push(index);
    if (sign === ")" && open.pop() === undefined) lone.push(index);
  }
  const alone = new Set([...open, ...lone]);
  return text.replace(/[()]/g, (sign, offset: number) => (alone.has(offset) ? `\\${sign}` : sign));
}

/** Smart case, as ripgrep has it: a text with a capital minds the case. The capitals of `\S` and `\p{Lu}` do not count. */
function hasCapital(text: string, isRegExp: boolean): boolean {
  const plain = isRegExp ? text.replace(/\\(?:[pP]\{[^}]*\}|u\{?[\da-fA-F]+\}?|x[\da-fA-F]{2}|.)/g, "") : text;
  return /\p{Lu}/u.test(plain);
}

/** Signs of an expression, rare in texts: `a|b`, `.*`, `\(`, `[a-z]`, `^`, `$`. */
const SIGNS = /[^|]\|[^|]|\.[*+?]|\\[bBdDsSwW.()[\]{}|/^$*+?"'-]|\[[^\]]+\]|^\^|\$$/;

/** The text as an expression, where it looks like one and is one. */
export function asExpression(pattern: TextPattern): TextPattern | null {
  return pattern.isRegExp || !SIGNS.test(pattern.text) ? null : expressionOf(pattern);
}

/** The pattern as an expression, with unclosed brackets as text; null where it is not one. */
function expressionOf(pattern: TextPattern): TextPattern | null {
  const expression = { ...pattern, isRegExp: true };
  if (isExpression(expression)) return expression;
  const mended = { ...expression, text: withLoneBracketsAsText(pattern.text) };
  return SIGNS.test(pattern.text) && isExpression(mended) ? mended : null;
}

function isExpression(pattern: TextPattern): boolean {
  try {
    compile(pattern);
    return true;
  } catch (error) {
    if (error instanceof CodeindexError) return false;
    throw error;
  }
}

/** `"a.b"`, or `/a.*b/` of an expression. */
export const patternInWords = ({ text, isRegExp }: Pick<TextPattern, "text" | "isRegExp">): string =>
  isRegExp ? `/${text}/` : JSON.stringify(text);
