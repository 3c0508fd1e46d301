import { blank } from "./mask.js";

/**
 * Masks valid TypeScript that the grammar cannot read and that is hard to distinguish from other code. This text is parsed only if the usual one has
 * errors, and its tree is taken only if it has fewer; so a wrong guess costs nothing. Names are read from the source, which has the same length.
 *
 * | source                          | masked                          |                                              |
 * |---------------------------------|---------------------------------|----------------------------------------------|
 * | `await using x: X = open()`     | `      const x: X = open()`     | a resource                                   |
 * | `f(using)`, `{ abstract: 1 }`   | `f(usinG)`, `{ abstracT: 1 }`   | keywords as names                            |
 * | `import { a, type } from "b"`   | `import { a, typE } from "b"`   | a name that is a keyword                     |
 * | `abstract override a: A`        | `         override a: A`        | a field that is both                         |
 * | `static accessor a = 1`         | `static          a = 1`         | a field with accessors                       |
 * | `import a from "b" with { }`    | `import a from "b"         `    | attributes                                   |
 * | `import defer * as a from "b"`  | `import       * as a from "b"`  | phases                                       |
 * | `f<typeof import("a")>()`       | `f<typeof importmmmmmm>()`      | the type of a module as a type argument      |
 * | `import("a").B<C>`              | `importmmmmm.B<C>`              | a type of a module, with type arguments      |
 * | `Mock<<T>(a: T) => T>`          | `Mock<   (a: T) => T>`          | a generic function as a type argument        |
 * | ``styled.p<P>`a ${b}` ``        | `styled.p<P>(     b  )`         | a template with type arguments               |
 */

