/**
 * Hostile requests: the answer says what is wrong with them, and nothing of the machine, the database, secrets or hidden projects.
 * npm run test:fuzz sends 20,000 of them.
 */
import { connect } from "node:net";
import { homedir, tmpdir } from "node:os";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requests } from "./requests.js";
import { type Reply, type Sent, send } from "./send.js";
import {
  IGNORED,
  LONG,
  OUTSIDE,
  projectFiles,
  SECRET,
  type Service,
  sizeOf,
  startService,
  vectorsOf,
  wordOf,
} from "./service.js";
import type { Known } from "./values.js";

/** The one that most callers do not see; its words stand in no request unless they name it. */
const HIDDEN = "vault";

let service: Service;
let known: Known;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  service = await startService(["web-shop", "web-scrap", HIDDEN]);
  for (const scope of ["read", "index", "admin"] as const)
    tokens[`${scope} of web-*`] = await service.token({ name: "some", scope, projects: ["web-*"] });
  tokens.admin = await service.token({ name: "all", scope: "admin" });
  tokens["no token"] = "";
  tokens["a token that is none"] = "cdx_x";
  const found = await ask("admin", "/projects/web-shop/tools/search_symbols", { query: "Web*", limit: 20 });
  const { results } = JSON.parse(found.text) as { results: { node_id: string; name: string }[] };
  const job = await ask("admin", "/projects/web-shop/tools/index_codebase", { async: true });
  const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } };
  const opened = await ask("read of web-*", "/mcp", { jsonrpc: "2.0", id: 1, method: "initialize", params: opening });
  known = {
    // Most ask as somebody who may do something and does not see all.
    who: [...Object.keys(tokens), "read of web-*", "index of web-*", "admin of web-*", "admin of web-*"],
    projects: ["web-shop", "web-shop", "web-scrap", HIDDEN, "nosuch"],
    paths: [...Object.keys(projectFiles("web-shop")), "way-out/passwd", "way-in/price.ts", "src", "."],
    symbols: results.map(({ name }) => name),
    nodeIds: results.map(({ node_id }) => node_id),
    ids: [JSON.parse(job.text).job_id],
    sessions: [String(opened.headers["mcp-session-id"])],
    folders: [service.rootOf("web-shop"), service.rootOf(HIDDEN), service.folder, "/", "/etc"],
  };
}, 120_000);
afterAll(() => service?.close());

const ask = (who: string, path: string, body: object): Promise<Reply> =>
  send(service.server.url, {
    method: "POST",
    path,
    headers: { "content-type": "application/json", accept: "application/json", ...authorization(who) },
    body: JSON.stringify(body),
  });
const authorization = (who: string): Record<string, string> =>
  tokens[who] ? { authorization: `Bearer ${tokens[who]}` } : {};

/** 5xx that say how things are: a model that nobody configured, a question that took too long. */
const FAIR = /"code":\s*\\*"(llm_unavailable|index_timeout|LLM_UNAVAILABLE|INDEX_TIMEOUT)\\*"/;
/** How the database, and JavaScript, speak of what went wrong. */
const FAULTS = [
  /something went wrong on our side/i,
  /syntax error at or near|invalid input syntax|violates \w+ constraint|out of range for type|invalid byte sequence/i,
  /relation "|column "|could not determine data type|pg_catalog|PostgresError|DatabaseError/,
  /Cannot read propert|is not a function|is not iterable|is not defined|Maximum call stack|\bat \S+ \(\S+:\d+:\d+\)/,
];

/** Leak in an answer, in words; null: there is none. */
function leakIn(sent: Sent, { status, headers, text }: Reply): string | null {
  const asked = `${decoded(sent.path)} ${Object.values(sent.headers).map(decoded).join(" ")} ${decoded(sent.body ?? "")}`;
  const said = `${text} ${JSON.stringify(headers)}`;
  if ((status >= 500 || text.includes("-32603")) && !FAIR.test(text)) return `status ${status}`;
  const never = [SECRET, IGNORED, OUTSIDE, ...Object.values(tokens).filter(Boolean)];
  const found = never.find((word) => said.includes(word));
  if (found) return `holds ${found}`;
  // Callers know the words of their own request.
  const machine = [service.folder, tmpdir(), process.cwd(), homedir(), "/node_modules/"];
  const place = machine.find((each) => said.includes(each) && !asked.includes(each));
  if (place) return `names ${place}`;
  const fault = FAULTS.find((each) => each.test(said) && !each.test(asked));
  if (fault) return `says ${fault.exec(said)![0]}`;
  if (sent.who !== "admin") {
    if (said.includes(wordOf(HIDDEN))) return "holds a hidden project's words";
    // A task of one's own says once more what one had asked for.
    const unasked = said.replaceAll(`There is no project \\"${HIDDEN}\\"`, "");
    if (unasked.includes(HIDDEN) && !asked.includes(HIDDEN)) return "names a hidden project";
  }
  return null;
}

/** Text as whoever reads it takes it: percent-encoded, or JSON's escapes. */
function decoded(text: string): string {
  return `${text} ${text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))}`;
}

/** Only the scrap may be removed or changed, and no folder of the machine is anybody's project. */
function isHarmless({ method, path, who }: Sent): boolean {
  if (!who.startsWith("admin")) return true;
  return !/^(DELETE|PATCH) \/projects\/web-shop|^POST \/projects($|\?)/.test(`${method} ${path}`);
}

