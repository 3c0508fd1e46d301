/** Reasons for which a piece was found, in words, by src/search/code/reason.ts. */
import { expect, test } from "vitest";
import { fitOf, namesOf, type RankedText, reasonsFor } from "../../../src/search/code/reason.js";

const TEXT = `function rotateToken(token: string): string {
  const expiry = expiryOf(token);
  if (expiry < now()) throw new ExpiredError();
  return sign(token);
}`;
const chunk = {
  path: "src/auth/session.ts",
  symbolNames: ["rotateToken"],
  breadcrumb: "Auth › rotateToken",
  kind: "function",
};
const found = (over: Partial<RankedText> = {}): RankedText => ({
  chunk,
  text: TEXT,
  sum: { text: 0.4, name: 0.5, nameCovered: 0.2 },
  factors: {},
  ...over,
});

test.each<[string, string, Partial<RankedText>, string]>([
  [
    "the symbol, what it calls, and the other words in it",
    "where are refresh tokens rotated when expired, as a string",
    { sum: { text: 0.4, name: 0.5, meaning: 0.6 } },
    "declares rotateToken; calls ExpiredError; words: string; meaning",
  ],
  ["a name given whole", "rotateToken", { sum: { declared: 2.4, text: 0.1 } }, "declares rotateToken"],
  ["parts of a name", "TokenStore", { sum: { name: 0.4 } }, "declares rotateToken"],
  [
    "a word that is two parts of a name",
    "webauthn credential",
    { sum: { name: 0.4 }, chunk: { ...chunk, symbolNames: ["other", "findWebAuthnCredential"] } },
    "declares findWebAuthnCredential",
  ],
  ["a name with a typing error", "rotatTokn", { sum: { declared: 1.9 } }, "declares rotateToken, nearly as asked"],
  [
    "the names that together hold the words, and no more",
    "token store of the cart",
    { sum: { name: 0.4 }, chunk: { ...chunk, symbolNames: ["token", "TokenStore", "Cart", "Carts"] } },
    "declares TokenStore, Cart",
  ],
  [
    "the name that was asked for before those that share a part of it",
    "MigrationLockOptions",
    { sum: { declared: 3 }, chunk: { ...chunk, symbolNames: ["lockTable", "MigrationLockOptions"] } },
    "declares MigrationLockOptions",
  ],
  ["the words alone where nothing is called so", "throw", {}, "words: throw"],
  ["no call of what it declares itself", "rotate", { sum: { text: 1 } }, "declares rotateToken"],
  [
    "no more words than a reader takes in",
    "function string const expiry sign throw",
    { sum: { text: 1 } },
    "calls expiryOf; words: function, string, const, sign, …",
  ],
  ["no half of a name in the file's name", "SessionController", { sum: { fileName: 0.4, meaning: 0.4 } }, "meaning"],
  ["what stands around it", "auth session", { sum: { scope: 0.4, fileName: 0.35 } }, "in Auth; file name"],
  [
    "that it is a test",
    "sign",
    { factors: { test: 0.65 }, chunk: { ...chunk, path: "tests/a.test.ts" } },
    "words: sign; a test",
  ],
  ["meaning", "renew credentials", { sum: { meaning: 0.6, text: 0.2 } }, "meaning"],
  ["no meaning that adds little", "sign", { sum: { meaning: 0.05, text: 1 } }, "words: sign"],
  [
    "a heading",
    "auth",
    { sum: { scope: 0.4 }, chunk: { ...chunk, kind: "section", symbolNames: [], breadcrumb: "Use › Auth keys" } },
    "heading Auth keys",
  ],
  [
    "words of a document, which calls nothing",
    "expiryOf",
    { sum: { text: 1 }, chunk: { ...chunk, kind: "section", symbolNames: [] } },
    "words: expiryOf",
  ],
  ["a line that was named", "?!", { sum: { located: 8 } }, "has the line"],
  ["nothing of the chunk itself", "cookie", { sum: { file: 0.3 } }, "words around it"],
  ["a query without words", "?!", { sum: {} }, "in a file that fits"],
])("says %s", (_what, query, over, want) => {
  expect(reasonsFor(query)(found(over))).toBe(want);
});

test.each<[query: string, names: string[], isNamed: boolean]>([
  ["content type of a response", ["ContentType"], true],
  ["ContentType", ["Other", "ContentType"], true],
  ["the type of a response", ["ContentType"], false],
  ["the type of a response", [], false],
])("%j names one of %j: %s", (query, names, isNamed) => {
  expect(namesOf(query)(names)).toBe(isNamed);
});

test.each<[query: string, names: string[]]>([
  ["how is a token rotated", ["rotateToken", "token", "tokenOfTheCart", "Cart"]],
  ["MigrationLockOptions", ["MigrationLockOptions", "acquireMigrationLock", "lockTable", "Cart"]],
])("%j fits names in the order %j", (query, names) => {
  const fits = fitOf(query);
  expect(names.toReversed().sort((a, b) => fits(b) - fits(a))).toEqual(names);
});
