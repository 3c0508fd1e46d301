/** Makes the calls of the cases one after the other and times them. */
import { nth } from "../../base/need.js";
import type { ToolFigures } from "./figures.js";
import { spread } from "./figures.js";
import type { Case } from "./queries.js";

/** Calls a tool; returns the error's text for an error answer. */
export type Call = (tool: string, input: Record<string, unknown>) => Promise<{ error: string | null }>;

/** The first input of each case is its warm-up, and is reported separately. */
export async function timeCases(cases: readonly Case[], way: ToolFigures["way"], call: Call): Promise<ToolFigures[]> {
  const figures: ToolFigures[] = [];
  for (const { row, tool, inputs } of cases) {
    const times: number[] = [];
    const errors: string[] = [];
    let slowest = { ms: -1, input: nth(inputs, 0) };
    let first = 0;
    for (const [index, input] of inputs.entries()) {
      const started = performance.now();
      const { error } = await call(tool, input);
      const ms = performance.now() - started;
      if (error !== null) errors.push(error);
      if (index === 0) {
        first = ms;
        continue;
      }
      times.push(ms);
      if (ms > slowest.ms) slowest = { ms, input };
    }
    figures.push({
      tool: row,
      way,
      first,
      times: spread(times),
      errors: errors.length,
      ...(errors[0] !== undefined && { sampleError: errors[0].slice(0, 200) }),
      slowest: slowest.input,
    });
  }
  return figures;
}
