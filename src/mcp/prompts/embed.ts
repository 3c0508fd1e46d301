/** What prompts put beside their words: what tools say, within a budget, and links to files. */
import { symbolsMeant } from "../../graph/lookup.js";
import type { CodeSymbol } from "../../graph/symbol.js";
import { readLedgerPaths } from "../../store/files.js";
import { headsOfFile, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { callTool } from "../../tools/running/call.js";
import type { ToolDefinition } from "../../tools/running/tool.js";
import type { PromptContent, PromptContext } from "./prompt.js";

/** Asks a tool with some input for an answer of at most so many tokens. */
export interface Question {
  tool: { name: string };
  input: Record<string, unknown>;
  tokens: number;
  /** What stands above the answer. */
  title: string;
}

/** The answers as text, each under its title; those that the tool cannot give are left out. */
export async function answersTo(questions: readonly Question[], context: PromptContext): Promise<PromptContent[]> {
  if (!context.project) return [];
  const caller = { ...context.caller, pinnedProject: context.project.projectId };
  const answers = await Promise.all(
    questions.map(async ({ tool, input, tokens, title }) => {
      const host = { ...context.host, tools: [tool as ToolDefinition] };
      const { isError, text } = await callTool(host, tool.name, { ...input, max_tokens: tokens }, caller);
      return isError ? [] : [{ type: "text" as const, text: `${title}\n\n${text}` }];
    }),
  );
  return answers.flat();
}

/** The view that prompts are filled in from; null where there is none yet. */
export async function publishedView({ host, project }: PromptContext): Promise<View | null> {
  const view = project && (await host.viewOf(project));
  return view && view.generation > 0 ? view : null;
}

/** The symbols that a name, and perhaps a kind, means, the likeliest first. */
export async function symbolsCalled(
  name: string,
  kind: string | undefined,
  context: PromptContext,
): Promise<CodeSymbol[]> {
  const view = await publishedView(context);
  const isWanted = ({ primary }: CodeSymbol) => kind === undefined || primary.nodeType === kind;
  return view ? symbolsMeant(context.host.db, view, name, isWanted) : [];
}

/** The symbol that stands for a file of the index; null where it holds none of that path. */
export async function fileSymbol(path: string, context: PromptContext): Promise<SymbolHead | null> {
  const view = await publishedView(context);
  if (!view || path.includes("\0")) return null;
  const wanted = path.replace(/^\.?\//, "");
  const [row] = await readLedgerPaths(context.host.db, view.projectId, view.viewId, [wanted]);
  return row?.versionId ? ((await headsOfFile(context.host.db, view, row.versionId))[0] ?? null) : null;
}
