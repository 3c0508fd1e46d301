/** Requests as a hostile caller may send them: made from the schemas of all that can be asked, and then spoiled. */
import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import { ROUTES } from "../../src/http/routes/index.js";
import { METHOD_SCHEMAS } from "../../src/mcp/legacy/server.js";
import { PROMPTS } from "../../src/mcp/prompts/index.js";
import { RESOURCES } from "../../src/mcp/resources/index.js";
import { TOOLS } from "../../src/tools/index.js";
import { inputJsonSchema, jsonSchemaOf } from "../../src/tools/running/schema.js";
import type { Sent } from "./send.js";
import { anything, fromSchema, HOSTILE, inJson, type JsonSchema, type Known, spoiled } from "./values.js";

/** Percent-encoded; a half of a surrogate pair has no bytes. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** A part of a path, as a client would write it, or rawer. */
function segment(words: readonly string[]): Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(words.length > 0 ? words : ["none"])).map(encoded) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE).map((text) => encoded(text.slice(0, 2000))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("..", "%2e%2e", "%00", "%ff", "%", "%zz", ".", "//", "a%2fb", ";a=b", "%c0%ae"),
    },
  );
}

const HEADERS: Record<string, (known: Known) => readonly string[]> = {
  "x-codeindex-project": ({ projects }) => projects,
  "x-codeindex-toolsets": () => ["all", "default", "search,files", "none", "__proto__"],
  "x-codeindex-read-only": () => ["1", "0", "maybe"],
  "x-codeindex-folder": ({ folders }) => folders.map(encoded),
  "mcp-session-id": ({ sessions }) => sessions,
  "mcp-protocol-version": () => ["2025-11-25", "2025-06-18", "2024-11-05", "2026-07-28", "1999-01-01", "latest"],
  "mcp-method": () => ["tools/call", "tools/list", "nothing"],
  "mcp-name": () => ["read_file", "list_projects", "nothing"],
  "last-event-id": () => ["0", "a:1", "AAAAAAAAAAAAAAAA:1", "x".repeat(500)],
  accept: () => ["application/json", "text/event-stream", "text/plain", "*/*", "image/png", ",,,;q=2"],
  "content-type": () => [
    "application/json",
    "text/plain",
    "application/json; charset=utf-16",
    "multipart/form-data",
    "x",
  ],
  "content-encoding": () => ["gzip", "br", "identity", "zip"],
  "x-request-id": () => ["1", "<script>", "x".repeat(1000)],
  origin: () => ["null", "https://evil.example.com", "http://localhost"],
  "x-forwarded-for": () => ["127.0.0.1"],
  "x-forwarded-host": () => ["evil.example.com"],
  "x-http-method-override": () => ["DELETE"],
};

const inHeader = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").trim();

/** Headers that most requests do without. */
function oddHeaders(known: Known): Arbitrary<Record<string, string>> {
  const one = fc
    .constantFrom(...Object.keys(HEADERS))
    .chain((name) =>
      fc
        .oneof(
          { weight: 4, arbitrary: fc.constantFrom("x", ...HEADERS[name]!(known)) },
          { weight: 1, arbitrary: fc.constantFrom(...HOSTILE).map(inHeader) },
        )
        .map((value) => [name, value] as const),
    );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)) },
  );
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "t", version: "0" },
  "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } },
};

const OWN_METHODS: Record<string, JsonSchema> = {
  initialize: {
    type: "object",
    properties: {
      protocolVersion: { type: "string", enum: ["2025-11-25", "2024-11-05", "x"] },
      capabilities: { type: "object", properties: {} },
      clientInfo: {
        type: "object",
        properties: { name: { type: "string" }, version: { type: "string" } },
        required: ["name"],
      },
    },
    required: ["protocolVersion", "capabilities"],
  },
  ping: { type: "object", properties: {} },
  "server/discover": { type: "object", properties: {} },
  "subscriptions/listen": {
    type: "object",
    properties: {
      notifications: {
        type: "object",
        properties: { resourceSubscriptions: { type: "array", items: { type: "string" } } },
      },
    },
  },
  "tasks/update": {
    type: "object",
    properties: { taskId: { type: "string" }, inputResponses: { type: "object" } },
    required: ["taskId"],
  },
  "notifications/cancelled": { type: "object", properties: { requestId: { type: "string" } } },
  "nothing/here": { type: "object", properties: {} },
};

