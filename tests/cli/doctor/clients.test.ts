/** The doctor's findings about clients' files. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkClients } from "../../../src/cli/doctor/clients.js";
import { type ClientPart, PARTS } from "../../../src/mcp/clients/client.js";
import { CLIENT_NAMES, type ClientName } from "../../../src/mcp/clients/index.js";
import { planFile } from "../../../src/mcp/clients/plan.js";
import { type InstallSite, stepsFor } from "../../../src/mcp/clients/steps.js";
import { TOOLS } from "../../../src/tools/index.js";
import { temporaryFolder } from "../../helpers/folders.js";

const BASE = "http://127.0.0.1:8400";
const bin = fileURLToPath(new URL("../../../bin/codeindex.js", import.meta.url));
const PROGRAM = [process.execPath, bin] as const;
const isBuilt = existsSync(new URL("../../../dist/bundle/hook.js", import.meta.url));

function machine() {
  const home = temporaryFolder({ "shop/.git/HEAD": "" });
  const site = { machine: { platform: "linux", home, env: {} }, root: join(home, "shop") } as const;
  const sites: InstallSite[] = [
    { ...site, scope: "project" },
    { ...site, scope: "user" },
  ];
  return {
    path: (...parts: string[]) => join(home, ...parts),
    check: (base = BASE, program: readonly [string, ...string[]] = PROGRAM) =>
      checkClients({ sites, base, program, tools: TOOLS }),
    install: (
      client: ClientName,
      scope: InstallSite["scope"],
      parts: ClientPart[] = PARTS.filter((part) => part !== "hook"),
    ) => {
      const choice = { base: BASE, hasToken: false, program: PROGRAM };
      for (const { file, step } of stepsFor(
        client,
        parts,
        sites.find((each) => each.scope === scope)!,
        choice,
        TOOLS,
      )) {
        const before = existsSync(file) ? readFileSync(file, "utf8") : null;
        const { after } = planFile(before, null, [step], []);
        if (after === null) continue;
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, after);
      }
    },
  };
}

test("where no client names codeindex, it says how that is done", () => {
  const { check, path } = machine();
  writeFileSync(path("shop", "AGENTS.md"), "# Shop\n");
  writeFileSync(path("shop", ".mcp.json"), "{ broken");
  expect(check()).toEqual([
    { check: "clients", level: "ok", message: "none is set up for codeindex here: codeindex install does that" },
  ]);
});

test("files that install wrote are well, for each client", () => {
  for (const name of CLIENT_NAMES) {
    const { check, install } = machine();
    for (const scope of ["project", "user"] as const) install(name, scope);
    const findings = check();
    expect(findings.filter(({ level }) => level !== "ok")).toEqual([]);
    expect(
      findings.some((each) => each.check === name && each.message.includes("names http://127.0.0.1:8400")),
      name,
    ).toBe(true);
  }
});

describe("of a file that is not well", () => {
  const change = (change: (text: string) => string, file = [".mcp.json"], base = BASE) => {
    const { check, install, path } = machine();
    install("claude-code", "project");
    const changed = path("shop", ...file);
    writeFileSync(changed, change(readFileSync(changed, "utf8")));
    return check(base).filter(({ message }) => message.includes(changed));
  };

  test("it does not parse", () =>
    expect(change((text) => text.slice(0, -4))).toEqual([
      expect.objectContaining({
        check: "claude-code",
        level: "fail",
        message: expect.stringMatching(/it is not JSON/),
      }),
    ]));

  test("it names another service", () => {
    expect(change((text) => text.replace("8400", "8401"))).toEqual([
      expect.objectContaining({
        level: "warn",
        message: expect.stringMatching(/names http:\/\/127.0.0.1:8401.*and not http:\/\/127.0.0.1:8400/),
        advice: expect.stringMatching(/^codeindex install --client claude-code writes/),
      }),
    ]);
    expect(change((text) => text.replace("127.0.0.1", "localhost"))[0]?.level).toBe("ok");
    expect(change((text) => text, undefined, "https://code.example.com/index")[0]?.level).toBe("warn");
  });

  test("it starts a program that is not there", () => {
    const entry = { mcpServers: { codeindex: { command: process.execPath, args: ["/nowhere/codeindex.js", "mcp"] } } };
    expect(change(() => JSON.stringify(entry))).toEqual([
      expect.objectContaining({
        level: "fail",
        message: expect.stringMatching(/starts \/nowhere\/codeindex.js, which is not/),
      }),
    ]);
    entry.mcpServers.codeindex.args = [bin, "mcp", "--auto"];
    expect(change(() => JSON.stringify(entry))[0]).toMatchObject({ level: "ok" });
    entry.mcpServers.codeindex.args = [bin, "mcp", "--url", "https://elsewhere.example.com"];
    expect(change(() => JSON.stringify(entry))[0]).toMatchObject({ level: "warn" });
  });

  test("its instructions are older, or a person's", () => {
    expect(change((text) => text.replace("Ask it", "Do ask it"), ["CLAUDE.md"])[0]).toMatchObject({
      level: "ok",
      message: expect.stringMatching(/changed by hand/),
    });
    const skill = [".claude", "skills", "codeindex", "SKILL.md"];
    expect(change((text) => text.replace("codeindex:end", "end"), ["CLAUDE.md"])[0]).toMatchObject({ level: "fail" });
    expect(change((text) => text, skill)[0]).toMatchObject({ level: "ok" });
  });

  test("an entry for other tools wants other instructions", () => {
    const other = change((text) => text.replace("toolsets=core", "toolsets=symbols"))[0];
    expect(other).toMatchObject({ level: "ok" });
    const { check, install, path } = machine();
    install("claude-code", "project");
    const file = path("shop", ".mcp.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("toolsets=core", "toolsets=symbols"));
    expect(check().find(({ message }) => message.includes("CLAUDE.md"))).toMatchObject({ level: "warn" });
  });

  test("it allows fewer tools than there are", () =>
    expect(
      change((text) => text.replace(/ *"mcp__codeindex__search_text",\n/, ""), [".claude", "settings.json"])[0],
    ).toMatchObject({
      level: "warn",
      message: expect.stringMatching(/allows \d+ of \d+ tools/),
    }));
});

describe.runIf(isBuilt && process.platform !== "win32")("a hook", () => {
  test("is run, and its time is told", () => {
    const { check, install } = machine();
    install("claude-code", "project", ["hook"]);
    install("cursor", "user", ["hook"]);
    for (const name of ["claude-code", "cursor"])
      expect(check().find((each) => each.check === name)?.message).toMatch(/its hook (answers in|took) \d+ ms/);
  });

  test("of another installation is not run: a repository may name any program", () => {
    const { check, install, path } = machine();
    install("claude-code", "project", ["hook"]);
    const file = path("shop", ".claude", "settings.local.json");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/"command": ".*hook"/, `"command": "touch ${path("ran")}; x codeindex hook"`),
    );
    expect(check()[0]).toMatchObject({ level: "warn", message: expect.stringMatching(/was not tried/) });
    expect(existsSync(path("ran"))).toBe(false);
  });

  test("that does not answer is told", () => {
    const { check, install, path } = machine();
    const program = [process.execPath, path("codeindex.js")] as const;
    install("claude-code", "project", ["hook"]);
    const file = path("shop", ".claude", "settings.local.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(bin, program[1]));
    expect(check(BASE, program)[0]).toMatchObject({ level: "fail", message: expect.stringMatching(/does not answer/) });
  });
});
