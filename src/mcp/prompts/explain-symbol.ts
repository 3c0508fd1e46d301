import getCallees from "../../tools/get-callees.js";
import getReferences from "../../tools/get-references.js";
import getSymbol from "../../tools/get-symbol.js";
import readFile from "../../tools/read-file.js";
import { suggestKinds, suggestSymbols } from "../resources/completions.js";
import { fileLink } from "../resources/link.js";
import { projectArgument } from "./arguments.js";
import { answersTo, symbolsCalled } from "./embed.js";
import { definePrompt } from "./prompt.js";

/** The most lines of source that are shown. */
const MOST_LINES = 150;

export default definePrompt({
  name: "explain-symbol",
  title: "Explain a symbol",
  description: "Explains a function, class or type: what it does, how it is used, what it rests on.",
  arguments: [
    {
      name: "symbol",
      title: "Symbol",
      description: "Its name, qualified or not.",
      required: true,
      suggest: suggestSymbols,
    },
    {
      name: "kind",
      title: "Kind",
      description: "Such as class or method, where several have the name.",
      suggest: suggestKinds,
    },
    projectArgument,
  ],
  async render({ symbol: name = "", kind }, context) {
    const [symbol, ...others] = await symbolsCalled(name, kind, context);
    const task = `Explain ${kind ?? "the symbol"} \`${name}\`: what it is for, how it works step by step, who uses it and how, what it relies on, and what to mind when changing it. Name path and lines for what you claim.`;
    if (!symbol || !context.project)
      return [
        { type: "text", text: `${task} Find it with search_symbols; then get_symbol, get_references and get_callees.` },
      ];
    const { nodeId, path, lineStart, lineEnd } = symbol.primary;
    const lines = { path, line_start: lineStart, line_end: Math.min(lineEnd, lineStart + MOST_LINES - 1) };
    const answers = await answersTo(
      [
        { tool: getSymbol, input: { node_id: nodeId }, tokens: 500, title: "Facts that the index has of it:" },
        { tool: readFile, input: lines, tokens: 2000, title: "Its source:" },
        { tool: getReferences, input: { node_id: nodeId, limit: 20 }, tokens: 1000, title: "Where it is used:" },
        { tool: getCallees, input: { node_id: nodeId, limit: 20 }, tokens: 800, title: "Its callees:" },
      ],
      context,
    );
    const first =
      others.length > 0
        ? `${others.length + 1} symbols are called so; this is the first, lookup_symbol lists them. `
        : "";
    const more = `${first}What follows is from the index; get_relations and get_source say more (node_id ${nodeId}).`;
    return [
      { type: "text", text: `${task} ${more}` },
      ...answers,
      fileLink(context.project.projectId, path, "The file that declares the symbol.", 0.8),
    ];
  },
});
