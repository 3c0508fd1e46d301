/** /projects/{id}/refs, /history and /blame: branches and tags, and the commits of a file, as git tells them about the project's folder. */
import { z } from "zod";
import { clean } from "../../masking/clean.js";
import { seesSource } from "../../repository/git/clone-folder.js";
import { fileBlame, fileHistory, lineHistory } from "../../repository/git/file-history.js";
import { readRefs } from "../../repository/git/refs.js";
import * as params from "../../tools/shared/params.js";
import { openFiles } from "../../tools/shared/project-files.js";
import { defineRoute, type RouteContext } from "../route.js";

const UNSEEN = "This replica does not see the project's folder.";
/** A file with more lines is not asked about. */
const MOST_LINES = 50_000;

const change = z.object({
  commit: z.string(),
  author: z.string(),
  at: z.string(),
  subject: z.string(),
  path: z.string().describe("The name that the file has in it."),
});
const note = z.string().nullable().describe("Why git tells nothing; null: it does.");
/** A commit that changed a file, as these routes tell it. */
export type ChangeAnswer = z.infer<typeof change>;

const ref = z.object({
  name: z.string(),
  kind: z.enum(["branch", "remote", "tag"]),
  commit: z.string(),
  at: z.string(),
});
/** The answer of GET /projects/{id}/refs. */
export type RefsAnswer = { results: z.infer<typeof ref>[]; has_more: boolean; note: string | null };

export const getRefs = defineRoute({
  method: "get",
  path: "/projects/:project/refs",
  name: "getRefs",
  tag: "questions",
  scope: "read",
  summary:
    "The branches and tags of a project's repository, newest first: those at which GET /projects/{id}/file can show a file.",
  input: { limit: params.limit(200, 1000) },
  output: { results: z.array(ref), has_more: z.boolean(), note },
  run: async ({ limit }, { project, signal }) => {
    if (!(await seesSource(project))) return { results: [], has_more: false, note: UNSEEN };
    const { refs, hasMore, problem } = await readRefs(project.root, limit, signal);
    return { results: refs.map(shown), has_more: hasMore, note: problem };
  },
});

export const getHistory = defineRoute({
  method: "get",
  path: "/projects/:project/history",
  name: "getHistory",
  tag: "questions",
  scope: "read",
  summary:
    "The commits that changed a file, newest first, under its former names too; or those that changed some of its lines.",
  input: {
    path: params.path,
    limit: params.limit(50, 200),
    line_start: z.int().min(1).optional().describe("Of these lines alone, with line_end."),
    line_end: z.int().min(1).optional(),
  },
  output: {
    file_path: z.string(),
    results: z.array(change),
    has_more: z.boolean().describe("Whether there are older ones."),
    note,
  },
  run: async ({ path: given, limit: most, line_start: first, line_end: last = first }, context) => {
    const { path, isStored, lines } = await fileOf(given, context);
    if (isStored) return { file_path: path, results: [], has_more: false, note: UNSEEN };
    const { root } = context.project;
    const { commits, hasMore, problem } =
      first === undefined || last === undefined
        ? await fileHistory(root, path, most, context.signal)
        : await lineHistory(root, path, { lines, first, last: Math.max(first, last), most }, context.signal);
    return { file_path: path, results: commits.map(shown), has_more: hasMore, note: problem };
  },
});

export const getBlame = defineRoute({
  method: "get",
  path: "/projects/:project/blame",
  name: "getBlame",
  tag: "questions",
  scope: "read",
  summary: "The commit that last changed each line of a file.",
  input: { path: params.path },
  output: {
    file_path: z.string(),
    results: z
      .array(z.object({ line_start: z.int(), line_end: z.int(), commit: z.string() }))
      .describe("By line; lines that no commit has yet are in none."),
    commits: z.array(change),
    note,
  },
  run: async ({ path: given }, context) => {
    const { path, isStored, lines } = await fileOf(given, context);
    const without = (why: string) => ({ file_path: path, results: [], commits: [], note: why });
    if (isStored) return without(UNSEEN);
    if (lines.length > MOST_LINES) return without(`The file has more than ${MOST_LINES.toLocaleString("en")} lines.`);
    const { ranges, commits, problem } = await fileBlame(context.project.root, path, lines, context.signal);
    return {
      file_path: path,
      results: ranges.map(({ first, last, commit }) => ({ line_start: first, line_end: last, commit })),
      commits: commits.map(shown),
      note: problem,
    };
  },
});

/** The file as it is now. Throws where it may not be shown, as GET /projects/{id}/file does. */
async function fileOf(given: string, { host, project }: RouteContext) {
  const view = await host.viewOf(project);
  const files = await openFiles({ db: host.db, config: host.config, project, view });
  return { ...(await files.lines(given)), isStored: files.isStored };
}

const shown = <Fact extends { time: number }>({ time, ...each }: Fact): Omit<Fact, "time"> & { at: string } =>
  clean({ ...each, at: new Date(time * 1000).toISOString() });
