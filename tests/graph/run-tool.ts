/** Runs a tool as the faces do, down to the database and no further: input checked, output held against its schema, words rendered. */
import { expect } from "vitest";
import { z } from "zod";
import { CodeindexError } from "../../src/base/errors.js";
import type { Db } from "../../src/store/db/db.js";
import type { Project } from "../../src/store/projects.js";
import type { View } from "../../src/store/views.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import type { ToolContext, ToolDefinition } from "../../src/tools/running/tool.js";
import { emptySearcher } from "../helpers/searcher.js";

export interface Ran<Output> {
  output: Output;
  text: string;
}

export async function runTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: ToolDefinition<Input, Output>,
  args: Record<string, unknown>,
  { db, view, project, searchTimeout = 30_000 }: { db: Db; view: View; project?: Project; searchTimeout?: number },
): Promise<Ran<z.infer<z.ZodObject<Output>> & { next_cursor?: string }>> {
  const {
    project_id: _project,
    max_tokens: budget = null,
    ...checked
  } = checkInput(tool as unknown as ToolDefinition, args);
  const input = checked as z.infer<z.ZodObject<Input>>;
  // The symbol tools use nothing else of their context.
  const output = await tool.run(input, {
    db,
    view,
    project,
    searcher: emptySearcher(db),
    signal: new AbortController().signal,
    maxTokens: budget,
    progress: () => undefined,
    config: { maxTokens: 25_000, searchTimeout },
  } as unknown as ToolContext);
  z.looseObject(tool.output).parse(output);
  for (const shrink of tool.shrink ?? []) z.looseObject(tool.output).parse(shrink(output));
  return { output: output as never, text: tool.render(output, input) };
}

/** The code and message of the CodeindexError that a call ends with. */
export async function errorOf(call: Promise<unknown>): Promise<CodeindexError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CodeindexError);
  return error as CodeindexError;
}
