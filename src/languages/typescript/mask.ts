/**
 * Masks valid TypeScript and JSX that the grammars cannot read, so that they can. The masked text is only parsed; names are read from the source. Both
 * have the same length.
 *
 * | source                      | masked                      |                                    |
 * |-----------------------------|-----------------------------|------------------------------------|
 * | `interface Box<in out T>`   | `interface Box<       T>`   | variance                           |
 * | `export type * from "a"`    | `export      * from "a"`    | what a module exports, types only  |
 * | `(): A⏎  <T>(): B`           | `(): A⏎ ;<T>(): B`          | a call signature behind another    |
 * | `<a href="?b=1&c=2">`       | `<a href="?b=1+c=2">`       | `&` in an attribute                |
 * | `<p>one & two</p>`          | `<p>one + two</p>`          | `&` in text                        |
 */

// Each starts with a lookahead, so that the lookbehind is not tried at each position of a long run of spaces.
const FIRST_VARIANCE =
  /(?=in\s|out\s)(?<=\b(?:class|interface|type)\s+[\w$]{1,200}\s*<\s*)(?:in\s+out|in|out)(?=\s+[\w$])/g;
const NEXT_VARIANCE = /(?=in\s|out\s)(?<=,\s*)(?:in\s+out|in|out)(?=\s+[\w$]+\s*(?:[,>=]|extends\b))/g;
const VARIANCE_BEHIND_COMMENT = /(?=in\s|out\s)(?<=\*\/\s*)(?:in\s+out|in|out)(?=\s+[\w$]+\s+extends\b)/g;
const MAY_HAVE_VARIANCE = /[<,/]\s*(?:in|out)\s/;
const TYPE_ONLY_STAR = /(?=type)(?<=\bexport\s+)type(?=\s*\*)/g;
/** The space before type parameters at the start of a line. */
const LEADING_TYPE_PARAMETERS = /\n[ \t]*[ \t](?=<\s*[\w$])/g;
/** The end of code to which type parameters on the next line do not belong, unless it also matches EXPECTS_A_TYPE. */
const ENDS_A_TYPE = /(?:[\w$)\]}"'`]|(?<!=)>)$/;
const EXPECTS_A_TYPE =
  /(?:^|[^\w$.])(?:extends|implements|keyof|typeof|readonly|infer|is|asserts|as|satisfies|return|default|async|new|in|of)$/;
const COMMENT_LINE = /^(?:\/\/|\/\*|\*)/;
const LONGEST_SIGNATURE = 5_000;
/** At most this many lines of a file are looked at: in JSX any line may start with `<`. */
const MOST_SIGNATURES = 2_000;
/** A string directly after `name=`, and text between a tag or a brace and the end of an element. */
const ATTRIBUTE_OR_TEXT = /(?<=[\w-]=)(?:"[^"\n]*"|'[^'\n]*')|(?<=[>}])[^<>{}]*(?=<\/)/g;
const NO_ENTITY = /&(?!#\d{1,6};|#[xX][\da-fA-F]{1,6};|[A-Za-z]{1,30};)/g;

/** Masks a source for the grammars that read types. */
export function maskTypes(source: string): string {
  let text = source;
  if (MAY_HAVE_VARIANCE.test(text)) {
    for (const variance of [FIRST_VARIANCE, NEXT_VARIANCE, VARIANCE_BEHIND_COMMENT])
      text = text.replace(variance, blank);
  }
  if (text.includes("type *") || text.includes("type*")) text = text.replace(TYPE_ONLY_STAR, blank);
  let left = MOST_SIGNATURES;
  return text.replace(LEADING_TYPE_PARAMETERS, (space, offset: number) =>
    endsType(text, offset) && left-- > 0 && isSignature(text, offset + space.length) ? `${space.slice(0, -1)};` : space,
  );
}

/** Whether the code before a line break is the end of a type. Comments do not count. */
function endsType(text: string, offset: number): boolean {
  for (let end = offset; end > 0; ) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, Math.min(end, start + LONGEST_SIGNATURE)).trim();
    if (line !== "" && !COMMENT_LINE.test(line)) return ENDS_A_TYPE.test(line) && !EXPECTS_A_TYPE.test(line);
    end = start - 1;
  }
  return false;
}

/** Whether `<T>(…):` starts at the offset. */
function isSignature(text: string, start: number): boolean {
  const open = closing(text, start);
  if (open === -1 || !/^\s*\(/.test(text.slice(open, open + 100))) return false;
  const end = closing(text, text.indexOf("(", open));
  return end !== -1 && /^\s*:/.test(text.slice(end, end + 100));
}

/** The offset after the bracket that closes the one at `start`; -1 if it is not near. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let offset = start; offset < text.length && offset < start + LONGEST_SIGNATURE; offset++) {
    const char = text.charAt(offset);
    if ("<([{".includes(char)) depth++;
    else if (")]}".includes(char) || (char === ">" && text[offset - 1] !== "=")) {
      if (--depth === 0) return offset + 1;
    }
  }
  return -1;
}

/** Masks a source for the grammars that read JSX. */
export function maskJsx(source: string): string {
  if (!source.includes("&")) return source;
  return source.replace(ATTRIBUTE_OR_TEXT, (match) => (match.includes("&") ? match.replace(NO_ENTITY, "+") : match));
}

/** A text of blanks in place of another; its lines stay. */
export function blank(words: string): string {
  return words.replace(/\S/g, " ");
}
