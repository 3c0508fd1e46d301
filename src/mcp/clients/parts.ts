/**
 * The parts that each client documents in addition to the server's entry, and their places: rules, tools that run without confirmation, a skill, a
 * hook. A table has no line for a client that documents no such part, or that needs none:
 *
 *   VS Code    runs read-only tools without confirmation; keeps its users' instructions in places of its own
 *   opencode   allows a server's tools by default
 *   Windsurf   allows tools only in its window, and its hooks cannot speak to the agent
 *
 * A hook names this machine's program, so it goes into files that are not shared: those of the user, and Claude Code's settings.local.json.
 */
import { basename } from "node:path";
import { present } from "../../base/need.js";
import { markedBlock, markedFile } from "./block.js";
import { configFolder, joinPath, type Machine, SERVER_NAME } from "./client.js";
import type { Edit } from "./edit.js";
import { type ClientName, clientOf } from "./index.js";

/** A part's place: for a user, absolute; in a project, relative to its root. */
export interface PartFile {
  user?: (machine: Machine) => string;
  /** The first of `among` that exists, or else `otherwise`. */
  project?: string | { among: readonly string[]; otherwise: string };
}

const claude =
  (...parts: string[]) =>
  (machine: Machine) =>
    joinPath(machine, machine.home, ".claude", ...parts);
const codex = (name: string) => (machine: Machine) =>
  joinPath(machine, machine.env.CODEX_HOME || joinPath(machine, machine.home, ".codex"), name);
const atHome =
  (...parts: string[]) =>
  (machine: Machine) =>
    joinPath(machine, machine.home, ...parts);

/** Instructions that agents read at their start. A file with our name is ours alone; other files get a block. `head` comes first in our own. */
export const RULES: Partial<Record<ClientName, PartFile & { head?: string }>> = {
  cursor: {
    project: ".cursor/rules/codeindex.mdc",
    head: "---\ndescription: Finding code with codeindex\nalwaysApply: true\n---\n\n",
  },
  "claude-code": {
    user: claude("CLAUDE.md"),
    project: { among: ["CLAUDE.md", ".claude/CLAUDE.md"], otherwise: "CLAUDE.md" },
  },
  vscode: { project: ".github/copilot-instructions.md" },
  // Codex reads one file per folder, the first of these.
  codex: { user: codex("AGENTS.md"), project: { among: ["AGENTS.override.md", "AGENTS.md"], otherwise: "AGENTS.md" } },
  gemini: { user: atHome(".gemini", "GEMINI.md"), project: "GEMINI.md" },
  windsurf: {
    user: atHome(".codeium", "windsurf", "memories", "global_rules.md"),
    project: ".windsurf/rules/codeindex.md",
    head: "---\ntrigger: always_on\n---\n\n",
  },
  // Zed reads only the first of these.
  zed: {
    project: {
      among: [
        ...[".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md", "AGENT.md"],
        ...["AGENTS.md", "CLAUDE.md", "GEMINI.md"],
      ],
      otherwise: "AGENTS.md",
    },
  },
  cline: {
    user: atHome("Documents", "Cline", "Rules", "codeindex.md"),
    project: { among: [".clinerules"], otherwise: ".clinerules/codeindex.md" },
  },
  jetbrains: { project: { among: [".junie/AGENTS.md", ".junie/guidelines.md"], otherwise: ".junie/guidelines.md" } },
  // An AGENTS.md next to a CLAUDE.md would hide the latter.
  opencode: {
    user: (machine) => joinPath(machine, configFolder(machine), "opencode", "AGENTS.md"),
    project: { among: ["AGENTS.md", "CLAUDE.md"], otherwise: "AGENTS.md" },
  },
};

/** The rules as an edit of the file at `path`. */
export function rulesEdit(client: ClientName, path: string, page: string): Edit {
  const isOurs = basename(path).startsWith(`${SERVER_NAME}.`);
  return isOurs
    ? { kind: "file", text: markedFile(page, "markdown", RULES[client]?.head) }
    : { kind: "block", text: markedBlock(page) };
}

