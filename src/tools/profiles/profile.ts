/**
 * A profile: what a client finds that was written for a published specification. It lists the specification's tools, which are faces of the
 * product's (face.ts), the resources and prompts that it has, and says how its errors are written.
 */
import type { ErrorCode, ErrorEnvelope } from "../../base/errors.js";
import type { ProfileName } from "../../config/keys.js";
import type { ToolDefinition } from "../running/tool.js";

export interface Profile {
  name: ProfileName;
  /** The instructions that a client's model reads first. */
  instructions: string;
  tools: readonly ToolDefinition[];
  /** The URIs of the resources, and the templates, that are listed. */
  resources: readonly string[];
  /** The arguments of each prompt that is listed. */
  prompts: Readonly<Record<string, readonly string[]>>;
  /** The text of an error. `args` are the arguments as the client gave them. */
  writeError(error: ErrorEnvelope["error"], args: Record<string, unknown>): string;
}

/** The profile as it is written down. */
export const defineProfile = (profile: Profile): Profile => profile;

/** The hint of an error where the client cannot name a project: the URL can. */
export function messageOf({ code, message, context }: ErrorEnvelope["error"]): string {
  if (code !== "project_selection_ambiguous") return message;
  const candidates = Array.isArray(context.candidates) ? context.candidates.slice(0, 20) : [];
  return `There are several projects: ${candidates.join(", ")}. Name one in the URL, as in /mcp/${candidates[0] ?? "project"}.`;
}

/** The suggestions of an error, without the ones that name a tool outside of the profile. */
export function suggestionsOf(
  { code, suggestions }: ErrorEnvelope["error"],
  tools: readonly { name: string }[],
  hints: Partial<Record<ErrorCode, string[]>> = {},
): string[] {
  const isKnown = (word: string) => tools.some(({ name }) => name === word);
  return hints[code] ?? suggestions.filter((text) => (text.match(/\b[a-z]+_[a-z_]+\b/g) ?? []).every(isKnown));
}

/** Whether an argument is missing, or blank. */
export const isMissing = (args: Record<string, unknown>, name: string) =>
  args[name] === undefined || args[name] === null;
/** Whether a value is a text without words. */
export const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";
