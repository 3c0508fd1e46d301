/** Visits every prompt: arguments, messages, completions, refusals. */
import { describe, expect, test } from "vitest";
import { completePrompt, getPrompt, listPrompts, PROMPTS } from "../../../src/mcp/prompts/index.js";
import { ANYONE } from "../../../src/model/principal.js";
import type { Caller } from "../../../src/tools/running/tool-host.js";
import { ALPHA, BETA, tableHost } from "../table.js";

const caller = (): Caller => ({ principal: ANYONE, signal: new AbortController().signal });

test("names are used once and said in kebab-case", () => {
  const names = PROMPTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(listPrompts().prompts.map(({ name }) => name)).toEqual(names);
});

describe("code-search", () => {
  test("says what for, what is known and the language", async () => {
    const args = { intent: "rotate tokens", context: "JWT", language: "typescript" };
    const { messages } = await getPrompt(tableHost(), caller(), "code-search", args);
    expect(messages).toHaveLength(1);
    const { role, content } = messages[0]!;
    expect(role).toBe("user");
    expect(content).toMatchObject({
      type: "text",
      text: expect.stringMatching(/rotate tokens[\s\S]*JWT[\s\S]*typescript/),
    });
  });
});

describe("arguments", () => {
  test.each<{ name: string; args: unknown; want: string }>([
    { name: "missing", args: {}, want: "intent: is required" },
    { name: "empty", args: { intent: "  " }, want: "intent: is required" },
    { name: "unknown", args: { intent: "a", colour: "red" }, want: "colour: code-search has no such argument" },
    { name: "no string", args: { intent: 3 }, want: "intent: must be a string" },
    { name: "too long", args: { intent: "a".repeat(300_000) }, want: "intent: must have at most" },
    { name: "a project that is none", args: { intent: "a", project: "gamma" }, want: "There is no project" },
  ])("$name", async ({ args, want }) => {
    await expect(getPrompt(tableHost(), caller(), "code-search", args)).rejects.toThrow(want);
  });

  test("several projects and none chosen: the prompt does without", async () => {
    const host = tableHost({ projects: [ALPHA, BETA] });
    const { messages } = await getPrompt(host, caller(), "workspace-overview", { focus: "testing" });
    expect(messages.map(({ content }) => content.type)).toEqual(["text"]);
  });
});

test.each([
  { prompt: "code-search", argument: "language", value: "c", want: ["csharp", "typescript", "javascript"] },
  { prompt: "code-search", argument: "project", value: "be", want: ["beta"] },
  { prompt: "code-search", argument: "intent", value: "x", want: [] },
  { prompt: "workspace-overview", argument: "focus", value: "test", want: ["testing"] },
])("completes $argument of $prompt", async ({ prompt, argument, value, want }) => {
  const host = tableHost({ projects: [ALPHA, BETA] });
  const found = await completePrompt(host, caller(), prompt, { name: argument, value });
  expect(found).toEqual({ values: want, total: want.length, hasMore: false });
});
