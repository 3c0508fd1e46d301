/** /projects/{id}/build: indexes a project, one build at a time. */
import codragBuild from "../../tools/codrag-build.js";
import { defineRoute } from "../route.js";

export const buildProject = defineRoute({
  method: "post",
  path: "/projects/:project/build",
  name: "buildProject",
  tag: "jobs",
  scope: "index",
  summary: "Brings the index up to date, reading only what changed. build_already_running while a build runs or waits.",
  status: 202,
  input: codragBuild.input,
  inputIn: "query",
  output: codragBuild.output,
  run: async (input, { ask, note }) => {
    const { started, building, build_id } = await ask(codragBuild, input);
    note({ job_id: build_id });
    return { started, building, build_id };
  },
});
