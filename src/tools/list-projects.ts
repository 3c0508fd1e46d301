import { z } from "zod";
import { defineTool } from "./tool.js";

export default defineTool({
  name: "list_projects",
  title: "Projects",
  toolset: "manage",
  description: "Lists the projects, the repositories that can be asked: use it when an answer asks for project_id.",
  readOnly: true,
  idempotent: true,
  usesProject: false,
  command: { name: "projects", positional: [] },
  input: {},
  output: {
    results: z.array(
      z.object({
        project_id: z.string(),
        name: z.string(),
        state: z.enum(["ready", "building", "not_built"]),
        generation: z.int(),
        commit: z.string().nullable(),
        indexed_at: z.string().nullable(),
        files: z.int(),
        symbols: z.int(),
        languages: z.array(z.string()),
        watcher_active: z.boolean(),
        watch_note: z.string().nullable().describe("What the watcher cannot do, or why there is none."),
        pending_changes: z.int(),
      }),
    ),
  },
  brief: ({ results }) => ({
    results: results.map(
      ({ generation: _generation, commit: _commit, indexed_at: _at, watcher_active: _w, ...one }) => ({
        ...one,
        ...(one.name === one.project_id && { name: null }),
      }),
    ),
  }),
  async run(_input, { projects, viewsOf, indexing }) {
    const views = await viewsOf(projects);
    return {
      results: projects.map((project, index) => {
        const view = views[index]!;
        const watched = indexing.watched(project.projectId);
        return {
          project_id: project.projectId,
          name: project.name,
          state:
            view.generation > 0
              ? ("ready" as const)
              : view.openJobs > 0
                ? ("building" as const)
                : ("not_built" as const),
          generation: view.generation,
          commit: view.commit,
          indexed_at: view.indexedAt,
          files: view.totals.files ?? 0,
          symbols: view.totals.symbols ?? 0,
          languages: Object.keys(view.totals.languages ?? {}).sort(),
          watcher_active: watched.watching || project.isWatched,
          watch_note: watched.note ?? project.watchNote,
          pending_changes: watched.changes + view.openChanges,
        };
      }),
    };
  },
  render({ results }) {
    const lines = results.map(
      (each) =>
        `${each.project_id}${each.name === each.project_id ? "" : ` (${each.name})`}: ${each.state.replace("_", " ")}, ${each.files} files, ${each.symbols} symbols${each.languages.length > 0 ? `, ${each.languages.join(", ")}` : ""}${each.watch_note === null ? "" : `. ${each.watch_note}`}`,
    );
    return [`${results.length} ${results.length === 1 ? "project" : "projects"}`, ...lines].join("\n");
  },
});
