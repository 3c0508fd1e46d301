import { z } from "zod";
import { nth } from "../base/need.js";
import { byCount } from "../format/counts.js";
import { defineTool } from "./running/tool.js";

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
        watch_note: z.string().nullable().describe("Limits of the watcher, or why there is none."),
        pending_changes: z.int(),
      }),
    ),
  },
  brief: ({ results }) => ({ results: results.map((one) => ({ project: projectLine(one) })) }),
  async run(_input, { projects, viewsOf, indexing }) {
    const views = await viewsOf(projects);
    return {
      results: projects.map((project, index) => {
        const view = nth(views, index);
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
          languages: byCount(view.totals.languages ?? {}).map(([language]) => language),
          watcher_active: watched.watching || project.isWatched,
          watch_note: watched.note ?? project.watchNote,
          pending_changes: watched.changes + view.openChanges,
        };
      }),
    };
  },
  render({ results }) {
    return [`${results.length} ${results.length === 1 ? "project" : "projects"}`, ...results.map(projectLine)].join(
      "\n",
    );
  },
});

interface Line {
  project_id: string;
  name: string;
  state: string;
  files: number;
  symbols: number;
  languages: string[];
  watch_note: string | null;
}

/** `shop: ready, 2614 files, 31872 symbols, javascript, typescript`, and what the watcher cannot do. */
function projectLine({ project_id, name, state, files, symbols, languages, watch_note }: Line): string {
  const title = name === project_id ? name : `${project_id} (${name})`;
  const parts = [state.replace("_", " "), `${files} files`, `${symbols} symbols`, ...languages];
  return `${title}: ${parts.join(", ")}${watch_note === null ? "" : `. ${watch_note}`}`;
}