/** Tools that run without confirmation. `edits` receives their names; all of them only read. */
export const PERMISSIONS: Partial<
  Record<ClientName, PartFile & { edits(tools: readonly string[]): Edit[]; note?: string }>
> = {
  // permissions.json overrides the list in Cursor's window, so it is extended, never created.
  cursor: {
    user: atHome(".cursor", "permissions.json"),
    project: ".cursor/permissions.json",
    edits: (tools) => [
      {
        kind: "items",
        path: ["mcpAllowlist"],
        items: tools.map((tool) => `${SERVER_NAME}:${tool}`),
        ours: `^${SERVER_NAME}:`,
        isOptional: true,
      },
    ],
    note: "only where it has `mcpAllowlist`, as that takes the place of the list in Cursor's settings",
  },
  "claude-code": {
    user: claude("settings.json"),
    project: ".claude/settings.json",
    edits: (tools) => [
      {
        kind: "items",
        path: ["permissions", "allow"],
        items: tools.map((tool) => `mcp__${SERVER_NAME}__${tool}`),
        ours: `^mcp__${SERVER_NAME}__`,
      },
    ],
  },
  codex: {
    user: (machine) => clientOf("codex").userFile(machine),
    project: present(clientOf("codex").projectFile),
    edits: (tools) => [
      {
        kind: "table",
        client: "codex",
        key: "tools",
        values: Object.fromEntries(tools.map((tool) => [tool, { approval_mode: "approve" }])),
      },
    ],
  },
  gemini: {
    user: atHome(".gemini", "policies", "codeindex.toml"),
    project: ".gemini/policies/codeindex.toml",
    edits: (tools) => [{ kind: "file", text: markedFile(geminiPolicy(tools), "toml") }],
  },
  zed: {
    user: (machine) => clientOf("zed").userFile(machine),
    edits: (tools) => [
      {
        kind: "keys",
        path: ["agent", "tool_permissions", "tools"],
        values: Object.fromEntries(tools.map((tool) => [`mcp:${SERVER_NAME}:${tool}`, { default: "allow" }])),
      },
    ],
  },
  cline: {
    user: (machine) => clientOf("cline").userFile(machine),
    edits: (tools) => [
      {
        kind: "items",
        path: [...clientOf("cline").path, SERVER_NAME, "autoApprove"],
        items: [...tools],
        ours: `^(${tools.join("|")})$`,
        inside: clientOf("cline").path.length + 1,
      },
    ],
  },
  jetbrains: {
    user: atHome(".junie", "allowlist.json"),
    edits: (tools) => [
      { kind: "keys", path: [], values: { defaultBehavior: "ask" } },
      {
        kind: "items",
        path: ["rules", "mcpTools", "rules"],
        items: tools.map((tool) => ({ prefix: `${SERVER_NAME}:${tool}`, action: "allow" })),
        ours: `"prefix":"${SERVER_NAME}:`,
      },
    ],
  },
};

function geminiPolicy(tools: readonly string[]): string {
  return [
    "# These tools only read.",
    "[[rule]]",
    `mcpName = ${JSON.stringify(SERVER_NAME)}`,
    `toolName = [${tools.map((tool) => JSON.stringify(tool)).join(", ")}]`,
    'decision = "allow"',
    "priority = 100",
  ].join("\n");
}

/** Texts that agents read when a task needs them. */
export const SKILLS: Partial<Record<ClientName, PartFile>> = {
  "claude-code": {
    user: claude("skills", "codeindex", "SKILL.md"),
    project: ".claude/skills/codeindex/SKILL.md",
  },
};

/** The skill as an edit; its head must come first. */
export function skillEdit(page: string): Edit {
  const [head = ""] = /^---\n[\s\S]*?\n---\n\n?/.exec(page) ?? [];
  return { kind: "file", text: markedFile(page.slice(head.length), "markdown", head) };
}

