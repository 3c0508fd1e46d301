/** `codeindex hook` as clients run it. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { hookAnswer } from "../../src/cli/hook.js";
import { REMINDER } from "../../src/mcp/clients/guide.js";
import { temporaryFolder } from "../helpers/folders.js";

const bin = fileURLToPath(new URL("../../bin/codeindex.js", import.meta.url));
const isBuilt = existsSync(new URL("../../dist/bundle/hook.js", import.meta.url));

const repository = () => temporaryFolder({ ".git/HEAD": "ref: refs/heads/main\n", "src/a.ts": "" });

describe("each client is answered in its own form", () => {
  test.each([
    { client: "Claude Code", event: "PreToolUse", tool_name: "Bash", tool_input: { command: "rg foo" } },
    { client: "Claude Code's Grep", event: "PreToolUse", tool_name: "Grep", tool_input: { pattern: "foo" } },
    { client: "Codex", event: "PreToolUse", tool_name: "Bash", tool_input: { command: "bash -lc 'grep -rn foo .'" } },
    { client: "Gemini", event: "AfterTool", tool_name: "run_shell_command", tool_input: { command: "rg foo" } },
  ])("$client", ({ event, tool_name, tool_input }) => {
    const text = JSON.stringify({ hook_event_name: event, cwd: repository(), tool_name, tool_input });
    expect(JSON.parse(hookAnswer(text))).toEqual({
      hookSpecificOutput: { hookEventName: event, additionalContext: REMINDER },
    });
  });

  test("Cursor", () => {
    const call = { tool_name: "Shell", tool_input: { command: "rg foo" }, cwd: repository() };
    expect(JSON.parse(hookAnswer(JSON.stringify({ hook_event_name: "postToolUse", ...call })))).toEqual({
      additional_context: REMINDER,
    });
  });
});

test.each([
  "",
  "no JSON",
  "null",
  "[]",
  '{"tool_name":"Bash"}',
  '{"tool_name":"Bash","tool_input":null}',
  '{"tool_name":7,"tool_input":{"command":"rg foo"}}',
  '{"tool_name":"Bash","tool_input":{"command":["rg","foo"]}}',
  '{"tool_name":"Read","tool_input":{"file_path":"a.ts"}}',
])("of %j nothing is said", (text) => expect(hookAnswer(text)).toBe(""));

describe.runIf(isBuilt)("the command", () => {
  const call = { hook_event_name: "PreToolUse", tool_name: "Grep", tool_input: { pattern: "x" } };

  test("answers from anywhere, without a service", () => {
    const cwd = repository();
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "hook"], {
      encoding: "utf8",
      cwd: join(cwd, "src"),
      input: JSON.stringify({ ...call, cwd }),
      env: { CODEINDEX_API_BASE: "http://127.0.0.1:9" },
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toBe(REMINDER);
  });

  test.each(["", "{", "x".repeat(2_000_000)])("ends with 0 whatever it is given", (input) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "hook"], { encoding: "utf8", input });
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  });

  test("does not wait for a client that never closes its end", async () => {
    const child = spawn(process.execPath, [bin, "hook"], { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.write(JSON.stringify({ ...call, cwd: repository() }));
    const code = await new Promise((done) => child.once("exit", done));
    expect(code).toBe(0);
  });
});
