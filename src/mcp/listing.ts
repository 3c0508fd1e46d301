/** What MCP clients see of the tools, made once: the list in the order of tools/index.ts, and an answer as a tool result. */
import { readFileSync } from "node:fs";
import { CodeindexError } from "../errors.js";
import type { ToolAnswer } from "../tools/call.js";
import { briefInputSchema, outputJsonSchema } from "../tools/schema.js";
import { TOOLSETS, type ToolDefinition, type Toolset } from "../tools/tool.js";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

export const VERSION = version;

const svg = (paths: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#3b7ddd" stroke-width="2" stroke-linecap="round">${paths}</svg>`,
  ).toString("base64")}`;

/** One picture a toolset. */
const PICTURES: Record<Toolset, string> = {
  search: '<circle cx="11" cy="11" r="6"/><path d="m20 20-4-4"/>',
  symbols:
    '<circle cx="6" cy="12" r="3"/><circle cx="18" cy="6" r="3"/><circle cx="18" cy="18" r="3"/><path d="m9 11 6-4m-6 6 6 4"/>',
  files: '<path d="M6 3h8l4 4v14H6zM14 3v4h4"/>',
  research: '<path d="M9 18h6m-5 3h4M7 10a5 5 0 1 1 8 4v1H9v-1a5 5 0 0 1-2-4"/>',
  manage: '<path d="M4 7h10m4 0h2M4 17h2m4 0h10"/><circle cx="16" cy="7" r="2"/><circle cx="8" cy="17" r="2"/>',
};

const iconOf = (toolset: Toolset) => [{ src: svg(PICTURES[toolset]), mimeType: "image/svg+xml", sizes: ["any"] }];

export const SERVER_INFO = {
  name: "codeindex",
  title: "codeindex",
  version: VERSION,
  icons: iconOf("symbols"),
};

export const INSTRUCTIONS = `codeindex answers from an index of whole repositories: where code is, what calls it, what breaks if it changes.
Start with codebase_retrieval for a question in words (search_code has filters, search_docs is for documentation, get_context packs one text), search_symbols or lookup_symbol for a name, search_text for exact text or a regular expression, find_similar_code for code that you have.
The symbol tools (get_callers, get_references, get_implementations, get_dependents …) take the node_id that those answers carry.
Relations say how sure they are: exact, import, unique, candidate (one of several), external. Answers end with the state of the index; "pending" changes are not in it yet.
If several projects are indexed, give project_id (list_projects shows them).`;

export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: "object"; [field: string]: unknown };
  outputSchema: { type: "object"; [field: string]: unknown };
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  icons: { src: string; mimeType: string; sizes: string[] }[];
}

/** A tool as clients see it. */
export function listed(tool: ToolDefinition): ListedTool {
  const { name, title, description, readOnly, idempotent, toolset } = tool;
  return {
    name,
    title,
    description,
    inputSchema: { ...briefInputSchema(tool), type: "object" },
    outputSchema: { ...outputJsonSchema(tool), type: "object" },
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: false,
      idempotentHint: idempotent,
      openWorldHint: false,
    },
    icons: iconOf(toolset),
  };
}

/** Makes the function that lists tools of some toolsets (null: all), each list built once. */
export function createListing(tools: readonly ToolDefinition[]): (toolsets: Toolset[] | null) => ListedTool[] {
  const all = tools.map((tool) => ({ toolset: tool.toolset, entry: listed(tool) }));
  const lists = new Map<string, ListedTool[]>();
  return (toolsets) => {
    const key = toolsets ? [...toolsets].sort().join() : "";
    let list = lists.get(key);
    if (!list) {
      list = all.filter(({ toolset }) => !toolsets || toolsets.includes(toolset)).map(({ entry }) => entry);
      lists.set(key, list);
    }
    return list;
  };
}

/** Reads `?toolsets=search,symbols`; null where it is absent. Throws `invalid_parameter` for a name that is none. */
export function parseToolsets(text: string | null): Toolset[] | null {
  const names = (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) return null;
  const unknown = names.find((name) => !TOOLSETS.some((toolset) => toolset === name));
  if (unknown !== undefined)
    throw new CodeindexError(
      "invalid_parameter",
      `toolsets: ${JSON.stringify(unknown.slice(0, 40))} is none; known are ${TOOLSETS.join(", ")}`,
      { parameter: "toolsets" },
    );
  return TOOLSETS.filter((toolset) => names.includes(toolset));
}

type Content =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string }
  | { type: "audio"; data: string; mimeType: string };

export interface ToolResult {
  content: Content[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [field: string]: unknown;
}

/** The answer as both eras send it: the words and the structure say the same. An error has no structured content, as that has another schema. */
export function toToolResult({ isError, structured, text, media }: ToolAnswer): ToolResult {
  if (isError) return { content: [{ type: "text", text: JSON.stringify(structured) }], isError };
  const content: Content[] = [{ type: "text", text }];
  if (media) content.push({ type: media.mimeType.startsWith("audio/") ? "audio" : "image", ...media });
  return { content, structuredContent: { ...structured } };
}
