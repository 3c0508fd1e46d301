/** Sections of documents: the headings that src/chunking/headings.ts finds in each markup, and the chunks between them. */
import { expect, test } from "vitest";
import { chunk } from "../../src/chunking/chunk.js";
import { headingsOf } from "../../src/chunking/headings.js";
import type { Markup } from "../../src/repository/documents.js";
import { dedent } from "../helpers/dedent.js";

function headings(markup: Markup, text: string): string[] {
  const lines = text.split("\n");
  const reader = {
    count: lines.length,
    text: (line: number) => (lines[line] ?? "").trim(),
    indent: (line: number) => (lines[line]?.trim() ? lines[line]!.search(/\S/) : -1),
  };
  return headingsOf(reader, markup).map(({ line, level, text: title }) => `${line + 1} ${"#".repeat(level)} ${title}`);
}

test("Markdown: marks, underlines and the front matter's title, not what fences hold", () => {
  const text = `---
title: "The Guide"
---
# Install [![build](a.svg)](b)&nbsp;![version](c.svg) ##

Linux
-----
- no heading
---

\`\`\`sh
# no heading
\`\`\`

### The [\`reply\`](./Reply.md) object <a id="reply"></a>
`;
  expect(headings("markdown", text)).toEqual(["1 # The Guide", "4 # Install", "6 ## Linux", "15 ### The reply object"]);
});

test("reStructuredText: the levels are those in which its signs are first used", () => {
  const text = `=======
 Guide
=======

Install
-------

Linux
~~~~~

  Indented
  --------

Use of :func:\`run\`
------------------

No title because
of two lines
------------
`;
  expect(headings("restructuredtext", text)).toEqual(["1 # Guide", "5 ## Install", "8 ### Linux", "14 ## Use of run"]);
});

test("AsciiDoc: marks and underlines, not what blocks hold", () => {
  const text = `= Guide

== Install ==

----
== no heading
----

Linux
~~~~~

|===
| a
|===

=== macOS
`;
  expect(headings("asciidoc", text)).toEqual(["1 # Guide", "3 ## Install", "9 ### Linux", "16 ### macOS"]);
});

test("plain text: underlined lines, and short ones in capitals that stand alone", () => {
  const text = `Guide
=====

SYNOPSIS

run [options]

IN CAPITALS BUT
of two lines

A CONDITION IS NO TITLE.
`;
  expect(headings("plain", text)).toEqual(["1 # Guide", "4 ### SYNOPSIS"]);
});

test("sections of any markup have breadcrumbs; a heading without text of its own stands with what follows", () => {
  const shown = (path: string, text: string) =>
    chunk(text, null, path).map((one) => `${one.startLine}-${one.endLine} ${one.kind} ${one.breadcrumb}`);
  expect(
    shown(
      "a.rst",
      dedent`
    Guide
    =====

    Install
    -------

    Text.

    Use
    ---

    More.
  `,
    ),
  ).toEqual(["1-7 section Guide › Install", "9-12 section Guide › Use"]);
  expect(
    shown(
      "a.adoc",
      dedent`
    = Guide

    Text.

    == A

    == B

    Text.
  `,
    ),
  ).toEqual(["1-3 section Guide", "5-5 section Guide › A", "7-9 section Guide › B"]);
  expect(shown("requirements.txt", "ZOPE\n====\n")).toEqual(["1-2 text null"]);
  expect(
    shown(
      "LICENSE",
      dedent`
    TERMS

    Text.
  `,
    ),
  ).toEqual(["1-3 section TERMS"]);
});

test.each(["markdown", "restructuredtext", "asciidoc", "plain"] as const)("%s: any text has its lines", (markup) => {
  for (const text of [
    "",
    "\n\n",
    "===",
    "===\n===\n===",
    "---\n---",
    "a\n---",
    "```",
    "--\n",
    "= ",
    "#",
    "\u0000\n\u0000",
  ])
    expect(() => headings(markup, text)).not.toThrow();
});
