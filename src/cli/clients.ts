/** How each MCP client wants to be told of an HTTP server: what `mcp-config` prints. */

interface Client {
  title: string;
  /** The file the text belongs into. */
  file: string;
  /** What stands around the entry, and the entry itself. */
  config(url: string): Record<string, unknown> | string;
}

const servers = (entry: Record<string, unknown>) => ({ mcpServers: { codeindex: entry } });

export const CLIENTS = {
  cursor: { title: "Cursor", file: ".cursor/mcp.json or ~/.cursor/mcp.json", config: (url) => servers({ url }) },
  "claude-code": {
    title: "Claude Code",
    file: ".mcp.json (or: claude mcp add --transport http codeindex URL)",
    config: (url) => servers({ type: "http", url }),
  },
  "claude-desktop": {
    title: "Claude Desktop",
    file: "Settings > Connectors > Add custom connector; the file claude_desktop_config.json takes programs only, so a bridge is named here",
    config: (url) => servers({ command: "npx", args: ["-y", "mcp-remote", url] }),
  },
  vscode: {
    title: "VS Code",
    file: ".vscode/mcp.json",
    config: (url) => ({ servers: { codeindex: { type: "http", url } } }),
  },
  windsurf: {
    title: "Windsurf",
    file: "~/.codeium/windsurf/mcp_config.json",
    config: (url) => servers({ serverUrl: url }),
  },
  codex: {
    title: "Codex CLI",
    file: "~/.codex/config.toml",
    config: (url) => `[mcp_servers.codeindex]\nurl = ${JSON.stringify(url)}`,
  },
  gemini: { title: "Gemini CLI", file: "~/.gemini/settings.json", config: (url) => servers({ httpUrl: url }) },
  zed: {
    title: "Zed",
    file: "settings.json",
    config: (url) => ({ context_servers: { codeindex: { url } } }),
  },
  cline: {
    title: "Cline",
    file: "~/.cline/mcp.json, or the MCP settings of the extension",
    config: (url) => servers({ type: "streamableHttp", url, disabled: false, autoApprove: [] }),
  },
  jetbrains: {
    title: "JetBrains AI Assistant and Junie",
    file: "Settings > Tools > AI Assistant > MCP, or .junie/mcp/mcp.json",
    config: (url) => servers({ url }),
  },
  opencode: {
    title: "opencode",
    file: "opencode.json",
    config: (url) => ({ mcp: { codeindex: { type: "remote", url, enabled: true } } }),
  },
} satisfies Record<string, Client>;

export type ClientName = keyof typeof CLIENTS;

/** The configuration of one client, ready to paste, and the file it belongs into. */
export function clientConfig(name: ClientName, url: string): { title: string; file: string; text: string } {
  const { title, file, config } = CLIENTS[name] as Client;
  const value = config(url);
  return { title, file, text: typeof value === "string" ? value : JSON.stringify(value, null, 2) };
}
