/** Cycles in a graph, by src/graph/files/cycles.ts: strongly connected parts, and the shortest ring. */
import { describe, expect, test } from "vitest";
import { shortestCycle, stronglyConnected } from "../../../src/graph/files/cycles.js";

type Graph = Record<string, string[]>;
const edgesOf = (graph: Graph) => (node: string) => graph[node] ?? [];

describe("stronglyConnected", () => {
  for (const { name, graph, want } of [
    { name: "no edge: each node alone", graph: { a: [], b: [] }, want: ["a", "b"] },
    { name: "a chain: what is led to comes first", graph: { a: ["b"], b: ["c"], c: [] }, want: ["c", "b", "a"] },
    { name: "a ring", graph: { a: ["b"], b: ["c"], c: ["a"] }, want: ["a b c"] },
    {
      name: "two rings with a bridge",
      graph: { a: ["b"], b: ["a", "c"], c: ["d"], d: ["c"] },
      want: ["c d", "a b"],
    },
    { name: "nodes outside are passed over", graph: { a: ["x", "b"], b: ["a"] }, want: ["a b"] },
    { name: "a node that leads to itself", graph: { a: ["a"] }, want: ["a"] },
    {
      name: "rings that share a node are one",
      graph: { a: ["b"], b: ["a", "c"], c: ["b"] },
      want: ["a b c"],
    },
  ] satisfies { name: string; graph: Graph; want: string[] }[])
    test(name, () => {
      const found = stronglyConnected(Object.keys(graph), edgesOf(graph));
      expect(found.map((component) => component.join(" "))).toEqual(want);
    });

  test("a ring of 200,000 nodes is no deeper than one of three", () => {
    const size = 200_000;
    const nodes = Array.from({ length: size }, (_, index) => index);
    expect(stronglyConnected(nodes, (at) => [(at + 1) % size]).map(({ length }) => length)).toEqual([size]);
  });
});

describe("shortestCycle", () => {
  for (const { name, graph, want } of [
    { name: "none in a chain", graph: { a: ["b"], b: [] }, want: null },
    { name: "the shorter of two", graph: { a: ["b"], b: ["c"], c: ["a", "d"], d: ["c"] }, want: ["c", "d"] },
    { name: "a node that leads to itself", graph: { a: ["b"], b: ["b", "a"] }, want: ["b"] },
    { name: "in the order of its edges", graph: { a: ["c"], b: ["a"], c: ["b"] }, want: ["a", "c", "b"] },
  ] satisfies { name: string; graph: Graph; want: string[] | null }[])
    test(name, () => {
      expect(shortestCycle(Object.keys(graph), edgesOf(graph))).toEqual(want);
    });
});
