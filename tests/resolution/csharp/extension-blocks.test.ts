/** C#'s `extension` blocks in the resolution of names. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

test("methods of an extension block are called on its receiver", () => {
  const sample = programOf({
    "Line.cs": "namespace Shop; public class Line { }",
    "Extensions.cs": `namespace Shop;
      public static class Extensions { extension(Line line) { public int Sum(int start) => start; } }
      public static class Money { extension(string text) { public int Sum(int start) => start; } }`,
    "Use.cs": "namespace Shop; class Use { int Run(Line line) => line.Sum(1); }",
  });
  expect(edgesOf(sample, "Use.cs", ["calls"])).toEqual([
    "Shop.Use.Run calls Extensions.cs#Shop.Extensions.Sum (import)",
  ]);
});
