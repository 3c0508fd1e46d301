/** The tool lookup_symbol (src/tools/lookup-symbol.ts): names that it finds, and suggestions for those that it does not. */
import { expect, test } from "vitest";
import lookupSymbol from "../../src/tools/lookup-symbol.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

const lookups = [
  { name: "a member", args: { qualified_name: "AuthService.login" }, want: ["svcLogin"] },
  { name: "a partial class once", args: { qualified_name: "Shop.Cart" }, want: ["cartClass"] },
  { name: "overloads once", args: { qualified_name: "parse" }, want: ["parseFn"] },
  { name: "of the language asked for", args: { qualified_name: "run", language: "javascript" }, want: ["legacyRun"] },
];

test.each(lookups)("lookup_symbol finds $name", async ({ args, want }) => {
  const { output } = await runTool(lookupSymbol, args, sample);
  expect(output.results.map(({ node_id }) => node_id)).toEqual(want);
});

const misses = [
  { name: "the case", args: { qualified_name: "authservice.LOGIN" }, near: ["AuthService.login"] },
  { name: "the namespace", args: { qualified_name: "Cart" }, near: ["Shop.Cart"] },
  { name: "type arguments", args: { qualified_name: "Shop.Cart<Item>.Add" }, near: ["Shop.Cart.Add"] },
  { name: "the language", args: { qualified_name: "run", language: "csharp" }, near: [] },
  { name: "a wildcard is not a wildcard", args: { qualified_name: "l%n" }, near: [] },
  { name: "nothing but dots", args: { qualified_name: "..." }, near: [] },
  { name: "NUL", args: { qualified_name: "a\0b" }, near: [] },
];

test.each(misses)("lookup_symbol that misses by $name suggests $near", async ({ args, near }) => {
  const error = await errorOf(runTool(lookupSymbol, args, sample));
  expect(error).toMatchObject({
    code: "not_found",
    context: { near: near.length > 0 ? expect.arrayContaining(near) : [] },
  });
});

test("lookup_symbol suggests first what shares most parts of the name", async () => {
  const error = await errorOf(runTool(lookupSymbol, { qualified_name: "AuthService.session.login" }, sample));
  expect(error.context.near).toEqual(["AuthService.login", "Auth.login"]);
});
