/** /projects/{id}/context: the best code for a question as one text, ready for a prompt. */
import codragContext from "../../tools/codrag-context.js";
import { defineRoute } from "../route.js";
import { index, indexOf } from "./search.js";

export const getContext = defineRoute({
  method: "post",
  path: "/projects/:project/context",
  name: "getContext",
  tag: "questions",
  scope: "read",
  summary: "Puts the best code for a question together as one text of at most max_chars characters.",
  input: codragContext.input,
  output: { ...codragContext.output, index },
  run: async (input, { ask }) => {
    const found = await ask(codragContext, input);
    return { ...found, index: indexOf(found) };
  },
});
