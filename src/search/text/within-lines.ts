/** Expressions that stay within lines: what runs over a whole text at once is many times as fast as line by line. */
import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";

/**
 * The expression with no part that matches a line break: with the flag `m` it finds, in a whole text, all lines that `source` matches alone (and
 * seldom a few others, so each is to be looked at). Null where there is no such expression.
 */
export function withinLines(source: string, flags: string): string | null {
  const edits: { start: number; end: number; text: string }[] = [];
  let isPossible = true;
  const edit = ({ start, end }: AST.Node, text: string): void => void edits.push({ start, end, text });
  try {
    const unicode = flags.includes("u");
    visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, { unicode }), {
      onCharacterEnter: ({ value, parent }) => {
        if (isBreak(value) && parent.type === "Alternative") isPossible = false;
      },
      onCharacterSetEnter: (set) => {
        if (set.parent.type === "CharacterClass" || !mayBeBreak(set)) return;
        // \s, \D and \W are the complements of what is not a break.
        const isEscape = set.kind === "space" || set.kind === "digit" || set.kind === "word";
        edit(set, isEscape ? `[^${swapCase(set.raw)}\\n\\r]` : notBreak(set.raw));
      },
      onCharacterClassEnter: (node) => {
        if (!node.negate && !node.elements.some(mayBeBreak)) return;
        const inner = node.raw.slice(2, -1);
        // Beside a hyphen it would be the end of a range.
        const isPlain = node.negate && !inner.startsWith("-") && !inner.endsWith("-");
        edit(node, isPlain ? `[^${inner}\\n\\r]` : notBreak(node.raw));
      },
    });
  } catch {
    return null;
  }
  if (!isPossible) return null;
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: part }) => text.slice(0, start) + part + text.slice(end), source);
}

const isBreak = (character: number) => character === 10 || character === 13;
const notBreak = (raw: string) => `(?:(?![\\n\\r])${raw})`;
const swapCase = (raw: string) => (raw === raw.toLowerCase() ? raw.toUpperCase() : raw.toLowerCase());

/** Whether it may match a line break. */
function mayBeBreak(element: AST.CharacterClassElement | AST.CharacterSet): boolean {
  switch (element.type) {
    case "Character":
      return isBreak(element.value);
    case "CharacterClassRange":
      return element.min.value <= 13 && element.max.value >= 10;
    case "CharacterSet":
      if (element.kind === "any") return false;
      return element.kind === "property" || (element.kind === "space") !== element.negate;
    default:
      return true;
  }
}
