/** Random texts, of which secrets are made when a test runs. */

export type Random = (below: number) => number;

export const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const UPPER = LOWER.toUpperCase();
export const DIGITS = "0123456789";
export const ALNUM = LOWER + UPPER + DIGITS;
export const HEX = `${DIGITS}abcdef`;
export const some = (letters: string, length: number, random: Random) =>
  Array.from({ length }, () => letters[random(letters.length)]).join("");
export const between = (least: number, most: number, random: Random) => least + random(most - least + 1);

export const base64 = (bytes: number, random: Random) =>
  Buffer.from(Array.from({ length: bytes }, () => random(256))).toString("base64");