const RESOURCE = /\b(await[ \t]{1,20})?using(?=[ \t]{1,20}[\w$]{1,200}\s*(?:[:=](?![=>])|of\b))/g;
/** An escaped backtick in a template. The grammar reads the one in `\`${a}` as the end of the template. */
const ESCAPED_BACKTICK = /\\`/g;
const NAMED_USING = /\busing\b/g;
const NAMED_TYPE = /(?=type\s*(?:[,}]|as\s+\w+\s*[,}]))(?<=[{,]\s{0,200})type/g;
/** A keyword as the name of a member, a parameter or a variable, by the text after it. */
const NAMED_MODIFIER = /\b(?:abstract|override|declare|accessor|readonly|satisfies)(?=[?!]?\s{0,20}(?:[:;,)]|=(?!>)))/g;
const NAMED_METHOD = /\b(?:abstract|override|accessor)(?=\??\()/g;
const ABSTRACT_OVERRIDE =
  /\babstract(?=\s+override\s+(?:readonly\s+)?[\w$#]+[?!]?\s*[:;=])|(?<=\boverride\s{1,20})abstract(?=\s+(?:readonly\s+)?[\w$#]+[?!]?\s*[:;=])/g;
const ACCESSOR = /\baccessor(?=[ \t]+(?!(?:extends|implements|in|of|as|is|instanceof|satisfies)\b)[\w$#"'[])/g;
const ATTRIBUTES = /(?<=["'])[ \t]+(?:with|assert)[ \t]*\{[^{}]{0,200}\}/g;
const PHASE = /(?<=\bimport[ \t]{1,20})(?:defer(?=\s+\*)|source(?=\s+[\w$]+\s+from\b))/g;
/** `import("a")` in a type argument, and before the name of a generic type. */
const MODULE_TYPE =
  /(?<=<\s{0,20}typeof[ \t]{1,20})import\(\s*["'][^"'()\n]{1,500}["']\s*\)|\bimport\(\s*["'][^"'()\n]{1,500}["']\s*\)(?=(?:\.[\w$]{1,200}){1,9}<)/g;
const GENERIC_FUNCTION = /(?<=<)<[\w$\s,]{1,200}>(?=\()/g;
/** Longer templates, and longer type arguments of their tags, are not followed. */
const LONGEST_TEMPLATE = 50_000;
const LONGEST_ARGUMENTS = 2_000;

/** Masks the text that `maskTypes` made of a source. */
export function maskBroken(text: string): string {
  const masked = text
    .replace(RESOURCE, (_, awaited: string | undefined) => `${" ".repeat(awaited?.length ?? 0)}const`)
    .replace(ESCAPED_BACKTICK, "  ")
    .replace(NAMED_USING, renameWord)
    .replace(NAMED_TYPE, renameWord)
    .replace(ABSTRACT_OVERRIDE, blank)
    .replace(NAMED_MODIFIER, renameWord)
    .replace(NAMED_METHOD, renameWord)
    .replace(ACCESSOR, blank)
    .replace(ATTRIBUTES, blank)
    .replace(PHASE, blank)
    .replace(MODULE_TYPE, (type) => `import${"m".repeat(type.length - "import".length)}`)
    .replace(GENERIC_FUNCTION, blank);
  return maskTemplates(masked);
}

/** Makes another name of the same length. */
function renameWord(word: string): string {
  return word.slice(0, -1) + word.slice(-1).toUpperCase();
}

/** The offset of the `<` that the `>` at `end` closes, if it follows a name or a bracket; -1 otherwise. */
function startOfArguments(text: string, end: number): number {
  let depth = 0;
  for (let index = end; index >= 0 && index > end - LONGEST_ARGUMENTS; index--) {
    if (text[index] === ">" && text[index - 1] !== "=") depth++;
    else if (text[index] === "<" && --depth === 0) return /[\w$)\]]/.test(text[index - 1] ?? "") ? index : -1;
  }
  return -1;
}

/** Turns tagged templates with type arguments into calls, whose arguments are the expressions in the template. */
function maskTemplates(text: string): string {
  let masked = "";
  let from = 0;
  for (let offset = text.indexOf(">`"); offset !== -1; offset = text.indexOf(">`", Math.max(offset + 1, from))) {
    const open = offset + 1;
    if (text[offset - 1] === "=" || isInComment(text, offset) || startOfArguments(text, offset) === -1) continue;
    const call = callOf(text, open);
    if (call === null) continue;
    masked += text.slice(from, open) + call;
    from = open + call.length;
  }
  return masked + text.slice(from);
}

/** Whether the offset seems to be in a comment: one starts on the line before it, or the line looks like part of one. */
function isInComment(text: string, offset: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", offset) + 1, offset - LONGEST_ARGUMENTS), offset);
  return /^\s*(?:\*|\/\*)|(?<!:)\/\//.test(line);
}

/** Writes the template at `open` as the arguments of a call, with the same length; null if the template does not end. */
function callOf(text: string, open: number): string | null {
  let call = "(";
  let holes = 0;
  for (let offset = open + 1; offset < text.length && offset < open + LONGEST_TEMPLATE; ) {
    const char = text.charAt(offset);
    if (char === "`") return `${call})`;
    if (char === "\\") {
      call += "  ";
      offset += 2;
    } else if (char === "$" && text[offset + 1] === "{") {
      const end = endOfHole(text, offset + 2);
      if (end === -1) return null;
      call += `${holes++ > 0 ? "," : " "}(${text.slice(offset + 2, end)})`;
      offset = end + 1;
    } else {
      call += char === "\n" || char === "\r" ? char : " ";
      offset++;
    }
  }
  return null;
}

/** The offset of the `}` that ends the expression of a template that starts at `start`; -1 if there is none. */
function endOfHole(text: string, start: number): number {
  let depth = 0;
  for (let offset = start; offset < text.length && offset < start + LONGEST_TEMPLATE; offset++) {
    const char = text.charAt(offset);
    if (char === "{") depth++;
    else if (char === "}" && depth-- === 0) return offset;
    else if (char === '"' || char === "'" || char === "`") {
      offset = endOfString(text, offset);
      if (offset === -1) return -1;
    }
  }
  return -1;
}

/** The offset of the quote that ends the string or template at `open`; -1 if there is none. */
function endOfString(text: string, open: number): number {
  const quote = text.charAt(open);
  for (let index = open + 1; index < text.length && index < open + LONGEST_TEMPLATE; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === quote) return index;
    else if (quote === "`" && text[index] === "$" && text[index + 1] === "{") {
      index = endOfHole(text, index + 2);
      if (index === -1) return -1;
    }
  }
  return -1;
}
