import { LANGUAGE_FAMILIES } from "../../languages/index.js";
import searchCode from "../../tools/search-code.js";
import { suggestLanguages } from "../resources/completions.js";
import { projectArgument } from "./arguments.js";
import { answersTo } from "./embed.js";
import { definePrompt } from "./prompt.js";

export default definePrompt({
  name: "code-search",
  title: "Find code",
  description: "Finds the code that matters for what you want to do, and shows it with its places.",
  arguments: [
    { name: "intent", title: "Purpose", description: "Your task or question.", required: true },
    { name: "context", title: "Context", description: "Anything else that is known about the code or the task." },
    {
      name: "language",
      title: "Language",
      description: "The language the code should be in.",
      suggest: suggestLanguages,
    },
    projectArgument,
  ],
  async render({ intent = "", context: known, language }, context) {
    const { project, has } = context;
    const lines = [`Find the code for this: ${intent}`];
    if (known !== undefined) lines.push(`Known so far: ${known}`);
    if (language !== undefined) lines.push(`Look at ${language} first.`);
    const isOwn = has("codebase_retrieval");
    const ask = isOwn ? `codebase_retrieval${project ? ` (project_id ${project.projectId})` : ""}` : "search_code";
    const names = has("search_symbols") ? ", and search_symbols where you know names" : "";
    const read = ["get_source", "read_file", "get_file_context"].find(has);
    lines.push(
      "",
      `Ask ${ask} in words${names}; read the places that fit${read ? ` with ${read}` : ""}. Show the pieces that matter, each with path and lines and a sentence on what it does for this, and say what you looked for and did not find.`,
    );
    const only = LANGUAGE_FAMILIES.find((family) => family === language?.toLowerCase());
    const input = { query: intent.slice(0, 1000), limit: 8, ...(only && { language: only }) };
    const found = { tool: searchCode, input, tokens: 2500, title: "A first search gives:" };
    return [{ type: "text", text: lines.join("\n") }, ...(await answersTo([found], context))];
  },
});
