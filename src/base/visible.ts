/**
 * Makes hidden characters of a text visible: `<U+202E>`. Readers would not see these characters, or a terminal would obey them: control characters
 * except tab and line ends, escape sequences, marks that turn the direction of writing, and characters without a shape. The last can hide words or
 * disguise them as others.
 *
 * Ordinary text of any language stays as it is: joiners within words of scripts that need them, marks of direction in lines that are written from
 * right to left, and emoji with all their parts.
 */
import { present } from "./need.js";

/** Characters that may be hidden, as ranges of code points. `isOrdinary` exempts a character in a place where it belongs. */
const RANGES = [
  // controls except tab and line feed, and C1
  ["0", "8"],
  ["b", "c"],
  ["e", "1f"],
  ["7f", "9f"],
  // hyphens, joiners, fillers and vowels that are not shown
  ["ad", "ad"],
  ["34f", "34f"],
  ["115f", "1160"],
  ["17b4", "17b5"],
  ["3164", "3164"],
  ["ffa0", "ffa0"],
  // marks of direction, spaces without width, line ends of their own, operators that are not shown
  ["61c", "61c"],
  ["200b", "200f"],
  ["2028", "202e"],
  ["2060", "206f"],
  ["feff", "feff"],
  // variants of the character before, notes, music, tags
  ["180b", "180f"],
  ["fe00", "fe0f"],
  ["fff0", "fffb"],
  ["1d173", "1d17a"],
  ["e0000", "e0fff"],
] as const;
const IN_RANGES = RANGES.map(([first, last]) => `\\u{${first}}-\\u{${last}}`).join("");
const HIDDEN = new RegExp(String.raw`[${IN_RANGES}]|\r(?!\n)|\p{Surrogate}`, "gu");

/** Emoji, and the modifiers of skin, hair and style. */
const EMOJI_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator})\ufe0f?$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;
const FLAG_OF_TAGS = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6}$/u;
const TAGS_AFTER = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6}\u{e007f}/u;
/** Letters that join or carry marks: all scripts except those in which joiners mean nothing. */
const JOINING = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])[\p{L}\p{M}]/u;
/** Scripts that do not separate words by spaces. */
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const HAS_VARIANTS = /[\p{Script=Han}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Myanmar}\p{Sm}]$/u;
/** Characters examined on each side of a hidden one, to decide whether it is ordinary there. */
const NEAR = 40;

/** The text with its hidden characters shown. Lines keep their numbers, and a second pass changes nothing. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char, offset: number) =>
    isOrdinary(char, offset, text) ? char : `<U+${codeOf(char)}>`,
  );
}

/** Hidden characters as `visible` shows them. */
const SHOWN = /<U\+([0-9A-F]{4,6})>/g;
const IS_HIDDEN = new RegExp(`^[${IN_RANGES}]$`, "u");

/**
 * A name with the characters that `visible` showed in it: answers have names with these shown, and a caller gives them back. Control characters stay
 * shown, as no name of the index holds one.
 */
export function restoreHidden(name: string): string {
  return name.replace(SHOWN, (shown, digits: string) => {
    const code = Number.parseInt(digits, 16);
    if (code < 0xa0 || code > 0x10ffff) return shown;
    const char = String.fromCodePoint(code);
    return IS_HIDDEN.test(char) ? char : shown;
  });
}

/** The name without its hidden characters: some file systems take it for the same name. */
export const withoutHidden = (name: string): string => name.replace(HIDDEN, "");

const codeOf = (char: string) => present(char.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0");

function isOrdinary(char: string, offset: number, text: string): boolean {
  const code = present(char.codePointAt(0));
  if (code < 0xa0) return false;
  const before = text.slice(Math.max(0, offset - NEAR), offset);
  const after = text.slice(offset + char.length, offset + char.length + NEAR);
  const last = [...before.slice(-2)].at(-1) ?? "";
  const next = [...after.slice(0, 2)][0] ?? "";
  switch (code) {
    case 0x200d: // zero width joiner
      return (EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after)) || (JOINING.test(last) && !isSpace(next));
    case 0x200c: // zero width non-joiner
      return JOINING.test(last) && JOINING.test(next);
    case 0x200b: // zero width space
      return WITHOUT_SPACES.test(last) && WITHOUT_SPACES.test(next);
    case 0x061c:
    case 0x200e:
    case 0x200f: // marks of direction
      return RIGHT_TO_LEFT.test(lineOf(before, after));
    case 0xfe0e:
    case 0xfe0f: // shown as text, shown as emoji
      return /[\p{Emoji}\p{Extended_Pictographic}]$/u.test(last);
  }
  const isVariant = (code >= 0xfe00 && code <= 0xfe0d) || (code >= 0x180b && code <= 0x180f) || code >= 0xe0100;
  if (isVariant) return code <= 0xe01ef && HAS_VARIANTS.test(last);
  // Flags of regions end this way.
  if (code >= 0xe0020 && code <= 0xe007f) return FLAG_OF_TAGS.test(before) && TAGS_AFTER.test(char + after);
  return false;
}

const isSpace = (char: string) => char === "" || /[\s\p{P}]/u.test(char);

/** The rest of the line around a character. */
function lineOf(before: string, after: string): string {
  return before.slice(before.lastIndexOf("\n") + 1) + after.split("\n", 1)[0];
}
