/** The methods of MCP, written once: both protocol eras dispatch to this table. */
import { CodeindexError, ERRORS } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { present } from "../base/need.js";
import { toUserError } from "../base/user-error.js";
import { clean } from "../masking/clean.js";
import type { Profile } from "../tools/profiles/profile.js";
import type { Catalog, Completion, McpTool, Page, ResourceSource } from "./catalog.js";
import type { Exchange } from "./exchange/exchange.js";
import type { ToolChoice } from "./listing.js";
import { callerOf, InputNeeded, LOG_LEVELS, type LogLevel, type McpCall, whileReporting } from "./request-form.js";

/** The capabilities of the service in both eras. */
export const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: false },
  completions: {},
};

/** The choices in the URL and the headers of a request. */
export interface CallScope {
  /** The tools that the request may use, in the order of the list. */
  tools: McpTool[];
  /** The choice of tools, for error messages. */
  choice: ToolChoice;
  /** The client's specification, if it asked for one. */
  profile: Profile | null;
  pinnedProject: string | undefined;
}

/** A JSON-RPC error of a method. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export const INVALID_PARAMS = -32602;
const NOT_FOUND_OF_OLD = -32002;
const INTERNAL_ERROR = -32603;
const MOST_COMPLETIONS = 100;

type Params = Record<string, unknown> & { _meta?: Record<string, unknown> };
export type Method = (params: Params, call: McpCall, scope: CallScope) => Promise<Record<string, unknown>>;

/**
 * The same methods with answers and errors made safe for clients: an unexpected error becomes a reference number of the log, and in content of
 * repositories secrets are masked and hidden characters shown. Tools do that themselves.
 */
export function guarded(methods: Record<string, Method>, log: Logger): Record<string, Method> {
  const guard = (name: string, method: Method): Method => {
    const isClean = name === "tools/call";
    return async (params, call, scope) => {
      try {
        const result = await method(params, call, scope);
        return isClean ? result : clean(result);
      } catch (error) {
        if (error instanceof InputNeeded) throw error;
        const { code, message, data } = error instanceof RpcError ? error : rpcError(toUserError(error, log), call);
        throw new RpcError(code, clean(message), clean(data));
      }
    };
  };
  return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, guard(name, method)]));
}

/** The methods of both eras. */
export function createMethods({ resources, prompts }: Pick<Catalog, "resources" | "prompts">): Record<string, Method> {
  return {
    "tools/list": async (_params, _call, { tools }) => ({ tools: tools.map(({ listed }) => listed) }),
    "tools/call": async ({ name, arguments: args }, call, scope) => {
      const tool = scope.tools.find(({ listed }) => listed.name === name);
      if (!tool) throw new RpcError(INVALID_PARAMS, unknownTool(String(name), scope));
      return whileReporting(call, scope.pinnedProject, (caller) => tool.call(args, call, caller));
    },
    "resources/list": async ({ cursor }, call, scope) =>
      fromEach(resources, "resources", cursor, async (source, from) => {
        const page = await source.list(callerOf(call, scope.pinnedProject), from);
        return { ...page, resources: listedResources(page.resources, scope) };
      }),
    "resources/templates/list": async ({ cursor }, call, scope) =>
      fromEach(resources, "resourceTemplates", cursor, async (source, from) => {
        const page = await source.templates(callerOf(call, scope.pinnedProject), from);
        return { ...page, resourceTemplates: listedResources(page.resourceTemplates, scope) };
      }),
    "resources/read": async ({ uri }, call, scope) => {
      const read = (source: ResourceSource) => source.read(callerOf(call, scope.pinnedProject), String(uri));
      return { contents: await ofAny(resources, String(uri), call, read) };
    },
    "prompts/list": async ({ cursor }, call, scope) =>
      fromEach(prompts, "prompts", cursor, async (source, from) => {
        const page = await source.list(callerOf(call, scope.pinnedProject), from);
        return { ...page, prompts: listedPrompts(page.prompts, scope) };
      }),
    "prompts/get": async ({ name, arguments: args }, call, scope) => {
      const caller = callerOf(call, scope.pinnedProject);
      const tools = scope.tools.map(({ listed }) => listed.name);
      for (const source of isPromptOf(scope, String(name)) ? prompts : []) {
        const prompt = await source.get(caller, String(name), (args ?? {}) as Record<string, string>, call, tools);
        if (prompt) return prompt;
      }
      throw new RpcError(
        INVALID_PARAMS,
        `Unknown prompt ${JSON.stringify(String(name).slice(0, 60))}; prompts/list says which there are.`,
      );
    },
    "completion/complete": async ({ ref, argument, context }, call, scope) => {
      const caller = callerOf(call, scope.pinnedProject);
      const about = ref as { type: string; uri?: string; name?: string };
      const wanted = argument as { name: string; value: string };
      const others = (context as { arguments?: Record<string, string> } | undefined)?.arguments ?? {};
      const sources = about.type === "ref/prompt" ? prompts : resources;
      for (const source of sources) {
        const found = await source.complete(caller, about.name ?? about.uri ?? "", wanted, others);
        if (found) return { completion: cut(found) };
      }
      throw new RpcError(INVALID_PARAMS, "There is nothing of that name to complete.");
    },
  };
}

/** The topic for the resources that a session watches from now on. */
export const SUBSCRIPTIONS_TOPIC = "mcp-subscriptions";
export interface SubscriptionChange {
  session: string;
  uri: string;
  isOn: boolean;
}

