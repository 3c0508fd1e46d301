/** The image by itself: the embedded mode in one container. */
import { execFile } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../helpers/free-port.js";
import { makeCertificates } from "../http/certificates.js";
import { buildImage, docker, eventually, firstToken, makeRepositories } from "./docker.js";

const IMAGE = "codeindex-test";
const NAME = `codeindex-test-embedded-${process.pid}`;
const repositories = makeRepositories({ shop: { "basket.ts": "export class Basket {}\n" } });
const port = await freePort();

beforeAll(async () => {
  await buildImage(IMAGE);
  await docker(
    ...["run", "-d", "--name", NAME, "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"],
    ...["-v", `${repositories.path}:/repos:ro`, "-v", `${NAME}:/data`, "-p", `127.0.0.1:${port}:8400`],
    ...["-e", "CODEINDEX_HOST=0.0.0.0", "-e", "CODEINDEX_AUTH=token", IMAGE],
  );
});
afterAll(async () => {
  await docker("rm", "-f", NAME);
  await docker("volume", "rm", NAME);
  repositories.remove();
});

/** The names of the symbols that match. */
async function symbols(query: string): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/tools/search_symbols`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      authorization: `Bearer ${await firstToken(NAME)}`,
    },
    body: JSON.stringify({ query }),
    // Node 20 may wait for ever on a connection that is closed without an answer: a published port with no listener yet closes one so.
    signal: AbortSignal.timeout(5000),
  });
  const { results = [] } = (await response.json()) as { results?: { qualified_name: string }[] };
  return results.map(({ qualified_name }) => qualified_name);
}

test("indexes and answers with nothing else at hand, and after a restart from what it has", async () => {
  await eventually(
    () => symbols("Basket"),
    (names) => names.includes("Basket"),
  );
  await docker("stop", "-t", "30", NAME);
  expect(await docker("inspect", "-f", "{{.State.ExitCode}}", NAME)).toBe("0");
  await docker("start", NAME);
  await eventually(
    () => symbols("Basket"),
    (names) => names.includes("Basket"),
  );
  await eventually(
    () => docker("inspect", "-f", "{{.State.Health.Status}}", NAME),
    (status) => status === "healthy",
  );
});

test("a command writes nothing but what it has to say: its Node knows every flag that the program sets", async () => {
  const { stdout, stderr } = await promisify(execFile)("docker", ["run", "--rm", IMAGE, "token", "new"]);
  expect(stdout).toMatch(/cdx_\w+/);
  expect(stderr).toBe("");
});

test("says what it is made of", async () => {
  const { bomFormat, components } = JSON.parse(await docker("exec", NAME, "cat", "/app/sbom.cdx.json"));
  const names = (components as { name: string; purl: string }[]).map(({ name }) => name);
  expect(bomFormat).toBe("CycloneDX");
  expect(names).toEqual(expect.arrayContaining(["express", "tree-sitter", "@electric-sql/pglite"]));
  expect(names).not.toContain("vitest");
  // The installed packages are the listed ones.
  const installed = await docker("exec", NAME, "sh", "-c", "cd node_modules && ls -d [a-z]* @*/*");
  expect(installed.split("\n").filter((name) => !names.includes(name))).toEqual([]);
});

test("is healthy under HTTPS too", async () => {
  const certificates = makeCertificates();
  const { cert, key } = certificates.issue("codeindex");
  chmodSync(certificates.folder, 0o755);
  for (const file of [cert, key]) chmodSync(file, 0o644);
  const name = `${NAME}-tls`;
  const settings = [
    "-e",
    `CODEINDEX_TLS_CERT_FILE=/tls/${basename(cert)}`,
    "-e",
    `CODEINDEX_TLS_KEY_FILE=/tls/${basename(key)}`,
  ];
  await docker("run", "-d", "--name", name, "-v", `${certificates.folder}:/tls:ro`, ...settings, IMAGE);
  try {
    await eventually(
      () => docker("inspect", "-f", "{{.State.Health.Status}}", name),
      (status) => status === "healthy",
    );
    expect(await docker("logs", name)).toContain("https://127.0.0.1:8400/mcp");
  } finally {
    await docker("rm", "-f", "-v", name);
    rmSync(certificates.folder, { recursive: true, force: true });
  }
});

test("refuses to be asked by a network while nobody has to say who they are", async () => {
  const refused = docker("run", "--rm", "-e", "CODEINDEX_HOST=0.0.0.0", IMAGE).catch(
    (error: { stderr: string }) => error.stderr,
  );
  expect(await refused).toContain("CODEINDEX_AUTH");
});

test("has its memory from jemalloc, whose name on another platform would be passed over in silence", async () => {
  const maps = await docker("exec", NAME, "node", "-p", 'require("fs").readFileSync("/proc/self/maps", "utf8")');
  expect(maps).toContain("libjemalloc");
});
