/** The texts for agents, against the tools that there are. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { coreTools, EXAMPLES, guidePage, REMINDER, skillPage, USES } from "../../../src/mcp/clients/guide.js";
import { TOOLS } from "../../../src/tools/index.js";

const toolOf = (name: string) => TOOLS.find((tool) => tool.name === name);

test("each tool that is named is one, and only reads", () => {
  for (const name of [
    ...USES.map(({ tool }) => tool),
    ...EXAMPLES.flatMap(({ calls }) => calls.map(({ tool }) => tool)),
  ]) {
    expect(toolOf(name)?.readOnly, name).toBe(true);
  }
  const named = REMINDER.match(/\b[a-z]+_[a-z]+\b/g) ?? [];
  expect(named).toHaveLength(4);
  for (const name of named) expect(toolOf(name)?.readOnly, name).toBe(true);
});

test("the tools of the core are those of the toolset core", () => {
  const core = TOOLS.filter((tool) => tool.core).map(({ name }) => name);
  expect(coreTools(TOOLS).toSorted()).toEqual(core.toSorted());
});

test("the inputs of the examples are ones that the tools take", () => {
  for (const { tool, input } of EXAMPLES.flatMap(({ calls }) => calls)) {
    expect(z.strictObject(toolOf(tool)!.input).safeParse(input).error, tool).toBeUndefined();
  }
});

describe("the page", () => {
  const page = guidePage(TOOLS);

  test("names the tools that there are by what they do, and no others", () => {
    for (const name of coreTools(TOOLS)) expect(page).toContain(`| \`${name}\` |`);
    const named = [...page.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name!);
    for (const name of named) expect(toolOf(name), name).toBeDefined();
    expect(guidePage(TOOLS.filter(({ name }) => name !== "get_relations"))).not.toContain("| `get_relations` |");
  });

  test("has three examples, and is read at a glance", () => {
    expect(page.match(/^- "/gm)).toHaveLength(3);
    expect(page.length).toBeLessThan(3500);
    expect(skillPage(TOOLS)).toMatch(/^---\nname: codeindex\ndescription: [^:#\n]+\n---\n/);
    expect(skillPage(TOOLS)).toContain(page.trimEnd());
  });
});

test("the reminder is short: an agent reads it at each broad search", () => expect(REMINDER.length).toBeLessThan(450));
