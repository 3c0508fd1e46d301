import { z } from "zod";
import { countOf } from "../format/counts.js";
import { pageOf } from "../format/page.js";
import { pathClassOf } from "../model/paths.js";
import { seesSource } from "../repository/git/clone-folder.js";
import { changeHistory, type History } from "../repository/git/history.js";
import { globTest } from "../search/filters.js";
import { filesFanIn } from "../store/file-links.js";
import { liveVersions } from "../store/files.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

const hotspot = z.object({
  file_path: z.string(),
  changes: z.int().describe("Commits that changed it."),
  authors: z.int(),
  last_change: z.string().nullable(),
  users: z.int().describe("Other files that refer to it."),
  references: z.int(),
  lines: z.int(),
});

export default defineTool({
  name: "find_hotspots",
  title: "Hotspots",
  toolset: "analysis",
  description:
    "Hotspots, files that change often and that many others use: use it to see where a change is risky and care pays. Without a history it ranks by users alone, and says so. For what uses one file use get_dependents.",
  readOnly: true,
  idempotent: true,
  runsLong: true,
  cost: 5,
  command: { name: "hotspots", positional: ["path_filter"] },
  input: {
    path_filter: params.pathFilter,
    tests: z.enum(["include", "exclude"]).default("exclude").describe("Test files."),
    commits: z.int().min(10).max(20_000).default(2000).describe("How many of the last commits are read."),
    limit: params.limit(30, 500),
    cursor: params.cursor,
  },
  output: {
    results: z.array(hotspot),
    total: z.int(),
    ranked_by: z.enum(["changes × users", "users"]),
    commits: z.int().describe("Commits that were read, merges left out."),
    since: z.string().nullable().describe("The oldest of them."),
    history_note: z.string().nullable().describe("Gaps of the history."),
  },
  brief: ({ results, ...output }) => ({
    ...output,
    results: results.map(({ file_path, references: _references, ...file }) => ({ at: file_path, ...file })),
  }),
  async run(input, { db, view, project, signal, progress }) {
    progress(0, 2, "reading the history");
    const history: History = (await seesSource(project))
      ? await changeHistory(project.root, input.commits, signal)
      : { files: new Map(), commits: 0, since: null, problem: "This replica does not see the project's folder." };
    progress(1, 2, "counting users");
    const users = new Map((await filesFanIn(db, view, signal)).map((file) => [file.path, file]));
    const matches = input.path_filter === undefined ? () => true : globTest(input.path_filter);
    const { versions } = await liveVersions(db, view.projectId, view.viewId);
    const hasHistory = history.commits > 1;
    const files = versions
      .filter(({ path }) => matches(path, null) && (input.tests === "include" || pathClassOf(path) !== "test"))
      .map(({ path, lineCount }) => {
        const changed = history.files.get(path);
        const used = users.get(path);
        return {
          file_path: path,
          changes: changed?.commits ?? 0,
          authors: changed?.authors ?? 0,
          last_change: changed ? dayOf(changed.lastAt) : null,
          users: used?.files ?? 0,
          references: used?.references ?? 0,
          lines: lineCount,
        };
      });
    const weight = ({ changes, users: count }: (typeof files)[number]) => (hasHistory ? changes * count : count);
    const ranked = files
      .filter((file) => weight(file) > 0)
      .sort((a, b) => weight(b) - weight(a) || b.references - a.references || (a.file_path < b.file_path ? -1 : 1));
    const { results, ...page } = pageOf(ranked, input.limit, input.cursor);
    return {
      results,
      total: ranked.length,
      ranked_by: hasHistory ? ("changes × users" as const) : ("users" as const),
      commits: history.commits,
      since: history.since === null ? null : dayOf(history.since),
      history_note: history.problem,
      ...page,
    };
  },
  render(output) {
    const { ranked_by, commits, since, history_note, total, results } = output;
    const from = ranked_by === "users" ? "" : `, of the last ${countOf(commits, "commit")} since ${since}`;
    const lines = [`${countOf(total, "file")} ranked by ${ranked_by}${from}.`];
    if (history_note !== null) lines.push(history_note);
    lines.push("");
    lines.push(...results.map(rowWords));
    return lines.join("\n");
  },
});

function rowWords({
  file_path,
  changes,
  authors,
  last_change,
  users,
  references,
  lines,
}: z.infer<typeof hotspot>): string {
  const changed =
    last_change === null ? "" : `${countOf(changes, "change")} by ${countOf(authors, "author")}, last ${last_change}; `;
  return `${file_path}: ${changed}used by ${countOf(users, "file")} (${countOf(references, "reference")}); ${countOf(lines, "line")}`;
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
