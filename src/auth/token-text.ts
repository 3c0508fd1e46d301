/**
 * The form of a token: `cdx_`, an id of 10 characters, a secret of 32, and a checksum of 6, so that scanners for leaked secrets can tell it from
 * other text offline (as with GitHub's and GitLab's tokens).
 */
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "cdx_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID = 10;
const SECRET = 32;
const CHECK = 6;
const PATTERN = new RegExp(`^${PREFIX}([0-9A-Za-z]{${ID}})([0-9A-Za-z]{${SECRET}})([0-9A-Za-z]{${CHECK}})$`);

export interface TokenText {
  tokenId: string;
  /** SHA-256 of the whole text: a secret of 190 random bits needs nothing slower. */
  hash: Buffer;
}

/** Makes a token. */
export function makeToken(): TokenText & { text: string } {
  const body = Array.from({ length: ID + SECRET }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const text = `${PREFIX}${body}${checksum(body)}`;
  return { text, tokenId: body.slice(0, ID), hash: hashOf(text) };
}

/** Takes a token apart; null where the text is not a token. */
export function parseToken(text: string): TokenText | null {
  const [, tokenId, secret, check] = PATTERN.exec(text) ?? [];
  if (tokenId === undefined || checksum(tokenId + secret) !== check) return null;
  return { tokenId, hash: hashOf(text) };
}

/** Whether a text has the prefix of our tokens. */
export const isOwnToken = (text: string): boolean => text.startsWith(PREFIX);

/** A hash to compare texts by in constant time, or to keep in their place. */
export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let index = 0; index < CHECK; index++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
