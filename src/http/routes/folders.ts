/** /folders: the project of a folder on this machine. Answers name no folder: the caller knows one already. */
import { z } from "zod";
import { CodeindexError } from "../../base/errors.js";
import { requireScope } from "../../model/principal.js";
import { projectOfFolder } from "../../projects/registry.js";
import { defineRoute } from "../route.js";

export const findFolder = defineRoute({
  method: "post",
  path: "/folders",
  name: "findFolder",
  tag: "projects",
  scope: "read",
  summary: "The project that a folder of this machine belongs to: the one with the longest root that holds it.",
  input: {
    path: z.string().min(1).max(4096).describe("The folder, absolute."),
    add: z
      .strictObject({
        root: z.string().min(1).max(4096).describe("The folder to register, absolute: a repository's root."),
        proof: z
          .string()
          .min(1)
          .max(100)
          .describe(
            'HMAC-SHA256 of "register " and the root in base64url; its key is the token in the lock of the data folder.',
          ),
      })
      .optional()
      .describe(
        "The folder to register where there is no such project yet. Only of the embedded mode, and for its own user.",
      ),
  },
  output: {
    project_id: z.string().nullable().describe("null: it belongs to none."),
  },
  run: async ({ path, add }, { host, principal, isLocal, note }) => {
    if (add) requireScope(principal, "index", "add");
    if (!isLocal)
      throw new CodeindexError("forbidden", "Folders are found for programs of the service's own machine.", {}, [
        "Name the project: list_projects shows the ids.",
      ]);
    const noteAdded = (projectId: string | null) => note({ project_id: projectId, source: add?.root });
    const project = await projectOfFolder(host, path, add, (added) => noteAdded(added.project.projectId));
    // Without `add` the route changes nothing.
    if (add) noteAdded(project?.projectId ?? null);
    return { project_id: project?.projectId ?? null };
  },
});
