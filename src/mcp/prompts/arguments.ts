/** Arguments that several prompts share. */
import { suggestProjects } from "../resources/completions.js";
import type { PromptArgument } from "./prompt.js";

export const projectArgument: PromptArgument = {
  name: "project",
  title: "Project",
  description: "Which project; needed only where there are several.",
  suggest: suggestProjects,
};
