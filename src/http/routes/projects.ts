/** /projects: the registry. */
import { z } from "zod";
import { nth } from "../../base/need.js";
import { byCount } from "../../format/counts.js";
import * as registry from "../../projects/registry.js";
import type { Project } from "../../store/projects.js";
import type { View } from "../../store/views.js";
import { indexBlockOf } from "../../tools/running/index-block.js";
import { indexBlock } from "../../tools/running/schema.js";
import type { ToolHost } from "../../tools/running/tool-host.js";
import { defineRoute } from "../route.js";

const project = {
  id: z.string().describe("The same as project_id."),
  ...registry.projectInfo.shape,
  mode: z.literal("standalone"),
  state: z.enum(["ready", "building", "not_built"]),
  generation: z.int().describe("Rises with every change that became visible; 0: nothing is indexed yet."),
  commit: z.string().nullable(),
  indexed_at: z.string().nullable(),
  files: z.int(),
  symbols: z.int(),
  languages: z.array(z.string()).describe("Those with most files first."),
  failed_files: z.int(),
  pending_changes: indexBlock.shape.pending_changes,
  building: indexBlock.shape.building.describe(
    "Whether a job of it runs or waits; answers come from the index as it was.",
  ),
  missing: indexBlock.shape.missing.describe("Parts that the index lacks, with the reason: vectors, changes."),
};

/** A project as the routes describe it. */
export type ProjectAnswer = z.infer<z.ZodObject<typeof project>>;

async function describe(host: ToolHost, found: Project) {
  return describeView(host, found, await host.viewOf(found));
}

function describeView(host: ToolHost, found: Project, view: View) {
  const { generation, commit, indexedAt, openJobs, totals } = view;
  const { pending_changes, building, missing } = indexBlockOf(host, found, view);
  return {
    id: found.projectId,
    ...registry.infoOf(found, host.config),
    mode: "standalone" as const,
    state: generation > 0 ? ("ready" as const) : openJobs > 0 ? ("building" as const) : ("not_built" as const),
    generation,
    commit,
    indexed_at: indexedAt,
    files: totals.files,
    symbols: totals.symbols,
    languages: byCount(totals.languages).map(([language]) => language),
    failed_files: totals.failed,
    pending_changes,
    building,
    missing,
  };
}

export const listProjects = defineRoute({
  method: "get",
  path: "/projects",
  name: "listProjects",
  tag: "projects",
  scope: "read",
  summary: "All projects, by id.",
  input: {},
  output: { results: z.array(z.object(project)) },
  run: async (_input, { host }) => {
    const found = await host.projects();
    const views = await host.viewsOf(found);
    return { results: found.map((each, index) => describeView(host, each, nth(views, index))) };
  },
});

export const addProject = defineRoute({
  method: "post",
  path: "/projects",
  name: "addProject",
  tag: "projects",
  scope: "admin",
  allProjects: true,
  summary: "Registers a folder below the service's root, or a git URL, and has it indexed. 200: it was there already.",
  status: 201,
  input: registry.newProject.shape,
  output: project,
  run: async (input, { host, setStatus, note }) => {
    const { project: added, isNew } = await registry.addProject(host, input, ({ project: made, isNew }) =>
      note({ project_id: made.projectId, source: made.url ?? made.root, is_new: isNew, settings: made.settings }),
    );
    if (!isNew) setStatus(200);
    return describe(host, added);
  },
});

export const getProject = defineRoute({
  method: "get",
  path: "/projects/:project",
  name: "getProject",
  tag: "projects",
  scope: "read",
  summary: "One project.",
  input: {},
  output: project,
  run: (_input, context) => describe(context.host, context.project),
});

export const updateProject = defineRoute({
  method: "patch",
  path: "/projects/:project",
  name: "updateProject",
  tag: "projects",
  scope: "admin",
  summary: "Gives a project another name or other settings, and has it indexed by them.",
  input: registry.projectChanges.shape,
  output: project,
  run: async (input, { host, project, note }) => {
    const changed = await registry.updateProject(host, project.projectId, input, ({ projectId, name, settings }) =>
      note({ project_id: projectId, name, settings }),
    );
    return describe(host, changed);
  },
});

export const removeProject = defineRoute({
  method: "delete",
  path: "/projects/:project",
  name: "removeProject",
  tag: "projects",
  scope: "admin",
  summary: "Removes a project and its index; the data goes in the background. Sources on disk stay.",
  status: 202,
  input: {},
  output: { project_id: z.string(), removed: z.literal(true) },
  run: async (_input, context) => {
    const { projectId } = context.project;
    await registry.removeProject(context.host, projectId);
    context.note({ project_id: projectId });
    return { project_id: projectId, removed: true as const };
  },
});
