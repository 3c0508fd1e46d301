/** The brief form of answers: each tool may have one of its own, and all share one. */
import { brief } from "../../format/brief.js";
import type { Answer } from "../../format/fit.js";

/** The part of a tool's definition that makes its brief form. */
interface WithBrief {
  // biome-ignore lint/suspicious/noExplicitAny: outputs of different tools have no common type but this.
  brief?: false | ((output: any) => Answer) | undefined;
}

/** The brief form of an output, as its tool and then all tools alike shorten it. */
export function briefForm(tool: WithBrief, output: Answer): Answer {
  return brief(tool.brief ? { ...faceFields(output), ...tool.brief(output) } : output);
}

/** The fields that a tool's own form need not carry on. */
const faceFields = ({ truncated, next_cursor, note }: Answer) => ({ truncated, next_cursor, note });
