/**
 * Masks JavaScript with the types of Flow for the grammar of TypeScript, which reads most of these types as they are. The masked text is parsed only if the
 * grammar of JavaScript leaves errors, and its tree is taken only if it has fewer; so a wrong guess costs nothing. Names are read from the source, which has
 * the same length.
 *
 * | source                          | masked                          |                                    |
 * |---------------------------------|---------------------------------|------------------------------------|
 * | `a: ?A`, `?() => A`             | `a:  A`, ` () => A`             | a type that may be null            |
 * | `{ +a: A, -b: B }`              | `{  a: A,  b: B }`              | variance                           |
 * | `{ a: A, ... }`, `{ ...A, b }`  | `{ a: A      }`, `{       b }`  | more properties                    |
 * | `{| a: A |}`                    | `{  a: A  }`                    | exactly these properties           |
 * | `opaque type A: B = C`          | `       type A    = C`          | a type that others cannot look into |
 * | `import typeof A from "a"`      | `import type   A from "a"`      | the type of a value                |
 * | `(a: any)`                      | `(a     )`                      | a value taken as a type            |
 * | `Module<>`                      | `Module  `                      | no type arguments                  |
 * | `A => B` as a type              | `     B`                        | a function with a nameless parameter |
 */
import { nth } from "../../base/need.js";
import type { LineRange } from "../../model/parse-result.js";
import { blank } from "../typescript/mask.js";

// Each expression begins with the characters that it masks. The lookbehind comes after them, so that it runs at few positions.

/** A question mark at the start of a type. */
const MAYBE = /\?(?<=(?:[:<|(,&=[]|=>)\s{0,20}\?)(?=\s{0,5}[\w${([*'"])/g;
const VARIANCE = [
  /[+-](?<=[{,;(]\s{0,200}[+-])(?=(?:#?[\w$]{1,200}\??:|\[))/g,
  /[+-](?<=^[ \t]{0,100}(?:(?:static|declare)[ \t]{1,20})?[+-])(?=#?[\w$]{1,200}\??:)/gm,
  /[+-](?<=[<,]\s{0,200}[+-])(?=[A-Z][\w$]{0,200}\s{0,5}(?:[,>:=]|extends\b))/g,
];
const INEXACT = /\.\.\.,?(?=\s{0,200}(?:\|?\}|\)))/g;
const EXACT_OPEN = /\|(?<=\{\|)/g;
const EXACT_CLOSE = /\|(?=\})/g;
const OPAQUE = /\bopaque(?=\s+type\b)/g;
const SUPERTYPE = /:(?<=\btype\s{1,20}[\w$]{1,200}\s{0,5}:)[^=;{}\n]{1,200}(?==|;)/g;
const IMPORT_TYPEOF = /\btypeof(?=\s)(?<=\bimport\s{1,20}typeof|\bimport\s{0,20}\{[^{}]{0,2000}\btypeof)/g;
/** A cast in its own parentheses, as opposed to the parameter of a function. */
const CAST =
  /:(?<=(?:^|[=(,:?[{!&|;]|=>|\breturn|\bawait|\.\.\.)\s{0,20}\([\w$][\w$.]{0,200}(?:\([^()\n]{0,100}\))?:)[^()=;{}\n]{1,100}(?=\)(?!\s{0,20}(?:=>|[:{?])))/gm;
const CHECKS = /%checks\b/g;
/** Empty type arguments after a type, which begins with a capital letter. A JSX fragment does not follow a name. */
const NO_ARGUMENTS = /<>(?<=\b[A-Z][\w$]{0,200}<>)/g;

/** Spread types, and function types with a nameless parameter. In other code these texts are valid, so only lines that did not parse are masked. */
const SPREAD_TYPE =
  /^\s*\.\.\.[\w$.]{1,200}(?:<[^\n]{0,200}>)?,?\s*$|(?<=type [\w$]{1,200} = \{\s?)\.\.\.[\w$.]{1,200},?/;
const NAMELESS = /(?<=[:(<|,=]\s{0,20}|^\s{0,200})[\w$.]{1,100}(?:<[^<>\n]{0,100}>)?\s{1,5}=>\s{0,5}/g;

/** Masks a JavaScript source for the grammar of TypeScript. */
export function maskFlow(source: string): string {
  const masked = source
    .replace(EXACT_OPEN, " ")
    .replace(EXACT_CLOSE, " ")
    .replace(INEXACT, blank)
    .replace(MAYBE, " ")
    .replace(OPAQUE, blank)
    .replace(SUPERTYPE, blank)
    .replace(IMPORT_TYPEOF, "type  ")
    .replace(CAST, blank)
    .replace(CHECKS, blank)
    .replace(NO_ARGUMENTS, blank);
  return VARIANCE.reduce((text, sign) => text.replace(sign, " "), masked);
}

/** Masks the lines that did not parse further. */
export function maskBrokenFlow(masked: string, lines: readonly LineRange[]): string {
  const all = masked.split("\n");
  for (const [start, end] of lines)
    for (let index = start - 1; index < end && index < all.length; index++) {
      all[index] = nth(all, index).replace(SPREAD_TYPE, blank).replace(NAMELESS, blank);
    }
  return all.join("\n");
}
