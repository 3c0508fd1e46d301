/** Lines of source without what is not code: comments, and the insides of texts. For any language; of quotes that nothing closes, the line is code. Pure. */

/** Lines as they are written (`text`), and with comments and the insides of texts blank (`code`). */
export interface CodeLines {
  text: readonly string[];
  code: readonly string[];
  /** For each line the mark that closes the text or comment which it begins in; null: it begins in none. */
  within: readonly (string | null)[];
}

/** Marks that open and close over several lines, the longer first. A backtick is a template of JavaScript or a raw text of Go. */
const OPENINGS: readonly (readonly [string, string])[] = [
  ['"""', '"""'],
  ["'''", "'''"],
  ["/*", "*/"],
  ["`", "`"],
];
const QUOTES = ['"', "'"];
/** The first character of all that is not plain code. */
const SPECIAL = /["'`/#]/g;

/** Some lines and their code, in which the marks of texts stay. The code of a line that is longer than `longest` is blank. */
export function codeLines(text: readonly string[], longest: number): CodeLines {
  let close: string | null = null;
  const within: (string | null)[] = [];
  const code = text.map((line) => {
    within.push(close);
    if (line.length > longest) return "";
    let code = "";
    let offset = 0;
    while (offset < line.length) {
      if (close !== null) {
        const end = line.indexOf(close, offset);
        // Calls in a template are code.
        const inside = line.slice(offset, end < 0 ? undefined : end);
        if (close === "`" && inside.includes("${")) code += inside;
        if (end < 0) return code;
        code += close === "*/" ? "" : close;
        offset = end + close.length;
        close = null;
        continue;
      }
      SPECIAL.lastIndex = offset;
      const special = SPECIAL.exec(line)?.index ?? line.length;
      code += line.slice(offset, special);
      offset = special;
      if (offset === line.length) break;
      const opening = OPENINGS.find(([open]) => line.startsWith(open, offset));
      if (opening) {
        code += opening[0] === "/*" ? "" : opening[0];
        close = opening[1];
        offset += opening[0].length;
        continue;
      }
      if (line.startsWith("//", offset) || (line[offset] === "#" && code.trim() === "")) return code;
      const char = line.charAt(offset);
      const end = QUOTES.includes(char) ? closingQuote(line, offset) : -1;
      if (end > 0) {
        code += `${char}${char}`;
        offset = end + 1;
      } else {
        code += char;
        offset++;
      }
    }
    return code;
  });
  return { text, code, within };
}

/** The end of a quoted text in its line; -1 if it goes on in the next. */
function closingQuote(line: string, open: number): number {
  for (let index = open + 1; index < line.length; index++) {
    if (line[index] === "\\") index++;
    else if (line[index] === line[open]) return index;
  }
  return -1;
}
