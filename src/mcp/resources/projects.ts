import listProjects from "../../tools/list-projects.js";
import { askTool } from "../../tools/running/call-for-face.js";
import { defineResource, jsonContent } from "./resource.js";

export default defineResource({
  name: "projects",
  title: "Projects",
  description: "The indexed projects: their ids, how far their indexes are, and their languages.",
  path: "projects",
  mimeType: "application/json",
  annotations: { audience: ["user", "assistant"], priority: 0.6 },
  usesProject: false,
  read: async (_variables, { host, caller }) => jsonContent(await askTool(host, listProjects, {}, caller)),
});
