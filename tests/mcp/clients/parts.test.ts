/** The parts that are written in addition to the server's entry, against what each client's documentation says of its file. Strict: a key that is not documented is a mistake. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ClientPart, Machine } from "../../../src/mcp/clients/client.js";
import { CLIENT_NAMES, type ClientName } from "../../../src/mcp/clients/index.js";
import { planFile } from "../../../src/mcp/clients/plan.js";
import {
  clientsThere,
  fileOf,
  hookCommand,
  type InstallScope,
  offeredTools,
  stepsFor,
} from "../../../src/mcp/clients/steps.js";
import { TOOLS } from "../../../src/tools/index.js";
import { temporaryFolder } from "../../helpers/folders.js";

const MACHINE: Machine = { platform: "linux", home: "/home/ada", env: {} };
const CHOICE = {
  base: "http://127.0.0.1:8400",
  hasToken: false,
  program: ["/usr/bin/node", "/opt/codeindex/bin/codeindex.js"],
} as const;

/** The texts of the files that hold a client's parts, and nothing else. */
function files(client: ClientName, scope: InstallScope, parts: readonly ClientPart[]): Record<string, string> {
  const site = { machine: MACHINE, scope, root: "/src/shop" };
  const made: Record<string, string> = {};
  for (const { file, step } of stepsFor(client, parts, site, CHOICE, TOOLS))
    made[file] = planFile(made[file] ?? null, null, [step], []).after ?? "";
  return made;
}

const readOnly = new Set(TOOLS.filter((tool) => tool.readOnly).map(({ name }) => name));

const named = (prefix: string) =>
  z.string().refine((name) => name.startsWith(prefix) && readOnly.has(name.slice(prefix.length)));
const command = z.literal("/usr/bin/node /opt/codeindex/bin/codeindex.js hook");

/** A group of hooks as Claude Code, Codex and Gemini CLI have them. */
const groups = (matcher: string, timeout: number, more: z.ZodRawShape = {}) =>
  z.array(
    z.strictObject({
      matcher: z.literal(matcher),
      hooks: z.array(z.strictObject({ type: z.literal("command"), command, timeout: z.literal(timeout), ...more })),
    }),
  );

/** By file, with where it is documented. */
const DOCUMENTED: { client: ClientName; part: ClientPart; scope: InstallScope; file: string; schema: z.ZodType }[] = [
  // code.claude.com/docs/en/permissions: mcp__server__tool; /hooks: seconds, and PreToolUse may add context.
  {
    client: "claude-code",
    part: "permissions",
    scope: "project",
    file: "/src/shop/.claude/settings.json",
    schema: z.strictObject({ permissions: z.strictObject({ allow: z.array(named("mcp__codeindex__")) }) }),
  },
  {
    client: "claude-code",
    part: "hook",
    scope: "project",
    file: "/src/shop/.claude/settings.local.json",
    schema: z.strictObject({ hooks: z.strictObject({ PreToolUse: groups("Bash|Grep", 5) }) }),
  },
  // cursor.com/docs/agent/hooks: version 1, a flat entry, and additional_context of postToolUse.
  {
    client: "cursor",
    part: "hook",
    scope: "user",
    file: "/home/ada/.cursor/hooks.json",
    schema: z.strictObject({
      version: z.literal(1),
      hooks: z.strictObject({
        postToolUse: z.array(z.strictObject({ command, matcher: z.literal("Shell|Grep"), timeout: z.literal(5) })),
      }),
    }),
  },
  // developers.openai.com/codex/hooks: hooks.json beside the configuration, in Claude Code's form.
  {
    client: "codex",
    part: "hook",
    scope: "user",
    file: "/home/ada/.codex/hooks.json",
    schema: z.strictObject({ hooks: z.strictObject({ PreToolUse: groups("^Bash$", 5) }) }),
  },
  // geminicli.com/docs/hooks/reference: milliseconds; AfterTool may add context, BeforeTool may not.
  {
    client: "gemini",
    part: "hook",
    scope: "user",
    file: "/home/ada/.gemini/settings.json",
    schema: z.strictObject({
      hooks: z.strictObject({
        AfterTool: groups("run_shell_command|search_file_content|grep_search", 5000, { name: z.literal("codeindex") }),
      }),
    }),
  },
  // geminicli.com/docs/reference/policy-engine: a rule for some tools of a server.
  {
    client: "gemini",
    part: "permissions",
    scope: "project",
    file: "/src/shop/.gemini/policies/codeindex.toml",
    schema: z.strictObject({
      rule: z.tuple([
        z.strictObject({
          mcpName: z.literal("codeindex"),
          toolName: z.array(named("")),
          decision: z.literal("allow"),
          priority: z.int().min(0).max(999),
        }),
      ]),
    }),
  },
  // junie.jetbrains.com/docs/action-allowlist-junie-cli.html: what begins with `server:`.
  {
    client: "jetbrains",
    part: "permissions",
    scope: "user",
    file: "/home/ada/.junie/allowlist.json",
    schema: z.strictObject({
      defaultBehavior: z.literal("ask"),
      rules: z.strictObject({
        mcpTools: z.strictObject({
          rules: z.array(z.strictObject({ prefix: named("codeindex:"), action: z.literal("allow") })),
        }),
      }),
    }),
  },
  // zed.dev/docs/ai/tool-permissions: mcp:server:tool.
  {
    client: "zed",
    part: "permissions",
    scope: "user",
    file: "/home/ada/.config/zed/settings.json",
    schema: z.strictObject({
      agent: z.strictObject({
        tool_permissions: z.strictObject({
          tools: z.record(named("mcp:codeindex:"), z.strictObject({ default: z.literal("allow") })),
        }),
      }),
    }),
  },
];

