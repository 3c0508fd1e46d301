/** Text that only names code of other places: imports, re-exports, a union of types. It does not tell a caller the work of the code. Pure. */
import type { Language } from "../../languages/language.js";

/** Strings, which stay, and comments. */
const STRING_OR_COMMENT = /("[^"\n]*"|'[^'\n]*'|`[^`]*`)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const BETWEEN = /[\s;]*/y;

/** Whether a text holds nothing else. A text that is mostly comment says something, and so is not bare. */
export function isBare(text: string, { linkage }: Pick<Language, "linkage">): boolean {
  const code = text.replace(STRING_OR_COMMENT, "$1").trim();
  if (code.length <= text.trim().length / 2) return false;
  for (let offset = 0; offset < code.length; offset = skip(code, offset)) {
    linkage.lastIndex = offset;
    const [statement = ""] = linkage.exec(code) ?? [];
    if (statement === "") return false;
    offset += statement.length;
  }
  return true;
}

/** Behind the white space and semicolons that stand at a place. */
function skip(text: string, offset: number): number {
  BETWEEN.lastIndex = offset;
  BETWEEN.test(text);
  return BETWEEN.lastIndex;
}
