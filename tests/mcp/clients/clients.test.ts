/** Printed configuration of each client, against the documentation of its file. */
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import type { Machine } from "../../../src/mcp/clients/client.js";
import { type Choice, configText, entryFor, needsToken } from "../../../src/mcp/clients/config.js";
import { CLIENT_NAMES, type ClientName, clientOf } from "../../../src/mcp/clients/index.js";
import { SCHEMAS } from "./schemas.js";

const LOCAL: Choice = {
  base: "http://127.0.0.1:8400",
  hasToken: false,
  program: ["/usr/bin/node", "/opt/codeindex/bin/codeindex.js"],
};
const STDIO: Choice = { ...LOCAL, stdio: { namesUrl: false, isAuto: true, repository: "/src/my shop", env: {} } };
const TEAM: Choice = { ...LOCAL, base: "https://code.example.com/index", project: "shop", hasToken: true };

function printed(name: ClientName, choice: Choice): unknown {
  const client = clientOf(name);
  const text = configText(client, entryFor(client, choice));
  return client.format === "toml" ? parseToml(text) : JSON.parse(text);
}

describe.each(CLIENT_NAMES)("%s", (name) => {
  test.each([
    { how: "by URL", choice: LOCAL, want: "http://127.0.0.1:8400" },
    { how: "by URL, with a token and a project", choice: TEAM, want: "https://code.example.com/index" },
    { how: "as a program", choice: STDIO, want: "/opt/codeindex/bin/codeindex.js" },
    {
      how: "as a program, with a token and variables",
      choice: { ...TEAM, stdio: { namesUrl: true, isAuto: false, env: { CODEINDEX_PORT: "8401" } } },
      want: "https://code.example.com/index",
    },
  ])("$how, as its documentation has it", ({ choice, want }) => {
    const config = printed(name, choice);
    expect(SCHEMAS[name].parse(config)).toEqual(config);
    expect(JSON.stringify(config)).toContain(want);
  });
});

test("coding agents are offered the toolsets for coding agents", () => {
  expect(printed("cursor", LOCAL)).toEqual({
    mcpServers: { codeindex: { url: "http://127.0.0.1:8400/mcp?toolsets=core" } },
  });
  expect(printed("cursor", { ...LOCAL, toolsets: "" })).toEqual({
    mcpServers: { codeindex: { url: "http://127.0.0.1:8400/mcp" } },
  });
  expect(JSON.stringify(printed("claude-desktop", LOCAL))).not.toContain("toolsets");
  expect(printed("cursor", { ...LOCAL, profile: "codrag" })).toEqual({
    mcpServers: { codeindex: { url: "http://127.0.0.1:8400/mcp?profile=codrag" } },
  });
});

test("a client that cannot take a token from the environment gets the program, which can", () => {
  expect(printed("zed", TEAM)).toEqual({
    context_servers: {
      codeindex: {
        command: "/usr/bin/node",
        args: [
          ...["/opt/codeindex/bin/codeindex.js", "mcp", "--url", "https://code.example.com/index"],
          ...["--project", "shop", "--toolsets", "core"],
        ],
        env: {},
      },
    },
  });
});

test("one that starts programs nowhere in particular is told the repository", () => {
  expect(JSON.stringify(printed("claude-desktop", STDIO))).toContain('"mcp","--auto","--repo","/src/my shop"');
});

test.each([
  { base: "http://localhost:8400", env: {}, want: false },
  { base: "http://[::1]:8400", env: {}, want: false },
  { base: "http://127.0.0.1:8400", env: { CODEINDEX_TOKEN: "t" }, want: true },
  { base: "https://code.example.com", env: {}, want: true },
])("$base $env: a token? $want", ({ base, env, want }) => expect(needsToken(base, env)).toBe(want));

describe("files", () => {
  const MACHINES: Machine[] = [
    { platform: "linux", home: "/home/ada", env: {} },
    { platform: "darwin", home: "/Users/ada", env: {} },
    { platform: "win32", home: "C:\\Users\\ada", env: { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" } },
  ];
  test.each([
    {
      name: "cursor",
      want: ["/home/ada/.cursor/mcp.json", "/Users/ada/.cursor/mcp.json", "C:\\Users\\ada\\.cursor\\mcp.json"],
    },
    {
      name: "vscode",
      want: [
        "/home/ada/.config/Code/User/mcp.json",
        "/Users/ada/Library/Application Support/Code/User/mcp.json",
        "C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json",
      ],
    },
    {
      name: "claude-desktop",
      want: [
        "/home/ada/.config/Claude/claude_desktop_config.json",
        "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
        "C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
      ],
    },
    {
      name: "zed",
      want: [
        "/home/ada/.config/zed/settings.json",
        "/Users/ada/.config/zed/settings.json",
        "C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json",
      ],
    },
    {
      name: "codex",
      want: ["/home/ada/.codex/config.toml", "/Users/ada/.codex/config.toml", "C:\\Users\\ada\\.codex\\config.toml"],
    },
  ] as const)("$name on three systems", ({ name, want }) => {
    expect(MACHINES.map((machine) => clientOf(name).userFile(machine))).toEqual(want);
  });
});