describe.each(DOCUMENTED)("$client: $part in $file", ({ client, part, scope, file, schema }) => {
  test("is as its documentation has it", () => {
    const made = files(client, scope, [part]);
    expect(Object.keys(made)).toEqual([file]);
    const value = file.endsWith(".toml") ? parseToml(made[file]!) : JSON.parse(made[file]!);
    expect(schema.parse(value)).toEqual(value);
  });
});

test("Codex and Cline have what is allowed inside of the server's entry", () => {
  const codex = parseToml(Object.values(files("codex", "user", ["mcp", "permissions"]))[0]!);
  const modes = z.record(named(""), z.strictObject({ approval_mode: z.literal("approve") }));
  const table = z.strictObject({ url: z.url(), tools: modes });
  expect(z.strictObject({ mcp_servers: z.strictObject({ codeindex: table }) }).safeParse(codex).error).toBeUndefined();
  const cline = JSON.parse(Object.values(files("cline", "user", ["mcp", "permissions"]))[0]!);
  expect(z.array(named("")).min(5).safeParse(cline.mcpServers.codeindex.autoApprove).error).toBeUndefined();
  expect(() => files("cline", "user", ["permissions"])).toThrow("it has no mcpServers.codeindex");
});

test("a name that only reads is the beginning of none that writes: Junie allows by beginnings", () => {
  for (const { name } of TOOLS.filter((tool) => !tool.readOnly))
    for (const reader of readOnly) expect(name.startsWith(reader), name).toBe(false);
});

test("Cursor's list is never begun, as it would take the place of that in its settings", () => {
  expect(files("cursor", "user", ["permissions"])).toEqual({ "/home/ada/.cursor/permissions.json": "" });
});

test("heads come first where a client wants one", () => {
  expect(files("cursor", "project", ["rules"])["/src/shop/.cursor/rules/codeindex.mdc"]).toMatch(
    /^---\n[\s\S]*alwaysApply: true\n---\n/,
  );
  expect(files("windsurf", "project", ["rules"])["/src/shop/.windsurf/rules/codeindex.md"]).toMatch(
    /^---\ntrigger: always_on\n---\n/,
  );
  expect(files("claude-code", "user", ["skill"])["/home/ada/.claude/skills/codeindex/SKILL.md"]).toMatch(
    /^---\nname: codeindex\n/,
  );
});

