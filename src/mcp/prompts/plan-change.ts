import getContext from "../../tools/get-context.js";
import getDependents from "../../tools/get-dependents.js";
import getImplementations from "../../tools/get-implementations.js";
import getReferences from "../../tools/get-references.js";
import { suggestPaths, suggestSymbols } from "../resources/completions.js";
import { fileLink } from "../resources/link.js";
import { projectArgument } from "./arguments.js";
import { answersTo, fileSymbol, type Question, symbolsCalled } from "./embed.js";
import { definePrompt, type PromptContent, type PromptContext } from "./prompt.js";

export default definePrompt({
  name: "plan-change",
  title: "Plan a change",
  description: "Plans a change: what has to be edited, what it affects, in which order, and how to verify it.",
  arguments: [
    { name: "change", title: "Change", description: "The behaviour that is wanted afterwards.", required: true },
    {
      name: "symbol",
      title: "Symbol",
      description: "The function, class or type that it starts from, if known.",
      suggest: suggestSymbols,
    },
    { name: "path", title: "File", description: "The file that it starts from, if known.", suggest: suggestPaths },
    projectArgument,
  ],
  async render({ change = "", symbol, path }, context) {
    const start = [symbol && `the symbol \`${symbol}\``, path && `the file ${path}`].filter(Boolean).join(" in ");
    const text = [
      `Plan this change, without making it yet: ${change}`,
      ...(start ? [`It starts from ${start}.`] : []),
      "",
      "1. Places to edit: each with path and lines, and what changes there.",
      "2. Effects: callers, implementations, dependents and tests. Follow them with get_relations until they end; say how sure each relation is, and what the index could not resolve.",
      "3. In which order, so that it builds after each step.",
      "4. How to verify it: tests that exist (codebase_retrieval finds them), and those to write.",
      "5. Open questions, to be asked before beginning.",
    ].join("\n");
    return [{ type: "text", text }, ...(await whatHelps(change, symbol, path, context))];
  },
});

async function whatHelps(
  change: string,
  name: string | undefined,
  path: string | undefined,
  context: PromptContext,
): Promise<PromptContent[]> {
  if (!context.project) return [];
  const [symbol] = name === undefined ? [] : await symbolsCalled(name, undefined, context);
  const file = path === undefined ? null : await fileSymbol(path, context);
  const questions: Question[] = [
    { tool: getContext, input: { query: change.slice(0, 1000) }, tokens: 2500, title: "Code that fits the change:" },
  ];
  if (symbol) {
    const { nodeId, qualifiedName } = symbol.primary;
    const input = { node_id: nodeId, limit: 30 };
    questions.push(
      { tool: getReferences, input, tokens: 1200, title: `Where ${qualifiedName} is used (node_id ${nodeId}):` },
      { tool: getImplementations, input, tokens: 600, title: `Implementations and overrides of ${qualifiedName}:` },
    );
  }
  if (file) {
    const input = { node_id: file.nodeId, limit: 30 };
    questions.push({ tool: getDependents, input, tokens: 1200, title: `Dependents of ${file.path}:` });
  }
  const files = new Set([symbol?.primary, file].flatMap((each) => (each ? [each.path] : [])));
  const { projectId } = context.project;
  return [
    ...(await answersTo(questions, context)),
    ...[...files].map((each) => fileLink(projectId, each, "A file that the change may touch.", 0.8)),
  ];
}
