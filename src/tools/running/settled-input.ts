/** The input of a call after its path_filter was held against the files of the project. */
import { settlePathFilter } from "./path-filter.js";
import type { ToolContext, ToolDefinition } from "./tool.js";

/** The input with a path_filter that matches files of the project. Throws `not_found` where none does; a specification has its own answer to that. */
export async function settledInput(
  tool: ToolDefinition,
  input: Record<string, unknown>,
  { searcher, view }: ToolContext,
): Promise<{ input: Record<string, unknown>; note: string }> {
  const { path_filter: written } = input;
  if (tool.isExact || typeof written !== "string") return { input, note: "" };
  const { files } = await searcher.snapshot(view);
  const { filter, note } = settlePathFilter(
    files.map(({ path }) => path),
    written,
  );
  return { input: { ...input, path_filter: filter }, note };
}
