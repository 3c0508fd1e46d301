/** Inputs and outputs of tools, as zod objects and as JSON Schemas to publish: the tool's own fields and those that the faces add. */
import { z } from "zod";
import { projectIds, searchesAcross } from "./several-projects.js";
import type { ToolDefinition } from "./tool.js";

export const MIN_TOKENS = 200;
export const MOST_TOKENS = 100_000;

const projectId = z.string().min(1).max(200).optional().describe("Needed where there are several.");

const maxTokens = z.int().min(MIN_TOKENS).max(MOST_TOKENS).optional().describe("Length of the answer.");

/** How much the structured form of an answer says; the words are the same. */
export const DETAILS = ["brief", "full"] as const;
export type Detail = (typeof DETAILS)[number];

const detail = z
  .enum(DETAILS)
  .optional()
  .describe("The structured form: each fact once, or every field. MCP's default is brief; other clients' is full.");

/** State of the index, in every answer from it. */
export const indexBlock = z.object({
  project: z.string().describe("project_id"),
  view: z.string().describe("The ref that was read; worktree is what is on disk."),
  generation: z.int().min(0).describe("Rises with every change that became visible; 0: nothing is indexed yet."),
  commit: z.string().nullable(),
  indexed_at: z.string().nullable(),
  pending_changes: z.int().min(0).describe("Changes on disk that are seen but not yet in the index."),
  building: z.boolean(),
  missing: z.record(z.string(), z.string()).describe("Not in the index: kinds of files, with counts."),
});
/** The same of an answer about several projects; not spelled out again, for the sake of those who read schemas. */
const indexBlocks = z.union([
  indexBlock,
  z.array(z.looseObject({ project: z.string() })).describe("One for each project."),
]);
export type IndexBlock = z.infer<typeof indexBlock>;

/** The fields of a tool's input, those of the faces included. */
export function inputShape(tool: ToolDefinition): z.ZodRawShape {
  if (tool.isExact) return tool.input;
  const ofAll = { max_tokens: maxTokens, ...(tool.brief !== false && { detail }) };
  if (tool.usesProject === false) return { ...tool.input, ...ofAll };
  return { ...tool.input, project_id: searchesAcross(tool) ? projectIds : projectId, ...ofAll };
}

/** The fields of a tool's output, those of the faces included. */
function outputShape(tool: ToolDefinition): z.ZodRawShape {
  if (tool.isExact) return tool.output;
  const { data: _data, ...shown } = tool.output;
  return {
    ...(tool.isMedia ? shown : tool.output),
    ...(tool.usesProject === false ? {} : { index: searchesAcross(tool) ? indexBlocks : indexBlock }),
    truncated: z.boolean().optional().describe("true: something was left out."),
    next_cursor: z.string().optional().describe("The cursor of the results that follow."),
    note: z.string().optional().describe("Omissions, and how to get them."),
  };
}

/** The input as a JSON Schema: flat, with neither references nor a union at the root, which some clients cannot read. */
export function inputJsonSchema(tool: ToolDefinition): JsonSchema {
  return jsonSchemaOf(z.strictObject(inputShape(tool)), "input");
}

export type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
};

/** Parameters that their name and values explain. */
const PLAIN = new Set([
  "limit",
  "top_k",
  "maxResults",
  "language",
  "languages",
  "format",
  "cursor",
  "max_tokens",
  "min_confidence",
  "edge_type",
  "include_external",
  "tests",
  "whole_word",
  "context_lines",
]);
/** Parameters of the tools for one relation that get_relations, which has them all, explains. */
const OF_RELATIONS = new Set(["depth", "path_filter"]);
/** Second names of parameters, which are taken and not listed beside the first. */
const SECOND_NAMES: Record<string, string> = {
  maxResults: "limit",
  fileTypes: "extensions",
  languages: "extensions",
  path: "path_filter",
};
/** A parameter of all tools that few callers need, and that the instructions name. */
const UNLISTED = "detail";
/** Fields of an object in a parameter that are shown. */
const MOST_FIELDS = 2;
/** Values of a list's entries that are shown; of a single parameter all are. */
const MOST_VALUES = 10;

