/** The words of a README that say what a repository is. Pure. */

/** Lines of a README that are not prose: titles, badges, images, tables, tags, lists of links. */
const NO_PROSE = /^\s*(#|=|-{3}|\*{3}|!\[|\[!\[|<|\||\[[^\]]*\]:|\.\. |:[\w-]+:)|^\s*\[[^\]]*\]\([^)]*\)\s*([|·•]|$)/;
const LONGEST = 400;
const MOST_LOOKED_AT = 8;
/** Of later titles many are of other things. */
const MOST_TITLES = 2;
/** The most characters of a README that are read: hostile ones then take at most 60 ms. */
const MOST_READ = 20_000;

/** News, pleas and thanks at the beginning of some READMEs: they say nothing of the thing itself. */
const NEWS =
  /\bannounc|\bsponsor|\brelease[sd]?\b|\bdonat|\bwe'(?:re|ve) (?:hiring|excited|launched)|\blicen[sc]e|\bcopyright\b|\bspecial thanks\b|\bbuy (?:me|us) a\b|\bsupport(?:ing)? (?:us|the (?:project|development))\b/i;
const VERBS = "is|are|provides?|allows?|lets?|helps?|makes?|contains?|implements?";
const SAYS_WHAT = new RegExp(`\\b(?:${VERBS}|for|that)\\b`, "i");
/** A sentence with its subject: `Shop is`, `The Shop (or just S) provides`. */
const SUBJECT = new RegExp(`^(?:the )?(\\S+(?: \\S+){0,3}?)(?: ?[(–-].{1,80}?)? (?:${VERBS})\\b`, "i");
/** Links beside each other. */
const LIST_OF_LINKS = /(?:[|·•].{1,100}){2}/;
/** Titles, in either form of Markdown and as tags. */
const TITLE = /^#{1,3}[ \t]+(\S.{0,100})$|^(\S.{0,100})\n[=-]{3,}[ \t]*$|<h[1-3]\b[^>]{0,200}>\s*([^<\n]{1,100})/gim;
/** A link that is a line of its own: those of a list. */
const LONE_LINK = /^[ \t]*<a\b[^>\n]{0,1000}>[^<\n]{0,200}<\/a>[ \t]*$/gim;
/** A link around an image: a badge, or what somebody advertises. */
const PICTURE_LINK = /<a\b[^>]{0,1000}>(?:(?!<\/a>)[\s\S]){0,2000}<\/a>/gi;

/** The first paragraph of a README to say what the thing is, in one line of at most 400 characters; null where there is none. */
export function firstParagraph(text: string): string | null {
  const visible = text
    .slice(0, MOST_READ)
    .replace(/^\uFEFF/, "")
    .replace(/\r\n/g, "\n")
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/```[\s\S]*?```/g, "");
  const titles = [...visible.matchAll(TITLE)]
    .slice(0, MOST_TITLES)
    .flatMap(([, marked, underlined, tagged]) => namesIn(marked ?? underlined ?? tagged ?? ""));
  const shown = visible
    .replace(LONE_LINK, "")
    .replace(PICTURE_LINK, (link) => (/<(?:img|svg|picture)\b/i.test(link) ? "" : link))
    .replace(/<\/?[a-z][^>]{0,2000}>/gi, "");
  const prose = proseOf(shown);
  // Prose of later sections is about other things.
  const early = proseOf(
    shown
      .split(/^(?=##[ \t])/m)
      .slice(0, 2)
      .join("\n\n"),
  ).slice(0, MOST_LOOKED_AT);
  const isOfTitle = (each: string) => titles.includes(plainName(SUBJECT.exec(each)?.[1]));
  const best =
    prose.slice(0, MOST_LOOKED_AT).find((each) => isOfTitle(each) && !NEWS.test(each)) ??
    early.find((each) => SAYS_WHAT.test(each) && !NEWS.test(each)) ??
    prose[0] ??
    null;
  return best !== null && best.length > LONGEST ? `${best.slice(0, LONGEST - 1)}…` : best;
}

/** The name of a title, and the one before what the title says of it: `dex - A federated provider`. */
const namesIn = (title: string): string[] => [title, title.split(/ [-–—|] |: /)[0] ?? ""].map(plainName);

/** A name without its marks, in small letters. */
const plainName = (name = ""): string =>
  name
    .replace(/[^\p{L}\p{N}. ]/gu, "")
    .trim()
    .toLowerCase();

/** The paragraphs of prose, each in one line. */
function proseOf(text: string): string[] {
  return text.split(/\n\s*\n/).flatMap((block) => {
    if (/^\s*>\s*\[!/.test(block)) return [];
    const quoted = block.split("\n").map((line) => line.replace(/^\s*>\s?/, ""));
    const lines = quoted.filter((line) => !NO_PROSE.test(line));
    const isTitle = /\n\s*(=+|-+|~+|\^+)\s*$/.test(block.trimEnd()) && lines.length <= 2;
    const plain = lines
      .join(" ")
      .replace(/!\[[^\]]{0,500}\]\([^)]{0,2000}\)/g, "")
      .replace(/\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, "$1")
      .replace(/\[([^[\]]{1,200})\]\[[^[\]]{0,200}\]/g, "$1")
      .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
      .replace(/\s+/g, " ")
      .trim();
    return isTitle || LIST_OF_LINKS.test(plain) || wordsIn(plain) < 5 ? [] : [plain];
  });
}

/** How many words a text has, about: those of Chinese and Japanese have no spaces between them. */
const wordsIn = (text: string): number =>
  (text.match(/\p{L}{2,}/gu) ?? []).length +
  (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/gu) ?? []).length;
