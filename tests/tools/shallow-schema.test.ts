/** The output schemas that MCP clients get: fields and types of our own tools, all of it for profiles and in OpenAPI. */
import { expect, test } from "vitest";
import { describeApi } from "../../src/http/openapi.js";
import { listed } from "../../src/mcp/listing.js";
import { TOOLS } from "../../src/tools/index.js";
import { PROFILES } from "../../src/tools/profiles/index.js";
import { outputJsonSchema } from "../../src/tools/running/schema.js";

interface Output {
  properties: Record<string, unknown>;
}
const outputOf = (name: string) => listed(toolOf(name)).outputSchema as unknown as Output;
const toolOf = (name: string) => TOOLS.find((tool) => tool.name === name)!;

test("top-level fields have their types; lists and objects are not taken apart", () => {
  const { properties, required, additionalProperties } = listed(toolOf("get_callers")).outputSchema!;
  expect(properties).toMatchObject({
    symbol: { type: "object" },
    results: { type: "array", items: { type: "object" } },
    total: { type: "integer" },
    capped: { type: "boolean" },
    next_cursor: { type: "string" },
  });
  expect(JSON.stringify(properties)).not.toMatch(/"(description|enum|required|minimum|properties)":/);
  expect([required, additionalProperties]).toEqual([undefined, undefined]);
});

test("a field that may be null says so, and one of two forms has both", () => {
  const { properties } = outputOf("get_symbol");
  expect(properties.return_type).toEqual({ type: ["string", "null"] });
  const across = outputOf("search_code");
  expect(across.properties.index).toEqual({
    anyOf: [{ type: "object" }, { type: "array", items: { type: "object" } }],
  });
});

test("only tools with pages have a cursor", () => {
  expect(listed(toolOf("get_symbol")).outputSchema!.properties).not.toHaveProperty("next_cursor");
});

test("a profile publishes what its specification has", () => {
  const tool = PROFILES.codeagent.tools.find(({ name }) => name === "get_callers")!;
  expect(listed(tool).outputSchema).toEqual({ ...outputJsonSchema(tool), type: "object" });
});

test("the REST API has the whole schemas", () => {
  const { schemas } = (describeApi([], TOOLS) as { components: { schemas: Record<string, unknown> } }).components;
  expect(schemas.get_symbol_output).toEqual(outputJsonSchema(toolOf("get_symbol")));
  expect(JSON.stringify(schemas.get_callers_output)).toContain("The lines of references between the two.");
});
