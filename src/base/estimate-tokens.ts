/**
 * Estimates how many tokens a language model would count in a text, without the model's tables.
 *
 * Calibrated against a byte-pair encoding of 100,000 entries over TypeScript, JavaScript, C# and Markdown: the estimate is a little above the true
 * count for a file and is meant never to be more than a tenth below it.
 */

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const SPACE = 4;
const NEWLINE = 5;

const CLASS_OF = new Uint8Array(128);
for (let code = 97; code <= 122; code++) CLASS_OF[code] = LOWER;
for (let code = 65; code <= 90; code++) CLASS_OF[code] = UPPER;
for (let code = 48; code <= 57; code++) CLASS_OF[code] = DIGIT;
for (const code of [9, 11, 12, 32]) CLASS_OF[code] = SPACE;
CLASS_OF[10] = NEWLINE;
CLASS_OF[13] = NEWLINE;

/** The estimated tokens of `text` from `start` (inclusive) to `end` (exclusive), in UTF-16 units; linear in their number. */
export function estimateTokens(text: string, start = 0, end = text.length): number {
  let tokens = 0;
  let offset = start;
  while (offset < end) {
    const code = text.charCodeAt(offset);
    if (code >= 128) {
      let run = offset + 1;
      while (run < end && text.charCodeAt(run) >= 128) run++;
      // Latin letters with accents and Cyrillic cost about half a token each, ideographs and symbols one or more.
      tokens += code < 0x0590 ? Math.ceil((run - offset) * 0.6) : Math.ceil((run - offset) * 1.1);
      offset = run;
      continue;
    }
    let run = offset + 1;
    switch (CLASS_OF[code]) {
      case LOWER:
      case UPPER: {
        // One part of a camel-case name: upper-case letters, then lower-case ones.
        while (run < end && CLASS_OF[text.charCodeAt(run)] === UPPER) run++;
        const capitals = run - offset;
        while (run < end && CLASS_OF[text.charCodeAt(run)] === LOWER) run++;
        const letters = run - offset;
        if (code < 97 && capitals > 3) tokens += Math.ceil(capitals / 2.6) + Math.ceil((letters - capitals) / 7);
        else tokens += letters <= 8 ? 1 : 1 + Math.ceil((letters - 8) / 5);
        break;
      }
      case DIGIT:
        while (run < end && CLASS_OF[text.charCodeAt(run)] === DIGIT) run++;
        tokens += Math.ceil((run - offset) / 3);
        break;
      case SPACE:
        while (run < end && CLASS_OF[text.charCodeAt(run)] === SPACE) run++;
        // One space is part of the word that follows.
        if (run - offset > 1) tokens += Math.ceil((run - offset) / 64);
        break;
      case NEWLINE:
        while (run < end && text.charCodeAt(run) <= 32) run++;
        tokens += 1 + ((run - offset) >> 6);
        break;
      default:
        while (run < end && text.charCodeAt(run) < 128 && CLASS_OF[text.charCodeAt(run)] === OTHER) run++;
        tokens += (run - offset + 1) >> 1;
    }
    offset = run;
  }
  return tokens;
}
