/** What an MCP client finds here: tools, resources and prompts, whatever they are made of. The conformance tests add some of their own. */
import type { Scope } from "../model/principal.js";
import type { Toolset } from "../tools/running/tool.js";
import type { Caller } from "../tools/running/tool-host.js";
import type { McpCall } from "./call.js";
import type { ListedTool, ToolResult } from "./listing.js";
import type { WatchedResource } from "./resources/changes.js";

export interface McpTool {
  listed: ListedTool;
  /** Identifies the tool among those of the same name in other profiles. Absent: its name. */
  key?: string;
  /** Absent: listed whatever toolsets are chosen. */
  toolset?: Toolset;
  /** Whether the toolset `core` has it, too. */
  core?: boolean | undefined;
  /** Whether a call may, or must, be made as a task, by clients that know tasks. Absent: it cannot. */
  taskSupport?: "optional" | "required";
  /** Asks the client before a task is made of a call; the task finds the answers, by their keys. */
  before?(args: unknown, call: McpCall): Promise<Record<string, unknown>>;
  /** What a caller must be allowed to do; read where it does not say. */
  scope?: Scope;
  call(args: unknown, call: McpCall, caller: Caller): Promise<ToolResult>;
}

export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
}

/** A page of a list, and how to go on. */
export type Page<Key extends string> = Record<Key, Record<string, unknown>[]> & { nextCursor?: string };

export interface Completion {
  values: string[];
  total?: number;
  hasMore?: boolean;
}

export interface ResourceSource {
  list(caller: Caller, cursor: string | undefined): Promise<Page<"resources">>;
  templates(caller: Caller, cursor: string | undefined): Promise<Page<"resourceTemplates">>;
  /** undefined: it is none of this source. Throws CodeindexError where it cannot be read. */
  read(caller: Caller, uri: string): Promise<ResourceContents[] | undefined>;
  /** What to know of it to tell later whether it has changed; undefined: it is none of this source. Throws as `read` does. */
  watch(caller: Caller, uri: string): Promise<WatchedResource | undefined>;
  /** undefined: the template is none of this source. */
  complete(
    caller: Caller,
    template: string,
    argument: { name: string; value: string },
    others: Record<string, string>,
  ): Promise<Completion | undefined>;
}

export interface PromptSource {
  list(caller: Caller, cursor: string | undefined): Promise<Page<"prompts">>;
  /** undefined: it is none of this source. Throws CodeindexError where arguments are missing or wrong. */
  get(
    caller: Caller,
    name: string,
    args: Record<string, string>,
    call: McpCall,
    /** The names of the tools that the client has. */
    tools: readonly string[],
  ): Promise<Record<string, unknown> | undefined>;
  complete(
    caller: Caller,
    prompt: string,
    argument: { name: string; value: string },
    others: Record<string, string>,
  ): Promise<Completion | undefined>;
}

export interface Catalog {
  tools: readonly McpTool[];
  resources: readonly ResourceSource[];
  prompts: readonly PromptSource[];
}
