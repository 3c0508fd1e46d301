/** The languages whose code calls each other's symbols by name: those that one meaning resolves. */
import { expect, test } from "vitest";
import { languages, languagesOfWorld } from "../../src/languages/index.js";
import { families } from "../../src/resolution/families.js";

test.each(languages.map(({ name, family }) => [name, family] as const))(
  "code that may call %s is what is resolved as it is",
  (name, family) => {
    const alike = languages.filter((other) => families[other.family] === families[family]);
    expect(languagesOfWorld(name)).toEqual(alike.map((other) => other.name));
  },
);

test("a language without a grammar is called by its own code alone", () => {
  expect(languagesOfWorld("ruby")).toEqual(["ruby"]);
});
