/** Diffs as git writes them: which lines of which files are new. */
import { expect, test } from "vitest";
import { changedFiles } from "../../../src/mcp/prompts/diff.js";
import { dedent } from "../../helpers/dedent.js";

test.each([
  {
    name: "two files",
    diff: `diff --git a/src/a.ts b/src/a.ts
index 111..222 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -3,2 +3,3 @@ function a() {
 same
-old
+new
+newer
@@ -20 +21,0 @@
-gone
diff --git a/b.ts b/b.ts
--- a/b.ts
+++ b/b.ts
@@ -1 +1 @@
-1
+2
`,
    want: [
      {
        path: "src/a.ts",
        ranges: [
          { start: 3, end: 5 },
          { start: 21, end: 21 },
        ],
      },
      { path: "b.ts", ranges: [{ start: 1, end: 1 }] },
    ],
  },
  {
    name: "lines that look like headers",
    diff: dedent`
      --- a/a.md
      +++ b/a.md
      @@ -1,2 +1,2 @@
      --- a title
      -b
      +++ b/no-file.ts
      +c
    `,
    want: [{ path: "a.md", ranges: [{ start: 1, end: 2 }] }],
  },
  {
    name: "a new file, a deleted file",
    diff: dedent`
      --- /dev/null
      +++ b/new.ts
      @@ -0,0 +1,2 @@
      +a
      +b
      --- a/old.ts
      +++ /dev/null
      @@ -1 +0,0 @@
      -a
    `,
    want: [{ path: "new.ts", ranges: [{ start: 1, end: 2 }] }],
  },
  {
    name: "names in quotes, with time stamps, with spaces",
    diff: '--- "a/\\303\\274.ts"\n+++ "b/\\303\\274.ts"\n@@ -1 +1 @@\n-a\n+b\n+++ b/with space.ts\t2026-01-01\n@@ -1 +1 @@\n-a\n+b\n',
    want: [
      { path: "ü.ts", ranges: [{ start: 1, end: 1 }] },
      { path: "with space.ts", ranges: [{ start: 1, end: 1 }] },
    ],
  },
  {
    name: "no newline at the end",
    diff: "+++ b/a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n+++ b/c\n",
    want: [
      { path: "a", ranges: [{ start: 1, end: 1 }] },
      { path: "c", ranges: [] },
    ],
  },
  {
    name: "no diff at all",
    diff: dedent`
      please review my code
      @@ not a hunk @@`,
    want: [],
  },
  { name: "nothing", diff: "", want: [] },
])("$name", ({ diff, want }) => {
  expect(changedFiles(diff)).toEqual(want);
});
