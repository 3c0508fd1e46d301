/** The codrag_ tools: names, shapes, limits and codes are those of their specification. */
import { expect, test } from "vitest";
import { TOOLS } from "../../src/tools/index.js";
import { inputJsonSchema } from "../../src/tools/running/schema.js";

test("the defaults and the limits are published", () => {
  const schemaOf = (name: string) => inputJsonSchema(TOOLS.find((tool) => tool.name === name)!).properties;
  expect(schemaOf("codrag_build")).toMatchObject({ full: { default: false } });
  expect(schemaOf("codrag_search")).toMatchObject({ k: { default: 10, maximum: 50 }, min_score: { default: 0.15 } });
  expect(schemaOf("codrag_context")).toMatchObject({
    k: { default: 5 },
    max_chars: { default: 6000, maximum: 20_000 },
    include_sources: { default: true },
    include_scores: { default: false },
    min_score: { default: 0.15 },
    structured: { default: false },
  });
  expect(schemaOf("codrag_trace")?.neighbors?.properties).toMatchObject({
    hops: { default: 1 },
    direction: { default: "both", enum: ["in", "out", "both"] },
    edge_kinds: { default: ["imports"] },
    max_nodes: { default: 25, maximum: 100 },
    max_edges: { default: 50, maximum: 200 },
  });
});
