/** The resources of resources/index.ts and the prompts of prompts/index.ts as MCP sources. */
import { hostFor } from "../tools/running/restricted-host.js";
import type { Caller, ToolHost } from "../tools/running/tool-host.js";
import type { PromptSource, ResourceSource } from "./catalog.js";
import { completePrompt, getPrompt, listPrompts, PROMPTS } from "./prompts/index.js";
import { watchResource } from "./resources/changes.js";
import { completeResource, listResources, listTemplates, readResource } from "./resources/index.js";
import { SCHEME } from "./resources/uri.js";

/** Costs a point and takes a turn, like a tool. */
async function counted<T>({ limits }: ToolHost, { principal, signal }: Caller, work: () => Promise<T>): Promise<T> {
  await limits.spend(principal, 1);
  return limits.inTurn(principal, signal, work);
}

/** Our resources as a source. */
export function resourceSource(host: ToolHost): ResourceSource {
  const isOurs = (uri: string) => uri.startsWith(SCHEME);
  return {
    list: async (caller, cursor) => {
      const { resources, nextCursor } = await listResources(hostFor(host, caller.principal), caller, cursor);
      return { resources: resources.map((each) => ({ ...each })), ...(nextCursor && { nextCursor }) };
    },
    templates: async () => ({ resourceTemplates: listTemplates().resourceTemplates.map((each) => ({ ...each })) }),
    read: async (caller, uri) =>
      isOurs(uri)
        ? counted(host, caller, async () => (await readResource(hostFor(host, caller.principal), caller, uri)).contents)
        : undefined,
    watch: async (caller, uri) =>
      isOurs(uri) ? watchResource(hostFor(host, caller.principal), caller, uri) : undefined,
    complete: async (caller, template, argument, others) =>
      isOurs(template)
        ? counted(host, caller, () =>
            completeResource(hostFor(host, caller.principal), caller, template, argument, others),
          )
        : undefined,
  };
}

/** Our prompts as a source. */
export function promptSource(host: ToolHost): PromptSource {
  const isOurs = (name: string) => PROMPTS.some((prompt) => prompt.name === name);
  return {
    list: async () => ({ prompts: listPrompts().prompts.map((each) => ({ ...each })) }),
    get: async (caller, name, args, _call, tools) =>
      isOurs(name)
        ? counted(host, caller, async () => ({
            ...(await getPrompt(hostFor(host, caller.principal), caller, name, args, tools)),
          }))
        : undefined,
    complete: async (caller, name, argument, others) =>
      isOurs(name)
        ? counted(host, caller, () => completePrompt(hostFor(host, caller.principal), caller, name, argument, others))
        : undefined,
  };
}
