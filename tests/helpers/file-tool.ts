/** Tools that read files, on a repository that was never indexed. */
import { z } from "zod";
import { readConfig } from "../../src/config/config.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import type { ToolContext, ToolDefinition } from "../../src/tools/running/tool.js";

/** Runs a tool as the faces do, its input checked and its output held against its schema. */
export async function runFileTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: ToolDefinition<Input, Output>,
  root: string,
  args: Record<string, unknown>,
) {
  const input = checkInput(tool as unknown as ToolDefinition, args) as z.infer<z.ZodObject<Input>>;
  const context = {
    project: { projectId: "p", name: "p", root, settings: {}, url: null, cloneFolder: null },
    view: { projectId: "p", viewId: 1, generation: 0 },
    config: readConfig({}, {}, root),
    signal: new AbortController().signal,
  } as unknown as ToolContext;
  const output = await tool.run(input, context);
  z.looseObject(tool.output).parse(output);
  for (const shrink of tool.shrink ?? []) z.looseObject(tool.output).parse(shrink(output));
  return { output, text: tool.render(output, input) };
}
