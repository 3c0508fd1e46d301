/** Lines of source without what is no code: comments, and the insides of texts. For any language; of quotes that nothing closes, the line is code. Pure. */

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

/** Some lines and their code, in which the marks of texts stay. The code of a line that is longer than `longest` is blank. */
export function codeLines(text: readonly string[], longest: number): CodeLines {
  let close: string | null = null;
  const within: (string | null)[] = [];
  const code = text.map((line) => {
    within.push(close);
    if (line.length > longest) return "";
    let code = "";
    let at = 0;
    while (at < line.length) {
      if (close !== null) {
        const end = line.indexOf(close, at);
        // Calls in a template are code.
        const inside = line.slice(at, end < 0 ? undefined : end);
        if (close === "`" && inside.includes("${")) code += inside;
        if (end < 0) return code;
        code += close === "*/" ? "" : close;
        at = end + close.length;
        close = null;
        continue;
      }
      const opening = OPENINGS.find(([open]) => line.startsWith(open, at));
      if (opening) {
        code += opening[0] === "/*" ? "" : opening[0];
        close = opening[1];
        at += opening[0].length;
        continue;
      }
      if (line.startsWith("//", at) || (line[at] === "#" && code.trim() === "")) return code;
      const char = line.charAt(at);
      const end = QUOTES.includes(char) ? closingQuote(line, at) : -1;
      if (end > 0) {
        code += `${char}${char}`;
        at = end + 1;
      } else {
        code += char;
        at++;
      }
    }
    return code;
  });
  return { text, code, within };
}

/** Where the text that a quote opens ends in its line; -1 where it does not. */
function closingQuote(line: string, open: number): number {
  for (let at = open + 1; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === line[open]) return at;
  }
  return -1;
}
