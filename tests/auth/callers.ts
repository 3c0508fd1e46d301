/** A service with two projects, `web-shop` and `secret`, and callers of every kind: each scope with all projects or some, and those who are nobody. */
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll } from "vitest";
import { issueToken } from "../../src/auth/issue.js";
import { createLimits } from "../../src/auth/limits.js";
import { makeToken } from "../../src/auth/token-text.js";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { type AccessScope, SCOPES } from "../../src/model/principal.js";
import { type App, createApp } from "../../src/processes/service.js";
import { revokeToken } from "../../src/store/tokens.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";

const AUDIENCE = "https://code.example.com/mcp";
/** A picture. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** A project that never was. */
const NONE = { job: "no-job", node: "no-node" };

export interface Reply {
  status: number;
  text: string;
  headers: Headers;
}

/** Callers who do not say who they are, or are not. */
export const NOBODY = [
  "no token",
  "made up",
  "revoked",
  "expired",
  "for somebody else",
  "a JWT that has expired",
  "a JWT without signature",
];
/** Two who may do anything, with what they see. */
export const OF_WEB = ["admin of web-*", "a JWT of web-*"];
/** The place of a scope among all: those behind it may more. */
export const rank = (scope: AccessScope) => SCOPES.indexOf(scope);

/** The service of a file of tests, which it starts and ends, and ways to ask it as one of the callers. */
export function useCallers() {
  let app: App;
  let server: HttpServer;
  const folder = temporaryFolder();
  const tokens: Record<string, string> = {};
  /** Of each project: a job, and a symbol that no other has. */
  const ids: Record<string, { job: string; node: string }> = {};

  /** An issuer whose one key signs what it is told to. */
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  const issuer = createServer(async (_request, response) => {
    response.end(JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "one" }] }));
  });
  function jwt(claims: Record<string, unknown> = {}): Promise<string> {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    return new SignJWT({ iss: issuerUrl(), aud: AUDIENCE, sub: "ann", exp, scope: "codeindex:admin", ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .sign(keys.privateKey);
  }
  const issuerUrl = () => `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;

  function put(path: string, text: string | Buffer): void {
    writeFiles(folder, { [path]: text });
  }

  beforeAll(async () => {
    keys = await generateKeyPair("ES256");
    await new Promise<void>((done) => issuer.listen(0, "127.0.0.1", done));
    for (const project of ["web-shop", "secret"]) {
      put(
        `root/${project}/src/app.ts`,
        dedent`
          export function ${project === "secret" ? "hiddenThing" : "shopThing"}() {
            return 1;
          }
        `,
      );
      put(
        `root/${project}/README.md`,
        dedent`
          # ${project}

          Words of ${project}.
        `,
      );
      put(`root/${project}/logo.png`, PIXEL);
      mkdirSync(join(folder, `root/${project}/.git`));
    }
    const config = readConfig(
      {
        repos: [],
        root: join(folder, "root"),
        dataDir: join(folder, "data"),
        watchFiles: false,
        logLevel: "error",
        port: 0,
      },
      {
        CODEINDEX_AUTH: "token,jwt",
        CODEINDEX_JWT_ISSUER: issuerUrl(),
        CODEINDEX_JWT_AUDIENCE: AUDIENCE,
        CODEINDEX_JWT_JWKS_URL: issuerUrl(),
        CODEINDEX_JWT_PROJECTS_CLAIM: "projects",
      },
    );
    app = await createApp(config);
    // Limits have tests of their own.
    const limits = createLimits({ rateLimit: 1_000_000, callsAtOnce: 100, redisUrl: null, mostFailures: 1_000_000 });
    server = await listen({ ...app, limits });
    for (const project of await app.projects()) {
      const { jobId } = await app.indexing.start(project, {});
      await app.indexing.wait(jobId, AbortSignal.timeout(60_000));
      const [symbol] = await app.db.query<{ node: string }>(
        "select node_id as node from symbols where project_id = $1 and name like '%Thing'",
        [project.projectId],
      );
      ids[project.projectId] = { job: jobId, node: symbol!.node };
    }
    for (const scope of SCOPES) {
      tokens[scope] = (await issueToken(app.db, { name: scope, scope })).token;
      tokens[`${scope} of web-*`] = (await issueToken(app.db, { name: scope, scope, projects: ["web-*"] })).token;
    }
    const revoked = await issueToken(app.db, { name: "revoked", scope: "admin" });
    tokens.revoked = revoked.token;
    await revokeToken(app.db, revoked.token_id);
    const expired = await issueToken(app.db, { name: "expired", scope: "admin", expires: "1h" });
    tokens.expired = expired.token;
    await app.db.query("update tokens set expires_at = now() - interval '1 second' where token_id = $1", [
      expired.token_id,
    ]);
    tokens["made up"] = makeToken().text;
    tokens["no token"] = "";
    tokens["for somebody else"] = await jwt({ aud: "https://other.example.com", projects: "*" });
    tokens["a JWT that has expired"] = await jwt({ exp: Math.floor(Date.now() / 1000) - 120, projects: "*" });
    tokens["a JWT of web-*"] = await jwt({ projects: "web-*" });
    tokens["a JWT without signature"] = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.";
  });
  afterAll(async () => {
    await server?.close();
    await app?.close();
    issuer.close();
  });

  async function send(method: string, path: string, who: string, body?: unknown): Promise<Reply> {
    const token = tokens[who];
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    // A stream of events has no end; of an answer, it is the same by another way.
    if (isStream && method === "GET") await response.body?.cancel();
    return {
      status: response.status,
      text: isStream && method === "GET" ? "" : await response.text(),
      headers: response.headers,
    };
  }
  const rpc = (who: string, method: string, params: object = {}, path = "/mcp") =>
    send("POST", path, who, { jsonrpc: "2.0", id: 1, method, params });

  /** Opens a stream, and gathers what it says until it ends. */
  async function follow(
    method: string,
    path: string,
    who: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        authorization: `Bearer ${tokens[who]}`,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const heard = { text: "", status: response.status, hasEnded: false };
    void (async () => {
      try {
        for await (const part of response.body!.pipeThrough(new TextDecoderStream())) heard.text += part;
      } catch {
        // It was cut off.
      }
      heard.hasEnded = true;
    })();
    return heard;
  }

  const listening = (who: string, uri: string) => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { notifications: { resourceSubscriptions: [uri] }, _meta: meta };
    const message = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params };
    return follow("POST", "/mcp", who, message, {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    });
  };

  /** Of a project, or of one that never was. */
  const idsOf = (project: string) => ids[project] ?? NONE;

  /** Values for what must be given, by the name of the parameter. */
  function inputOf(schema: Record<string, unknown>, project: string): Record<string, unknown> {
    const { required = [] } = schema as { required?: string[] };
    const values: Record<string, unknown> = {
      query: "Thing",
      code: "return 1",
      path: "src/app.ts",
      paths: ["src/app.ts"],
      symbols: [idsOf(project).node],
      node_id: idsOf(project).node,
      job_id: idsOf(project).job,
      qualified_name: project === "web-shop" ? "shopThing" : "hiddenThing",
      name: "made",
    };
    return Object.fromEntries(required.map((name) => [name, values[name]]));
  }
  /** Input that tools need in addition to that, or instead. */
  const MORE: Record<string, (project: string) => Record<string, unknown>> = {
    search_text: () => ({ query: "Thing" }),
    find_similar_code: () => ({
      code: dedent`
        export function thing() {
          return 1;
        }
      `,
    }),
    diff_impact: () => ({
      diff: dedent`
        --- /dev/null
        +++ b/src/new.ts
        @@ -0,0 +1 @@
        +export const fresh = 1;
      `,
    }),
    trace: (project) => ({ from: idsOf(project).node }),
    get_tests: (project) => ({ symbols: [idsOf(project).node] }),
    read_media_file: () => ({ path: "logo.png" }),
    update_config: () => ({ settings: {}, restart: true }),
  };

  /** An answer that may name a project, as it is of any. */
  const plain = ({ status, text }: Reply, project: string) => [
    status,
    text
      .replaceAll(project, "PROJECT")
      .replaceAll(idsOf(project).job, "JOB")
      .replaceAll(idsOf(project).node, "NODE")
      .replace(/\\?"timestamp\\?":\\?"[^"]*"/, ""),
  ];

  return {
    app: () => app,
    url: () => server.url,
    tokens,
    idsOf,
    inputOf,
    MORE,
    put,
    plain,
    send,
    rpc,
    follow,
    listening,
  };
}
