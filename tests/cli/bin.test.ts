/** The command as people start it: arguments that are wrong, and what it says. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { embeddedEnvironment } from "../../src/cli/find-service.js";
import { temporaryFolder } from "../helpers/folders.js";

const bin = fileURLToPath(new URL("../../bin/codeindex.js", import.meta.url));
const isBuilt = existsSync(new URL("../../dist/bundle/cli.js", import.meta.url));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    encoding: "utf8",
    // One that does not end fails.
    timeout: 60_000,
    killSignal: "SIGKILL",
    env: { ...process.env, CODEINDEX_API_BASE: "http://127.0.0.1:9" },
  });
  return { status, stdout, stderr };
}

test.runIf(isBuilt).each([
  {
    name: "no service",
    args: ["projects"],
    want: /^codeindex: No codeindex service answers.*\n {2}Start the service: npm start/,
  },
  {
    name: "a port that is none",
    args: ["serve", "--port", "abc"],
    want: /^codeindex: --port: "abc" is not a whole number/,
  },
  { name: "a host that others reach", args: ["serve", "--host", "0.0.0.0"], want: /CODEINDEX_AUTH is none/ },
  {
    name: "a name that a terminal would obey",
    args: ["serve", "\x1b[31m"],
    want: /<U\+001B>\[31m is not a folder/,
  },
  {
    name: "an address that is none",
    args: ["projects", "--url", "nonsense"],
    want: /^codeindex: --url: "nonsense" is not an http URL/,
  },
  { name: "a client that is none", args: ["mcp-config", "--client", "emacs"], want: /must be one of cursor/ },
  { name: "a command that is none", args: ["callrs"], want: /Did you mean callers/ },
])("$name", ({ args, want }) => {
  const { status, stderr } = run(...args);
  expect(stderr).toMatch(want);
  expect(status).toBe(1);
});

test.runIf(isBuilt)("serve ends where it cannot listen", async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address() as AddressInfo;
  const folder = temporaryFolder({ "a.ts": "export const a = 1;\n", "cert.pem": "none" });
  const serve = ["serve", "--repo", folder, "--data-dir", temporaryFolder()];
  const taken = run(...serve, "--port", String(port));
  other.close();
  expect(taken.stderr).toContain(`port ${port} is in use`);
  const cert = join(folder, "cert.pem");
  const config = JSON.stringify({ server: { tls: { certFile: cert, keyFile: cert } } });
  writeFileSync(join(folder, "config.json"), config);
  const withoutCertificate = run(...serve, "--port", "0", "--config", join(folder, "config.json"));
  expect(withoutCertificate.stderr).toContain("CODEINDEX_TLS_");
  expect([taken.status, withoutCertificate.status]).toEqual([1, 1]);
});

test.runIf(isBuilt)("--json keeps its shape when there is no service", () => {
  const { status, stdout } = run("projects", "--json");
  expect(JSON.parse(stdout).error).toMatchObject({ code: "daemon_unavailable", retryable: true });
  expect(status).toBe(1);
});

test("the command, npm start and a service that a bridge starts have the same settings of malloc", () => {
  const settings = Object.entries(embeddedEnvironment({}))
    .filter(([name]) => name.startsWith("MALLOC_"))
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
  expect(settings).toContain("MALLOC_ARENA_MAX=2");
  const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(scripts.start).toBe(`${settings} node bin/codeindex.js serve`);
  expect(readFileSync(bin, "utf8")).toMatch(`#!/usr/bin/env -S ${settings} node\n`);
});
