/** The pure parts of the search for ways: the choice among the ways seen, and the reading of lines of code. */
import { describe, expect, test } from "vitest";
import { labelAround } from "../../../src/graph/entries.js";
import { isGiven } from "../../../src/graph/leads/guesses.js";
import type { Lead, LeadRelation } from "../../../src/graph/leads/lead.js";
import { isSet } from "../../../src/graph/leads/set-fields.js";
import { isNamed } from "../../../src/graph/leads/uses.js";
import { type WalkedSide, waysIn } from "../../../src/graph/ways/ways.js";
import type { EdgeTier } from "../../../src/model/edge.js";
import type { SymbolHead } from "../../../src/store/symbol-heads.js";

/** `a calls b`, `a calls b?` in doubt; each in a line of its own, or in that of `@`. */
function leadsOf(lines: readonly string[]): Lead[] {
  return lines.map((text, index) => {
    const [, from, relation, to, mark, line] = /^(\w+) (\w+) (\w+)(\?*)(?: @(\d+))?$/.exec(text)!;
    const tier: EdgeTier = mark === "??" ? "candidate" : mark === "?" ? "unique" : "exact";
    return {
      from: from!,
      to: to!,
      relation: relation as LeadRelation,
      tier,
      rule: "scope",
      path: "a.ts",
      line: line ? Number(line) : 100 + index,
    };
  });
}

function walkedFrom(id: string, ids: Iterable<string>): WalkedSide {
  const heads = new Map([...ids].map((each) => [each, { nodeId: each, path: "src/a.ts" } as SymbolHead]));
  return { depths: new Map([[id, 0]]), heads, leads: [] };
}

const cases = [
  { name: "the shortest first", leads: ["a calls b", "b calls z", "a calls z"], want: ["a z", "a b z"] },
  { name: "none", leads: ["a calls b", "y calls z"], want: [] },
  {
    name: "a sure one before one in doubt that is as long",
    leads: ["a calls b?", "b calls z", "a calls c", "c calls z"],
    want: ["a c z", "a b z"],
  },
  {
    name: "calls before what is passed on",
    leads: ["a references b", "b calls z", "a calls c", "c calls z"],
    want: ["a c z", "a b z"],
  },
  {
    name: "others that share an end",
    leads: ["a calls b", "a calls c", "b calls d", "c calls d", "d calls z"],
    want: ["a b d z", "a c d z"],
  },
  {
    name: "no other that is much longer",
    leads: ["a calls z", "a calls b", "b calls c", "c calls d", "d calls e", "e calls z"],
    want: ["a z"],
  },
  {
    name: "no other that stands in the same line: Jwt.verify()",
    leads: ["a calls z @5", "a references b @5", "b references z"],
    want: ["a z"],
  },
  { name: "three at most", leads: ["b", "c", "d", "e"].flatMap((by) => [`a calls ${by}`, `${by} calls z`]), want: 3 },
  {
    name: "round circles",
    leads: ["a calls b", "b calls a", "b calls c", "c calls b", "c calls z"],
    want: ["a b c z"],
  },
];
test.each(cases)("told is $name", ({ leads: lines, want }) => {
  const leads = leadsOf(lines);
  const ids = new Set(leads.flatMap(({ from, to }) => [from, to]));
  const ways = waysIn(leads, walkedFrom("a", ids), walkedFrom("z", ids));
  const chains = ways.map(({ start, steps }) =>
    [start, ...steps.map(({ to }) => to)].map((each) => each.nodeId).join(" "),
  );
  expect(typeof want === "number" ? chains.length : chains).toEqual(want);
});

describe("a line puts a function into a field", () => {
  test.each([
    "this.onEnd = flush",
    "this.onEnd ??= flush;",
    "_queue.onEnd += flush;",
    "const queue = { onEnd: flush, size: 3 };",
    "private readonly onEnd: Handler = flush;",
    "this.onEnd! = cond ? flush : other",
  ])("%s", (text) => expect(isSet(text, "onEnd", "flush")).toBe(true));

  test.each([
    "run(this.onEnd, flush)",
    "if (this.onEnd == flush) {",
    "flush(this.onEnd)",
    "this.onEnding = flush",
    "x => onEnd",
  ])("not %s", (text) => expect(isSet(text, "onEnd", "flush")).toBe(false));
});

describe("a line only names a function", () => {
  test.each([
    "Changed -= flush;",
    "Changed -= this.flush;",
    "throw new Error(nameof(flush));",
    "if (this.onEnd === flush) {",
    "if (flush == onEnd) {",
    "flush.displayName = 'x'",
  ])("%s", (text) => expect(isNamed(text, "flush")).toBe(true));

  test.each([
    "Changed += flush;",
    "items.forEach(flush)",
    "flush.call(this, 1)",
    "const next = flush.bind(this)",
    "onEnd = flush",
    "if (x === y) run(flush)",
    "flush.size = run(flush)",
    "new Timer(",
  ])("not %s", (text) => expect(isNamed(text, "flush")).toBe(false));
});

describe("a line gives a class away", () => {
  test.each([
    "app.UseMiddleware<Cart>();",
    "services.AddScoped<ICart, Cart>();",
    "services.AddTransient(typeof(Cart));",
    "container.bind(Cart)",
    "providers: [Shop, Cart]",
    "services.Add<Cart<Item>>()",
    "builder.Configure(app => app.UseMiddleware<Cart>());",
  ])("%s", (text) => expect(isGiven(text, "Cart")).toBe(true));

  test.each([
    "function pay(cart: Cart) {",
    "public Pay(Cart cart)",
    "new Map<string, Cart>()",
    "var cart = scope.Get<Cart>();",
    "return scope.Get<Cart>();",
    "public DbSet<Cart> Carts => Set<Cart>();",
    "const cart: Cart = x;",
    "Add<Carts>()",
  ])("not %s", (text) => expect(isGiven(text, "Cart")).toBe(false));
});

const lines = [
  'app.get("/users", async (c) => {',
  "  const all = await list()",
  "  return c.json(all)",
  "})",
  'emitter.on("saved", () => {',
  "  flush()",
  "})",
  "function boot() {",
  '  app.MapPost("/carts/{id}",',
  "    handle);",
  "  flush()",
  "}",
  "router",
  "  .route('/a', sub)",
];
test.each([
  { line: 1, want: "GET /users" },
  { line: 2, want: "GET /users" },
  { line: 6, want: "saved" },
  { line: 10, want: "POST /carts/{id}" },
  { line: 11, want: undefined },
  { line: 14, want: "ROUTE /a" },
])("line $line is in $want", ({ line, want }) => {
  expect(labelAround(lines, line)?.label ?? undefined).toBe(want);
});
