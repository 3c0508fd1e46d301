/** /openapi.json: describes the REST API from the same definitions that serve it. */
import { z } from "zod";
import { ERRORS, type ErrorCode } from "../base/errors.js";
import { nth } from "../base/need.js";
import { VERSION } from "../base/version.js";
import { inputJsonSchema, jsonSchemaOf, outputJsonSchema } from "../tools/running/schema.js";
import type { ToolDefinition } from "../tools/running/tool.js";
import { logInAnswer, logInInput } from "./page-session.js";
import type { Route } from "./route.js";
import { connection } from "./routes/connect.js";

type Json = Record<string, unknown>;

const errorEnvelope = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().describe("The problem, and what to do next."),
    category: z.string(),
    severity: z.enum(["warning", "error", "critical"]),
    retryable: z.boolean().describe("Whether the same request may succeed later."),
    suggestions: z.array(z.string()),
    context: z.record(z.string(), z.unknown()),
    timestamp: z.string(),
  }),
});

const TAGS = [
  { name: "projects", description: "The registry of projects." },
  { name: "jobs", description: "Builds, and how far they are." },
  { name: "questions", description: "Searching, context and the graph." },
  { name: "tools", description: "Every tool as a route; the body is the tool's input." },
  { name: "service", description: "The service itself." },
];

/** The description, in OpenAPI 3.1. */
export function describeApi(routes: readonly Route[], tools: readonly ToolDefinition[]): Json {
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method]: operation };
  };
  for (const route of routes) add(pathOf(route.path), route.method, operationOf(route));
  add("/projects/{project}/events", "get", eventsOperation);
  for (const tool of tools) {
    add(`/projects/{project}/tools/${tool.name}`, "post", toolOperation(tool, "InProject", parametersOf("{project}")));
    add(`/tools/${tool.name}`, "post", toolOperation(tool, "", []));
  }
  for (const [path, operation] of Object.entries(serviceOperations)) add(path, "get", operation);
  for (const [method, operation] of Object.entries(sessionOperations)) add("/session", method, operation);
  const schemas: Json = { Error: jsonSchemaOf(errorEnvelope, "output") };
  for (const tool of tools) {
    Object.assign(schemas, component(`${tool.name}_input`, inputJsonSchema(tool)));
    Object.assign(schemas, component(`${tool.name}_output`, outputJsonSchema(tool)));
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "codeindex",
      version: VERSION,
      description: "A code index for a team: where code is, what calls it, what breaks if it changes.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: TAGS,
    paths,
    components: {
      schemas,
      headers: { RequestId: { description: "The number of the request in the log.", schema: { type: "string" } } },
    },
  };
}

/** A schema as a component. Its inner definitions become components next to it, because references here start at the document. */
function component(name: string, { $defs = {}, ...schema }: Json): Json {
  const all = { [name]: schema, ...prefixed(`${name}.`, $defs as Json) };
  return JSON.parse(JSON.stringify(all).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)) as Json;
}

function prefixed(prefix: string, values: Json): Json {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
}

/** `/projects/:project` as `/projects/{project}`. */
const pathOf = (path: string) => path.replaceAll(/:(\w+)/g, "{$1}");

const PARAMETERS: Record<string, string> = {
  project: "The project, by id or name.",
  job: "The job, as the answer that started it named it.",
  node_id: "node_id of a symbol.",
};

function parametersOf(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => {
    const name = nth(match, 1);
    return { name, in: "path", required: true, description: PARAMETERS[name], schema: { type: "string" } };
  });
}

function operationOf(route: Route): Json {
  const inQuery = route.inputIn === "query" || route.method === "get" || route.method === "delete";
  const input = jsonSchemaOf(z.strictObject(route.input), "input") as { properties?: Json; required?: string[] };
  const { properties = {}, required = [] } = input;
  const parameters = parametersOf(pathOf(route.path));
  if (inQuery)
    for (const [name, { description, ...schema }] of Object.entries(properties as Record<string, Json>))
      parameters.push({
        name,
        in: "query",
        required: required.includes(name),
        description,
        schema,
        ...(schema.type === "array" && { style: "form", explode: false }),
      });
  const hasBody = !inQuery && Object.keys(properties).length > 0;
  return {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    parameters,
    ...(route.streams && { requestBody: { required: true, content: { [route.streams]: {} } } }),
    ...(hasBody && { requestBody: { required: required.length > 0, content: json(input) } }),
    responses: responsesOf(route.status ?? 200, json(jsonSchemaOf(z.looseObject(route.output), "output"))),
  };
}

const PREFER: Json = {
  name: "Prefer",
  in: "header",
  required: false,
  description:
    "count=estimated: counts of what is not listed may be lower bounds, which the answer marks, and it comes sooner.",
  schema: { type: "string" },
};

function toolOperation(tool: ToolDefinition, suffix: string, parameters: Json[]): Json {
  return {
    operationId: `${tool.name}${suffix}`,
    tags: ["tools"],
    summary: tool.title,
    description: tool.description,
    parameters: tool.canEstimateCounts ? [...parameters, PREFER] : parameters,
    requestBody: { content: json(reference(`${tool.name}_input`)) },
    responses: responsesOf(200, json(reference(`${tool.name}_output`))),
  };
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json) => ({ "application/json": { schema } });

function responsesOf(status: number, content: Json): Json {
  const headers = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
  return {
    [status]: { description: "The answer.", headers, content },
    default: { description: "The problem.", headers, content: json(reference("Error")) },
  };
}

const eventsOperation: Json = {
  operationId: "followProject",
  tags: ["jobs"],
  summary:
    "Server-sent events: how the project stands, then progress, job, generation and removed as they happen; a comment every 15 seconds.",
  parameters: parametersOf("{project}"),
  responses: responsesOf(200, { "text/event-stream": { schema: { type: "string" } } }),
};

const text = { "text/plain": { schema: { type: "string" } } };
const object = json({ type: "object" });
const serviceOperations: Record<string, Json> = {
  "/health": serviceOperation("getHealth", "The process lives.", object),
  "/ready": {
    ...serviceOperation("getReady", "Whether the service can answer; down names what does not answer.", object),
    responses: {
      200: {
        description: "It answers. degraded: something is down that answers do not need; down names it.",
        content: object,
      },
      503: { description: "It cannot answer: down names the reason, and its entry says what to do.", content: object },
    },
  },
  "/metrics": serviceOperation("getMetrics", "Figures for Prometheus.", text),
  "/connect": serviceOperation("getConnection", "How clients are connected.", json(jsonSchemaOf(connection, "output"))),
  "/openapi.json": serviceOperation("getOpenApi", "This description.", object),
};

const sessionOperations: Record<string, Json> = {
  post: {
    operationId: "logIn",
    tags: ["service"],
    summary: "Begins a session of the page with an API token. Programs send their token with each request.",
    requestBody: { content: json(jsonSchemaOf(logInInput, "input")) },
    responses: responsesOf(201, json(jsonSchemaOf(logInAnswer, "output"))),
  },
  delete: serviceOperation("logOut", "Ends the session of the page that asks.", object),
};

function serviceOperation(operationId: string, summary: string, content: Json): Json {
  return { operationId, tags: ["service"], summary, responses: responsesOf(200, content) };
}
