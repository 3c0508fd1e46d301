/**
 * Answers for a service that is gone: a client connects all the same, sees the tools, and each call returns the problem and the command that starts
 * the service. All other requests get an error.
 */
import type { JSONRPCRequest } from "@modelcontextprotocol/client";
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import type { CodeindexError } from "../../base/errors.js";
import { PROFILES } from "../../tools/profiles/index.js";
import type { Profile } from "../../tools/profiles/profile.js";
import { errorAnswer } from "../../tools/running/finish-answer.js";
import type { ToolDefinition } from "../../tools/running/tool.js";
import { INSTRUCTIONS, isChosen, listed, SERVER_INFO, toolChoice, toToolResult } from "../listing.js";

const METHOD_NOT_FOUND = -32601;

export type StandIn = (
  request: Pick<JSONRPCRequest, "method" | "params">,
  problem: CodeindexError,
) => { result: Record<string, unknown> } | { error: { code: number; message: string } } | undefined;

/** Stands in for the service at `url`, whose parameters choose the tools. Returns undefined for requests that only the service can answer. */
export function createStandIn(tools: readonly ToolDefinition[], url: URL): StandIn {
  const choice = toolChoice(url, () => null, { toolsets: ["default"], readOnly: false, profile: null });
  const profile = choice.profile && PROFILES[choice.profile];
  return ({ method, params = {} }, problem) => {
    if (method === "initialize") return { result: opening(params.protocolVersion, profile) };
    // After this error a client that negotiates continues with `initialize`.
    if (method === "server/discover") return { error: { code: METHOD_NOT_FOUND, message: problem.message } };
    if (method === "ping") return { result: {} };
    if (method === "tools/list") {
      const asked = profile
        ? profile.tools.filter(({ readOnly }) => isChosen({ readOnly }, choice))
        : tools.filter((tool) => isChosen(tool, choice));
      return { result: { tools: asked.map(listed) } };
    }
    if (method !== "tools/call") return undefined;
    if (!profile) return { result: toToolResult(errorAnswer(problem)) };
    const text = profile.writeError(problem.toEnvelope().error, (params.arguments ?? {}) as Record<string, unknown>);
    return { result: { content: [{ type: "text", text }], isError: true } };
  };
}

/** The answer to `initialize`. The service may offer other tools than those listed meanwhile, so the list is declared as changeable. */
function opening(asked: unknown, profile: Profile | null): Record<string, unknown> {
  const isKnown = typeof asked === "string" && SUPPORTED_PROTOCOL_VERSIONS.includes(asked);
  return {
    protocolVersion: isKnown ? asked : LATEST_PROTOCOL_VERSION,
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: false },
      completions: {},
      logging: {},
    },
    serverInfo: SERVER_INFO,
    instructions: profile ? profile.instructions : INSTRUCTIONS,
  };
}