test(
  "hostile requests are answered, and tell nothing",
  async () => {
    const { cases, seed } = sizeOf(500);
    const question = async () => {
      await vectorsOf(service);
      return ask("read of web-*", "/projects/web-shop/tools/search_code", { query: "price of an order" });
    };
    const before = await question();
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requests(known).filter(isHarmless), async (sent) => {
        const reply = await send(service.server.url, {
          ...sent,
          headers: { ...sent.headers, ...authorization(sent.who) },
        });
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const leak = leakIn(sent, reply);
        if (leak !== null) throw new Error(`${leak}: ${reply.status} ${reply.text.slice(0, 2000)}`);
      }),
      { numRuns: cases, seed },
    );
    // They reached what they were to try, and left nothing behind.
    expect(statuses.get(200)).toBeGreaterThan(cases / 10);
    expect(statuses.get(400)).toBeGreaterThan(cases / 10);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const after = await question();
    expect(JSON.parse(after.text).results).toEqual(JSON.parse(before.text).results);
  },
  LONG,
);

describe("raw bytes", () => {
  /** Reply to bytes on a connection of their own, until it is quiet. */
  const raw = (bytes: string | Buffer): Promise<string> =>
    new Promise((done) => {
      const { port, hostname } = new URL(service.server.url);
      const socket = connect(Number(port), hostname);
      let text = "";
      const end = () => {
        socket.destroy();
        done(text);
      };
      socket.setTimeout(200, end);
      socket.on("data", (part) => {
        text += part.toString("latin1");
      });
      socket.on("error", end).on("close", end);
      socket.write(bytes);
    });
  const host = () => `Host: ${new URL(service.server.url).host}\r\n`;
  /** A second request in the body of the first, for whoever takes the lengths otherwise. */
  const inner = () => `GET /projects HTTP/1.1\r\n${host()}Authorization: Bearer ${tokens.admin}\r\n\r\n`;
  const post = (headers: string, body: string) =>
    `POST /tools/list_projects HTTP/1.1\r\n${host()}Content-Type: application/json\r\n${headers}\r\n${body}`;

  test.each<[string, () => string | Buffer]>([
    ["two lengths", () => post(`Content-Length: 2\r\nContent-Length: ${inner().length + 2}\r\n`, `{}${inner()}`)],
    ["a length and chunks", () => post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${inner()}`)],
    ["chunks that are none", () => post("Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${inner()}`)],
    ["chunks twice", () => post("Transfer-Encoding: chunked, identity\r\n", `0\r\n\r\n${inner()}`)],
    ["a length with a sign", () => post("Content-Length: +2\r\n", `{}${inner()}`)],
    ["a length in hex", () => post("Content-Length: 0x2\r\n", `{}${inner()}`)],
    ["a space before the colon", () => post("Content-Length : 2\r\n", `{}${inner()}`)],
    ["a folded header", () => post("Content-Length:\r\n 2\r\n", `{}${inner()}`)],
    ["bare line feeds", () => post("Content-Length: 2\r\n", `{}${inner()}`).replaceAll("\r\n", "\n")],
    ["bare carriage returns", () => post("X: a\rContent-Length: 2\r\n", `{}${inner()}`)],
    ["a NUL in a header", () => post("X: a\0b\r\nContent-Length: 2\r\n", "{}")],
    [
      "a chunk size that overflows",
      () => post("Transfer-Encoding: chunked\r\n", "FFFFFFFFFFFFFFFFF\r\nx\r\n0\r\n\r\n"),
    ],
    [
      "headers without end",
      () => post(Array.from({ length: 3000 }, (_, index) => `X-${index}: ${"y".repeat(20)}\r\n`).join(""), ""),
    ],
    ["a header of a megabyte", () => post(`Authorization: Bearer cdx_${"a".repeat(1_000_000)}\r\n`, "")],
    ["a URL of a megabyte", () => `GET /${"a".repeat(1_000_000)} HTTP/1.1\r\n${host()}\r\n`],
    ["two hosts", () => `GET /ready HTTP/1.1\r\n${host()}Host: evil.example.com\r\n\r\n`],
    ["a whole URL", () => `GET http://evil.example.com/projects HTTP/1.1\r\n${host()}\r\n`],
    ["a tunnel", () => `CONNECT evil.example.com:443 HTTP/1.1\r\n${host()}\r\n`],
    ["another protocol", () => `GET /mcp HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ["no version", () => "GET /projects\r\n\r\n"],
    ["an old version", () => "GET /projects HTTP/1.0\r\n\r\n"],
    ["a method that is none", () => `\x16\x03\x01\x02 / HTTP/1.1\r\n${host()}\r\n`],
    ["TLS", () => Buffer.from("16030100c8010000c40303", "hex")],
    ["a zip bomb", () => post("Content-Encoding: gzip\r\nContent-Length: 4\r\n", "\x1f\x8b\x08\x00")],
  ])("%s: nobody is let in, and nothing breaks", async (_name, bytes) => {
    const text = await raw(bytes());
    expect(text.match(/^HTTP\/1.1 (\d+)/gm) ?? []).not.toContain("HTTP/1.1 200");
    expect(text).not.toMatch(/HTTP\/1\.1 5\d\d|web-shop|vault/);
    expect((await send(service.server.url, { method: "GET", path: "/health", headers: {}, body: null })).status).toBe(
      200,
    );
  });
});
