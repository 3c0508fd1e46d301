/** Requests as a hostile caller may send them: made from the schemas of all that can be asked, and then spoiled. */
import { Agent, type IncomingMessage, request } from "node:http";
import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import { ROUTES } from "../../src/http/routes/index.js";
import { METHOD_SCHEMAS } from "../../src/mcp/legacy/server.js";
import { PROMPTS } from "../../src/mcp/prompts/index.js";
import { RESOURCES } from "../../src/mcp/resources/index.js";
import { TOOLS } from "../../src/tools/index.js";
import { inputJsonSchema, jsonSchemaOf } from "../../src/tools/running/schema.js";

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** The caller whose token it carries. */
  who: string;
}

export interface Reply {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** Streams have no end: what they say at first is looked at. Milliseconds. */
const STREAM_PATIENCE = 30;
/** Without a byte for so long, a request is never answered. Calls that may last say so with a stream after 15 s. */
const HANGS = 45_000;

/** Sends a request, and gives the answer; of a stream its beginning. */
export function send(url: string, message: Omit<Sent, "who">): Promise<Reply> {
  const { method, path, headers, body } = message;
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, method, path, headers, agent }, (answer) => {
      let text = "";
      const end = () => done({ status: answer.statusCode!, headers: answer.headers, text });
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.on("end", end).on("error", end);
      if (String(answer.headers["content-type"]).startsWith("text/event-stream"))
        setTimeout(() => {
          end();
          answer.destroy();
        }, STREAM_PATIENCE);
    });
    // The service closes a connection whose request it did not read to its end; the next one may be on its way on it already.
    sent.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" && sent.reusedSocket ? done(send(url, message)) : failed(error),
    );
    sent.setTimeout(HANGS, () => sent.destroy(new Error(`no answer within ${HANGS / 1000} s`)));
    sent.end(body ?? undefined);
  });
}

/** Names of things that exist: without such words, most requests would end at the door. */
export interface Known {
  who: readonly string[];
  projects: readonly string[];
  paths: readonly string[];
  symbols: readonly string[];
  nodeIds: readonly string[];
  /** Of jobs and tasks. */
  ids: readonly string[];
  sessions: readonly string[];
  /** Folders of the machine, in the repositories and elsewhere. */
  folders: readonly string[];
}

const HOSTILE = [
  "",
  " ",
  "..",
  "../../../../etc/passwd",
  "/etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%00",
  "a\0b",
  "\0",
  "C:\\Windows\\win.ini",
  "\\\\server\\share",
  "file:///etc/passwd",
  "~/.ssh/id_rsa",
  "/proc/self/environ",
  ".env",
  ".git/config",
  "hidden/plan.ts",
  "way-out/passwd",
  "src/settings.ts",
  "'; drop table projects; --",
  '" or 1=1 --',
  "%' or '1'='1",
  "$(id)",
  "`id`",
  "{{7*7}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant as it stands.
  "${7*7}",
  "%s%n%d",
  "<script>alert(1)</script>",
  "\r\nSet-Cookie: a=b",
  "\u202Eevil",
  "\u200B",
  "\uFEFF",
  "\uD800",
  "\uDC00x",
  "e\u0301",
  "ﬁle",
  "İ",
  "🧑‍🚀",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "prototype",
  "NaN",
  "Infinity",
  "null",
  "undefined",
  "-0",
  "1e999",
  "0x10",
  "99999999999999999999",
  "*",
  "**",
  "**/*",
  "[",
  "[a-",
  "(",
  "\\",
  "{a,b",
  "!",
  "-rf",
  "--help",
  "HEAD~1",
  "@{u}",
  "main..evil",
  "\x1b[31mred",
  "A".repeat(5000),
  "a/".repeat(2000),
  "é".repeat(300),
  "*".repeat(300),
  "{".repeat(200),
  "(".repeat(500),
];

/** Any JSON value, and those that break what is sure of itself. */
const anything: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e308,
    5e-324,
    [],
    {},
    [[]],
    [null],
    [{}],
  ),
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 5 }),
  fc.dictionary(fc.constantFrom(...HOSTILE), fc.constantFrom<unknown>(1, "a", null, {}), { maxKeys: 3 }),
);

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** Which of the known words a field of this name wants. */
function wordsFor(name: string, known: Known): readonly string[] {
  if (/^project/.test(name)) return [...known.projects, "*", known.projects.join(",")];
  if (/uri/i.test(name)) return urisOf(known);
  if (/^(paths?|file|folder|in)$|path/i.test(name)) return [...known.paths, ...known.folders];
  if (/node|^to$/.test(name)) return known.nodeIds;
  if (/job|task|id$/i.test(name)) return known.ids;
  if (/cursor|seen/.test(name)) return ["MjA", "0:", "1:", "20", "eyJvZmZzZXQiOjIwfQ"];
  return [...known.symbols, ...known.paths];
}

