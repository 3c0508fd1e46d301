/** Questions made of doc comments, by src/measure/eval/make-set.ts, and sources without these comments. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../../src/measure/bench/random.js";
import { firstSentence, halfRemembered, makeSet } from "../../../src/measure/eval/make-set.js";
import { withoutLines } from "../../../src/measure/eval/packages.js";
import { dedent } from "../../helpers/dedent.js";
import { temporaryFolder } from "../../helpers/folders.js";

const SOURCE = `/** Rotates the refresh token of a user. */
export class Tokens {
  /**
   * Signs a token with the key of the day. Never fails.
   * @param token what is signed
   */
  signToken(token: string) {
    return token;
  }
}

/** Says how long a token may still be used. */
export function lifetimeOf(token: string) {
  return token.length;
}
`;

describe("makeSet", () => {
  test("asks for functions by the first sentence of comments that are then taken out", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "src"));
    writeFileSync(join(root, "src/tokens.ts"), SOURCE);
    const { docstrings, removeLines } = await makeSet(root, "src", 10, 1);
    expect(docstrings.map(({ query }) => query).sort()).toEqual([
      "Says how long a token may still be used.",
      "Signs a token with the key of the day.",
    ]);
    expect(removeLines).toEqual({
      "src/tokens.ts": [
        [3, 6],
        [12, 12],
      ],
    });
    const left = withoutLines(SOURCE, removeLines["src/tokens.ts"]!).split("\n");
    for (const { gold } of docstrings) expect(left[gold[0]!.start_line! - 1]).toContain(gold[0]!.name);
  });
});

test("asks for no function by a comment of the line above it", async () => {
  const root = temporaryFolder();
  const lines = [
    "/** Moves the cursor to the left by some columns. */ left(): void {}",
    "right(): void {}",
    "/** Moves the cursor to the first column of the next line. */",
    "down(): void {}",
  ];
  writeFileSync(
    join(root, "cursor.ts"),
    dedent`
      export class Cursor {
      ${lines.join("\n")}
      }
    `,
  );
  const { docstrings } = await makeSet(root, "", 10, 1);
  expect(docstrings.map(({ gold }) => gold[0]!.name)).toEqual(["down"]);
});

describe("doc comments of other languages", () => {
  const asked = async (file: string, source: string) => {
    const root = temporaryFolder();
    writeFileSync(join(root, file), source);
    const { docstrings, removeLines } = await makeSet(root, "", 10, 1);
    const left = withoutLines(source, removeLines[file] ?? []);
    return { left, docstrings: docstrings.map(({ query, gold: [gold] }) => ({ query, ...gold })) };
  };

  test("are docstrings in Python", async () => {
    const { docstrings, left } = await asked(
      "tokens.py",
      dedent`
        def sign(token: str) -> str:
            """Sign the token of a user with the key of the day.

            Never fails.
            """
            return token
      `,
    );
    expect(docstrings).toEqual([
      {
        query: "Sign the token of a user with the key of the day.",
        file: "tokens.py",
        start_line: 1,
        end_line: 2,
        name: "sign",
      },
    ]);
    expect(left.split("\n").slice(0, 2)).toEqual(["def sign(token: str) -> str:", "    return token"]);
  });

  test("are plain comments in Go, without the name", async () => {
    const { docstrings, left } = await asked(
      "tokens.go",
      dedent`
        package tokens

        // Sign gives the token of a user with the key of the day.
        // Never fails.
        func Sign() {}
      `,
    );
    expect(docstrings).toMatchObject([{ query: "gives the token of a user with the key of the day.", start_line: 3 }]);
    expect(left).not.toContain("//");
  });

  test("stand above annotations in Java", async () => {
    const { docstrings } = await asked(
      "Tokens.java",
      dedent`
        class Tokens {
          /** Signs the token of a user with the key of the day. */
          @Deprecated(since = "2")
          void sign() {}
        }
      `,
    );
    expect(docstrings).toMatchObject([{ query: "Signs the token of a user with the key of the day.", start_line: 3 }]);
  });
});

describe("names", () => {
  test("are any that what is remembered of one fits, where those are few", async () => {
    const root = temporaryFolder();
    const names = ["createTitleKey", "createTabKey", "removeKey"];
    writeFileSync(join(root, "keys.ts"), names.map((name) => `export function ${name}() {}\n`).join(""));
    const { symbols } = await makeSet(root, "", 40, 1);
    const goldOf = (query: string) => symbols.find((one) => one.query === query)?.gold.map(({ name }) => name);
    expect(goldOf("create key")).toEqual(["createTitleKey", "createTabKey"]);
    expect(goldOf("remove key")).toEqual(["removeKey"]);
  });
});

describe("firstSentence", () => {
  for (const [comment, want] of [
    ["/** Gives the {@link Token} of the user. Or null. */", "Gives the Token of the user."],
    [
      dedent`
        /// <summary>
        /// Signs a <see cref="Token"/> with a given key.
        /// </summary>`,
      "Signs a Token with a given key.",
    ],
    ["/** Too short. */", null],
    ["/** @internal */", null],
  ] as const)
    test(comment.slice(0, 40), () => expect(firstSentence(comment)).toBe(want));
});

describe("halfRemembered", () => {
  const random = createRandom(1);
  test("takes names apart, and writes them wrong", () => {
    expect(halfRemembered("getUserName", "split", random)).toBe("get user name");
    expect(halfRemembered("getUserName", "subset", random).split(" ")).toHaveLength(2);
    expect("getUserName".startsWith(halfRemembered("getUserName", "prefix", random))).toBe(true);
    expect(halfRemembered("getUserName", "typo", random)).not.toBe("getUserName");
  });
});