/**
 * The input for MCP clients, who pay for each word in each conversation: it has only the words that a model needs to fill it in, since the check
 * reports the rest. A choice of forms is shown by its first, and an object of many fields by its description.
 */
export function briefInputSchema(tool: ToolDefinition): JsonSchema {
  const { additionalProperties: _closed, properties = {}, ...schema } = inputJsonSchema(tool);
  // A specification publishes all of its schema.
  if (tool.isExact) return { ...schema, properties };
  const isSecond = ([name, { default: fallback }]: [string, JsonSchema]) =>
    Object.hasOwn(properties, SECOND_NAMES[name] ?? "") && (name !== "path" || fallback === ".");
  const listed = Object.entries(properties).filter((parameter) => parameter[0] !== UNLISTED && !isSecond(parameter));
  const has = (name: string) => Object.hasOwn(properties, name);
  const isOfOneRelation = has("tests") && has("min_confidence") && !has("relations");
  // The instructions say when it is needed; of tools that take several projects it says so itself.
  const isOneProject = !searchesAcross(tool);
  const isPlain = (name: string) =>
    PLAIN.has(name) || (isOfOneRelation && OF_RELATIONS.has(name)) || (isOneProject && name === "project_id");
  const brief = listed.map(([name, parameter]) => {
    const { description, ...rest } = briefly(parameter);
    if (name === "max_tokens") delete rest.maximum;
    if (name === "format" || rest.default === ".") delete rest.default;
    return [name, isPlain(name) ? rest : { description, ...rest }];
  });
  return { ...schema, properties: Object.fromEntries(brief) };
}

/** Whether a list's values are too many to say them again. */
const isLong = ({ enum: values }: JsonSchema) => Array.isArray(values) && values.length > MOST_VALUES;

function briefly({ anyOf, items, properties = {}, ...schema }: JsonSchema): JsonSchema {
  const { minLength, maxLength, minItems, maxItems, minimum, default: fallback, ...rest } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [name, briefly(field)]);
  return {
    ...(anyOf?.[0] && briefly(anyOf[0])),
    ...rest,
    ...(fallback && typeof fallback !== "object" ? { default: fallback } : {}),
    ...(items && { items: isLong(items) ? { type: "string" } : briefly(items) }),
    ...(fields.length > 0 && fields.length <= MOST_FIELDS && { properties: Object.fromEntries(fields) }),
  };
}

/** The output as a JSON Schema. Open: clients check answers against it, and a field more is not a fault. */
export function outputJsonSchema(tool: ToolDefinition): Record<string, unknown> {
  return jsonSchemaOf(z.looseObject(outputShape(tool)), "output");
}

/** A schema as it is published. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, override: tidy }) as Record<string, unknown>;
  return portable(rest) as Record<string, unknown>;
}

/** The same schema in words that every client knows: no lists of types, no bare `false` or `{}`, no tuples. */
function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== "object" || value === null) return value;
  const schema: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) schema[key] = portable(inner);
  const { type, prefixItems, additionalProperties } = schema;
  if (Array.isArray(type) && type.length === 2 && type[1] === "null") {
    const { type: _type, description, ...rest } = schema;
    const branches = { anyOf: [{ type: type[0], ...rest }, { type: "null" }] };
    return description === undefined ? branches : { description, ...branches };
  }
  if (Array.isArray(prefixItems)) {
    schema.items = prefixItems[0];
    schema.minItems = prefixItems.length;
    schema.maxItems = prefixItems.length;
    delete schema.prefixItems;
  }
  const isOpen = typeof additionalProperties === "object" && additionalProperties !== null;
  if (isOpen && Object.keys(additionalProperties).length === 0) schema.additionalProperties = true;
  return schema;
}

/** Takes away empty words: bounds that only repeat the range of integers, and closed objects in answers. */
function tidy({ jsonSchema, path }: { jsonSchema: Record<string, unknown>; path: (string | number)[] }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (path.length > 0 && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** Whether the tool can go on where an answer stopped. */
export function hasPages(tool: ToolDefinition): boolean {
  return Object.hasOwn(tool.input, "cursor");
}
