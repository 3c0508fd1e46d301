/** Each tool as a route: POST /tools/{tool} chooses the project as MCP does, POST /projects/{id}/tools/{tool} names it. The body is the input. */
import { type Request, type Response, Router } from "express";
import { principalOf } from "../../auth/request-principal.js";
import { CodeindexError, type ErrorEnvelope } from "../../base/errors.js";
import { ownerOf } from "../../model/principal.js";
import { callTool, findTool } from "../../tools/running/call-tool.js";
import type { errorAnswer } from "../../tools/running/finish-answer.js";
import { createIntroductions } from "../../tools/running/introductions.js";
import type { ToolHost } from "../../tools/running/tool-host.js";
import { setRetryAfter } from "../errors.js";

/** The routes of all tools. */
export function toolRoutes(host: ToolHost): Router {
  const router = Router();
  const introductions = createIntroductions();
  const call = async (request: Request<{ tool: string; project?: string }>, response: Response): Promise<void> => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const folder = request.get("x-codeindex-folder");
    findTool(host.tools, request.params.tool);
    const principal = principalOf(request);
    const isFirstAnswer = (projects: string) => introductions(ownerOf(principal), projects);
    const answer = await callTool(host, request.params.tool, request.body ?? {}, {
      principal,
      signal: gone.signal,
      pinnedProject: request.params.project ?? (request.get("x-codeindex-project") || undefined),
      roots: folder ? [decodeFolder(folder)] : [],
      estimatesCounts: PREFERS_ESTIMATES.test(request.get("prefer") ?? ""),
      // People who type a command get one answer with the index in words; in JSON it is a field.
      ...(wantsWords(request) && !isCommand(request) && { isFirstAnswer }),
    });
    send(request, response, answer);
  };
  router.post("/tools/:tool", call);
  router.post("/projects/:project/tools/:tool", call);
  return router;
}

/** A preference of RFC 7240, by the word that PostgREST has for it. */
const PREFERS_ESTIMATES = /(?:^|[\s,;])count="?estimated"?(?=$|[\s,;])/i;

const wantsWords = (request: Request): boolean => request.accepts(["json", "text"]) === "text";

const isCommand = (request: Request): boolean => request.get("user-agent")?.startsWith("codeindex-cli/") === true;

/** Sends JSON, or text where the client prefers `text/plain`. */
function send(request: Request, response: Response, answer: ReturnType<typeof errorAnswer>): void {
  response.status(answer.status);
  // A profile's errors have forms of their own.
  const { error } = answer.structured as { error?: Partial<ErrorEnvelope["error"]> };
  setRetryAfter(response, answer.status, error?.context ?? {});
  if (wantsWords(request) && !answer.isError) response.type("text/plain").send(answer.text);
  else response.json(answer.media ? { ...answer.structured, data: answer.media.data } : answer.structured);
}

function decodeFolder(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch (error) {
    if (error instanceof URIError)
      throw new CodeindexError("invalid_parameter", "X-Codeindex-Folder: must be percent-encoded.");
    throw error;
  }
}
