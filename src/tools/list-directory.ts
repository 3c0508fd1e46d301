import { z } from "zod";
import { pageOf } from "../format/page.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";
import { openFiles } from "./shared/project-files.js";

export default defineTool({
  name: "list_directory",
  title: "List a directory",
  toolset: "files",
  description:
    "Lists the files in a directory or folder, as on disk now: use it to look around in a known one. Several levels: get_directory_tree.",
  readOnly: true,
  idempotent: true,
  worksUnindexed: true,
  command: { name: "ls", positional: ["path"] },
  input: { path: params.directory, limit: params.limit(1000, 5000), cursor: params.cursor },
  output: {
    path: z.string().describe("The directory; empty for the root."),
    results: z.array(
      z.object({
        name: z.string(),
        type: z.enum(["file", "directory"]),
        size: z.int().optional().describe("In bytes; files only."),
      }),
    ),
    total: z.int(),
    as_indexed: params.asIndexed,
  },
  brief: ({ results, ...output }) => ({
    ...output,
    directories: results.filter(({ type }) => type === "directory").map(({ name }) => name),
    files: Object.fromEntries(
      results.flatMap(({ name, type, size }) => (type === "file" ? [[name, size ?? null]] : [])),
    ),
  }),
  async run(input, context) {
    const files = await openFiles(context);
    const { path, entries: found } = await files.list(input.path, true);
    const entries = found.map(({ path: _path, ...entry }) => entry);
    return {
      path,
      total: entries.length,
      ...pageOf(entries, input.limit, input.cursor),
      ...(files.isStored && { as_indexed: true }),
    };
  },
  render({ path, results, total, as_indexed }) {
    const entries = `${total} entries${as_indexed ? " in the index" : ""}`;
    const title = `${path === "" ? "The root" : path}: ${total === 0 ? "nothing that is not left out" : entries}`;
    const lines = results.map(({ name, type, size }) => (type === "directory" ? `${name}/` : `${name}  ${size} bytes`));
    return [title, ...lines].join("\n");
  },
});
