/** Calls a tool for a route, a resource or a prompt, which shows its answer in another shape. */
import type { z } from "zod";
import { type ErrorEnvelope, errorFrom } from "../../base/errors.js";
import { callTool } from "./call-tool.js";
import { MOST_TOKENS } from "./schema.js";
import type { Paged, ToolDefinition } from "./tool.js";
import type { Caller, ToolHost } from "./tool-host.js";

/** The whole answer of a tool, whichever tools the host lists. Throws its error. */
export async function askTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  host: ToolHost,
  tool: ToolDefinition<Input, Output>,
  input: z.input<z.ZodObject<Input>>,
  caller: Caller,
): Promise<z.infer<z.ZodObject<Output>> & Paged> {
  const only = { ...host, tools: [tool as unknown as ToolDefinition] };
  const answer = await callTool(only, tool.name, { ...input, max_tokens: MOST_TOKENS }, caller);
  if (answer.isError) throw errorFrom(answer.structured as ErrorEnvelope);
  // An answer without an error has the tool's shape.
  return answer.structured as never;
}
