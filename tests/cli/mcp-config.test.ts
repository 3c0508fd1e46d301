/** `codeindex mcp-config` as people run it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse as parseToml } from "smol-toml";
import { beforeEach, describe, expect, test } from "vitest";
import { CLIENT_NAMES } from "../../src/mcp/clients/index.js";
import { temporaryFolder } from "../helpers/folders.js";
import { SCHEMAS } from "../mcp/clients/schemas.js";

const bin = fileURLToPath(new URL("../../bin/codeindex.js", import.meta.url));
const isBuilt = existsSync(new URL("../../dist/bundle/cli.js", import.meta.url));

describe.runIf(isBuilt && process.platform !== "win32")("mcp-config", () => {
  let home: string;
  beforeEach(() => {
    home = temporaryFolder({ "shop/.git/HEAD": "ref: refs/heads/main\n", "shop/src/a.ts": "" });
  });

  function run(args: string[], env: Record<string, string> = {}) {
    const { PATH = "" } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "mcp-config", ...args], {
      encoding: "utf8",
      cwd: join(home, "shop", "src"),
      env: { PATH, HOME: home, ...env },
    });
    return { status, stdout, stderr };
  }

  test("each client's configuration stands below its title, as the client reads it", () => {
    const { stdout } = run(["--token", "--url", "https://code.example.com"]);
    const parts = stdout.trim().split(/\n\n(?=# )/);
    expect(parts).toHaveLength(CLIENT_NAMES.length);
    for (const [at, name] of CLIENT_NAMES.entries()) {
      const text = parts[at]?.replace(/^# .*\n/gm, "") ?? "";
      const config = name === "codex" ? parseToml(text) : JSON.parse(text);
      expect(SCHEMAS[name].parse(config), name).toEqual(config);
    }
  });

  test("into a pipe a single client has its configuration alone", () => {
    const config = JSON.parse(run(["--client", "cursor"]).stdout);
    expect(SCHEMAS.cursor.parse(config)).toEqual(config);
    expect(parseToml(run(["--client", "codex"]).stdout)).toHaveProperty("mcp_servers.codeindex");
  });

  test("--write puts it into the user's file or the project's, once, and --remove takes it out", () => {
    const file = join(home, ".cursor", "mcp.json");
    mkdirSync(join(home, ".cursor"));
    writeFileSync(file, '{"mcpServers":{"other":{"url":"http://x"}}}');
    expect(run(["--client", "cursor", "--write"]).stderr).toMatch(/Nothing was written.*\n {2}Add --yes/);
    const written = run(["--client", "cursor", "--write", "--yes"]);
    expect(written).toMatchObject({ status: 0, stderr: "" });
    expect(written.stdout).toContain(`Cursor: ${file} is changed.`);
    expect(JSON.parse(readFileSync(file, "utf8")).mcpServers).toEqual({
      other: { url: "http://x" },
      codeindex: { url: "http://127.0.0.1:8400/mcp?toolsets=core" },
    });
    expect(run(["--client", "cursor", "--write"]).stdout).toContain("is as it shall be");
    run(["--client", "cursor", "--remove", "--yes"]);
    expect(readFileSync(file, "utf8")).toBe('{"mcpServers":{"other":{"url":"http://x"}}}');

    run(["--client", "vscode", "--client", "claude-code", "--write", "--stdio", "--project", "shop", "--yes"]);
    const project = JSON.parse(readFileSync(join(home, "shop", ".mcp.json"), "utf8"));
    expect(project.mcpServers.codeindex.args.slice(1)).toEqual([...["mcp", "--project", "shop", "--toolsets", "core"]]);
    expect(existsSync(join(home, "shop", ".vscode", "mcp.json"))).toBe(true);
  });

  test("a program is told where the service of this machine is, if that is not where it would look", () => {
    const { stdout } = run(["--client", "cursor", "--stdio"], { CODEINDEX_PORT: "8401", CODEINDEX_DATA_DIR: "/data" });
    expect(JSON.parse(stdout).mcpServers.codeindex).toMatchObject({
      args: [bin, "mcp", "--auto", "--toolsets", "core"],
      env: { CODEINDEX_PORT: "8401", CODEINDEX_DATA_DIR: "/data" },
    });
  });

  test("a file that is not understood is left alone, and what belongs into it is said", () => {
    const file = join(home, ".claude.json");
    writeFileSync(file, '{"mcpServers": ');
    const { status, stderr } = run(["--client", "claude-code", "--write"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /\.claude\.json was not changed: it is not JSON .*\n {2}Put this into it yourself:\n\{\n {2}"mcpServers"/,
    );
    expect(readFileSync(file, "utf8")).toBe('{"mcpServers": ');
  });

  test.each([
    { args: ["--write"], want: /--client: say whose file/ },
    { args: ["--client", "zed", "--write", "--scope", "project"], want: /Zed has no file of a project/ },
    { args: ["--scope", "world"], want: /--scope: must be user or project/ },
    { args: ["--project", "x", "--auto"], want: /--auto: is instead of --project/ },
    { args: ["--client", "cursor", "--auto"], want: /No codeindex service answers/, env: { CODEINDEX_PORT: "9" } },
  ])("$args is refused", ({ args, want, env }) => {
    const { status, stderr } = run(args, env);
    expect([status, stderr]).toEqual([1, expect.stringMatching(want)]);
  });
});