/** The parameters of each method of MCP. */
function methodSchemas(): Record<string, JsonSchema> {
  const schemas = Object.entries(METHOD_SCHEMAS).map(([name, schema]) => {
    const { $defs = {}, properties } = z.toJSONSchema(schema as z.ZodType, {
      io: "input",
      unrepresentable: "any",
    }) as JsonSchema;
    return [name, { type: "object", properties: {}, ...properties?.params, $defs }] as const;
  });
  return { ...Object.fromEntries(schemas), ...OWN_METHODS };
}

function toolInput(known: Known): Arbitrary<{ name: string; args: unknown }> {
  return fc
    .constantFrom(...TOOLS)
    .chain((tool) =>
      spoiled(fromSchema(inputJsonSchema(tool) as JsonSchema, known)).map((args) => ({ name: tool.name, args })),
    );
}

const promptArguments = (known: Known) =>
  fc.constantFrom(...PROMPTS).chain(({ name, arguments: list }) =>
    spoiled(
      fc.record(Object.fromEntries(list.map((each) => [each.name, fromSchema({ type: "string" }, known, each.name)])), {
        requiredKeys: [],
      }),
    ).map((args) => ({ name, arguments: args })),
  );

function completion(known: Known): Arbitrary<unknown> {
  const refs = fc.oneof(
    fc.constantFrom(...PROMPTS).map(({ name, arguments: list }) => ({
      ref: { type: "ref/prompt", name },
      names: list.map((each) => each.name),
    })),
    fc.constantFrom(...RESOURCES).map(({ path }) => ({
      ref: { type: "ref/resource", uri: `codeindex://{project}/${path}` },
      names: [
        "project",
        "path",
        "query",
        ...[...path.matchAll(/\{[+?&]?([\w,]+)/g)].flatMap(([, all]) => all!.split(",")),
      ],
    })),
  );
  return refs.chain(({ ref, names }) =>
    fc
      .record({
        name: fc.constantFrom("nothing", ...names),
        value: fc.oneof(
          fc.constantFrom("", ...known.projects, ...known.symbols, ...known.paths),
          fc.constantFrom(...HOSTILE),
        ),
        project: fc.option(fc.constantFrom(...known.projects)),
      })
      .map(({ name, value, project }) => ({
        ref,
        argument: { name, value },
        ...(project && { context: { arguments: { project } } }),
      })),
  );
}

/** A message of MCP, of either era. */
function message(known: Known): Arbitrary<{ json: string; method: string; headers: Record<string, string> }> {
  const schemas = methodSchemas();
  const made: Record<string, Arbitrary<unknown>> = {
    "tools/call": spoiled(toolInput(known).map(({ name, args }) => ({ name, arguments: args }))),
    "prompts/get": spoiled(promptArguments(known)),
    "completion/complete": spoiled(completion(known)),
  };
  const methods = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(schemas)) },
    { weight: 2, arbitrary: fc.constant("tools/call") },
    { weight: 2, arbitrary: fc.constantFrom("resources/read", "prompts/get", "completion/complete") },
  );
  return methods.chain((method) => {
    const params = made[method] ?? spoiled(fromSchema(schemas[method]!, known));
    const isModern = fc.boolean();
    return isModern.chain((modern) => {
      const whole = params.map((given) => ({
        jsonrpc: "2.0",
        ...(!method.startsWith("notifications/") && { id: 1 }),
        method,
        params:
          modern && typeof given === "object" && given !== null && !Array.isArray(given)
            ? { ...given, _meta: META }
            : given,
      }));
      const body = fc.oneof({ weight: 8, arbitrary: whole }, { weight: 1, arbitrary: spoiled(whole) });
      return body.chain((value) => {
        const { name } = ((value as { params?: { name?: unknown } } | null)?.params ?? {}) as { name?: unknown };
        const headers = {
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": method,
          ...(typeof name === "string" && { "mcp-name": inHeader(name) }),
        };
        return inJson(fc.constant(value)).map((json) => ({ json, method, headers: modern ? headers : {} }));
      });
    });
  });
}

