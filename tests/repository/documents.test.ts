/** Markup of documents by their path, by src/repository/documents.ts. */
import { expect, test } from "vitest";
import { markupOf } from "../../src/repository/documents.js";

test.each<[string, ReturnType<typeof markupOf>]>([
  ["docs/guide.MD", "markdown"],
  ["docs/guide.mdx", "markdown"],
  ["docs/guide.rst", "restructuredtext"],
  ["docs/guide.adoc", "asciidoc"],
  ["notes.txt", "plain"],
  ["LICENSE", "plain"],
  ["packages/a/Readme", "plain"],
  ["scripts/install", null],
  ["requirements.txt", null],
  ["dev-requirements.txt", null],
  ["CMakeLists.txt", null],
  ["src/readme.ts", null],
])("%s is %s", (path, markup) => {
  expect(markupOf(path)).toBe(markup);
});
