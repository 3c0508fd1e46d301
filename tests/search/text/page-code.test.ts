/** The parts of a page that may name what programs declare. */
import { expect, test } from "vitest";
import { isPage, pageCode } from "../../../src/search/text/page-code.js";
import { dedent } from "../../helpers/dedent.js";

/** The words that are left of a page. */
const wordsOf = (source: string): string[] => pageCode(source).match(/[A-Za-z]+/g) ?? [];

test("texts, comments, styles and attributes of plain HTML are blank, and the lines stay", () => {
  const source = dedent`
    <!-- list -->
    <ul class="list" id="list">
    <li>No list here</li>
    </ul>
    <style>.list {}</style>
  `;
  expect(wordsOf(source)).toEqual(["ul", "li", "li", "ul"]);
  expect(pageCode(source).split("\n")).toHaveLength(source.split("\n").length);
});

test.each([
  ["an expression", "<p>{{ cart.list() }}</p>"],
  ["a statement", "<p>{% for each in list %}x{% endfor %}</p>"],
  [
    "a block of Angular",
    dedent`
      <ul>
      @for (each of list(); track each) {
      <li></li>
      }</ul>`,
  ],
  ["a binding", '<a (click)="list()" class="btn">x</a>'],
  ["a directive", '<a *ngFor="let each of list">x</a>'],
  ["a value in a plain attribute", '<a class="{{ list }}">x</a>'],
  [
    "a script",
    dedent`
    <script>
    if (1 > list && 2 < 3) run();
    </script>`,
  ],
  ["code of a server", "<% if (a > list && b < c) { %><b>x</b><% } %>"],
])("%s stays", (_, source) => {
  expect(wordsOf(source)).toContain("list");
});

test("a page that is cut off, or of one long line, is read at once", () => {
  for (const part of ["<!--", "<script", "<%", '<a class="', "> text ", "<style>", ">"]) {
    expect(pageCode(part.repeat(50_000))).toHaveLength(part.length * 50_000);
  }
});

test("pages are told by their extension", () => {
  expect(["a/b.html", "x.TWIG", "x.cshtml", "Dockerfile"].map(isPage)).toEqual([true, true, false, false]);
});
