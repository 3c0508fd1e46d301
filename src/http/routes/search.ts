/** /projects/{id}/search: ranked results. */
import type { z } from "zod";
import codragSearch from "../../tools/codrag-search.js";
import { indexBlock } from "../../tools/running/schema.js";
import { defineRoute } from "../route.js";

/** The index block of every answer from an index. */
export const index = indexBlock.describe("The index that answered.");

export const searchProject = defineRoute({
  method: "post",
  path: "/projects/:project/search",
  name: "searchProject",
  tag: "questions",
  scope: "read",
  summary: "Searches code by words and names, best first.",
  input: codragSearch.input,
  output: { ...codragSearch.output, index },
  run: async (input, { ask }) => {
    const found = await ask(codragSearch, input);
    return { ...found, index: indexOf(found) };
  },
});

/** The index block, which the faces add to a tool's answer. */
export function indexOf(answer: object): z.infer<typeof indexBlock> {
  return (answer as { index: z.infer<typeof indexBlock> }).index;
}