/** Recognizes our hook among others: it runs codeindex's `hook`. */
const OUR_HOOK = 'codeindex(\\.js)?[\\\\"]* hook\\b';
const SECONDS = 5;

const hookItems = (path: string[], item: unknown): Edit => ({ kind: "items", path, items: [item], ours: OUR_HOOK });

/** Programs that run at a tool call and may remind the agent. `edits` receives the command line. */
export const HOOKS: Partial<Record<ClientName, PartFile & { edits(command: string): Edit[]; note?: string }>> = {
  // preToolUse can speak to the agent only by refusing; the output of a hook after the call is added to its result.
  cursor: {
    user: atHome(".cursor", "hooks.json"),
    edits: (command) => [
      { kind: "keys", path: [], values: { version: 1 } },
      hookItems(["hooks", "postToolUse"], { command, matcher: "Shell|Grep", timeout: SECONDS }),
    ],
  },
  "claude-code": {
    user: claude("settings.json"),
    project: ".claude/settings.local.json",
    edits: (command) => [
      hookItems(["hooks", "PreToolUse"], {
        matcher: "Bash|Grep",
        hooks: [{ type: "command", command, timeout: SECONDS }],
      }),
    ],
  },
  codex: {
    user: codex("hooks.json"),
    edits: (command) => [
      hookItems(["hooks", "PreToolUse"], {
        matcher: "^Bash$",
        hooks: [{ type: "command", command, timeout: SECONDS }],
      }),
    ],
    note: "runs once you have trusted it, with `/hooks` in Codex",
  },
  gemini: {
    user: (machine) => clientOf("gemini").userFile(machine),
    edits: (command) => [
      hookItems(["hooks", "AfterTool"], {
        matcher: "run_shell_command|search_file_content|grep_search",
        hooks: [{ name: SERVER_NAME, type: "command", command, timeout: SECONDS * 1000 }],
      }),
    ],
  },
};

/** Signs that a client is installed: a folder or file of its own, a command, or a file in the project. */
export const TRACES: Record<ClientName, { paths(machine: Machine): string[]; commands: string[]; project: string[] }> =
  {
    cursor: { paths: (m) => [atHome(".cursor")(m)], commands: ["cursor", "cursor-agent"], project: [".cursor"] },
    "claude-code": {
      paths: (m) => [claude()(m), clientOf("claude-code").userFile(m)],
      commands: ["claude"],
      project: [".claude", "CLAUDE.md"],
    },
    vscode: { paths: (m) => [parentOf(clientOf("vscode").userFile(m))], commands: ["code"], project: [".vscode"] },
    codex: { paths: (m) => [parentOf(clientOf("codex").userFile(m))], commands: ["codex"], project: [".codex"] },
    gemini: { paths: (m) => [atHome(".gemini")(m)], commands: ["gemini"], project: [".gemini", "GEMINI.md"] },
    windsurf: {
      paths: (m) => [parentOf(clientOf("windsurf").userFile(m))],
      commands: ["windsurf"],
      project: [".windsurf"],
    },
    "claude-desktop": { paths: (m) => [parentOf(clientOf("claude-desktop").userFile(m))], commands: [], project: [] },
    zed: { paths: (m) => [parentOf(clientOf("zed").userFile(m))], commands: ["zed", "zeditor"], project: [".zed"] },
    cline: {
      paths: (m) => [parentOf(clientOf("cline").userFile(m))],
      commands: ["cline"],
      project: [".clinerules"],
    },
    jetbrains: { paths: (m) => [atHome(".junie")(m)], commands: ["junie"], project: [".junie"] },
    opencode: {
      paths: (m) => [parentOf(clientOf("opencode").userFile(m))],
      commands: ["opencode"],
      project: [".opencode", "opencode.json", "opencode.jsonc"],
    },
  };

const parentOf = (path: string): string => path.replace(/[/\\][^/\\]+$/, "");
