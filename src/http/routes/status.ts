/** /projects/{id}/status: the current state of a project and its index. */
import { projectStatus, statusShape } from "../../tools/codrag-status.js";
import { defineRoute } from "../route.js";

export const getProjectStatus = defineRoute({
  method: "get",
  path: "/projects/:project/status",
  name: "getProjectStatus",
  tag: "projects",
  scope: "read",
  summary: "Whether a project is being built, what its index holds, and whether its changes are followed.",
  input: {},
  output: statusShape,
  run: async (_input, { host, project }) => projectStatus({ ...host, project, view: await host.viewOf(project) }),
});
