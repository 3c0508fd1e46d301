/** How SCIP writes symbols. */
import { expect, test } from "vitest";
import { parseSymbol } from "../../src/scip/symbol.js";

const cases: { symbol: string; want: string | null }[] = [
  {
    symbol: "scip-typescript npm zod 3.22.4 src/`types.ts`/ZodType#parse().",
    want: "zod: namespace src, namespace types.ts, type ZodType, method parse",
  },
  {
    symbol: 'scip-typescript npm @types/node 20.1.0 `fs.d.ts`/`"fs"`/readFile(+1).(path)',
    want: '@types/node: namespace fs.d.ts, namespace "fs", method readFile, parameter path',
  },
  { symbol: "scip-dotnet nuget . . App/Box#`.ctor`().", want: ": namespace App, type Box, method .ctor" },
  { symbol: "s m a  b 1 `with ``ticks```.", want: "a b: term with `ticks`" },
  { symbol: "s m p 1 Map#[K]", want: "p: type Map, type parameter K" },
  { symbol: "s m p 1 name0:", want: "p: meta name0" },
  { symbol: "local 12", want: null },
  { symbol: "s m p", want: null },
  { symbol: "s m p 1 ", want: null },
  { symbol: "s m p 1 unended", want: null },
  { symbol: "s m p 1 `unended", want: null },
];

test.each(cases)("$symbol", ({ symbol, want }) => {
  const parsed = parseSymbol(symbol);
  const words =
    parsed && `${parsed.package}: ${parsed.descriptors.map(({ kind, name }) => `${kind} ${name}`).join(", ")}`;
  expect(words).toBe(want);
});
