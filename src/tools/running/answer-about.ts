/** Runs a tool about one project. */
import type { Answer } from "../../format/fit.js";
import { settledInput } from "./settled-input.js";
import type { ToolContext, ToolDefinition } from "./tool.js";
import type { ToolHost } from "./tool-host.js";

/** Settles the input and runs the tool on it. One that only reads may do so on a replica that has the view. */
export function answerAbout(
  { replica }: Pick<ToolHost, "replica">,
  tool: ToolDefinition,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<{ settled: Awaited<ReturnType<typeof settledInput>>; output: Answer }> {
  const work = async () => {
    const settled = await settledInput(tool, input, context);
    return { settled, output: (await tool.run(settled.input, context)) as Answer };
  };
  // Only tools that declare `usesProject: false` run without a view.
  return replica && tool.readOnly && (context.view as ToolContext["view"] | undefined)
    ? replica.about(context.view, work)
    : work();
}
