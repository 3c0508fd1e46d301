/** The service restricted to one caller: projects that it may not see look as if they did not exist. */
import { CodeindexError } from "../../base/errors.js";
import { type AccessScope, type Principal, sees } from "../../model/principal.js";
import type { ToolDefinition } from "./tool.js";
import type { ToolHost } from "./tool-host.js";

/** A host without the projects that the principal does not see, and their jobs. */
export function hostFor(host: ToolHost, principal: Principal): ToolHost {
  const { projects: visible } = principal;
  if (visible === null) return host;
  const { indexing } = host;
  const get = async (jobId: string) => {
    const job = await indexing.get(jobId);
    return job && sees(principal, job.projectId) ? job : null;
  };
  const known = async (jobId: string): Promise<string> => {
    if (await get(jobId)) return jobId;
    throw new CodeindexError("not_found", `There is no job ${JSON.stringify(jobId.slice(0, 100))}.`);
  };
  return {
    ...host,
    projects: () => host.projects(visible),
    settings: {
      ...host.settings,
      async change() {
        throw new CodeindexError("forbidden", "Settings hold for all projects, and you may see some of them only.");
      },
    },
    indexing: {
      ...indexing,
      get,
      wait: async (jobId, signal) => indexing.wait(await known(jobId), signal),
      cancel: async (jobId) => indexing.cancel(await known(jobId)),
      hold: async (jobId) => indexing.hold(await known(jobId)),
      letGo: async (jobId) => indexing.letGo(await known(jobId)),
      retry: async (jobId) => indexing.retry(await known(jobId)),
    },
  };
}

/** Cost of a call of a tool, in points. */
export const costOfTool = ({ readOnly, cost }: Pick<ToolDefinition, "readOnly" | "cost">): number =>
  cost ?? (readOnly ? 1 : 10);

/** Scope that a caller needs for a tool. */
export const scopeOfTool = ({ readOnly, scope }: Pick<ToolDefinition, "readOnly" | "scope">): AccessScope =>
  scope ?? (readOnly ? "read" : "index");
