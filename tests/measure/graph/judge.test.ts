/** Edges judged by the compiler's answers, by src/measure/graph/judge.ts, and causes of errors, by causes.ts. */
import { describe, expect, test } from "vitest";
import { missCauses, wrongCauses } from "../../../src/measure/graph/causes.js";
import type { Declaration, OurEdge, OurIndex, OurSymbol, Use } from "../../../src/measure/graph/fact.js";
import { judge } from "../../../src/measure/graph/judge.js";
import { createLocator } from "../../../src/measure/graph/locate.js";
import { scoreOf, tally } from "../../../src/measure/graph/score.js";

/** a.ts: function read on line 1, class Store on 2 with a method get on 3. */
const symbols: OurSymbol[] = [
  symbol("file", "", "module", 1, null, [0, 300]),
  symbol("read", "read", "function", 1, "file", [0, 20]),
  symbol("Store", "Store", "class", 2, "file", [21, 90]),
  symbol("get", "get", "method", 3, "Store", [40, 60]),
];

function symbol(
  nodeId: string,
  name: string,
  kind: string,
  nameLine: number,
  parent: string | null,
  [start, end]: [number, number],
): OurSymbol {
  return { nodeId, path: "a.ts", name, qualifiedName: name, kind, nameLine, start, end, parent };
}

const READ: Declaration = { path: "a.ts", name: "read", line: 1, offset: 9, syntax: "FunctionDeclaration" };
const GET: Declaration = { path: "a.ts", name: "get", line: 3, offset: 40, syntax: "MethodDeclaration" };
const LOCAL: Declaration = { path: "a.ts", name: "cb", line: 8, offset: 200, syntax: "Parameter" };

function call(line: number, name: string, declarations: Declaration[], where: Use["where"] = "inside"): Use {
  return { kind: "call", path: "a.ts", line, offset: 250, name, shape: "f()", where, declarations, also: [] };
}

function edge(line: number, target: string, tier = "exact", rule = "scope", source = "file"): OurEdge {
  return { path: "a.ts", line, source, kind: "calls", tier, rule, target };
}

function judged(uses: Use[], edges: OurEdge[]) {
  const index: OurIndex = { symbols, edges, paths: ["a.ts"], errorRanges: new Map() };
  const judgement = judge(index, uses, new Set(["a.ts"]));
  const { groups } = tally(judgement.wanted, judgement.judged);
  return { judgement, index, groups, leftOut: Object.fromEntries(judgement.leftOut) };
}

