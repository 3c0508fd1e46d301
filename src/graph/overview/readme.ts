/** The words of a README that say what a repository is. Pure. */

/** Lines of a README that are no prose: titles, badges, images, tables, tags, lists of links. */
const NO_PROSE = /^\s*(#|=|-{3}|\*{3}|!\[|\[!\[|<|\||>|\[[^\]]*\]:|\.\. |:[\w-]+:)|^\s*\[[^\]]*\]\([^)]*\)\s*([|·•]|$)/;
const LONGEST = 400;
const MOST_LOOKED_AT = 8;

/** News and pleas with which some READMEs begin say nothing of what the thing is. */
const NEWS = /\bannounc|\bsponsor|\brelease[sd]?\b|\bdonat|\bwe're (?:hiring|excited)|\blicen[sc]e|\bcopyright\b/i;
const SAYS_WHAT = /\b(?:is|are|provides?|allows?|lets?|helps?|makes?|contains?|implements?|for|that)\b/i;

/** The first paragraph of prose of a README that says what the thing is, in one line of at most 400 characters; null where there is none. */
export function firstParagraph(text: string): string | null {
  const visible = text
    .replace(/^\uFEFF/, "")
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/```[\s\S]*?```/g, "")
    .replace(/<\/?[a-z][^>]{0,2000}>/gi, "");
  const prose = visible.split(/\n\s*\n/).flatMap((block) => {
    const lines = block.split("\n").filter((line) => !NO_PROSE.test(line));
    const isTitle = /\n\s*(=+|-+|~+|\^+)\s*$/.test(block.trimEnd()) && lines.length <= 2;
    const plain = lines
      .join(" ")
      .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
      .replace(/\s+/g, " ")
      .trim();
    return isTitle || (plain.match(/\p{L}{2,}/gu) ?? []).length < 5 ? [] : [plain];
  });
  const best =
    prose.slice(0, MOST_LOOKED_AT).find((each) => SAYS_WHAT.test(each) && !NEWS.test(each)) ?? prose[0] ?? null;
  return best !== null && best.length > LONGEST ? `${best.slice(0, LONGEST - 1)}…` : best;
}
