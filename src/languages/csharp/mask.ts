/**
 * Valid C# that the grammar cannot read, written so that it can: `async` as an ordinary name, types that end with a semicolon instead of a
 * body, `a?[i] = b`, and quotes at the border of an interpolated verbatim string. The masked text is only parsed; names are read from the
 * source.
 */

/** Comments, strings and characters, which are stepped over; `async`; a type without a body up to its semicolon; `?[`. */
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|(?:@\$?|\$@)"(?:[^"]|"")*"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<![@\w])async\b|\b(?:class|struct|interface)\s+(?!where\b)\w[^;{}"']*;\s|(?<=[\w)\]])\?\[/g;

/** Words that can follow a name, so that an `async` before them is one. */
const OPERATORS: ReadonlySet<string> = new Set(["is", "as", "and", "or", "switch", "with", "when", "in"]);

/** The text to parse instead of a source: of the same length, with the same lines. */
export function maskForGrammar(source: string): string {
  const mayNeedMask = /\basync\b|\?\[|\$@"|@\$"|\b(?:class|struct|interface)\s+\w[^;{}]*;/;
  if (!mayNeedMask.test(source)) return source;
  let masked = "";
  let copied = 0;
  for (const match of source.matchAll(TOKENS)) {
    const [text] = match;
    const end = match.index + text.length;
    if (text === "async") {
      if (!isName(source, match.index, end)) continue;
      masked += `${source.slice(copied, match.index)}asynk`;
      copied = end;
    } else if (/^[csi]/.test(text)) {
      masked += `${source.slice(copied, end - 2)}{}`;
      copied = end;
    } else if (text === "?[") {
      masked += `${source.slice(copied, match.index)} [`;
      copied = end;
    } else if (/^(?:@\$|\$@)/.test(text)) {
      masked +=
        source.slice(copied, match.index) +
        text.slice(0, 3) +
        text.slice(3, -1).replaceAll('""', "''") +
        text.slice(-1);
      copied = end;
    }
  }
  return copied === 0 ? source : masked + source.slice(copied);
}

/** Whether the `async` at [start, end) is a name: a modifier stands before a type, a lambda or another modifier. */
function isName(source: string, start: number, end: number): boolean {
  let after = end;
  while (after < source.length && source.charCodeAt(after) <= 32) after++;
  const next = source[after] ?? "";
  if (/[A-Za-z_@]/.test(next)) {
    return OPERATORS.has(/^@?\w*/.exec(source.slice(after, after + 12))?.[0] ?? "");
  }
  return next !== "(" || source[start - 1] === ".";
}
