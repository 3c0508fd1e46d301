/** The head of a git repository, read by src/repository/git/head.ts. */
import { describe, expect, test } from "vitest";
import { readGitHead } from "../../../src/repository/git/head.js";
import { dedent } from "../../helpers/dedent.js";
import { temporaryFolder } from "../../helpers/folders.js";

const A = "a".repeat(40);
const B = "b".repeat(40);

const CASES: { name: string; files: Record<string, string>; want: Awaited<ReturnType<typeof readGitHead>> }[] = [
  { name: "no git", files: {}, want: null },
  {
    name: "a branch",
    files: { ".git/HEAD": "ref: refs/heads/feature/x\n", ".git/refs/heads/feature/x": `${A}\n` },
    want: { commit: A, branch: "feature/x" },
  },
  {
    name: "a packed branch",
    files: {
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/packed-refs": dedent`
        # pack-refs
        ${B} refs/heads/main2
        ${A} refs/heads/main
        ^${B}
      `,
    },
    want: { commit: A, branch: "main" },
  },
  { name: "a commit by itself", files: { ".git/HEAD": `${A}\n` }, want: { commit: A, branch: null } },
  {
    name: "before the first commit",
    files: { ".git/HEAD": "ref: refs/heads/main\n" },
    want: { commit: null, branch: "main" },
  },
  {
    name: "a linked worktree",
    files: {
      ".git": "gitdir: main/.g/worktrees/w\n",
      "main/.g/worktrees/w/HEAD": "ref: refs/heads/w\n",
      "main/.g/worktrees/w/commondir": "../..\n",
      "main/.g/refs/heads/w": `${A}\n`,
    },
    want: { commit: A, branch: "w" },
  },
  { name: "nonsense", files: { ".git/HEAD": "what\n" }, want: null },
  { name: "a .git file without a target", files: { ".git": "x" }, want: null },
  {
    name: "a ref that climbs out",
    files: { ".git/HEAD": "ref: refs/../../x\n", x: A },
    want: { commit: null, branch: "refs/../../x" },
  },
  {
    name: "refs in a loop",
    files: { ".git/HEAD": "ref: refs/heads/a\n", ".git/refs/heads/a": "ref: refs/heads/a\n" },
    want: { commit: null, branch: "a" },
  },
];

describe("readGitHead", () => {
  for (const { name, files, want } of CASES)
    test(name, async () => {
      expect(await readGitHead(temporaryFolder(files))).toEqual(want);
    });
});
