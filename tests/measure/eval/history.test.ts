/** Questions made of the history of a repository, by src/measure/eval/history.ts. */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { queriesOf, readCommits } from "../../../src/measure/eval/history.js";
import { dedent } from "../../helpers/dedent.js";
import { temporaryFolder } from "../../helpers/folders.js";

const commit = (subject: string, files = ["src/cart.ts"]) => ({ hash: "0123456789abcdef", subject, files });
const asked = (subject: string, files?: string[]) =>
  queriesOf([commit(subject, files)], (path) => path !== "src/gone.ts", 10).map(({ query, gold }) => [
    query,
    ...gold.map(({ file }) => file),
  ]);

describe("queriesOf", () => {
  test("asks what a commit says, without the marks of tools, for the sources that it changed and that are still there", () => {
    expect(
      asked("fix(cart): Keep the discount when an item is removed (#123)", [
        "src/cart.ts",
        "src/gone.ts",
        "tests/cart.test.ts",
        "README.md",
      ]),
    ).toEqual([["Keep the discount when an item is removed", "src/cart.ts"]]);
  });

  for (const subject of [
    'Revert "Keep the discount of a cart"',
    "Bump left-pad from 1.0.0 to 1.0.1",
    "chore: move all the things around",
    "Merge branch main into the feature",
    "fix cart",
  ])
    test(`leaves out: ${subject}`, () => expect(asked(subject)).toEqual([]));

  test("leaves out commits about everything or nothing, and what was said before", () => {
    const files = Array.from({ length: 9 }, (_, index) => `src/${index}.ts`);
    expect(asked("Rename the carts of all shops", files)).toEqual([]);
    expect(asked("Rename the carts of all shops", ["src/gone.ts"])).toEqual([]);
    const twice = [commit("Keep the discount of a cart"), commit("keep the discount of a cart")];
    expect(queriesOf(twice, () => true, 10)).toHaveLength(1);
  });
});

test("commits are read without the programs that a repository's settings name", async () => {
  const root = temporaryFolder();
  const ran = join(root, "ran");
  const git = (args: string[], input?: string) =>
    execFileSync("git", args, { cwd: root, stdio: "pipe", input, encoding: "utf8" }).trim();
  git(["init", "-q"]);
  writeFileSync(
    join(root, "verify.sh"),
    dedent`
      #!/bin/sh
      touch ${ran}
    `,
    { mode: 0o755 },
  );
  git(["config", "gpg.program", join(root, "verify.sh")]);
  git(["config", "log.showSignature", "true"]);
  writeFileSync(join(root, "cart.ts"), "export const cart = 1;\n");
  git(["add", "cart.ts"]);
  const person = "a <a@example.com> 1700000000 +0000";
  const signed = [
    `tree ${git(["write-tree"])}`,
    `author ${person}`,
    `committer ${person}`,
    "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----",
    "\nKeep the discount of a cart\n",
  ];
  git(["update-ref", "HEAD", git(["hash-object", "-t", "commit", "-w", "--stdin"], signed.join("\n"))]);
  expect(await readCommits(root)).toMatchObject([{ subject: "Keep the discount of a cart", files: ["cart.ts"] }]);
  expect(existsSync(ran)).toBe(false);
  git(["log"]);
  expect(existsSync(ran)).toBe(true);
});
