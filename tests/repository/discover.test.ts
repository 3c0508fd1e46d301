/** Repositories below a folder, found by src/repository/discover.ts. */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findRepositories } from "../../src/repository/discover.js";
import { temporaryFolder } from "../helpers/folders.js";

let root: string;
beforeEach(() => {
  root = temporaryFolder();
  for (const path of ["app/.git", "group/one/.git", "group/two", "deep/er/est/.git", ".hidden/.git", "app/inner/.git"])
    mkdirSync(join(root, path), { recursive: true });
  chmodSync(root, 0o755);
});
afterEach(() => {
  if (process.getuid?.() === 0) process.seteuid?.(0);
  chmodSync(root, 0o755);
});

/** Root may read anything, so it is somebody else that looks. */
function asAnybody(): void {
  if (process.getuid?.() === 0) process.seteuid?.(65534);
}

test("finds repositories in the root and in groups, and not in each other", async () => {
  expect(await findRepositories(root)).toEqual({
    repositories: [join(root, "app"), join(root, "group/one")],
    unreadable: [],
  });
  expect(await findRepositories(join(root, "app"))).toEqual({ repositories: [join(root, "app")], unreadable: [] });
});

test.skipIf(process.platform === "win32")("tells of folders that it may not look into", async () => {
  chmodSync(join(root, "group/one"), 0o600);
  chmodSync(join(root, "deep"), 0o000);
  asAnybody();
  const { repositories, unreadable } = await findRepositories(root);
  expect(repositories).toEqual([join(root, "app")]);
  expect(unreadable.sort()).toEqual([join(root, "deep"), join(root, "group/one")]);
});

test.skipIf(process.platform === "win32")(
  "says what is wrong with a root that it may not read, and what to do",
  async () => {
    chmodSync(root, 0o700);
    if (process.getuid?.() !== 0) chmodSync(root, 0o000);
    asAnybody();
    await expect(findRepositories(root)).rejects.toMatchObject({
      code: "configuration",
      message: `The root ${root} cannot be read: permission denied.`,
      suggestions: [expect.stringMatching(/^User \d+, group \d+, must be able to read it/)],
    });
  },
);

test("says that a root is not there", async () => {
  await expect(findRepositories(join(root, "gone"))).rejects.toThrow(/cannot be read: it is not there/);
});
