/** Embeds in prompts the answers of tools, within a budget, and links to files. */
import { symbolsMeant } from "../../graph/lookup.js";
import type { CodeSymbol } from "../../graph/symbol.js";
import { readLedgerPaths } from "../../store/files.js";
import { headsOfFile, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { callTool } from "../../tools/running/call-tool.js";
import type { ToolDefinition } from "../../tools/running/tool.js";
import type { PromptContent, PromptContext } from "./prompt.js";

/** A tool, its input, and the most tokens of its answer. */
export interface Question {
  tool: { name: string };
  input: Record<string, unknown>;
  tokens: number;
  /** The title above the answer. */
  title: string;
}

/** The answers as text, each under its title; failed ones are left out. */
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

/** The view for filling in prompts; null where there is none yet. */
export async function publishedView({ host, project }: PromptContext): Promise<View | null> {
  const view = project && (await host.viewOf(project));
  return view && view.generation > 0 ? view : null;
}

/** The symbols of a name and an optional kind, the likeliest first. */
export async function symbolsCalled(
  name: string,
  kind: string | undefined,
  context: PromptContext,
): Promise<CodeSymbol[]> {
  const view = await publishedView(context);
  const isWanted = ({ primary }: CodeSymbol) => kind === undefined || primary.nodeType === kind;
  return view ? symbolsMeant(context.host.db, view, name, isWanted) : [];
}

/** The symbol of a file in the index; null where the path is not indexed. */
export async function fileSymbol(path: string, context: PromptContext): Promise<SymbolHead | null> {
  const view = await publishedView(context);
  if (!view || path.includes("\0")) return null;
  const wanted = path.replace(/^\.?\//, "");
  const [row] = await readLedgerPaths(context.host.db, view.projectId, view.viewId, [wanted]);
  return row?.versionId ? ((await headsOfFile(context.host.db, view, row.versionId))[0] ?? null) : null;
}
