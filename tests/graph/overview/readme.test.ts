/** The words of a README that say what a repository is. */
import { expect, test } from "vitest";
import { firstParagraph } from "../../../src/graph/overview/readme.js";
import { dedent } from "../../helpers/dedent.js";

const READMES = [
  {
    name: "a sentence about the title comes before a slogan",
    text: dedent`
      <p align="center">
        <h3 align="center">Pantry</h3>
        A place for all your recipes
      </p>

      # About

      Pantry is a recipe manager with a planner.
    `,
    want: "Pantry is a recipe manager with a planner.",
  },
  {
    name: "a title that says what it is, and a link to a note",
    text: dedent`
      # dex - A federated provider

      Dex is an identity service that uses [OpenID Connect][openid].

      ## ID Tokens

      ID Tokens are an extension that dex signs.
    `,
    want: "Dex is an identity service that uses OpenID Connect.",
  },
  {
    name: "links below each other, and words without spaces",
    text: dedent`
      <p align="center">
      <a href="https://a.example">官网</a>
      <a href="https://b.example">文档</a>
      <a href="https://c.example">社区</a>
      <a href="https://d.example">Gitee</a>
      <a href="https://e.example">Telegram 频道</a>
      </p>

      ## Halo 是什么？

      Halo 是一款强大易用的开源建站工具。
    `,
    want: "Halo 是一款强大易用的开源建站工具。",
  },
  {
    name: "more words between the title and its verb",
    text: dedent`
      # Ember

      [Docs](d) for users of all kinds

      Ember - a spark in English - is a small web framework.
    `,
    want: "Ember - a spark in English - is a small web framework.",
  },
  {
    name: "advertisements in links around images, and thanks",
    text: dedent`
      <sup>Special thanks to all of our friends:</sup>

      <a href="https://a.example">
        <img src="a.png">

        <b>Acme is the terminal that helps all teams.</b>
      </a>

      A simple terminal program for git commands
    `,
    want: "A simple terminal program for git commands",
  },
  {
    name: "pleas and notes; the quoted line of the first section stays before the prose of later ones",
    text: dedent`
      # Chores

      > The task manager that you own.

      If Chores is useful to you, please consider supporting the project.

      > [!NOTE]
      > For all of our work we use good tools.

      ## Security

      If you find a fault that matters, write to us.
    `,
    want: "The task manager that you own.",
  },
  {
    name: "a row of links is not prose",
    text: dedent`
      [The Editor for all](e) | [Blog that helps](b) | [Docs](d)

      A whiteboard that is drawn by hand.
    `,
    want: "A whiteboard that is drawn by hand.",
  },
  {
    name: "none",
    text: dedent`
      # Shop

      ![badge](b.svg)
    `,
    want: null,
  },
];

test.each(READMES)("$name", ({ text, want }) => {
  expect(firstParagraph(text)).toBe(want);
});

// Some of the expressions take the square of the length that they read.
test.each(["<a ", "<a>", "[", "[a][", "<a>\n", "<h1", "# ", "a ", "> ", "a|"])(
  "of a README of many %j the first 20,000 characters are read",
  (mark) => {
    const prose = "\n\nAcme is the terminal that helps all teams.";
    const marks = mark.repeat(20_000).slice(0, 20_000 - prose.length);
    expect(firstParagraph(marks + prose)).toMatch(/^Acme .* teams\.$/);
    expect(String(firstParagraph(marks + " ".repeat(prose.length) + prose))).not.toMatch(/Acme/);
  },
);
