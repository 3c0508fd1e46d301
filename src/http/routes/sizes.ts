/** /projects/{id}/sizes: folders and files by size and change, for the map of a project. */
import { z } from "zod";
import { CodeindexError } from "../../base/errors.js";
import { restoreHidden } from "../../base/visible.js";
import { type SizedEntry, sizesIn } from "../../graph/files/folder-sizes.js";
import { seesSource } from "../../repository/git/clone-folder.js";
import { changeHistory } from "../../repository/git/history.js";
import { liveVersions } from "../../store/files.js";
import { defineRoute } from "../route.js";

/** Commits that are read for the changes. */
const COMMITS = 1000;
const LIMITS = { depth: 2, most: 60 };

const fields = {
  name: z.string(),
  path: z.string(),
  is_folder: z.boolean(),
  files: z.int(),
  lines: z.int(),
  changes: z.int().describe("Changes of its files by the commits that were read; 0 without a history."),
};
const entry = z.object({ ...fields, inside: z.array(z.object(fields)).describe("Of a folder, the largest first.") });
export type SizesAnswer = z.infer<typeof entry>;

export const getSizes = defineRoute({
  method: "get",
  path: "/projects/:project/sizes",
  name: "getSizes",
  tag: "projects",
  scope: "read",
  summary: "Files and folders in a folder, two levels deep, by lines and by changes: of each the 60 largest.",
  input: { path: z.string().max(4096).default("").describe("The folder, from the repository's root, the default.") },
  output: {
    path: z.string(),
    results: z.array(entry),
    total_files: z.int().describe("Below the folder, with those that are not listed."),
    total_lines: z.int(),
    commits: z.int().describe("Commits that were read for the changes."),
    history_note: z.string().nullable().describe("Why there are no changes."),
  },
  run: async ({ path }, { host, project, signal }) => {
    const folder = restoreHidden(path).replace(/^\/+|\/+$/g, "");
    const view = await host.viewOf(project);
    const { versions } = await liveVersions(host.db, view.projectId, view.viewId);
    const inside = versions.filter((file) => folder === "" || file.path.startsWith(`${folder}/`));
    if (folder !== "" && inside.length === 0)
      throw new CodeindexError("not_found", "No file of the index lies below this folder.", { path: folder });
    const history = (await seesSource(project))
      ? await changeHistory(project.root, COMMITS, signal)
      : { files: new Map<string, never>(), commits: 0, problem: "This replica does not see the project's folder." };
    const files = inside.map(({ path: file, lineCount }) => ({
      path: file,
      lines: lineCount,
      changes: history.files.get(file)?.commits ?? 0,
    }));
    return {
      path: folder,
      results: sizesIn(files, folder, LIMITS).map((each) => ({ ...shown(each), inside: each.inside.map(shown) })),
      total_files: files.length,
      total_lines: files.reduce((sum, { lines }) => sum + lines, 0),
      commits: history.commits,
      history_note: history.problem,
    };
  },
});

const shown = ({ isFolder, inside: _inside, ...each }: SizedEntry) => ({ ...each, is_folder: isFolder });
