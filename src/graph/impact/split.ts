/** Texts of code at some mark. Pure. */

const OPENS = "([{<";
const CLOSES = ")]}>";

/**
 * The length of a text up to the end of the first mark outside of the text's brackets; of a closing mark, up to the one that closes the first bracket. The
 * whole length where there is none.
 */
export function lengthUpTo(text: string, mark: string): number {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const char = text.charAt(offset);
    if (char === mark && depth === (CLOSES.includes(mark) ? 1 : 0)) return offset + 1;
    if (OPENS.includes(char)) depth++;
    else if (CLOSES.includes(char) && text[offset - 1] !== "=") depth--;
  }
  return text.length;
}

/** The parts of a text at a mark outside of brackets and strings. `=>` and `==` do not part at `=`. */
export function splitTop(text: string, mark: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const char = text.charAt(offset);
    if (quote !== "") {
      if (char === "\\") offset++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "'" || char === "`") quote = char;
    else if (OPENS.includes(char)) depth++;
    else if (CLOSES.includes(char) && text[offset - 1] !== "=") depth--;
    else if (
      depth === 0 &&
      text.startsWith(mark, offset) &&
      !(mark === "=" && (text[offset + 1] === ">" || text[offset + 1] === "="))
    ) {
      parts.push(text.slice(from, offset));
      from = offset + mark.length;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim());
}
