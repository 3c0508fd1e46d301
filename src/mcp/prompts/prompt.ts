/**
 * The definition of a prompt: a task that people choose from a menu of their client, which becomes the first messages of a conversation. A prompt is
 * written once; the faces check the arguments' names and turn errors into those of the protocol.
 */
import type { Project } from "../../store/projects.js";
import type { Caller, ToolHost } from "../../tools/running/tool-host.js";
import type { ResourceLink } from "../resources/link.js";
import type { Suggest } from "../resources/resource.js";

export interface PromptArgument {
  name: string;
  title: string;
  description: string;
  required?: boolean;
  suggest?: Suggest;
}

export interface PromptContext {
  host: ToolHost;
  caller: Caller;
  /** Null where there are several and none is chosen. */
  project: Project | null;
  signal: AbortSignal;
  /** Whether the client has a tool of this name: a prompt must not name others. */
  has(tool: string): boolean;
}

export type PromptContent = { type: "text"; text: string } | ResourceLink;

export interface PromptMessage {
  role: "user" | "assistant";
  content: PromptContent;
}

export interface PromptDefinition {
  /** kebab-case, unique among all prompts. */
  name: string;
  title: string;
  description: string;
  arguments: PromptArgument[];
  /** The user's request first, and then helpful context. Arguments that were left out, or are empty, are absent. */
  render(given: Partial<Record<string, string>>, context: PromptContext): Promise<PromptContent[]>;
}

/** Declares a prompt; it has its type from here. */
export function definePrompt(prompt: PromptDefinition): PromptDefinition {
  return prompt;
}
