import { expect, it } from "vitest";
import { type Found, reasonsFor } from "../../src/search/reason.js";

const TEXT = `function rotateToken(token: string): string {
  const expiry = expiryOf(token);
  if (expiry < now()) throw new ExpiredError();
  return sign(token);
}`;
const chunk = {
  path: "src/auth/session.ts",
  startLine: 10,
  symbolNames: ["rotateToken"],
  breadcrumb: "Auth › rotateToken",
  kind: "function",
};
const found = (over: Partial<Found> = {}): Found => ({
  chunk,
  text: TEXT,
  sum: { text: 0.4, name: 0.5, nameCovered: 0.2 },
  factors: {},
  ...over,
});

it.each<[string, string, Partial<Found>, string]>([
  [
    "the symbol, the words near each other, and those that are missing",
    "where are refresh tokens rotated when expired",
    {},
    "its name rotateToken (tokens, rotated); tokens (token), rotated (rotate), expired together in lines 10-12; not here: refresh",
  ],
  ["a name given whole", "rotateToken", { sum: { declared: 2.4, text: 0.1 } }, "declares rotateToken"],
  ["parts of a name", "TokenStore", { sum: { name: 0.4 } }, "its name rotateToken (token of TokenStore)"],
  [
    "a word that is two parts of a name",
    "webauthn credential",
    { sum: { name: 0.4 }, chunk: { ...chunk, symbolNames: ["findWebAuthnCredential"] } },
    "its name findWebAuthnCredential (webauthn, credential)",
  ],
  ["a name with a typing error", "rotatTokn", { sum: { declared: 1.9 } }, "declares rotateToken, nearly as asked"],
  [
    "what stands around it",
    "auth session",
    { sum: { scope: 0.4, fileName: 0.35 } },
    "auth in Auth, around it; session in the file's name",
  ],
  [
    "that it is a test",
    "sign",
    { factors: { test: 0.65 }, chunk: { ...chunk, path: "tests/a.test.ts" } },
    "sign in line 13; ranked lower as a test",
  ],
  ["meaning", "renew credentials", { sum: { meaning: 0.6, text: 0.2 } }, "near in meaning (75% of its score)"],
  [
    "a heading",
    "auth",
    { sum: { scope: 0.4 }, chunk: { ...chunk, kind: "section", symbolNames: [], breadcrumb: "Use › Auth keys" } },
    "auth in its heading Auth keys",
  ],
  ["a line that was named", "?!", { sum: { located: 8 } }, "has a line that the query names"],
  ["nothing of the chunk itself", "cookie", { sum: { file: 0.3 } }, "the rest of its file has the words"],
  ["a query without words", "?!", { sum: {} }, "in a file that fits"],
])("says %s", (_what, query, over, want) => {
  expect(reasonsFor(query)(found(over))).toBe(want);
});
