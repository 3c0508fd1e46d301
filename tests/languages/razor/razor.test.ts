/** Razor: golden files of the samples, the names of its classes, and sources that are not well. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createParser } from "../../../src/languages/parse.js";
import { rewrite } from "../../../src/languages/razor/class.js";
import { cshtml, razor } from "../../../src/languages/razor/index.js";
import { nameRazor } from "../../../src/languages/razor/name.js";
import { sized } from "../../helpers/sized.js";
import { testSamples } from "../samples.js";

const parser = createParser();
await parser.load(razor);
await parser.load(cshtml);
const FORM = { base: "ComponentBase", method: "BuildRenderTree" };

testSamples(fileURLToPath(new URL("./samples/", import.meta.url)), [razor, cshtml]);

test.each([
  ["src/Shop/Pages/CartList.razor", "CartList"],
  ["src/Shop/Views/Cart/Edit.cshtml", "Views_Cart_Edit"],
  ["Areas/Admin/Pages/Log-in.cshtml", "Areas_Admin_Pages_Log_in"],
  ["src/emails/Welcome.cshtml", "Welcome"],
])("the class of %s is %s", (path, name) => {
  const { symbols } = nameRazor(parser.parse(razor, "<p>@Total</p>@code { int Total; }"), path);
  expect(symbols.slice(1).map(({ qualifiedName }) => qualifiedName)).toEqual([
    name,
    `${name}.Total`,
    `${name}.BuildRenderTree`,
  ]);
});

test("the usings of a folder's file hold for all of it, and it is no class", () => {
  const { symbols, imports } = nameRazor(
    parser.parse(razor, "@using Shop.Data\n@using static Shop.Css\n"),
    "a/_Imports.razor",
  );
  expect(symbols).toHaveLength(1);
  expect(imports.map(({ specifier, isGlobal }) => ({ specifier, isGlobal }))).toEqual([
    { specifier: "Shop.Data", isGlobal: true },
    { specifier: "Shop.Css", isGlobal: true },
  ]);
});

test.each(["@(", "@a(", "<A b='", "@{", '@{$"{', "@*", "@if(a){", "</a>", "@code{", "<a @b=", "@<a>", "@section a{"])(
  "many of %s are read as quickly as they are long",
  (piece) => {
    const source = `<p>${piece.repeat(sized(20_000))}</p>`;
    expect(rewrite(source, FORM).text.length).toBeLessThan(30 * source.length);
  },
);
