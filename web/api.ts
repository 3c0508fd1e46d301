/** The typed client of the public REST API, and of nothing else: the page sees what its caller may see. */
import { signal } from "@preact/signals";
import type { z } from "zod";
import type { ErrorCode } from "../src/base/errors.js";
import type { Connection } from "../src/http/routes/connect.js";
import type { FileReferencesAnswer, FilesAnswer, WholeFile } from "../src/http/routes/files.js";
import type { ProjectAnswer as Project } from "../src/http/routes/projects.js";
import type { Caller } from "../src/http/routes/session.js";
import type { IndexBlock } from "../src/tools/running/schema.js";
import type { JobAnswer } from "../src/tools/shared/jobs.js";
import { ROOT } from "./kit/router.js";
import { isLoggedOut, pageKey } from "./session.js";

/** The tools that the page asks, each by its own definition. A page that needs another one adds a line. */
interface Tools {
  explain_path: typeof import("../src/tools/explain-path.js").default;
  find_hotspots: typeof import("../src/tools/find-hotspots.js").default;
  get_callees: typeof import("../src/tools/get-callees.js").default;
  get_callers: typeof import("../src/tools/get-callers.js").default;
  get_file_outline: typeof import("../src/tools/get-file-outline.js").default;
  get_implementations: typeof import("../src/tools/get-implementations.js").default;
  get_references: typeof import("../src/tools/get-references.js").default;
  get_status: typeof import("../src/tools/get-status.js").default;
  get_symbol: typeof import("../src/tools/get-symbol.js").default;
  get_tests: typeof import("../src/tools/get-tests.js").default;
  list_directory: typeof import("../src/tools/list-directory.js").default;
  overview: typeof import("../src/tools/overview.js").default;
  search_code: typeof import("../src/tools/search-code.js").default;
  search_docs: typeof import("../src/tools/search-docs.js").default;
  search_symbols: typeof import("../src/tools/search-symbols.js").default;
  search_text: typeof import("../src/tools/search-text.js").default;
  trace: typeof import("../src/tools/trace.js").default;
}

type InputOf<Tool> = Tool extends { input: infer Input extends z.ZodRawShape } ? z.input<z.ZodObject<Input>> : never;
type OutputOf<Tool> = Tool extends { output: infer Output extends z.ZodRawShape }
  ? z.output<z.ZodObject<Output>>
  : never;
export type ToolName = keyof Tools;
/** Parameters that the faces add to a tool's own. Only tools that search take several projects, or `*` for all. */
interface AnyInput {
  project_id?: string | string[];
  max_tokens?: number;
  detail?: "brief" | "full";
}
/** A tool's answer, with what every answer has. */
export type Answer<Name extends ToolName> = OutputOf<Tools[Name]> & {
  truncated?: boolean;
  next_cursor?: string;
  index?: IndexBlock;
};

/** An error of the service's one catalogue, or `unreachable`: no answer came. */
export class ApiError extends Error {
  readonly code: ErrorCode | "unreachable";
  readonly status: number;
  readonly suggestions: readonly string[];
  readonly context: Record<string, unknown>;

  constructor(
    code: ApiError["code"],
    message: string,
    { status = 0, suggestions = [], context = {} }: ErrorParts = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.suggestions = suggestions;
    this.context = context;
  }
}

interface ErrorParts {
  status?: number;
  suggestions?: string[];
  context?: Record<string, unknown>;
}

export interface Options {
  /** Whether counts may be lower bounds, so that the answer comes sooner. */
  estimatesCounts?: boolean;
  /** The type of the answer; JSON by default. */
  accept?: string;
  body?: unknown;
  signal?: AbortSignal;
}

/** Whether the service does not answer at the moment. */
export const isAway = signal(false);
/** Counts up when the service is back, or the caller has come in anew: what failed is asked again. */
export const comeback = signal(0);