test("rules keep within the lengths that clients read: Windsurf 6,000 characters for all projects, 12,000 in one", () => {
  for (const name of CLIENT_NAMES)
    for (const scope of ["user", "project"] as const)
      for (const text of Object.values(files(name, scope, ["rules"]))) expect(text.length, name).toBeLessThan(6000);
});

test("the file that a client reads is chosen among those that are there", () => {
  const root = temporaryFolder({ "CLAUDE.md": "", ".junie/AGENTS.md": "", ".clinerules": "be kind\n" });
  const site = { machine: MACHINE, scope: "project", root } as const;
  expect(fileOf("opencode", "rules", site)).toBe(join(root, "CLAUDE.md"));
  expect(fileOf("codex", "rules", site)).toBe(join(root, "AGENTS.md"));
  expect(fileOf("zed", "rules", site)).toBe(join(root, ".clinerules"));
  expect(fileOf("cline", "rules", site)).toBe(join(root, ".clinerules"));
  expect(fileOf("jetbrains", "rules", site)).toBe(join(root, ".junie", "AGENTS.md"));
  writeFileSync(join(root, "AGENTS.md"), "");
  expect(fileOf("opencode", "rules", site)).toBe(join(root, "AGENTS.md"));
});

test("clients are found by folders, files of the project, and commands", () => {
  const home = temporaryFolder({ "shop/GEMINI.md": "", "bin/claude": "", ".config/zed/settings.json": "{}" });
  mkdirSync(join(home, "bin", "codex"));
  const machine: Machine = { platform: "linux", home, env: { PATH: `/nowhere:${join(home, "bin")}` } };
  expect(clientsThere({ machine, scope: "user", root: join(home, "shop") })).toEqual(["claude-code", "gemini", "zed"]);
});

describe("an agent is told of the tools that it is offered", () => {
  const offered = (toolsets?: string) => offeredTools({ ...CHOICE, toolsets }, TOOLS).map(({ name }) => name);
  const rules = (toolsets?: string, profile?: string) => {
    const site = { machine: MACHINE, scope: "project", root: "/src/shop" } as const;
    return stepsFor("codex", ["mcp", "rules", "permissions"], site, { ...CHOICE, toolsets, profile }, TOOLS);
  };

  test("by toolset", () => {
    expect(offered()).toContain("search_text");
    expect(offered()).not.toContain("read_file");
    expect(offered("files")).toContain("read_file");
    expect(offered("core")).toEqual(expect.arrayContaining(["codebase_retrieval", "get_status"]));
    expect(offered("core")).not.toContain("find_similar_code");
    expect(offered("")).not.toContain("codrag_search");
    expect(offered("all")).toContain("codrag_search");
  });

  test("the page names no other tool, and tools that write are not allowed", () => {
    const text = JSON.stringify(rules("symbols"));
    expect(text).toContain("`search_symbols`");
    expect(text).not.toContain("`search_text`");
    expect(JSON.stringify(rules(""))).not.toContain("index_files");
  });

  test("where it has no tool of the core, there is the entry alone", () => {
    expect(rules("codrag").map(({ step }) => step.part)).toEqual(["mcp"]);
    expect(rules(undefined, "codrag").map(({ step }) => step.part)).toEqual(["mcp"]);
  });
});

test("the hook's command line is quoted where it has to be, for every shell", () => {
  expect(hookCommand(["C:\\node\\node.exe", "C:\\codeindex.js"])).toBe("C:/node/node.exe C:/codeindex.js hook");
  expect(hookCommand(["C:\\Program Files\\node.exe", "C:\\a b\\codeindex.js"])).toBe(
    '"C:/Program Files/node.exe" "C:/a b/codeindex.js" hook',
  );
  expect(hookCommand(["/opt/$x/node", '/a"b`c/codeindex.js'])).toBe('"/opt/\\$x/node" "/a\\"b\\`c/codeindex.js" hook');
});
