/** The headings of a document, as its markup writes them. Pure; time is linear in the lines. */
import { nth } from "../base/need.js";
import { cutBeforeSecret } from "../masking/secrets.js";
import type { Markup } from "../repository/documents.js";

export interface Heading {
  /** From 0; of an overlined one the line above its text. */
  line: number;
  /** The last line that belongs to it. */
  last: number;
  /** From 1. */
  level: number;
  text: string;
}

/** A document by its lines, from 0. */
export interface DocumentLines {
  count: number;
  /** Without white space around it; "" for a blank line and for one beyond the ends. */
  text(line: number): string;
  /** Columns of white space before it; -1 for a blank line. */
  indent(line: number): number;
}

const LONGEST = 200;

/** In the order of their lines. */
export function headingsOf(lines: DocumentLines, markup: Markup): Heading[] {
  const found = FINDERS[markup](lines);
  return found.map((heading) => ({ ...heading, text: plain(heading.text) })).filter(({ text }) => text !== "");
}

const FINDERS: Record<Markup, (lines: DocumentLines) => Heading[]> = {
  markdown,
  restructuredtext,
  asciidoc,
  plain: plainText,
};

/** `# Title`, and titles that are underlined; not within fences. A title in the front matter is one too. */
function markdown(lines: DocumentLines): Heading[] {
  const headings: Heading[] = [];
  const { end, title } = frontMatter(lines);
  if (title !== null) headings.push({ line: 0, last: end - 1, level: 1, text: title });
  let fence = "";
  for (let line = end; line < lines.count; line++) {
    const indent = lines.indent(line);
    if (indent > 3 || indent === -1) continue;
    const text = lines.text(line);
    const mark = /^(```+|~~~+)/.exec(text)?.[1] ?? "";
    if (mark !== "") {
      if (fence === "") fence = mark;
      else if (text === mark && mark.startsWith(fence)) fence = "";
      continue;
    }
    if (fence !== "") continue;
    const hashes = /^(#{1,6})\s+(.*?)\s*#*$/.exec(text);
    if (hashes !== null) {
      headings.push({ line, last: line, level: nth(hashes, 1).length, text: nth(hashes, 2) });
      continue;
    }
    const next = lines.text(line + 1);
    if (/^={3,}$/.test(next)) headings.push({ line, last: line + 1, level: 1, text });
    else if (/^-{3,}$/.test(next) && line > 0 && lines.indent(line - 1) === -1 && !/^[-*+|>]/.test(text))
      headings.push({ line, last: line + 1, level: 2, text });
  }
  return headings;
}

/** Front matter, between two lines of `---` at the beginning: where the text begins, and the title that is given there. */
function frontMatter(lines: DocumentLines): { end: number; title: string | null } {
  if (lines.text(0) !== "---") return { end: 0, title: null };
  let title: string | null = null;
  for (let line = 1; line < lines.count; line++) {
    const text = lines.text(line);
    if (text === "---") return { end: line + 1, title };
    title ??= /^title:\s*(["']?)(.+)\1$/.exec(text)?.[2] ?? null;
  }
  return { end: 0, title: null };
}

const ADORNMENT = /^([!-/:-@[-`{-~])\1+$/;

/** Titles with a line of one sign below, or above and below. A document gives the signs their levels by its order of using them. */
function restructuredtext(lines: DocumentLines): Heading[] {
  const headings: Heading[] = [];
  const styles: string[] = [];
  for (let line = 0; line < lines.count; line++) {
    const text = lines.text(line);
    const under = lines.text(line + 1);
    if (text === "" || ADORNMENT.test(text) || !ADORNMENT.test(under) || lines.indent(line + 1) !== 0) continue;
    if (under.length < Math.min(text.length, 4)) continue;
    const above = lines.text(line - 1);
    const isOverlined = above === under;
    if (!isOverlined && (above !== "" || lines.indent(line) !== 0)) continue;
    const style = `${under[0]}${isOverlined}`;
    if (!styles.includes(style)) styles.push(style);
    headings.push({ line: isOverlined ? line - 1 : line, last: line + 1, level: styles.indexOf(style) + 1, text });
    line++;
  }
  return headings;
}

/** `== Title`, and titles that are underlined; not within blocks (`----`, `....`, fences). */
function asciidoc(lines: DocumentLines): Heading[] {
  const headings: Heading[] = [];
  let block = "";
  for (let line = 0; line < lines.count; line++) {
    const text = lines.text(line);
    if (lines.indent(line) !== 0) continue;
    if (/^([-.=*_+/])\1{3,}$/.test(text) || /^(--|```\w*|[|,:]===)$/.test(text)) {
      if (block === "") block = text.startsWith("```") ? "```" : text;
      else if (text === block) block = "";
      continue;
    }
    if (block !== "") continue;
    const marks = /^(={1,6}|#{1,6})\s+(.+?)(\s+\1)?$/.exec(text);
    if (marks !== null) {
      headings.push({ line, last: line, level: nth(marks, 1).length, text: nth(marks, 2) });
      continue;
    }
    const under = lines.text(line + 1);
    const level = /^([-=~^+])\1{3,}$/.test(under) ? "=-~^+".indexOf(under.charAt(0)) + 1 : 0;
    if (level > 0 && lines.text(line - 1) === "" && Math.abs(under.length - text.length) <= 1) {
      headings.push({ line, last: line + 1, level, text });
      line++;
    }
  }
  return headings;
}

/** Underlined lines, and short ones in capitals that stand alone. */
function plainText(lines: DocumentLines): Heading[] {
  const headings: Heading[] = [];
  for (let line = 0; line < lines.count; line++) {
    const text = lines.text(line);
    if (text === "" || text.length > 80 || lines.text(line - 1) !== "") continue;
    const under = lines.text(line + 1);
    if (/^(=+|-+)$/.test(under) && under.length >= 3 && Math.abs(under.length - text.length) <= 2)
      headings.push({ line, last: line + 1, level: under.startsWith("=") ? 1 : 2, text });
    else if (under === "" && text.length <= 60 && isInCapitals(text))
      headings.push({ line, last: line, level: 3, text });
  }
  return headings;
}

function isInCapitals(text: string): boolean {
  return /^[\p{Lu}\d]/u.test(text) && /\p{Lu}{3}/u.test(text) && text === text.toUpperCase() && !/[.;,]$/.test(text);
}

/** The text as a reader sees it: without links' targets, anchors and marks of emphasis. */
function plain(text: string): string {
  const whole = cutBeforeSecret(text, LONGEST * 2)
    .replace(/!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])/g, "")
    .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/<[^<>]*>|&nbsp;/g, " ")
    .replace(/\s*\{#[^}]*\}\s*$/, "")
    .replace(/:[\w:]+:(?=`)/g, "")
    .replace(/`+|\*\*|__/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return cutBeforeSecret(whole, LONGEST);
}