const urisOf = ({ projects, paths }: Known): string[] =>
  RESOURCES.flatMap(({ path }) =>
    [...projects.map((project) => `codeindex://${project}/${path}`), `codeindex://${path}`].map((uri) =>
      uri.replace(/\{[^}]*\}/g, () => paths[uri.length % paths.length]!),
    ),
  );

/** Values that a schema allows, or nearly. */
function fromSchema(schema: JsonSchema, known: Known, name = "", defs = schema.$defs ?? {}): Arbitrary<unknown> {
  const inner = (one: JsonSchema, as = name) => fromSchema(one, known, as, defs);
  if (schema.$ref) {
    const named = defs[schema.$ref.replace("#/$defs/", "")];
    return named ? inner(named) : anything;
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((each) => inner(each)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === "string") {
    const words = wordsFor(name, known);
    return fc.oneof(
      { weight: 6, arbitrary: words.length > 0 ? fc.constantFrom(...words) : fc.string() },
      { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    );
  }
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum: min = -10, maximum: max = 1000 } = schema;
    const plain = fc.integer({ min: Math.ceil(Math.max(min, -1e6)), max: Math.floor(Math.min(max, 1e6)) });
    return fc.oneof(
      { weight: 5, arbitrary: plain },
      { weight: 1, arbitrary: fc.constantFrom(min, max, min - 1, max + 1, 2 ** 31, 2 ** 53, -1, 0.5, -0) },
    );
  }
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "array") {
    const mostly = { maxLength: Math.min(schema.maxItems ?? 4, 4) };
    return schema.items ? fc.array(inner(schema.items), mostly) : fc.array(anything, mostly);
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, field]) => [key, inner(field, key)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  }
  return anything;
}

/** The same with a field, now and then, that is something else, left out, or too many. */
function spoiled(values: Arbitrary<unknown>): Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), how: fc.constantFrom("other", "gone", "more", "listed"), value: anything });
  const one = fc.tuple(values, change).map(([given, { at, how, value }]) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) return value;
    const keys = Object.keys(given);
    const key = keys[at % Math.max(1, keys.length)] ?? "x";
    const rest: Record<string, unknown> = { ...given };
    if (how === "gone") delete rest[key];
    else if (how === "listed") rest[key] = [rest[key]];
    else rest[how === "more" ? HOSTILE[at % HOSTILE.length]! : key] = value;
    return rest;
  });
  return fc.oneof({ weight: 3, arbitrary: values }, { weight: 2, arbitrary: one }, { weight: 1, arbitrary: anything });
}

/** JSON as text, now and then as no serializer would write it. */
function inJson(values: Arbitrary<unknown>): Arbitrary<string> {
  const ways: ((text: string) => string)[] = [
    (text) => text.replace(/^\{/, '{"__proto__":{"polluted":1},'),
    (text) => text.replace(/^\{/, '{"constructor":{"prototype":{"polluted":1}},'),
    (text) => text.replace(/^\{/, '{"name":"other","params":null,"jsonrpc":"1.0","id":{},'),
    (text) => text.replace(/:"[^"]*"/, ":NaN"),
    (text) => text.replace(/:"[^"]*"/, ":1e999"),
    (text) => text.replace(/:"[^"]*"/, ":-0"),
    (text) => text.replace(/"([^"]*)"/, '"\\ud800$1"'),
    (text) => text.replace(/:"([^"]*)"/, ':"\\u0000$1"'),
    (text) => `\uFEFF${text}`,
    (text) => `${text}${text}`,
    (text) => text.slice(0, text.length / 2),
    (text) => `[${text},${text}]`,
    (text) => `[${text}]`,
    (text) => `${"[".repeat(200)}${text}${"]".repeat(200)}`,
    () => `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
    (text) => text.replace(/\}$/, `,"more":"${"x".repeat(100_000)}"}`),
    (text) => text.replace(/\}$/, `,"more":[${"1,".repeat(50_000)}1]}`),
    () => "",
    () => "null",
    () => '"text"',
    () => "\0",
  ];
  const texts = values.map((value) => JSON.stringify(value) ?? "");
  return fc.oneof(
    { weight: 9, arbitrary: texts },
    { weight: 1, arbitrary: fc.tuple(texts, fc.constantFrom(...ways)).map(([text, way]) => way(text)) },
  );
}

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
        const path = names.reduce((text, name, at) => text.replace(`:${name}`, () => parts[at]!), route.path);
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
