/** Words of a text as the built-in model reads them, by src/models/embedding/words.ts. */
import { expect, test } from "vitest";
import { eachWord, lowerCased } from "../../../src/models/embedding/words.js";

/** Words as they are, and for other scripts how many n-grams there are. */
function wordsOf(text: string): string {
  const told: string[] = [];
  let grams = 0;
  eachWord(text, {
    word: (bytes, start, end) => told.push(lowerCased(bytes, start, end)),
    gram: () => grams++,
  });
  return [...told, ...(grams > 0 ? [`+${grams}`] : [])].join(" ");
}

const cases: [text: string, want: string][] = [
  ["getUserName", "get user name"],
  ["HTTPServer parse_URL XMLHttpRequest", "http server parse url xml http request"],
  ["utf8 sha256 2024-05-01T10", "utf 8 sha 256 2024 05 01 t 10"],
  ["port 8400, not 1234567", "port 8400 not"],
  [`a ${"x".repeat(24)} ${"y".repeat(25)}`, `a ${"x".repeat(24)}`],
  ["Größe Straße œuvre İstanbul", "grosse strasse oeuvre istanbul"],
  ["cafe\u0301 crème", "cafe creme"],
  ["ＡＢＣ１２", "abc 12"],
  // A character is a gram, and so is every pair: 3 + 2.
  ["取消中", "+5"],
  // A word, and the trigrams of ^запрос$.
  ["запрос", "+7"],
  ["idИмя", "id +1"],
  ["\ud800 \udc00 \0 ok", "ok"],
  ["", ""],
];

for (const [text, want] of cases)
  test(`words of ${JSON.stringify(text).slice(0, 40)}`, () => expect(wordsOf(text)).toBe(want));
