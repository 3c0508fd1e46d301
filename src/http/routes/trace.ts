/** /projects/{id}/trace: symbols by name, and their surroundings in the graph. */
import { present } from "../../base/need.js";
import codragTrace from "../../tools/codrag-trace.js";
import { graphShape, neighborInput } from "../../tools/shared/codrag.js";
import trace from "../../tools/trace.js";
import { defineRoute } from "../route.js";
import { index, indexOf } from "./search.js";

export const searchTrace = defineRoute({
  method: "post",
  path: "/projects/:project/trace/search",
  name: "searchTrace",
  tag: "questions",
  scope: "read",
  summary: "Finds symbols by name; with neighbors, the graph around the symbols that the name means.",
  input: codragTrace.input,
  output: { ...codragTrace.output, index },
  run: async (input, { ask }) => {
    const { nodes, edges, capped, ...found } = await ask(codragTrace, input);
    return { nodes, edges, capped, index: indexOf(found) };
  },
});

export const getNeighbors = defineRoute({
  method: "get",
  path: "/projects/:project/trace/neighbors/:node_id",
  name: "getNeighbors",
  tag: "questions",
  scope: "read",
  summary: "The graph around a symbol.",
  input: neighborInput,
  output: { ...graphShape, index },
  run: async (input, { ask, params }) => {
    const found = await ask(trace, { from: present(params.node_id), ...input });
    return { nodes: found.nodes, edges: found.edges, capped: found.capped, index: indexOf(found) };
  },
});
