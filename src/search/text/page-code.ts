/** The parts of a page that may name what programs declare: expressions, bindings and scripts, but no prose. Pure. */

/** Extensions of pages that are written as HTML with expressions between. */
const PAGES: ReadonlySet<string> = new Set(
  "html htm hbs mustache liquid twig jinja j2 gohtml ftl erb ejs jsp".split(" "),
);

/** Whether a file is such a page, by its extension. */
export const isPage = (path: string): boolean => PAGES.has(path.slice(path.lastIndexOf(".") + 1).toLowerCase());

/** Attributes of HTML whose values are never code. */
const PLAIN =
  "class|id|method|type|name|for|role|rel|lang|style|alt|title|placeholder|charset|content|width|height|target|href|src|aria-[\\w-]{1,40}";
const CODE_MARKS = "<>{}%@$";
const PART = new RegExp(
  "(?<code><script\\b[\\s\\S]*?(?:</script\\s*>|$)|<%[\\s\\S]*?(?:%>|$))|" +
    "<!--[\\s\\S]*?(?:-->|$)|<style\\b[\\s\\S]*?(?:</style\\s*>|$)|" +
    `(?<=[^=-]>)[^${CODE_MARKS}]+(?=<)|` +
    `(?<=\\s)(?:${PLAIN})\\s{0,4}=\\s{0,4}(?:"[^"${CODE_MARKS}]*"|'[^'${CODE_MARKS}]*')`,
  "gi",
);

/** A page in which comments, styles, texts and the attributes of plain HTML are blank, with the lines as they were. */
export function pageCode(source: string): string {
  return source.replace(PART, (part, ...rest) => {
    const { code } = rest.at(-1) as { code?: string };
    return code ?? part.replace(/[^\n]/g, " ");
  });
}
