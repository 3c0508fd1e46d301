/** Chooses the project of a call. Where a tool cannot decide by itself, a client with roots, or its user, is asked if that is possible. */
import { fileURLToPath } from "node:url";
import type { ErrorEnvelope } from "../base/errors.js";
import type { ToolAnswer } from "../tools/running/finish-answer.js";
import type { Caller } from "../tools/running/tool-host.js";
import type { Exchange } from "./exchange/exchange.js";
import type { McpCall } from "./request-form.js";

type Run = (caller: Caller) => Promise<ToolAnswer>;

/** Runs a tool; if it finds the project ambiguous, again with the client's roots, and then again with the user's choice. */
export async function runChoosing(run: Run, caller: Caller, call: McpCall, exchange: Exchange): Promise<ToolAnswer> {
  const answer = await run(caller);
  if (!candidatesOf(answer)) return answer;
  // In the newer era the call begins anew with each answer: the earlier roots come back as the state.
  const roots = (call.state as { roots?: string[] } | undefined)?.roots ?? (await askRoots(call));
  const narrowed = roots.length > 0 ? await run({ ...caller, roots }) : answer;
  const candidates = candidatesOf(narrowed);
  if (!candidates) return narrowed;
  const pinnedProject =
    (await rememberedProject(call, exchange, candidates)) ?? (await askUser(call, candidates, roots));
  if (pinnedProject === undefined) return narrowed;
  // Where it cannot be kept, the next call asks again.
  if (call.session) await exchange.remember(call.session.key, "project", pinnedProject).catch(() => undefined);
  return run({ ...caller, pinnedProject });
}

function candidatesOf({ isError, structured }: ToolAnswer): string[] | undefined {
  if (!isError) return undefined;
  const { code, context } = (structured as ErrorEnvelope).error as { code: string; context: { candidates?: string[] } };
  // Tools of the codrag toolset write it in capitals.
  return code.toLowerCase() === "project_selection_ambiguous" ? (context.candidates ?? []) : undefined;
}

/** The working folders of the client. */
async function askRoots({ client, ask }: McpCall): Promise<string[]> {
  if (!client.roots) return [];
  const { roots } = await ask({ roots: { method: "roots/list", params: {} } });
  const list: unknown = (roots as { roots?: unknown } | undefined)?.roots;
  return (Array.isArray(list) ? list : []).flatMap((root: { uri?: unknown } | null) => folderOf(root?.uri));
}

function folderOf(uri: unknown): string[] {
  try {
    return typeof uri === "string" && uri.startsWith("file://") ? [fileURLToPath(uri)] : [];
  } catch {
    return [];
  }
}

/** The user's earlier choice in this session. */
async function rememberedProject(
  { session }: McpCall,
  exchange: Exchange,
  candidates: readonly string[],
): Promise<string | undefined> {
  if (!session) return undefined;
  const { project } = await exchange.recall(session.key).catch(() => ({}) as Record<string, string>);
  return project !== undefined && candidates.includes(project) ? project : undefined;
}

async function askUser(
  { client, ask }: McpCall,
  candidates: readonly string[],
  roots: readonly string[],
): Promise<string | undefined> {
  if (!client.elicitation || candidates.length === 0) return undefined;
  const params = {
    mode: "form",
    message: "Which project is this about?",
    requestedSchema: {
      type: "object",
      properties: { project: { type: "string", title: "Project", enum: candidates } },
      required: ["project"],
    },
  };
  const { project } = await ask({ project: { method: "elicitation/create", params } }, { roots });
  const { action, content } = (project ?? {}) as { action?: string; content?: { project?: unknown } };
  const chosen = content?.project;
  return action === "accept" && typeof chosen === "string" && candidates.includes(chosen) ? chosen : undefined;
}
