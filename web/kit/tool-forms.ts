/** The tools as forms: their fields by the schemas of /openapi.json. Pure. */

interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: { type?: string; enum?: string[] };
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface OpenApi {
  paths: Record<string, { post?: { tags?: string[]; description?: string } }>;
  components: { schemas: Record<string, Schema> };
}

export interface ToolForm {
  name: string;
  description: string;
  input: Schema;
}

export interface Field {
  name: string;
  description: string;
  /** `list`: words with commas between them. `json`: anything deeper, as it is written in JSON. */
  type: "text" | "integer" | "number" | "boolean" | "choice" | "list" | "json";
  choices: readonly string[];
  isRequired: boolean;
  /** The value of an empty field; "" if it depends on others. */
  fallback: string;
  minimum: number | undefined;
  maximum: number | undefined;
  /** Whether it may be of several lines. */
  isLong: boolean;
  /** One of the fields that the faces add to every tool. */
  isShared: boolean;
}

/** A text of more characters than this gets a field of several lines. */
const LONG = 4096;
const SHARED: readonly string[] = ["project_id", "max_tokens", "detail"];

export function toolsOf({ paths, components }: OpenApi): ToolForm[] {
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const name = /^\/tools\/(\w+)$/.exec(path)?.[1];
    const input = components.schemas[`${name}_input`];
    return name !== undefined && post && input ? [{ name, description: post.description ?? "", input }] : [];
  });
}

export function fieldsOf({ input: { properties = {}, required = [] } }: ToolForm): Field[] {
  const fields = Object.entries(properties).map(([name, schema]): Field => {
    const type = typeOf(schema);
    return {
      name,
      type,
      description: schema.description ?? "",
      choices: type === "boolean" ? ["true", "false"] : (schema.enum ?? []),
      isRequired: required.includes(name),
      fallback: schema.default === undefined ? "" : String(schema.default),
      minimum: schema.minimum,
      maximum: schema.maximum,
      isLong: type === "json" || (schema.maxLength ?? 0) > LONG,
      isShared: SHARED.includes(name),
    };
  });
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
}

function typeOf(schema: Schema): Field["type"] {
  if (schema.anyOf) return schema.anyOf.some(({ type }) => type === "string") ? "text" : "json";
  if (schema.enum) return "choice";
  if (schema.type === "array") return schema.items?.type === "string" ? "list" : "json";
  if (schema.type === "integer" || schema.type === "number" || schema.type === "boolean") return schema.type;
  return schema.type === "string" ? "text" : "json";
}

/** The value of a field, in the type of its schema; undefined where it says nothing of that type. */
export function readField({ type }: Pick<Field, "type">, text: string): unknown {
  if (type === "integer") return /^-?\d+$/.test(text.trim()) ? Number(text) : undefined;
  if (type === "number") return text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
  if (type === "boolean") return text === "true";
  if (type === "list")
    return text
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== "");
  if (type === "json") return parse(text);
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