const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Requests of any kind. */
export function requests(known: Known): Arbitrary<Sent> {
  const who = fc.constantFrom(...known.who);
  const overMcp = fc
    .record({
      who,
      message: message(known),
      headers: oddHeaders(known),
      path: fc.constantFrom("/mcp", "/mcp", "/mcp", "/mcp/", "/messages"),
    })
    .chain(({ path, ...rest }) =>
      segment(known.projects).map((project) => ({
        method: "POST",
        path: path === "/mcp/" ? `/mcp/${project}` : path,
        headers: { ...JSON_TYPE, ...rest.message.headers, ...rest.headers },
        body: rest.message.json,
        who: rest.who,
      })),
    );
  const tools = fc
    .record({ who, tool: toolInput(known), headers: oddHeaders(known), project: fc.option(segment(known.projects)) })
    .chain(({ tool: { name, args }, project, ...rest }) =>
      inJson(fc.constant(args)).map((body) => ({
        method: "POST",
        path: `${project === null ? "" : `/projects/${project}`}/tools/${name}`,
        headers: { ...JSON_TYPE, ...rest.headers },
        body,
        who: rest.who,
      })),
    );
  const routes = fc.constantFrom(...ROUTES).chain((route) => {
    const schema = jsonSchemaOf(z.object(route.input), "input") as JsonSchema;
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    const wordsOf = (name: string) =>
      name === "project" ? known.projects : name === "node_id" ? known.nodeIds : known.ids;
    return fc
      .record({
        who,
        headers: oddHeaders(known),
        input: spoiled(fromSchema(schema, known)),
        parts: fc.tuple(...names.map((name) => segment(wordsOf(name)))),
        inQuery: fc.boolean(),
      })
      .chain(({ input, parts, inQuery, ...rest }) => {
        const path = names.reduce((text, name, index) => text.replace(`:${name}`, () => parts[index]!), route.path);
        const takesBody = route.method !== "get" && route.method !== "delete" && !(inQuery && route.inputIn);
        return inJson(fc.constant(input)).map((body) => ({
          method: route.method.toUpperCase(),
          path: takesBody ? path : `${path}?${queryOf(input)}`,
          headers: { ...JSON_TYPE, ...rest.headers },
          body: takesBody ? body : null,
          who: rest.who,
        }));
      });
  });
  const others = fc
    .record({
      who,
      method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"),
      headers: oddHeaders(known),
      path: fc.oneof(
        fc.constantFrom(
          "/",
          "/health",
          "/ready",
          "/metrics",
          "/openapi.json",
          "/sse",
          "/mcp",
          "/webhooks/git",
          "/messages?sessionId=x",
        ),
        fc.constantFrom(
          "/.well-known/oauth-protected-resource",
          "/.env",
          "/..;/",
          "//evil.example.com/",
          "/projects/../../etc",
          "/?a=%ff",
        ),
        segment(known.projects).map((project) => `/projects/${project}/events`),
        fc.array(segment(known.paths), { maxLength: 4 }).map((parts) => `/${parts.join("/")}`),
      ),
      body: inJson(anything),
    })
    .map(({ method, body, ...rest }) => ({ ...rest, method, body: /GET|HEAD|TRACE/.test(method) ? null : body }));
  return fc.oneof(
    { weight: 5, arbitrary: overMcp },
    { weight: 4, arbitrary: tools },
    { weight: 4, arbitrary: routes },
    { weight: 1, arbitrary: others },
  );
}

/** An input as a query, as clients write one and as they do not. */
function queryOf(input: unknown): string {
  const pairs = typeof input === "object" && input !== null ? Object.entries(input) : [["x", input]];
  return pairs
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
      return `${encoded(String(name))}=${encoded(text.slice(0, 3000))}`;
    })
    .join("&")
    .slice(0, 8000);
}
