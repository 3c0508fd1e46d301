/** HTTPS by certificate files: connections, errors about wrong files, and the use of a renewed certificate. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { connect, type PeerCertificate } from "node:tls";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { checkService } from "../../src/cli/doctor/service.js";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { createWebServer } from "../../src/http/web-server.js";
import { tableHost } from "../mcp/table.js";
import { makeCertificates } from "./certificates.js";

const certificates = makeCertificates();
const first = certificates.issue("first");
const quiet = createLog("silent");
const files = (cert: string, key: string) => ({
  tlsCertFile: cert,
  tlsKeyFile: key,
  tlsMinVersion: "TLSv1.2" as const,
});
afterAll(() => rmSync(certificates.folder, { recursive: true, force: true }));

describe("a service with a certificate", () => {
  let server: HttpServer;
  beforeAll(async () => {
    const host = tableHost();
    server = await listen({ ...host, config: { ...host.config, ...files(first.cert, first.key) } });
  });
  afterAll(() => server.close());

  const codeindex = async (args: string[], env: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)(process.execPath, ["bin/codeindex.js", ...args], { env: { ...process.env, ...env } }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );

  test("says so in its URL, and answers whoever trusts the authority", async () => {
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const status = new Promise((done, failed) => {
      request(`${server.url}/health`, { ca: readFileSync(certificates.ca) }, (answer) =>
        done(answer.resume().statusCode),
      )
        .on("error", failed)
        .end();
    });
    expect(await status).toBe(200);
  });

  test("speaks neither plain HTTP nor old versions of TLS", async () => {
    await expect(fetch(`${server.url.replace("https", "http")}/health`)).rejects.toThrow("fetch failed");
    const { port } = new URL(server.url);
    const old = new Promise((done, failed) => {
      const options = { maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
      connect({ port: Number(port), ...options, rejectUnauthorized: false }, () => done("connected")).on(
        "error",
        failed,
      );
    });
    await expect(old).rejects.toMatchObject({ code: expect.stringMatching(/^(ERR_SSL|ECONNRESET)/) });
  });

  test("the command's words where the authority is unknown, and its answer where it is named", async () => {
    const unknown = await codeindex(["status", "--url", server.url]);
    expect(unknown.stderr).toMatch(/certificate of https:\S+ is not trusted: .*\n.*NODE_EXTRA_CA_CERTS/);
    const known = await codeindex(["token", "list", "--url", server.url], { NODE_EXTRA_CA_CERTS: certificates.ca });
    expect(known.stderr).not.toMatch(/trusted|No codeindex service/);
  });

  test("doctor tells an unknown authority from a service that is away", async () => {
    expect(await checkService(server.url, "1")).toMatchObject([{ level: "fail", message: /not trusted/ }]);
  });

  test("the bridge reaches it", async () => {
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const bridge = execFile(process.execPath, ["bin/codeindex.js", "mcp", "--url", server.url], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificates.ca },
    });
    const answer = new Promise<string>((done) => bridge.stdout!.once("data", (part: string) => done(part)));
    bridge.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`);
    expect(JSON.parse(await answer)).toMatchObject({ id: 1, result: { serverInfo: { name: "codeindex" } } });
    bridge.stdin!.end();
  });

  test("the health check of the containers", async () => {
    const check = (port: string) =>
      promisify(execFile)(process.execPath, ["bin/health.js"], { env: { ...process.env, CODEINDEX_PORT: port } }).then(
        () => 0,
        (error: { code: number }) => error.code,
      );
    expect(await check(new URL(server.url).port)).toBe(0);
    const stranger = createServer((_request, response) => response.writeHead(500).end()).listen(0, "127.0.0.1");
    await once(stranger, "listening");
    expect(await check(String((stranger.address() as { port: number }).port))).toBe(1);
    stranger.close();
  });
});

describe("files that are wrong stop the start, and say which", () => {
  const other = certificates.issue("other");
  const nonsense = join(certificates.folder, "nonsense.pem");
  writeFileSync(nonsense, "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n");
  test.each([
    {
      name: "no such file",
      cert: "/nowhere/cert.pem",
      key: first.key,
      want: /CERT_FILE: \S+ cannot be read \(ENOENT\)/,
    },
    { name: "no certificate", cert: nonsense, key: first.key, want: /CERT_FILE: holds no certificate/ },
    { name: "no key", cert: first.cert, key: nonsense, want: /KEY_FILE: holds no private key/ },
    { name: "another's key", cert: first.cert, key: other.key, want: /KEY_FILE: is not the key of the certificate/ },
  ])("$name", ({ cert, key, want }) => {
    expect(() => createWebServer(files(cert, key), {}, () => undefined, quiet)).toThrow(want);
  });

  test("one of the two alone", () => {
    const read = (env: NodeJS.ProcessEnv) => () => readConfig({ repos: [], dataDir: "/srv/data" }, env);
    expect(read({ CODEINDEX_TLS_CERT_FILE: "a.pem" })).toThrow(/^CODEINDEX_TLS_KEY_FILE: is needed/);
    expect(read({ CODEINDEX_TLS_KEY_FILE: "a.pem" })).toThrow(/^CODEINDEX_TLS_CERT_FILE: is needed/);
  });
});

test("a renewed certificate is used once it is whole; until then the former one is", async () => {
  const live = { cert: join(certificates.folder, "live.pem"), key: join(certificates.folder, "live.key") };
  copyFileSync(first.cert, live.cert);
  copyFileSync(first.key, live.key);
  const said: string[] = [];
  const log = createLog("info", { write: (line) => said.push(line) }, false);
  const server = createWebServer(files(live.cert, live.key), {}, (_, response) => response.end(), log, 10);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const shown = () =>
    new Promise<PeerCertificate>((done, failed) => {
      const socket = connect({ port, rejectUnauthorized: false }, () => {
        done(socket.getPeerCertificate());
        socket.destroy();
      }).on("error", failed);
    });
  expect((await shown()).subject.CN).toBe("first");
  const next = certificates.issue("next");
  copyFileSync(next.cert, live.cert);
  await expect.poll(() => said.join("")).toContain("failed to load a renewed certificate");
  expect(said.join("")).toContain('"reason":"CODEINDEX_TLS_KEY_FILE');
  expect((await shown()).subject.CN).toBe("first");
  copyFileSync(next.key, live.key);
  await expect.poll(async () => (await shown()).subject.CN).toBe("next");
  expect(said.filter((line) => line.includes("failed to load a renewed certificate"))).toHaveLength(1);
  server.close();
});
