/** Runs a tool inside the call of another, for tools that show its answer in another shape. */
import type { z } from "zod";
import { checkInput } from "./check-input.js";
import type { Paged, ToolContext, ToolDefinition } from "./tool.js";

type Answer<Output extends z.ZodRawShape> = z.infer<z.ZodObject<Output>> & Paged;

/** The tool's answer. The input is checked and filled in, as for a call; throws what a call is refused with. */
export function runTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: ToolDefinition<Input, Output>,
  input: z.input<z.ZodObject<Input>>,
  context: ToolContext,
): Promise<Answer<Output>> {
  return tool.run(checked(tool, input), context);
}

/** More results than any tool lists. */
const ALL = 100_000;

/** The same without a limit on the length of the list, for specifications that have no pages. */
export function runWhole<Input extends z.ZodRawShape & { limit: z.ZodType }, Output extends z.ZodRawShape>(
  tool: ToolDefinition<Input, Output>,
  input: z.input<z.ZodObject<Input>>,
  context: ToolContext,
): Promise<Answer<Output>> {
  return tool.run({ ...checked(tool, input), limit: ALL }, context);
}

function checked<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: ToolDefinition<Input, Output>,
  input: z.input<z.ZodObject<Input>>,
): z.infer<z.ZodObject<Input>> {
  const { project_id: _chosen, max_tokens: _kept, ...rest } = checkInput(tool as unknown as ToolDefinition, input);
  // The schema has checked it.
  return rest as z.infer<z.ZodObject<Input>>;
}