/** The result of the first source that knows the resource. */
async function ofAny<T>(
  sources: readonly ResourceSource[],
  uri: string,
  call: McpCall,
  ask: (source: ResourceSource) => Promise<T | undefined>,
): Promise<T> {
  try {
    for (const source of sources) {
      const found = await ask(source);
      if (found !== undefined) return found;
    }
  } catch (error) {
    if (!(error instanceof CodeindexError)) throw error;
    const { code, message, data } = rpcError(error, call);
    throw new RpcError(code, message, { uri, ...(data as object) });
  }
  const message = `There is no resource ${JSON.stringify(uri.slice(0, 200))}; resources/list and resources/templates/list say which there are.`;
  throw new RpcError(call.era === "modern" ? INVALID_PARAMS : NOT_FOUND_OF_OLD, message, { uri });
}

/** The methods of the older era alone: their settings are kept with the session. */
export function createLegacyMethods(
  { resources }: Pick<Catalog, "resources">,
  exchange: Exchange,
): Record<string, Method> {
  const needSession = ({ session }: McpCall): string => {
    if (session) return session.key;
    throw new RpcError(
      INVALID_PARAMS,
      "That needs a session: send the Mcp-Session-Id that `initialize` answered with.",
    );
  };
  const subscribe =
    (isOn: boolean): Method =>
    async ({ uri: given }, call, scope) => {
      const key = needSession(call);
      const uri = String(given);
      if (isOn) await ofAny(resources, uri, call, (source) => source.watch(callerOf(call, scope.pinnedProject), uri));
      await exchange.remember(key, `subscription ${uri}`, isOn ? "on" : null);
      await exchange.announce(SUBSCRIPTIONS_TOPIC, { session: key, uri, isOn } satisfies SubscriptionChange);
      return {};
    };
  return {
    "resources/subscribe": subscribe(true),
    "resources/unsubscribe": subscribe(false),
    "logging/setLevel": async ({ level }, call) => {
      if (!LOG_LEVELS.includes(level as LogLevel))
        throw new RpcError(INVALID_PARAMS, `level: must be one of ${LOG_LEVELS.join(", ")}`);
      if (call.session) await exchange.remember(call.session.key, "level", String(level));
      return {};
    },
  };
}

/** The resources, or templates, of the client's profile. */
function listedResources(items: Record<string, unknown>[], { profile }: CallScope): Record<string, unknown>[] {
  return profile
    ? items.filter(({ uri, uriTemplate }) => profile.resources.includes(String(uri ?? uriTemplate)))
    : items;
}

const isPromptOf = ({ profile }: CallScope, name: string) => !profile || Object.hasOwn(profile.prompts, name);

/** The prompts of the client's profile, with its arguments. */
function listedPrompts(items: Record<string, unknown>[], scope: CallScope): Record<string, unknown>[] {
  const { profile } = scope;
  if (!profile) return items;
  return items
    .filter(({ name }) => isPromptOf(scope, String(name)))
    .map((prompt) => {
      const known = present(profile.prompts[String(prompt.name)]);
      const given = prompt.arguments as { name: string }[];
      return { ...prompt, arguments: given.filter(({ name }) => known.includes(name)) };
    });
}

function unknownTool(name: string, { tools, profile, choice: { toolsets, readOnly } }: CallScope): string {
  const which = profile ? `the tools of the profile ${profile.name}` : `the toolsets ${toolsets.join(", ")}`;
  const among = `${which}${readOnly ? ", which are to be only read" : ""}`;
  return `Unknown tool ${JSON.stringify(name.slice(0, 60))} among ${among}. Tools: ${tools.map(({ listed }) => listed.name).join(", ")}`;
}

/** One list from several sources; sources without further pages are skipped. A cursor names the source: `1:its cursor`. */
async function fromEach<Source, Key extends string>(
  sources: readonly Source[],
  key: Key,
  cursor: unknown,
  list: (source: Source, cursor: string | undefined) => Promise<Page<Key>>,
): Promise<Record<string, unknown>> {
  const [, turn, rest] = /^(\d{1,3}):(.*)$/s.exec(String(cursor ?? "0:")) ?? [];
  const source = sources[Number(turn)];
  if (turn === undefined || (!source && Number(turn) > 0))
    throw new RpcError(INVALID_PARAMS, "cursor: must be one that this list answered with");
  if (!source) return { [key]: [] };
  const page = await list(source, rest === "" ? undefined : rest);
  const next = Number(turn) + 1;
  if (page.nextCursor !== undefined) return { [key]: page[key], nextCursor: `${turn}:${page.nextCursor}` };
  return { [key]: page[key], ...(next < sources.length && { nextCursor: `${next}:` }) };
}

/** Our error as a protocol error: INVALID_PARAMS for the caller's mistakes, otherwise an internal error, with the envelope as data. */
export function rpcError(error: CodeindexError, { era }: Pick<McpCall, "era">): RpcError {
  const { status } = ERRORS[error.code];
  const refused = era === "legacy" && status === 404 ? NOT_FOUND_OF_OLD : INVALID_PARAMS;
  return new RpcError(status < 500 ? refused : INTERNAL_ERROR, error.message, error.toEnvelope());
}

function cut({ values, total = values.length, hasMore = false }: Completion): Completion {
  return { values: values.slice(0, MOST_COMPLETIONS), total, hasMore: hasMore || values.length > MOST_COMPLETIONS };
}