/** Asks a route of the REST API, by its path from the root: `projects/shop/status`. Throws ApiError, and AbortError where `signal` was raised. */
export async function ask<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const text = await askText(method, path, options);
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** Asks a route for its answer as text. Throws as `ask`. */
export async function askText(method: string, path: string, options: Options = {}): Promise<string> {
  return (await send(method, path, options)).text();
}

/** Calls a tool: about a project, or about those that its input names. */
export function callTool<Name extends ToolName>(
  name: Name,
  input: InputOf<Tools[Name]> & AnyInput,
  { project, ...options }: Pick<Options, "signal" | "estimatesCounts"> & { project?: string | null } = {},
): Promise<Answer<Name>> {
  const path = project ? `projects/${encodeURIComponent(project)}/tools/${name}` : `tools/${name}`;
  return ask("POST", path, { body: input, ...options });
}

/** The path of a route about a project, with its query: `ofProject("shop", "file", { path: "src/a.ts" })`. */
export function ofProject(
  project: string,
  route: string,
  parts: Record<string, string | number | undefined> = {},
): string {
  const given = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const words = new URLSearchParams(given).toString();
  return `projects/${encodeURIComponent(project)}/${route}${words && `?${words}`}`;
}

export type { Caller, Connection, FileReferencesAnswer, FilesAnswer, JobAnswer as Job, Project, WholeFile };

export interface ProjectEvent {
  name: string;
  data: Record<string, unknown>;
}

/** Follows the events of a project until `signal` is raised, or the stream ends: with the project, the session or the service. Throws as `ask`. */
export async function* events(project: string, signal: AbortSignal): AsyncGenerator<ProjectEvent> {
  const response = await send("GET", `projects/${encodeURIComponent(project)}/events`, { signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    // The next request learns why a stream broke.
    const next = await reader?.read().catch(() => null);
    if (!next || next.done) return;
    text += next.value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      const data = fields.get("data");
      if (data !== undefined) yield { name: fields.get("event") ?? "", data: JSON.parse(data) as ProjectEvent["data"] };
    }
  }
}

async function send(
  method: string,
  path: string,
  { accept = "application/json", body, signal, estimatesCounts }: Options,
): Promise<Response> {
  const key = pageKey();
  const headers: Record<string, string> = { accept, "X-Codeindex-Page": key };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (estimatesCounts) headers.prefer = "count=estimated";
  let response: Response;
  try {
    response = await fetch(new URL(path, ROOT), {
      method,
      headers,
      credentials: "same-origin",
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
  isAway.value = false;
  if (response.ok) return response;
  const error = await errorOf(response);
  // A refusal of a request from before the log-in may come after it.
  if (error.code === "unauthorized" && key === pageKey()) isLoggedOut.value = true;
  throw error;
}

/** Whether the service answers at all. */
async function isThere(): Promise<boolean> {
  return (await fetch(new URL("health", ROOT)).catch(() => null))?.ok ?? false;
}

/** Notes that the service is away, and looks every second whether it is back. */
function unreachable(): ApiError {
  if (!isAway.value) {
    isAway.value = true;
    const timer = setInterval(async () => {
      if (!(await isThere())) return;
      clearInterval(timer);
      isAway.value = false;
      comeback.value += 1;
    }, LOOK_EVERY_MS);
  }
  return new ApiError("unreachable", "The service does not answer.");
}

/** Why something could not be loaded: `unreachable` where the service is away; null where it answers. */
export const absence = async (): Promise<ApiError | null> => ((await isThere()) ? null : unreachable());

const LOOK_EVERY_MS = 1000;

/** The error of an answer; that of a proxy before the service has no envelope. */
async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  try {
    const { error } = (await response.json()) as { error: { code: ErrorCode; message: string } & ErrorParts };
    return new ApiError(error.code, error.message, { ...error, status });
  } catch {
    return new ApiError(
      status === 401 ? "unauthorized" : "unreachable",
      `The service answered with status ${status}.`,
      { status },
    );
  }
}
