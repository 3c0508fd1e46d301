/** A call of a tool that is right, for errors about wrong ones. */
import { inputJsonSchema, type JsonSchema } from "./schema.js";
import type { ToolDefinition } from "./tool.js";

/** Values by the name of the parameter, where its schema does not say one. */
const VALUES: Record<string, unknown> = {
  query: "rotateToken",
  queries: ["rotateToken", "signToken"],
  symbols: ["UserService.login", "src/app.ts:40"],
  qualified_name: "UserService.login",
  node_id: "src/app.ts:40",
  from: "UserService.login",
  to: "Database.query",
  code: "const total = items.reduce((sum, item) => sum + item.price, 0);",
  path: "src/app.ts",
  paths: ["src/app.ts"],
  files: ["src/app.ts"],
  path_filter: "src/auth,!**/*.test.ts",
  extensions: ["ts", "tsx"],
  line_start: 10,
  line_end: 40,
  lineRange: { start: 10, end: 40 },
  project_id: "web-shop",
  job_id: "the job_id of an earlier answer",
  settings: { cacheSize: "256MB" },
  diff: "the output of git diff",
};
/** One of these is what a call is about where no parameter must be given. */
const SUBJECTS = ["query", "symbols", "from", "path", "code", "paths"];

/** `search_text {"query":"rotateToken","limit":50}`: what must be given, and the parameter that was wrong. */
export function exampleCall(tool: ToolDefinition, wrong?: string): string {
  const { properties = {}, required = [] } = inputJsonSchema(tool) as JsonSchema & { required?: string[] };
  const subject = SUBJECTS.find((name) => name in properties);
  const needed = required.length > 0 || subject === undefined ? required : [subject];
  const names = [...new Set([...needed, ...(wrong !== undefined && wrong in properties ? [wrong] : [])])];
  const values = names.map((name) => [name, exampleOf(name, properties[name]!)]);
  return `${tool.name} ${JSON.stringify(Object.fromEntries(values))}`;
}

function exampleOf(name: string, schema: JsonSchema): unknown {
  const { type, enum: choices, default: fallback, minimum, maximum, anyOf, items } = schema;
  const isList = type === "array";
  const known = VALUES[name];
  if (known !== undefined && isList === Array.isArray(known)) return known;
  if (Array.isArray(known) && type === "string") return known.join(",");
  if (Array.isArray(choices)) return fallback ?? choices[0];
  if (fallback !== undefined && fallback !== "" && typeof fallback !== "object") return fallback;
  if (type === "integer" || type === "number")
    return Math.min(Math.max(Number(minimum ?? 0), 20), Number(maximum ?? 20));
  if (type === "boolean") return true;
  if (isList) return [items ? exampleOf(name, items) : known];
  if (anyOf?.[0]) return exampleOf(name, anyOf[0]);
  return known ?? (type === "object" ? {} : "…");
}
