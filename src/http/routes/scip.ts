/** PUT /projects/{id}/scip: imports the SCIP index of a CI job or a person as exact edges. */
import { z } from "zod";
import { invalidParameter } from "../../base/errors.js";
import { COMMIT } from "../../repository/git/blobs.js";
import { receiveIndex } from "../../scip/receive.js";
import { defineRoute } from "../route.js";

export const importScip = defineRoute({
  method: "put",
  path: "/projects/:project/scip",
  name: "importScip",
  tag: "jobs",
  scope: "index",
  summary:
    "Imports a SCIP index: for files that hold what was indexed, what the compiler knew becomes exact edges. The body is the file itself, read as it arrives; a job does the rest.",
  status: 202,
  input: {
    commit: z
      .string()
      .optional()
      .describe(
        "The commit that was indexed: files that differ from it are left as they are. Without it, documents are matched by where their names stand.",
      ),
    folder: z
      .string()
      .optional()
      .describe("The folder that the index's paths begin at, relative to the repository. Without it, it is found out."),
  },
  inputIn: "query",
  streams: "application/octet-stream",
  output: {
    documents: z.int().describe("Documents that the index holds."),
    job_id: z
      .string()
      .describe("The job that matches them: /projects/{id}/jobs/{job} says how far it is, and what became of them."),
  },
  run: async ({ commit = null, folder = null }, { host, project, body, signal, note }) => {
    if (commit !== null && !COMMIT.test(commit))
      throw invalidParameter("commit", "must be the hash of a commit, of 7 digits or more");
    const { importId, documents } = await receiveIndex(host.db, project.projectId, body, {
      commit,
      folder: folder === null ? null : folderOf(folder),
      mostBytes: host.config.scipMaxSize,
      signal,
    });
    note({ documents, commit, folder });
    const { jobId } = await host.indexing.start(project, { scip: importId });
    note({ job_id: jobId });
    return { documents, job_id: jobId };
  },
});

function folderOf(given: string): string {
  const parts = given.split("/").filter((part) => part !== "" && part !== ".");
  if (given.startsWith("/") || parts.includes("..") || /[\0\\]/.test(given))
    throw invalidParameter("folder", "must be a folder of the repository, relative to its root");
  return parts.join("/");
}
