/** Hidden characters in answers: shown by src/base/visible.ts, and cleaned from whole answers by src/masking/clean.ts. */
import { describe, expect, test } from "vitest";
import { restoreHidden, visible } from "../../src/base/visible.js";
import { changedIn, clean, shown } from "../../src/masking/clean.js";
import { SECRETS } from "../masking/samples.js";

const char = (...codes: number[]) => String.fromCodePoint(...codes);
const tags = (text: string) => [...text].map((letter) => char(0xe0000 + letter.charCodeAt(0))).join("");

describe("hidden characters are shown", () => {
  const cases: Record<string, [text: string, want: string]> = {
    "escape sequences": ["\x1b[31mred\x1b]0;title\x07", "<U+001B>[31mred<U+001B>]0;title<U+0007>"],
    "C1, which some terminals obey": [`a${char(0x9b)}31m${char(0x85)}`, "a<U+009B>31m<U+0085>"],
    "a carriage return that writes over a line": ["good\rbad\r\n", "good<U+000D>bad\r\n"],
    "a direction that is turned": [`if (${char(0x202e)}nimda${char(0x2069)})`, "if (<U+202E>nimda<U+2069>)"],
    "marks of direction in plain text": [`a${char(0x200f)}b`, "a<U+200F>b"],
    "spaces and joiners within words": [
      `ad${char(0x200b)}m${char(0x200d)}in${char(0xad)}`,
      "ad<U+200B>m<U+200D>in<U+00AD>",
    ],
    "text in tags": [`hi${tags("no")}`, "hi<U+E006E><U+E006F>"],
    "bytes in variation selectors": [`😀${char(0xfe0f, 0xe0101, 0xe0102)}`, `😀${char(0xfe0f)}<U+E0101><U+E0102>`],
    "letters that are blank": [`a${char(0x3164)}b${char(0x115f)}`, "a<U+3164>b<U+115F>"],
    "half a character": ["\ud800a", "<U+D800>a"],
    "lines that only some end": [`// a${char(0x2028)}run()`, "// a<U+2028>run()"],
  };
  for (const [name, [text, want]] of Object.entries(cases))
    test(name, () => {
      expect(visible(text)).toBe(want);
      expect(visible(want)).toBe(want);
    });
});

describe("a name that an answer shows is the name again", () => {
  const cases: Record<string, [shown: string, want: string]> = {
    "a direction that is turned": ["src/a<U+202E>st.ts", `src/a${char(0x202e)}st.ts`],
    "spaces without width, and tags": ["<U+200B><U+E006E>", `${char(0x200b, 0xe006e)}`],
    "control characters, which no name has": ["a<U+001B>[31m", "a<U+001B>[31m"],
    "characters that are not hidden": [
      "<U+0041> <U+D800> <U+110000> <U+20> Map<U+1>",
      "<U+0041> <U+D800> <U+110000> <U+20> Map<U+1>",
    ],
  };
  for (const [name, [shown, want]] of Object.entries(cases)) test(name, () => expect(restoreHidden(shown)).toBe(want));
});

describe("ordinary text stays as it is", () => {
  const joined = (...parts: string[]) => parts.join(char(0x200d));
  const cases: Record<string, string> = {
    code: "a\tb\r\nc\n",
    "languages with marks": "naïve Ωμέγα Привет 日本語 한국어 العربية עברית ไทย हिन्दी தமிழ்",
    "Persian with a non-joiner": `می${char(0x200c)}خواهم`,
    "Hindi and Sinhala with joiners": `क्${char(0x200d)}ष ශ්${char(0x200d)}රී`,
    "Hebrew with marks of direction": `abc ${char(0x200f)}שלום${char(0x200e)} (1)`,
    "Thai with breaks": `ไทย${char(0x200b)}ไทย`,
    "families, professions, skins": `${joined("👩", "👩", "👧")} ${joined("👩🏽", "🚀")} ${joined(`🏳${char(0xfe0f)}`, "🌈")}`,
    "styles of emoji, keys": `❤${char(0xfe0f)} ✔${char(0xfe0e)} 1${char(0xfe0f, 0x20e3)}`,
    "flags of countries and their parts": `🇩🇪 🏴${tags("gbeng")}${char(0xe007f)}`,
    "variants of Han": `葛${char(0xe0100)}`,
  };
  for (const [name, text] of Object.entries(cases)) test(name, () => expect(visible(text)).toBe(text));
});

test("all of an answer is cleaned, names of fields too; bytes are not", () => {
  const answer = { results: [{ [`a${char(0x202e)}`]: `k="${SECRETS.github}"`, n: 1, no: "\x07" }], blob: SECRETS.aws };
  const cleaned = clean(answer);
  expect(cleaned).toEqual({
    results: [{ "a<U+202E>": expect.stringMatching(/^k="\[masked: github-pat \*+\]"$/), n: 1, no: "<U+0007>" }],
    blob: SECRETS.aws,
  });
  expect(changedIn(cleaned)).toMatch(/masked.*Hidden/);
  expect(changedIn({ text: "plain" })).toBe(null);
  expect(shown(`${SECRETS.github}\x1b`)).toBe(`${SECRETS.github}<U+001B>`);
});
