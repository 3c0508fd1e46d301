/** Questions, their gist, and the names written in them, by src/search/code/concepts.ts. */
import { describe, expect, test } from "vitest";
import { conceptsOf, gistOf, isQuestion, writtenNames } from "../../../src/search/code/concepts.js";

describe("questions", () => {
  test.each([
    "where do we purge images nobody uses anymore",
    "How is the wait time before the next retry worked out?",
    "please explain to me how carts are merged",
    "when does the hosted server begin to work",
    "two people edit the same shape at once, how is the winning version decided",
    "does a failed job keep its lock?",
    "カートはどこで合計されますか？",
  ])("is: %s", (text) => expect(isQuestion(text)).toBe(true));

  test.each([
    "CartService",
    "retry delay computation after failure",
    "Returns an observable that emits what the source does, where the predicate holds.",
    "Called when the user closes the dialog, which may be never.",
    "When set, the server answers on this port.",
    "user?.name ?? 'nobody'",
    `${"? ".repeat(2_000)}x`,
  ])("is none: %s", (text) => expect(isQuestion(text)).toBe(false));
});

describe("the gist of a question", () => {
  test.each([
    ["How does the client keep its access token?", "client keep access token?"],
    ["where is on-demand TLS decided", "on-demand TLS decided"],
    ["how does it do that", "how does it do that"],
  ])("of: %s", (text, gist) => expect(gistOf(text)).toBe(gist));
});

describe("names as they are written", () => {
  test.each([
    ["How does SchemaController load foo_bar and parseURL?", { SchemaController: 1, foo_bar: 1, parseURL: 1 }],
    ["When does a Replacer treat what MasterIndex.Rewrite keeps?", { Replacer: 0.3, MasterIndex: 1, Rewrite: 0.3 }],
    ["Where is it checked? Then it is retried on HTTP errors.", {}],
  ])("of: %s", (text, names) => expect(Object.fromEntries(writtenNames(text))).toEqual(names));
});

describe("forms of a word", () => {
  test.each([
    ["automatically", ["automatic", "automated", "automation"]],
    ["periodically", ["periodic", "period"]],
    ["temporarily", ["temporary"]],
    ["securely", ["secure"]],
    ["reliably", ["reliable"]],
    ["apply", ["applies"]],
    ["rotated", ["rotate", "rotation", "rotates"]],
  ])("of: %s", (word, forms) => {
    const terms = conceptsOf(word).flatMap((concept) => concept.terms.map(({ term }) => term));
    expect(terms).toEqual(expect.arrayContaining([word, ...forms]));
  });
});
