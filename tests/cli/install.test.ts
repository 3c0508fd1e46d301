/** `codeindex install` as people run it: it asks, it writes, and all of it can be taken back. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse as parseToml } from "smol-toml";
import { beforeEach, describe, expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";

const bin = fileURLToPath(new URL("../../bin/codeindex.js", import.meta.url));
const isBuilt = existsSync(new URL("../../dist/bundle/cli.js", import.meta.url));

describe.runIf(isBuilt && process.platform !== "win32")("install", () => {
  let home: string;
  let root: string;
  beforeEach(() => {
    home = temporaryFolder({ "shop/.git/HEAD": "ref: refs/heads/main\n", "shop/src/a.ts": "" });
    root = join(home, "shop");
  });

  function run(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
      encoding: "utf8",
      cwd: join(root, "src"),
      env: { PATH: "/nowhere", HOME: home },
    });
    return { status, stdout, stderr };
  }

  /** Each file below the home folder, and each folder that is empty. */
  function everything(folder = home): Record<string, string> {
    const found = readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
      const path = join(folder, entry.name);
      if (path === join(home, ".local")) return [];
      if (entry.isSymbolicLink()) return [[path, "link"]];
      if (!entry.isDirectory()) return [[path, readFileSync(path, "latin1")]];
      const inner = Object.entries(everything(path));
      return inner.length > 0 ? inner : [[path, "empty"]];
    });
    return Object.fromEntries(found);
  }

  const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

  test("without a terminal it shows what it would write, and writes nothing", () => {
    const before = everything();
    const { status, stdout, stderr } = run("install", "--client", "claude-code");
    expect(status).toBe(1);
    expect(stdout).toContain(`${join(root, ".mcp.json")} (new)`);
    expect(stdout).toMatch(/^ {2}\+ {5}"codeindex": \{$/m);
    expect(stderr).toMatch(/there is no terminal on which to ask.\n {2}Add --yes/);
    expect(everything()).toEqual(before);
  });

  test("Claude Code in a project: entry, rules, permissions, skill and hook", () => {
    writeFileSync(join(root, "CLAUDE.md"), "# Shop\r\n\r\nUse tabs.");
    mkdirSync(join(root, ".claude"));
    writeFileSync(
      join(root, ".claude", "settings.json"),
      dedent`
        {
        	"permissions": { "allow": ["Bash(ls)"] } // mine
        }
      `,
    );
    const before = everything();
    expect(run("install", "--client", "claude-code", "--yes")).toMatchObject({ status: 0, stderr: "" });
    expect(json(root, ".mcp.json").mcpServers.codeindex.url).toContain("http://127.0.0.1:8400/mcp");
    expect(readFileSync(join(root, "CLAUDE.md"), "utf8")).toMatch(
      /^# Shop\r\n\r\nUse tabs.\r\n\r\n<!-- codeindex:begin/,
    );
    expect(readFileSync(join(root, ".claude", "settings.json"), "utf8")).toContain('"mcp__codeindex__search_text"');
    expect(readFileSync(join(root, ".claude", "settings.json"), "utf8")).not.toContain("index_files");
    expect(readFileSync(join(root, ".claude", "skills", "codeindex", "SKILL.md"), "utf8")).toMatch(
      /^---\nname: codeindex\n/,
    );
    const [hook] = json(root, ".claude", "settings.local.json").hooks.PreToolUse;
    const input = JSON.stringify({
      hook_event_name: "PreToolUse",
      cwd: root,
      tool_name: "Grep",
      tool_input: { pattern: "x" },
    });
    const ran = spawnSync(hook.hooks[0].command, { shell: true, encoding: "utf8", input });
    expect(JSON.parse(ran.stdout).hookSpecificOutput.additionalContext).toContain("codebase_retrieval");
    expect(run("install", "--client", "claude-code", "--yes").stdout).toContain("CLAUDE.md is as it shall be.");
    expect(run("install", "--remove", "--client", "claude-code", "--yes")).toMatchObject({ status: 0, stderr: "" });
    expect(everything()).toEqual(before);
  });

  test("all clients that are there, in both scopes, and back again", () => {
    for (const folder of [
      ...[".cursor", ".claude", ".codex", ".gemini", ".codeium/windsurf", ".config/zed", ".config/opencode", ".junie"],
      ...[".config/Code/User", ".config/Claude", ".cline"],
    ])
      mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(join(home, ".claude.json"), '{"numStartups":3,"mcpServers":{}}');
    writeFileSync(
      join(home, ".codex", "config.toml"),
      dedent`
        model = "gpt"

        [tui]
        notifications = false`,
    );
    writeFileSync(
      join(home, ".cursor", "permissions.json"),
      dedent`
        // mine
        {"mcpAllowlist":["github:*"]}`,
    );
    writeFileSync(
      join(home, ".config", "zed", "settings.json"),
      dedent`
        // Zed settings
        {
          "theme": "One",
        }
      `,
    );
    const before = everything();
    expect(run("install", "--yes")).toMatchObject({ status: 0, stderr: "" });
    const user = run("install", "--user", "--yes");
    expect(user).toMatchObject({ status: 0, stderr: "" });
    expect(user.stdout).toContain("Codex: the hook runs once you have trusted it");

    for (const path of [".cursor/rules/codeindex.mdc", ".github/copilot-instructions.md", "AGENTS.md", "GEMINI.md"])
      expect(readFileSync(join(root, path), "utf8"), path).toContain("codebase_retrieval");
    for (const path of [".windsurf/rules/codeindex.md", ".clinerules/codeindex.md", ".junie/guidelines.md"])
      expect(readFileSync(join(root, path), "utf8"), path).toContain("codebase_retrieval");
    expect(readFileSync(join(root, ".gemini", "policies", "codeindex.toml"), "utf8")).toContain('decision = "allow"');
    expect(parseToml(readFileSync(join(home, ".codex", "config.toml"), "utf8"))).toMatchObject({
      model: "gpt",
      mcp_servers: { codeindex: { tools: { search_text: { approval_mode: "approve" } } } },
    });
    expect(json(home, ".codex", "hooks.json").hooks.PreToolUse).toHaveLength(1);
    expect(json(home, ".cursor", "hooks.json")).toMatchObject({ version: 1, hooks: { postToolUse: [{ timeout: 5 }] } });
    expect(json(home, ".gemini", "settings.json").hooks.AfterTool).toHaveLength(1);
    expect(json(home, ".cline", "mcp.json").mcpServers.codeindex.autoApprove).toContain("search_text");
    expect(readFileSync(join(home, ".cursor", "permissions.json"), "utf8")).toContain("codeindex:search_text");
    expect(readFileSync(join(home, ".config", "zed", "settings.json"), "utf8")).toContain(
      '"mcp:codeindex:search_text"',
    );
    expect(json(home, ".claude.json")).toMatchObject({ numStartups: 3 });

    // Zed's rules stay where they were written, though it would read another of these files now.
    expect(run("install", "--yes").stdout).not.toMatch(/is (created|changed)/);

    // The client itself goes on writing.
    const state = json(home, ".claude.json");
    writeFileSync(join(home, ".claude.json"), JSON.stringify({ ...state, numStartups: 4 }));
    expect(run("install", "--user", "--remove", "--yes")).toMatchObject({ status: 0, stderr: "" });
    expect(run("install", "--remove", "--yes")).toMatchObject({ status: 0, stderr: "" });
    expect(everything()).toEqual({
      ...before,
      [join(home, ".claude.json")]: '{"numStartups":4,"mcpServers":{}}',
    });
    expect(existsSync(join(home, ".local", "share", "codeindex", "clients.json"))).toBe(false);
  });

  test("parts can be left out, and taken out one by one", () => {
    const before = everything();
    run("install", "--client", "claude-code", "--only", "mcp,permissions", "--yes");
    expect(existsSync(join(root, "CLAUDE.md"))).toBe(false);
    expect(existsSync(join(root, ".claude", "settings.json"))).toBe(true);
    run("install", "--client", "claude-code", "--only", "hook", "--yes");
    run("install", "--client", "claude-code", "--only", "permissions", "--remove", "--yes");
    expect(readdirSync(join(root, ".claude"))).toEqual(["settings.local.json"]);
    run("install", "--client", "claude-code", "--remove", "--yes");
    expect(everything()).toEqual(before);
  });

  test("files that it should not touch are left alone, what to do is said, and the others are written", () => {
    mkdirSync(join(root, ".claude"));
    writeFileSync(join(root, ".mcp.json"), '{"mcpServers": ');
    writeFileSync(join(home, "real.md"), "# Mine\n");
    symlinkSync(join(home, "real.md"), join(root, "CLAUDE.md"));
    writeFileSync(join(root, ".claude", "settings.json"), "{}");
    chmodSync(join(root, ".claude", "settings.json"), 0o444);
    const { status, stderr } = run("install", "--client", "claude-code", "--yes");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /\.mcp\.json was not changed: it is not JSON .*\n {2}Put this into it yourself:\n\{\n {2}"mcpServers"/,
    );
    expect(stderr).toMatch(
      /CLAUDE\.md was not changed: it is a link.\n {2}Put this into it yourself:\n<!-- codeindex:begin/,
    );
    expect(stderr).toMatch(
      /settings\.json was not changed: it is read-only.\n {2}Put this into it yourself:\n\{\n {2}"permissions"/,
    );
    expect(lstatSync(join(root, "CLAUDE.md")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(home, "real.md"), "utf8")).toBe("# Mine\n");
    expect(existsSync(join(root, ".claude", "skills", "codeindex", "SKILL.md"))).toBe(true);
  });

  test("changes by hand since then stay, and are shown", () => {
    run("install", "--client", "codex", "--yes");
    const file = join(root, "AGENTS.md");
    const edited = readFileSync(file, "utf8").replace("Ask it before you search", "Ask it whenever you like");
    writeFileSync(file, edited);
    for (const args of [["--yes"], ["--remove", "--yes"]]) {
      const { status, stderr } = run("install", "--client", "codex", ...args);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /AGENTS\.md was not changed: what codeindex wrote into it was changed by hand\.\n {2}(Put|Take)/,
      );
      expect(stderr).toContain("## Finding code: codeindex");
    }
    expect(readFileSync(file, "utf8")).toBe(edited);
    expect(existsSync(join(root, ".codex"))).toBe(false);
  });

  test("a file that two clients share keeps what one of them still needs", () => {
    run("install", "--client", "codex", "--only", "rules", "--yes");
    const shared = readFileSync(join(root, "AGENTS.md"), "utf8");
    expect(run("install", "--client", "opencode", "--only", "rules", "--yes").stdout).toContain("is as it shall be");
    run("install", "--client", "codex", "--remove", "--yes");
    expect(readFileSync(join(root, "AGENTS.md"), "utf8")).toBe(shared);
    run("install", "--client", "opencode", "--remove", "--yes");
    expect(existsSync(join(root, "AGENTS.md"))).toBe(false);
  });

  test("--remove leaves files alone that have nothing of ours, however they are", () => {
    writeFileSync(join(root, ".mcp.json"), "{ broken");
    writeFileSync(join(root, "GEMINI.md"), "# Mine\n");
    chmodSync(join(root, "GEMINI.md"), 0o444);
    expect(run("install", "--remove", "--yes")).toEqual({
      status: 0,
      stderr: "",
      stdout: "There is nothing of codeindex to take out.\n",
    });
    const hooks = '{"version":1,"hooks":{"stop":[{"command":"x"}]}}';
    mkdirSync(join(home, ".cursor"));
    writeFileSync(join(home, ".cursor", "hooks.json"), hooks);
    expect(run("install", "--user", "--remove", "--yes").stdout).toContain("nothing of codeindex");
    expect(readFileSync(join(home, ".cursor", "hooks.json"), "utf8")).toBe(hooks);
    writeFileSync(join(root, ".mcp.json"), '{ "codeindex" broken');
    expect(run("install", "--remove", "--yes").stderr).toMatch(
      /it is not JSON.*\n {2}Take codeindex out of it yourself\.$/m,
    );
  });

  test("where the record is gone, or another machine wrote it, ours is known by itself", () => {
    writeFileSync(join(root, "AGENTS.md"), "# Shop\n");
    writeFileSync(join(root, ".mcp.json"), '{"mcpServers":{"a":{}}}');
    run("install", "--client", "codex", "--client", "claude-code", "--yes");
    rmSync(join(home, ".local"), { recursive: true });
    expect(run("install", "--remove", "--client", "codex", "--client", "claude-code", "--yes").status).toBe(0);
    expect(readFileSync(join(root, "AGENTS.md"), "utf8")).toBe("# Shop\n");
    expect(json(root, ".mcp.json")).toEqual({ mcpServers: { a: {} } });
    expect(existsSync(join(root, ".claude", "skills", "codeindex", "SKILL.md"))).toBe(false);
    expect(JSON.stringify(json(root, ".claude", "settings.json"))).not.toContain("codeindex");
  });

  test.each([
    { args: [], want: /No MCP client was found on this machine/ },
    { args: ["--client", "emacs"], want: /--client: must be one of cursor/ },
    { args: ["--client", "cursor", "--only", "mcp,all"], want: /--only: must be some of mcp,rules/ },
  ])("$args is refused", ({ args, want }) => {
    const { status, stderr } = run("install", ...args);
    expect([status, stderr]).toEqual([1, expect.stringMatching(want)]);
  });
});