describe("judging", () => {
  test("an edge to the declaration, from the line of the use, is right", () => {
    const { groups } = judged([call(10, "read", [READ])], [edge(10, "read")]);
    expect(groups["calls of functions"]).toEqual({ uses: 1, found: 1, right: 1, wrong: 0, undecided: 0 });
  });

  test("one from another line is wrong, and the use is missed", () => {
    const { groups } = judged([call(10, "read", [READ])], [edge(11, "read")]);
    expect(groups["calls of functions"]).toEqual({ uses: 1, found: 0, right: 0, wrong: 1, undecided: 0 });
  });

  test("one to another symbol is wrong", () => {
    const { groups } = judged([call(10, "get", [GET])], [edge(10, "read")]);
    expect(groups["calls of functions"]).toMatchObject({ wrong: 1 });
    expect(groups["calls of methods"]).toMatchObject({ uses: 1, found: 0 });
  });

  test("one from another caller is wrong", () => {
    const within = { ...call(4, "read", [READ]), offset: 50 };
    const of = (source: string) => judged([within], [edge(4, "read", "exact", "scope", source)]).groups;
    expect(of("get")["calls of functions"]).toMatchObject({ right: 1, wrong: 0 });
    expect(of("Store")["calls of functions"]).toMatchObject({ right: 0, wrong: 1 });
    expect(of("read")["calls of functions"]).toMatchObject({ right: 0, wrong: 1 });
  });

  test("a call of a parameter asks for nothing, and denies what is claimed", () => {
    const { groups, leftOut } = judged([call(10, "read", [LOCAL])], [edge(10, "read")]);
    expect(groups["calls of functions"]).toEqual({ uses: 0, found: 0, right: 0, wrong: 1, undecided: 0 });
    expect(leftOut).toEqual({ "no symbol of ours: Parameter": 1 });
  });

  test("where the compiler does not know, an edge is neither right nor wrong", () => {
    const { groups, leftOut } = judged([call(10, "read", [], "undecided")], [edge(10, "read")]);
    expect(groups["calls of functions"]).toEqual({ uses: 0, found: 0, right: 0, wrong: 0, undecided: 1 });
    expect(leftOut).toEqual({ undecided: 1 });
  });

  test("a second meaning of a use is right, and not demanded", () => {
    const use = { ...call(10, "cb", [LOCAL]), also: [READ] };
    expect(judged([use], [edge(10, "read")]).groups["calls of functions"]).toMatchObject({ uses: 0, right: 1 });
    expect(judged([use], []).groups["calls of functions"]).toBeUndefined();
  });

  test("two calls of one function on a line are one, as edges are", () => {
    const { groups } = judged([call(10, "read", [READ]), call(10, "read", [READ])], [edge(10, "read")]);
    expect(groups["calls of functions"]).toMatchObject({ uses: 1, found: 1 });
  });

  test("a lesser tier is not an answer at the default tiers, and says so in the causes", () => {
    const { judgement, index, groups } = judged([call(10, "get", [GET])], [edge(10, "get", "candidate", "same-name")]);
    expect(groups["calls of methods"]).toMatchObject({ uses: 1, found: 0, right: 0 });
    expect(missCauses(judgement, index, () => "store.get()")).toEqual([
      {
        cause: "calls of methods: f() — candidate",
        count: 1,
        examples: [
          {
            place: "a.ts:10",
            text: "get: store.get()",
            expected: "get (method, a.ts:3)",
            said: "candidate get (method, a.ts:3)",
          },
        ],
      },
    ]);
  });

  test("a wrong edge is told with what the compiler says instead", () => {
    const { judgement } = judged([call(10, "read", [LOCAL])], [edge(10, "read")]);
    expect(wrongCauses(judgement, () => "read()")).toMatchObject([
      {
        cause: "calls of functions: f() — exact, scope",
        examples: [{ expected: "cb (Parameter, a.ts:8)", said: "calls read (function, a.ts:1)" }],
      },
    ]);
  });
});

describe("scores", () => {
  const cases = [
    { name: "half of what is asked", counts: [4, 2, 2, 0], want: { precision: 1, recall: 0.5 } },
    { name: "one wrong in four", counts: [3, 3, 3, 1], want: { precision: 0.75, recall: 1 } },
    { name: "nothing asked, nothing claimed", counts: [0, 0, 0, 0], want: { precision: 1, recall: 1, f1: 1 } },
    { name: "all wrong", counts: [2, 0, 0, 2], want: { precision: 0, recall: 0, f1: 0 } },
  ] as const;
  test.each(cases)("$name", ({ counts: [uses, found, right, wrong], want }) => {
    expect(scoreOf({ uses, found, right, wrong, undecided: 9 })).toMatchObject(want);
  });
});

describe("locating", () => {
  const { symbolsAt } = createLocator([
    ...symbols,
    { ...symbol("read of d.ts", "read", "function", 1, "file", [0, 20]), path: "b.d.ts" },
    { ...symbol("read of js", "read", "function", 5, "file", [0, 20]), path: "b.js" },
  ]);
  const cases = [
    { name: "by name and line", in: GET, want: ["get"] },
    { name: "a file has no name", in: { ...GET, name: "", line: 1, offset: 0 }, want: ["file"] },
    { name: "a parameter is not a function of its name", in: { ...READ, syntax: "Parameter" }, want: [] },
    { name: "on another line there is none", in: { ...GET, line: 4 }, want: [] },
    {
      name: "the declaration file of a script",
      in: { ...READ, path: "b.d.ts" },
      want: ["read of d.ts", "read of js"],
    },
  ];
  test.each(cases)("$name", ({ in: declaration, want }) => {
    expect(symbolsAt(declaration).map(({ nodeId }) => nodeId)).toEqual(want);
  });
});
