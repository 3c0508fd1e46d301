/**
 * The definition of a REST route. A route is written once: the router and /openapi.json are made from its definition. The face checks the input,
 * chooses the project in the path and turns errors into the envelope; a route only handles valid input.
 */
import type { Request, Response, Router } from "express";
import { z } from "zod";
import { principalOf } from "../auth/request-principal.js";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { addLogFields, logFields } from "../base/log.js";
import { type AccessScope, type Principal, requireScope, seesAll } from "../model/principal.js";
import { chooseProject } from "../projects/choose.js";
import type { Project } from "../store/projects.js";
import { askTool } from "../tools/running/call-for-face.js";
import { checkFields } from "../tools/running/check-input.js";
import { hostFor } from "../tools/running/restricted-host.js";
import { jsonSchemaOf } from "../tools/running/schema.js";
import type { Paged, ToolDefinition } from "../tools/running/tool.js";
import type { ToolHost } from "../tools/running/tool-host.js";
import { userErrorOf } from "./errors.js";
import { isFromHere } from "./origin.js";

export interface RouteContext {
  host: ToolHost;
  principal: Principal;
  /** The project in the path; absent only where the path has none. */
  project: Project;
  /** The path's other parameters. */
  params: Record<string, string>;
  signal: AbortSignal;
  /** Whether the client is on this machine. */
  isLocal: boolean;
  /** The body's bytes as they arrive; only for routes that stream it. */
  body: AsyncIterable<Uint8Array>;
  /** Sets another status than the route's. */
  setStatus(status: number): void;
  /**
   * Records in the audit log the ids, names and rights that the route changed or created, never a secret. Routes call it as soon as the change is
   * made. A route with the scope `read` is in the audit log only if it calls this.
   */
  note(detail: Record<string, unknown>): void;
  /** Runs a tool on the project, and returns its whole answer. Throws its error. */
  ask<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
    tool: ToolDefinition<Input, Output>,
    input: z.input<z.ZodObject<Input>>,
  ): Promise<z.infer<z.ZodObject<Output>> & Paged>;
}

export interface Route<Input extends z.ZodRawShape = z.ZodRawShape, Output extends z.ZodRawShape = z.ZodRawShape> {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** A path in the syntax of Express: `/projects/:project/search`. */
  path: string;
  /** A verb and a noun, unique among all routes. */
  name: string;
  tag: string;
  /** The scope that a caller needs. */
  scope: AccessScope;
  /** True for routes only for callers that see all projects, because others would learn of hidden ones. */
  allProjects?: boolean;
  summary: string;
  /** The status of a good answer; 200 by default. */
  status?: number;
  /**
   * zod schemas by parameter: of the query in GET and DELETE, of the body otherwise. Parameters of the body may also come in the query; `inputIn`
   * describes those.
   */
  input: Input;
  inputIn?: "query";
  /** The media type of a body that is read as it arrives and is not JSON. */
  streams?: string;
  output: Output;
  run(input: z.infer<z.ZodObject<Input>>, context: RouteContext): Promise<z.infer<z.ZodObject<Output>>>;
}

/** Declares a route. The list erases the types of routes, so `run` is typed here by the route's own schemas. */
export function defineRoute<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  route: Route<Input, Output>,
): Route {
  return route as unknown as Route;
}

/** Adds a route to the router. */
export function addRoute(router: Router, route: Route, whole: ToolHost): void {
  const schema = z.object(route.input);
  const types = typesOf(schema);
  const takesBody = route.method === "post" || route.method === "patch";
  router[route.method](route.path, async (request: Request<Record<string, string>>, response: Response) => {
    const record = startRecord(route, request, whole.audit);
    try {
      const { status, answer } = await answerTo(request, response, record.note);
      record.end("ok");
      response.status(status).json(answer);
    } catch (error) {
      // Work that was given up for a caller that went away is no fault.
      const isGone = response.destroyed && error instanceof Error && error.name === "AbortError";
      const shown = isGone ? new CodeindexError("cancelled", "The caller went away.") : userErrorOf(error, whole.log);
      record.end(shown.code);
      throw shown;
    }
  });

  async function answerTo(
    request: Request<Record<string, string>>,
    response: Response,
    note: RouteContext["note"],
  ): Promise<{ status: number; answer: unknown }> {
    const { project: projectName, ...params } = request.params;
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const principal = principalOf(request);
    requireScope(principal, route.scope, actionOf(route));
    if (route.allProjects && !seesAll(principal))
      throw new CodeindexError("forbidden", "That is for those who see all projects.");
    const host = hostFor(whole, principal);
    const caller = { principal, signal: gone.signal, pinnedProject: projectName };
    const project = projectName === undefined ? undefined : chooseProject(await host.projects(), undefined, caller);
    if (project) addLogFields({ project: project.projectId });
    const input = checkFields(schema, { ...fromQuery(request.query, types), ...(takesBody && bodyOf(request)) });
    let status = route.status ?? 200;
    const answer = await route.run(input, {
      host,
      principal,
      project: project as Project,
      params,
      signal: gone.signal,
      isLocal: isFromHere(request),
      // A route that stops reading early still answers, so the connection is kept.
      body: request.iterator({ destroyOnReturn: false }),
      setStatus: (other) => {
        status = other;
      },
      note,
      ask: (tool, args) => askTool(host, tool, args, { ...caller, pinnedProject: project?.projectId }),
    });
    return { status, answer };
  }
}

const actionOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/**
 * The audit log's record of one request. It is written when the route ends and does not depend on the answer: a client that hangs up has still made
 * its changes. Bodies may hold credentials, so the record has only the path's parameters and the route's notes.
 */
function startRecord(
  route: Route,
  request: Request<Record<string, string>>,
  audit: ToolHost["audit"],
): Pick<RouteContext, "note"> & { end(outcome: string): void } {
  const startedAt = performance.now();
  let detail: Record<string, unknown> | null = null;
  return {
    note(more) {
      detail = { ...detail, ...more };
    },
    end(outcome) {
      if (route.scope === "read" && detail === null) return;
      // A started job continues even if the route fails afterwards.
      const { job } = logFields();
      if (typeof job === "string") detail = { job_id: job, ...detail };
      const { project_id: made } = detail ?? {};
      audit.note({
        principal: principalOf(request),
        action: actionOf(route),
        projectId: request.params.project ?? (typeof made === "string" ? made : null),
        input: request.params,
        detail,
        outcome,
        cost: 1,
        startedAt,
      });
    },
  };
}

function bodyOf(request: Request<Record<string, string>>): object {
  const body: unknown = request.body ?? {};
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalidParameter("body", "must be a JSON object");
  return body;
}

/** The JSON type of each field. */
function typesOf(schema: z.ZodObject): Record<string, unknown> {
  const { properties = {} } = jsonSchemaOf(schema, "input") as { properties?: Record<string, { type?: unknown }> };
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]));
}

/** Parses the query's texts: numbers, true and false, lists with commas. Other texts stay as they are, and their schema refuses them. */
function fromQuery(query: Record<string, unknown>, types: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, words] of Object.entries(query)) {
    const type = types[name];
    if (type === "array") values[name] = [words].flat().flatMap((word) => String(word).split(","));
    else if (typeof words !== "string") values[name] = words;
    else if ((type === "integer" || type === "number") && words.trim() !== "" && !Number.isNaN(Number(words)))
      values[name] = Number(words);
    else if (type === "boolean" && /^(true|1|false|0)$/.test(words)) values[name] = words === "true" || words === "1";
    else values[name] = words;
  }
  return values;
}
