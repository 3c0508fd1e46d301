/** Visits every tool and every error: each has all that a client needs, and the published schemas are the reviewed ones. */
import { describe, expect, test } from "vitest";
import { ERRORS } from "../../src/base/errors.js";
import { TOOLSETS } from "../../src/config/keys.js";
import { INSTRUCTIONS, listed } from "../../src/mcp/listing.js";
import { TOOLS } from "../../src/tools/index.js";
import { inputJsonSchema, outputJsonSchema } from "../../src/tools/running/schema.js";

const cases = TOOLS.map((tool) => ({ name: tool.name, tool, entry: listed(tool) }));

interface Schema {
  type?: unknown;
  properties?: Record<string, Schema & { description?: string; $ref?: string; anyOf?: unknown; oneOf?: unknown }>;
  items?: Schema;
}

describe.each(cases)("$name", ({ tool, entry }) => {
  test("is named and described so that every client can show it", () => {
    expect(tool.name).toMatch(/^[a-z][a-z_]{0,39}$/);
    expect(TOOLSETS).toContain(tool.toolset);
    expect(tool.title.length).toBeGreaterThan(2);
    expect(Buffer.byteLength(tool.description)).toBeLessThan(2048);
    expect(tool.description).toMatch(/^[A-Z].*\.$/s);
    expect(tool.description.split(/\.(\s|$)/)[0], "the first sentence says when to use it").toMatch(/\b[Uu]se it\b/);
    expect(tool.readOnly).toBe(!/^(index|reindex|update)_|_build$/.test(tool.name));
  });

  test("takes a flat object whose parameters are explained", () => {
    const { inputSchema } = entry as { inputSchema: Schema };
    expect(JSON.stringify(inputSchema).length).toBeLessThan(5000);
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(\$ref|\$defs|oneOf|allOf)"/);
    expect(inputSchema).not.toHaveProperty("anyOf");
    for (const [name, parameter] of Object.entries(inputSchema.properties ?? {})) {
      expect(name).toMatch(/^[A-Za-z0-9_]{1,64}$/);
      expect(typeof parameter.type, name).toBe("string");
    }
    for (const [name, { description }] of Object.entries(inputJsonSchema(tool).properties ?? {}))
      expect(description, name).toMatch(/\S{2}/);
    expect(inputSchema.properties).toHaveProperty("max_tokens");
    if (tool.usesProject !== false) expect(inputSchema.properties).toHaveProperty("project_id");
  });

  test("gives an object, with the index block where it reads an index", () => {
    const { outputSchema } = entry as { outputSchema: Schema };
    expect(outputSchema.type).toBe("object");
    if (tool.usesProject !== false) expect(outputSchema.properties).toHaveProperty("index");
  });

  test("its command's positional parameters are its own", () => {
    for (const name of tool.command?.positional ?? []) expect(tool.input).toHaveProperty(name);
  });

  test("is published as it was reviewed", async () => {
    const { icons: _icons, ...reviewed } = entry;
    await expect(`${JSON.stringify(reviewed, null, 2)}\n`).toMatchFileSnapshot(`samples/schemas/${tool.name}.json`);
    const whole = `${JSON.stringify(outputJsonSchema(tool), null, 2)}\n`;
    await expect(whole).toMatchFileSnapshot(`samples/outputs/${tool.name}.json`);
  });
});

test("names are used once, and the tools of a toolset stand together", () => {
  expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  const order = TOOLS.map(({ toolset }) => toolset);
  expect(order).toEqual(TOOLSETS.flatMap((toolset) => order.filter((each) => each === toolset)));
});

test("the instructions fit where clients cut them, and name tools that exist", () => {
  expect(INSTRUCTIONS).toMatch(/Paths, in answers and in calls, are relative to the root of the repository/);
  expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThan(2048);
  expect(INSTRUCTIONS.slice(0, 512)).toMatch(/codebase_retrieval.*search_symbols.*get_relations/);
  const fields = ["node_id", "next_cursor", "max_tokens", "min_confidence", "project_id"];
  const core = TOOLS.filter((tool) => tool.core).map(({ name }) => name);
  for (const name of core) expect(INSTRUCTIONS).toMatch(new RegExp(`\\b${name}\\b`));
  for (const [name] of INSTRUCTIONS.matchAll(/\b[a-z]+(_[a-z]+)+\b/g)) expect([...core, ...fields]).toContain(name);
});

test("the tools of the core name no others, which their callers may not see", () => {
  const all = TOOLS.map(({ name }) => name);
  for (const { core, description } of TOOLS)
    for (const name of core ? (description.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? []) : [])
      if (all.includes(name)) expect(TOOLS.find((tool) => tool.name === name)!.core, name).toBe(true);
});

test.each(Object.entries(ERRORS))("error %s says what to do next", (code, { suggestions, status }) => {
  expect(code).toMatch(/^[a-z_]+$/);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(suggestions.join(" ")).toMatch(/^[A-Za-z/].{10,}\.?$/s);
});
