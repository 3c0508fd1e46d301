/** The MCP clients that codeindex writes configurations for, the most used first. tests/mcp/clients checks them against each client's rules. */
import { existsSync } from "node:fs";
import {
  bearer,
  type Client,
  type ClientEntry,
  configFolder,
  joinPath,
  type Machine,
  type StdioServer,
  settingsFolder,
  TOKEN,
} from "./client.js";

/** A program entry in the usual form; `variable` is the client's syntax for an environment variable, null where it passes all of them on. */
function program({ command, args, env, hasToken }: StdioServer, variable: string | null): ClientEntry {
  const all = { ...env, ...(hasToken && variable !== null && { [TOKEN]: variable }) };
  return { command, args, ...(Object.keys(all).length > 0 && { env: all }) };
}

const vscodeFolder = (machine: Machine) => joinPath(machine, settingsFolder(machine), "Code", "User");

export const CLIENTS = {
  cursor: {
    title: "Cursor",
    format: "json",
    path: ["mcpServers"],
    userFile: (machine) => joinPath(machine, machine.home, ".cursor", "mcp.json"),
    projectFile: ".cursor/mcp.json",
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => ({ url, ...(hasToken && bearer(`\${env:${TOKEN}}`)) }),
    byStdio: (server) => ({ type: "stdio", ...program(server, `\${env:${TOKEN}}`) }),
  },
  "claude-code": {
    title: "Claude Code",
    format: "json",
    path: ["mcpServers"],
    userFile: (machine) => joinPath(machine, machine.home, ".claude.json"),
    projectFile: ".mcp.json",
    hint: 'Or: claude mcp add --transport http codeindex URL. Where the service wants a token, add: --header "Authorization: Bearer $CODEINDEX_TOKEN"',
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => ({ type: "http", url, ...(hasToken && bearer(`\${${TOKEN}}`)) }),
    byStdio: (server) => ({ type: "stdio", ...program(server, `\${${TOKEN}}`) }),
  },
  vscode: {
    title: "VS Code",
    format: "json",
    path: ["servers"],
    userFile: (machine) => joinPath(machine, vscodeFolder(machine), "mcp.json"),
    projectFile: ".vscode/mcp.json",
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => ({ type: "http", url, ...(hasToken && bearer(`\${input:codeindex-token}`)) }),
    byStdio: (server) => ({ type: "stdio", ...program(server, `\${input:codeindex-token}`) }),
    // VS Code stores the token itself, and asks for it once.
    listed: {
      path: ["inputs"],
      item: { type: "promptString", id: "codeindex-token", description: "Token for codeindex", password: true },
    },
  },
  codex: {
    title: "Codex",
    format: "toml",
    path: ["mcp_servers"],
    userFile: (machine) =>
      joinPath(machine, machine.env.CODEX_HOME || joinPath(machine, machine.home, ".codex"), "config.toml"),
    projectFile: ".codex/config.toml",
    hint: "A project's file is read once the project is trusted.",
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => ({ url, ...(hasToken && { bearer_token_env_var: TOKEN }) }),
    byStdio: (server) => ({ ...program(server, null), ...(server.hasToken && { env_vars: [TOKEN] }) }),
  },
  gemini: {
    title: "Gemini CLI",
    format: "json",
    path: ["mcpServers"],
    userFile: (machine) => joinPath(machine, machine.home, ".gemini", "settings.json"),
    projectFile: ".gemini/settings.json",
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => ({ httpUrl: url, ...(hasToken && bearer(`\${${TOKEN}}`)) }),
    byStdio: (server) => program(server, `$${TOKEN}`),
  },
  windsurf: {
    title: "Windsurf",
    format: "json",
    path: ["mcpServers"],
    userFile: (machine) => joinPath(machine, machine.home, ".codeium", "windsurf", "mcp_config.json"),
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => ({ serverUrl: url, ...(hasToken && bearer(`\${env:${TOKEN}}`)) }),
    byStdio: (server) => program(server, `\${env:${TOKEN}}`),
  },
  "claude-desktop": {
    title: "Claude Desktop",
    format: "json",
    path: ["mcpServers"],
    userFile: (machine) => joinPath(machine, settingsFolder(machine), "Claude", "claude_desktop_config.json"),
    hint: "It starts programs without your shell's environment: a token has to be written into env as CODEINDEX_TOKEN.",
    isCodingAgent: false,
    hasFolder: false,
    byUrl: () => null,
    byStdio: (server) => program(server, null),
  },
  zed: {
    title: "Zed",
    format: "json",
    path: ["context_servers"],
    userFile: (machine) => {
      const folder = machine.platform === "win32" ? settingsFolder(machine) : configFolder(machine);
      return joinPath(machine, folder, machine.platform === "win32" ? "Zed" : "zed", "settings.json");
    },
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => (hasToken ? null : { url }),
    byStdio: ({ command, args, env }) => ({ command, args, env }),
  },
  cline: {
    title: "Cline",
    format: "json",
    path: ["mcpServers"],
    userFile: (machine) => {
      const settings = joinPath(machine, vscodeFolder(machine), "globalStorage", "saoudrizwan.claude-dev", "settings");
      // The extension's file if it exists; otherwise that of the command.
      return existsSync(settings)
        ? joinPath(machine, settings, "cline_mcp_settings.json")
        : joinPath(machine, machine.home, ".cline", "mcp.json");
    },
    hint: "The extension opens its file with MCP Servers > Configure.",
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => (hasToken ? null : { type: "streamableHttp", url }),
    byStdio: (server) => ({ type: "stdio", ...program(server, null) }),
    defaults: { disabled: false, autoApprove: [] },
  },
  jetbrains: {
    title: "JetBrains Junie",
    format: "json",
    path: ["mcpServers"],
    userFile: (machine) => joinPath(machine, machine.home, ".junie", "mcp", "mcp.json"),
    projectFile: ".junie/mcp/mcp.json",
    hint: "For AI Assistant, paste it into Settings | Tools | AI Assistant | Model Context Protocol.",
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => (hasToken ? null : { url }),
    byStdio: (server) => program(server, null),
  },
  opencode: {
    title: "opencode",
    format: "json",
    path: ["mcp"],
    userFile: (machine) => {
      const folder = joinPath(machine, configFolder(machine), "opencode");
      const commented = joinPath(machine, folder, "opencode.jsonc");
      return existsSync(commented) ? commented : joinPath(machine, folder, "opencode.json");
    },
    projectFile: "opencode.json",
    isCodingAgent: true,
    hasFolder: true,
    byUrl: ({ url, hasToken }) => ({ type: "remote", url, oauth: false, ...(hasToken && bearer(`{env:${TOKEN}}`)) }),
    byStdio: ({ command, args, env, hasToken }) => {
      const environment = { ...env, ...(hasToken && { [TOKEN]: `{env:${TOKEN}}` }) };
      return {
        type: "local",
        command: [command, ...args],
        ...(Object.keys(environment).length > 0 && { environment }),
      };
    },
    defaults: { enabled: true },
  },
} satisfies Record<string, Client>;

export type ClientName = keyof typeof CLIENTS;

export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[];

/** The client of this name. */
export function clientOf(name: ClientName): Client {
  return CLIENTS[name];
}
