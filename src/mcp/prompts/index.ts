/** The prompts, in the order in which they are listed, and their protocol methods, independent of eras and SDKs. */
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import { anySignal } from "../../base/signals.js";
import { chooseProject } from "../../projects/choose.js";
import type { Caller, ToolHost } from "../../tools/running/tool-host.js";
import { type Completion, complete, selectedProject, suggestContext } from "../resources/completions.js";
import codeSearch from "./code-search.js";
import explainSymbol from "./explain-symbol.js";
import planChange from "./plan-change.js";
import type { PromptDefinition, PromptMessage } from "./prompt.js";
import reviewDiff from "./review-diff.js";
import workspaceOverview from "./workspace-overview.js";

export const PROMPTS: readonly PromptDefinition[] = [
  codeSearch,
  workspaceOverview,
  explainSymbol,
  planChange,
  reviewDiff,
];

const MOST_CHARACTERS = 200_000;

export interface ListedPrompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; title: string; description: string; required: boolean }[];
}

/** All prompts in one page. */
export function listPrompts(): { prompts: ListedPrompt[] } {
  const prompts = PROMPTS.map(({ name, title, description, arguments: list }) => ({
    name,
    title,
    description,
    arguments: list.map((each) => ({
      name: each.name,
      title: each.title,
      description: each.description,
      required: each.required ?? false,
    })),
  }));
  return { prompts };
}

/**
 * The messages of a prompt, for a client with these tools. Throws `not_found` for an unknown prompt, and `invalid_parameter` for a missing or unknown
 * argument.
 */
export async function getPrompt(
  host: ToolHost,
  caller: Caller,
  name: string,
  args: unknown,
  tools: readonly string[] = host.tools.map((tool) => tool.name),
): Promise<{ description: string; messages: PromptMessage[] }> {
  const prompt = findPrompt(name);
  const given = checkArguments(prompt, args);
  const signal = anySignal(caller.signal, AbortSignal.timeout(host.config.searchTimeout));
  const projects = await host.projects();
  const isNamed = (given.project ?? caller.pinnedProject) !== undefined;
  const project = isNamed ? chooseProject(projects, given.project, caller) : selectedProject(projects, caller);
  const has = (tool: string) => tools.includes(tool);
  const content = await prompt.render(given, { host, caller: { ...caller, signal }, project, signal, has });
  return { description: prompt.description, messages: content.map((each) => ({ role: "user", content: each })) };
}

/** Completes an argument of a prompt. Throws `not_found` for an unknown prompt, `invalid_parameter` for an unknown argument. */
export async function completePrompt(
  host: ToolHost,
  caller: Caller,
  name: string,
  { name: argument, value }: { name: string; value: string },
  given: Readonly<Record<string, string>> = {},
): Promise<Completion> {
  const prompt = findPrompt(name);
  const found = prompt.arguments.find((each) => each.name === argument);
  if (!found) throw unknownArgument(prompt, argument);
  if (!found.suggest) return { values: [], total: 0, hasMore: false };
  return complete(found.suggest, value, await suggestContext(host, caller, given));
}

function findPrompt(name: string): PromptDefinition {
  const found = PROMPTS.find((prompt) => prompt.name === name);
  if (found) return found;
  throw new CodeindexError("not_found", `There is no prompt ${JSON.stringify(name.slice(0, 60))}.`, {}, [
    `Prompts: ${PROMPTS.map((prompt) => prompt.name).join(", ")}.`,
  ]);
}

/** The arguments without empty ones: forms send an empty text for a field left out. */
function checkArguments(prompt: PromptDefinition, args: unknown): Partial<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(args ?? {})) {
    if (!prompt.arguments.some((each) => each.name === name)) throw unknownArgument(prompt, name);
    if (typeof value !== "string") throw invalidParameter(name, "must be a string");
    if (value.length > MOST_CHARACTERS) throw invalidParameter(name, `must have at most ${MOST_CHARACTERS} characters`);
    if (value.trim() !== "") given[name] = value.trim();
  }
  const missing = prompt.arguments.find(({ name, required }) => required && given[name] === undefined);
  if (missing) throw invalidParameter(missing.name, `is required: ${missing.description}`);
  return given;
}

function unknownArgument(prompt: PromptDefinition, name: string): Error {
  const known = prompt.arguments.map((each) => each.name).join(", ");
  return invalidParameter(name.slice(0, 60), `${prompt.name} has no such argument; known are ${known}`);
}
