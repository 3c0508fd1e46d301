/**
 * Valid TypeScript and JSX that the grammars cannot read, written so that they can. The masked text is only parsed and is as long as the
 * source; names are read from the source.
 *
 * | source                      | masked                      |                                    |
 * |-----------------------------|-----------------------------|------------------------------------|
 * | `interface Box<in out T>`   | `interface Box<       T>`   | variance                           |
 * | `export type * from "a"`    | `export      * from "a"`    | what a module exports, types only  |
 * | `<a href="?b=1&c=2">`       | `<a href="?b=1+c=2">`       | `&` in an attribute                |
 * | `<p>one & two</p>`          | `<p>one + two</p>`          | `&` in text                        |
 */

// Each starts with a look ahead, so that the look behind is not tried at every place of a long run of spaces.
const FIRST_VARIANCE =
  /(?=in\s|out\s)(?<=\b(?:class|interface|type)\s+[\w$]{1,200}\s*<\s*)(?:in\s+out|in|out)(?=\s+[\w$])/g;
const NEXT_VARIANCE = /(?=in\s|out\s)(?<=,\s*)(?:in\s+out|in|out)(?=\s+[\w$]+\s*(?:[,>=]|extends\b))/g;
const VARIANCE_BEHIND_COMMENT = /(?=in\s|out\s)(?<=\*\/\s*)(?:in\s+out|in|out)(?=\s+[\w$]+\s+extends\b)/g;
const MAY_HAVE_VARIANCE = /[<,/]\s*(?:in|out)\s/;
const TYPE_ONLY_STAR = /(?=type)(?<=\bexport\s+)type(?=\s*\*)/g;
/** A string right behind `name=`, and text between a tag or a brace and the end of an element. */
const ATTRIBUTE_OR_TEXT = /(?<=[\w-]=)(?:"[^"\n]*"|'[^'\n]*')|(?<=[>}])[^<>{}]*(?=<\/)/g;
const NO_ENTITY = /&(?!#\d{1,6};|#[xX][\da-fA-F]{1,6};|[A-Za-z]{1,30};)/g;

/** For the grammars that read types. */
export function maskTypes(source: string): string {
  let text = source;
  if (MAY_HAVE_VARIANCE.test(text)) {
    for (const variance of [FIRST_VARIANCE, NEXT_VARIANCE, VARIANCE_BEHIND_COMMENT])
      text = text.replace(variance, blank);
  }
  return text.includes("type *") || text.includes("type*") ? text.replace(TYPE_ONLY_STAR, blank) : text;
}

/** For the grammars that read JSX. */
export function maskJsx(source: string): string {
  if (!source.includes("&")) return source;
  return source.replace(ATTRIBUTE_OR_TEXT, (match) => (match.includes("&") ? match.replace(NO_ENTITY, "+") : match));
}

function blank(words: string): string {
  return words.replace(/\S/g, " ");
}
