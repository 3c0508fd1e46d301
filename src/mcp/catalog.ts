/** The types of what MCP offers: tools, resources and prompts, independent of their source. The conformance tests add their own. */
import type { AccessScope } from "../model/principal.js";
import type { Toolset } from "../tools/running/tool.js";
import type { Caller } from "../tools/running/tool-host.js";
import type { ListedTool, ToolResult } from "./listing.js";
import type { McpCall } from "./request-form.js";
import type { WatchedResource } from "./resources/changes.js";

export interface McpTool {
  listed: ListedTool;
  /** Identifies the tool among those of the same name in other profiles. Default: its name. */
  key?: string;
  /** Absent for a tool that is listed with any choice of toolsets. */
  toolset?: Toolset;
  /** Whether it also belongs to the toolset `core`. */
  core?: boolean | undefined;
  /** Whether a call may, or must, be made as a task, by clients that know tasks. Absent where it cannot. */
  taskSupport?: "optional" | "required";
  /** Asks the client before a call becomes a task; the task finds the answers by their keys. */
  before?(args: unknown, call: McpCall): Promise<Record<string, unknown>>;
  /** The scope that a caller needs; `read` by default. */
  scope?: AccessScope;
  call(args: unknown, call: McpCall, caller: Caller): Promise<ToolResult>;
}

export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
}

/** A page of a list, and the cursor of the next. */
export type Page<Key extends string> = Record<Key, Record<string, unknown>[]> & { nextCursor?: string };

export interface Completion {
  values: string[];
  total?: number;
  hasMore?: boolean;
}

export interface ResourceSource {
  list(caller: Caller, cursor: string | undefined): Promise<Page<"resources">>;
  templates(caller: Caller, cursor: string | undefined): Promise<Page<"resourceTemplates">>;
  /** Undefined for a resource of another source. Throws CodeindexError where it cannot be read. */
  read(caller: Caller, uri: string): Promise<ResourceContents[] | undefined>;
  /** The facts by which a later change of the resource is noticed; undefined for one of another source. Throws as `read` does. */
  watch(caller: Caller, uri: string): Promise<WatchedResource | undefined>;
  /** Undefined for a template of another source. */
  complete(
    caller: Caller,
    template: string,
    argument: { name: string; value: string },
    others: Record<string, string>,
  ): Promise<Completion | undefined>;
}

export interface PromptSource {
  list(caller: Caller, cursor: string | undefined): Promise<Page<"prompts">>;
  /** Undefined for a prompt of another source. Throws CodeindexError where arguments are missing or wrong. */
  get(
    caller: Caller,
    name: string,
    args: Record<string, string>,
    call: McpCall,
    /** The names of the client's tools. */
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
