/** Secrets in texts, found and masked by src/masking/secrets.ts. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { findSecrets, maskLines, maskSecrets, setMasking } from "../../src/masking/secrets.js";
import { PEM, PEM_LINES, SECRETS } from "./samples.js";

afterEach(() => setMasking(true));

const found = (text: string) => findSecrets(text).map(({ start, end, rule }) => [rule, text.slice(start, end)]);

describe("secrets", () => {
  const cases: [text: string, rule: string, secret: string][] = [
    [`const key = "${SECRETS.aws}";`, "aws-access-token", SECRETS.aws],
    [`git clone with ${SECRETS.github} once`, "github-pat", SECRETS.github],
    [`STRIPE=${SECRETS.stripe}\n`, "stripe-access-token", SECRETS.stripe],
    [`"${SECRETS.slack}"`, "slack-bot-token", SECRETS.slack],
    [`postgres://shop:${SECRETS.password}@db.shop.io:5432/shop`, "url-password", SECRETS.password],
    [`apiToken: "${SECRETS.token}",`, "assigned-secret", SECRETS.token],
    [PEM, "private-key", PEM],
    // The quotes of JSON within a string.
    [`body = "{\\"token\\": \\"${SECRETS.token}\\"}"`, "assigned-secret", SECRETS.token],
    // A secret may hold the word false.
    [`"clientSecret": "Kq7false9Zx2Lm4Tn8Rw"`, "assigned-secret", "Kq7false9Zx2Lm4Tn8Rw"],
  ];
  for (const [text, rule, secret] of cases) test(rule, () => expect(found(text)).toEqual([[rule, secret]]));
});

describe("texts that are not secrets", () => {
  const cases: Record<string, string> = {
    "a commit":
      "fixes 4c2f48b09d1f6d0e9a1f7a0ce5c9a4f2b8d3e6a7 of main; key = 4c2f48b09d1f6d0e9a1f7a0ce5c9a4f2b8d3e6a7",
    "a UUID": 'const key = "5f221fb9-66f4-442a-92c9-d97ed5989cc7";',
    "the digest of a package": `"key-lib": { "integrity": "sha512-${"Zm9yIHRlc3Q1".repeat(7)}==" }`,
    "the token of an assembly": "Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089",
    "names with numbers": "c => new { c.PartitionKey1, c.PartitionKey2 }",
    "a value that is read from an object": "const token = request.headers.authorization1x;",
    "the password of a test": 'const password = "supersecret"; login("admin", "pass1234")',
    "a database of this machine": "postgres://codeindex:codeindex@127.0.0.1:5432/codeindex",
    "a placeholder": "postgres://user:password@db.shop.io/shop and https://$USER:$TOKEN@shop.io",
    "the key of AWS's documentation": ["AKIA", "IOSFODNN7EXAMPLE"].join(""),
  };
  for (const [name, text] of Object.entries(cases)) test(name, () => expect(found(text)).toEqual([]));
});

describe("masking", () => {
  const file = `a = "${SECRETS.github}"\r\n${PEM}\nend\n`;

  test("says what was there, and moves nothing", () => {
    const masked = maskSecrets(file);
    expect(masked.split("\n")[0]).toMatch(/^a = "\[masked: github-pat \*+\]"\r$/);
    expect(masked.split("\n").map(({ length }) => length)).toEqual(file.split("\n").map(({ length }) => length));
    expect(masked.endsWith("\nend\n")).toBe(true);
    for (const line of PEM_LINES) expect(masked).not.toContain(line);
    expect(maskSecrets(masked)).toBe(masked);
  });

  test("a name that is longer than the secret is cut", () =>
    expect(maskSecrets(`"${SECRETS.aws}"`)).toBe('"[masked: aws-acces…]"'));

  test("a line of a key is masked where the key begins and ends out of sight", () => {
    const lines = file.split("\n");
    expect(maskLines(lines, 3, 4)).toEqual(["*".repeat(64)]);
    expect(maskLines(lines, 0, lines.length)).toEqual(maskSecrets(file).split("\n"));
  });

  test("the value is masked, and not the name that holds the same", () =>
    expect(maskSecrets(`key_${SECRETS.token.slice(0, 12)} = "${SECRETS.token.slice(0, 12)}"`)).toBe(
      `key_${SECRETS.token.slice(0, 12)} = "[masked ***]"`,
    ));

  test("long keys are masked to their end, whatever line is asked for", () => {
    const kind = PEM.split("\n")[0]!;
    for (const head of [[kind], [kind.replace("KEY", "KEY BLOCK"), "Version: GnuPG v2", "Comment: of: ours", ""]]) {
      const lines = [...head, ...Array.from({ length: 300 }, () => PEM_LINES[0]!), "-----END"];
      expect(maskSecrets(lines.join("\n"))).not.toContain(PEM_LINES[0]);
      expect(maskLines(lines, 290, 292)).toEqual(["*".repeat(64), "*".repeat(64)]);
    }
  });

  test("a key is masked where its end is cut off", () => {
    const cut = `the key: ${PEM.slice(0, 150)}`;
    expect(maskSecrets(cut)).toMatch(/^the key: \[masked: private-key \*+\]\n\*{64}\n\*+$/);
  });

  test.each([
    `sign("-----BEGIN RSA PRIVATE KEY-----"); ${"check(storage); ".repeat(8)} sign("-----BEGIN RSA PRIVATE KEY-----");`,
    `text.startsWith("-----BEGIN PRIVATE KEY-----") && ${"isKey(text) && ".repeat(8)} text.endsWith("-----END PRIVATE KEY-----")`,
  ])("code between the first lines of keys is no key: %s", (code) => expect(maskSecrets(code)).toBe(code));

  test("can be turned off", () => {
    setMasking(false);
    expect(maskSecrets(file)).toBe(file);
  });
});

test("texts that are made to take long take no longer than others", () => {
  const { rules } = JSON.parse(readFileSync(new URL("../../models/secret-rules.json", import.meta.url), "utf8")) as {
    rules: { keywords: string[] }[];
  };
  const words = rules.flatMap(({ keywords }) => keywords);
  const hostile = [
    "a".repeat(5_000_000),
    words.map((word) => `${word}="0123456789abcdef`).join(""),
    "-----BEGIN PRIVATE KEY-----\n".repeat(5_000),
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.".repeat(5_000),
    "://a:bbbbbbbbb".repeat(10_000),
    "password=".repeat(100_000),
    'password="'.repeat(100_000),
    `password = ${"a1".repeat(500_000)}`,
    `DB_PASSWORD=${"x ".repeat(10)};`.repeat(20_000),
    "key key_key.key-key ".repeat(50_000),
    "curl -x ".repeat(50_000),
    "mysql login docker wget ".repeat(20_000),
    "login a password ".repeat(50_000),
    "IDENTIFIED BY PASSWORD ".repeat(20_000),
    `${"<password a='b'".repeat(50_000)}>`,
    "token: string | undefined ".repeat(50_000),
    "Authorization: Basic ".repeat(50_000),
    "M".repeat(3_000_000),
    `${"a.".repeat(1_000_000)}token`,
    "token = '                    ".repeat(10_000),
  ];
  // An expression that backtracks without a bound does not end at all.
  for (const text of hostile) expect(maskSecrets(text)).toHaveLength(text.length);
});
