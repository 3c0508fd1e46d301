/** Chooses the project of a call. */
import { sep } from "node:path";
import { CodeindexError } from "../base/errors.js";
import { nth } from "../base/need.js";
import type { Indexing } from "../indexing/indexing-types.js";
import type { Project } from "../store/projects.js";

/** A caller's hints about its project. */
export interface ProjectHints {
  /** The project in the URL or the X-Codeindex-Project header. */
  pinnedProject?: string | undefined;
  /** Folders the caller works in. */
  roots?: string[];
}

/** The pin of a caller whose folder belongs to no project, so that it gets no answer about another project. */
export const NO_PROJECT = "/";

/** Chooses in this order: the argument, the project pinned by the URL or header, the one that holds the caller's folders, the only one. */
export function chooseProject(projects: Project[], argument: string | undefined, caller: ProjectHints): Project {
  const named = argument ?? caller.pinnedProject;
  if (named === NO_PROJECT) throw noProjectHere(projects);
  if (named !== undefined) {
    const found = projects.find(({ projectId }) => projectId === named);
    if (found) return found;
    const sameName = projects.filter(({ name }) => name === named);
    if (sameName.length === 1) return nth(sameName, 0);
    if (sameName.length > 1) throw ambiguous(sameName);
    throw new CodeindexError("project_not_found", `There is no project ${JSON.stringify(named.slice(0, 100))}.`, {
      candidates: projects.map(({ projectId }) => projectId),
    });
  }
  const inRoots = longestPrefix(projects, caller.roots ?? []);
  if (inRoots) return inRoots;
  if (projects.length === 1) return nth(projects, 0);
  throw projects.length === 0 ? noProject() : ambiguous(projects);
}

const noProjectHere = (projects: Project[]) =>
  new CodeindexError(
    "project_not_found",
    "The folder that you work in belongs to no project of this service.",
    { candidates: projects.map(({ projectId }) => projectId) },
    [
      "Register it: codeindex project add DIR, or start the service with --repo DIR.",
      "For another project give project_id; list_projects shows them.",
    ],
  );

/** The error where no project is registered at all. */
export const noProject = () =>
  new CodeindexError("project_not_found", "No project is registered.", {}, [
    "Start the service with --repo DIR, or add one: codeindex project add.",
  ]);

/** The project with the longest root that holds one of the folders. */
export function longestPrefix(projects: Project[], roots: string[]): Project | undefined {
  const holds = ({ root }: Project) => roots.some((folder) => folder === root || folder.startsWith(root + sep));
  return projects.filter(holds).sort((a, b) => b.root.length - a.root.length)[0];
}

function ambiguous(projects: Project[]): CodeindexError {
  const names = projects
    .slice(0, 20)
    .map(({ projectId, name }) => (projectId === name ? name : `${projectId} (${name})`));
  return new CodeindexError(
    "project_selection_ambiguous",
    `There are ${projects.length} projects: ${names.join(", ")}. Say which one with project_id.`,
    { candidates: projects.map(({ projectId }) => projectId) },
  );
}

/**
 * The error for a project without an index, with its reason. `preview` is how much the first build has parsed, for a tool that needs the whole index;
 * the error then names the tools that do not.
 */
export async function notBuilt(
  host: { indexing: Pick<Indexing, "current"> },
  project: Project,
  preview?: { parsed: number; planned: number; answering: readonly string[] },
): Promise<CodeindexError> {
  if (project.url !== null && project.fetchedAt === null) {
    const state = project.fetchProblem === null ? "is being cloned" : `could not be cloned: ${project.fetchProblem}`;
    return new CodeindexError("index_not_built", `${project.name} ${state}`.replace(/\.?$/, "."), {
      project: project.projectId,
      building: project.fetchProblem === null,
    });
  }
  const job = await host.indexing.current(project.projectId);
  const far = job
    ? `being built: ${job.phase ?? job.status}${job.filesTotal > 0 ? `, ${job.filesDone} of ${job.filesTotal} files` : ""}`
    : "not built, and no build is running";
  const context = {
    project: project.projectId,
    building: job !== null,
    ...(job && { job_id: job.jobId, phase: job.phase, files_done: job.filesDone, files_total: job.filesTotal }),
  };
  const message = `The first index of ${project.name} is ${far}.`;
  if (!preview) return new CodeindexError("index_not_built", message, context);
  const { parsed, planned, answering } = preview;
  return new CodeindexError(
    "index_not_built",
    `${message} This needs the edges between symbols, or all files, which come with the whole index.`,
    { ...context, files_parsed: parsed },
    [
      job ? "Call again in some seconds: get_status shows how far it is." : "index_codebase goes on with it.",
      `Meanwhile ${answering.join(", ")} answer from the ${parsed} of ${planned} files that are parsed.`,
    ],
  );
}
