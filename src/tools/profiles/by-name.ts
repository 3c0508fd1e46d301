/** Faces of tools that the product may not have yet: such a face is there once its tool stands in tools/index.ts. */
import { z } from "zod";
import { TOOLS } from "../index.js";
import { runTool } from "../running/run-inside.js";
import type { ToolDefinition } from "../running/tool.js";
import { defineFace } from "./face.js";

interface NamedFace extends Pick<ToolDefinition, "description" | "input" | "findProject"> {
  /** The tool's input, where it differs from the face's. */
  ask?(input: Record<string, unknown>): Record<string, unknown>;
}

/** The face of the tool of this name, which answers as the tool does; none where there is no such tool. */
export function faceOfNamed(name: string, { ask = (input) => input, ...face }: NamedFace): ToolDefinition[] {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) return [];
  return [
    defineFace(tool, {
      ...face,
      answer: z.object(tool.output),
      run: (input, context) => runTool(tool, ask(input), context),
    }),
  ];
}
