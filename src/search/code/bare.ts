/** Text that only names what stands elsewhere: imports, re-exports, a union of types. Whoever asks what code does is not helped by it. Pure. */
import type { Language } from "../../languages/language.js";

/** Strings, which stay, and comments. */
const STRING_OR_COMMENT = /("[^"\n]*"|'[^'\n]*'|`[^`]*`)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const BETWEEN = /[\s;]*/y;

/** Whether nothing else stands in a text. What is comment for the most part says something, and so is none. */
export function isBare(text: string, { linkage }: Pick<Language, "linkage">): boolean {
  const code = text.replace(STRING_OR_COMMENT, "$1").trim();
  if (code.length <= text.trim().length / 2) return false;
  for (let at = 0; at < code.length; at = skip(code, at)) {
    linkage.lastIndex = at;
    const [statement = ""] = linkage.exec(code) ?? [];
    if (statement === "") return false;
    at += statement.length;
  }
  return true;
}

/** Behind the white space and semicolons that stand at a place. */
function skip(text: string, at: number): number {
  BETWEEN.lastIndex = at;
  BETWEEN.test(text);
  return BETWEEN.lastIndex;
}
