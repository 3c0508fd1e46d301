/**
 * The output schema as MCP clients get it. Many conversations have it in their context, so it tells the names and types of an answer's fields and no
 * more: the answer itself shows the insides of lists and objects. The whole schema is in /openapi.json.
 */
import { hasPages, type JsonSchema, outputJsonSchema } from "./schema.js";
import type { ToolDefinition } from "./tool.js";

/** The top-level fields with their types. Open, and with nothing required: `detail: "brief"` leaves out what says nothing. */
export function shallowOutputSchema(tool: ToolDefinition): JsonSchema {
  const whole: JsonSchema = outputJsonSchema(tool);
  // A specification publishes all of its schema.
  if (tool.isExact) return whole;
  const { next_cursor, ...others } = whole.properties ?? {};
  const properties = hasPages(tool) && next_cursor ? { ...others, next_cursor } : others;
  const fields = Object.entries(properties).map(([name, field]) => [name, shallow(field)]);
  return { type: "object", properties: Object.fromEntries(fields) };
}

function shallow({ type, anyOf, items }: JsonSchema): JsonSchema {
  if (anyOf) {
    const forms = anyOf.map(shallow).filter(isFirstOfItsType);
    const isNullable = forms.length === 2 && forms.some((form) => form.type === "null");
    // Half as long as two forms, and what validators take for one that may be null.
    if (isNullable && forms.every((form) => form.items === undefined)) return { type: forms.map((form) => form.type) };
    return { anyOf: forms };
  }
  if (type === "array") return { type, items: { type: items?.type ?? "object" } };
  return { type: type ?? "object" };
}

const isFirstOfItsType = ({ type }: JsonSchema, index: number, all: JsonSchema[]): boolean =>
  all.findIndex((other) => other.type === type) === index;
