/** The skip rules of a project, from the configuration and its own settings. */
import { type Config, skipSettings } from "../config/config.js";
import { createSkipRules, type SkipRules } from "../repository/skip/rules.js";
import { projectSkip } from "../repository/skip/settings.js";
import type { Project } from "../store/projects.js";

/** The current rules, made anew for each call of a tool. Ignore files are read only along the tested paths, which costs less than a check of cached ones. */
export function projectRules(project: Project, config: Config): SkipRules {
  return createSkipRules(project.root, projectSkip({ ...skipSettings(config), dataDir: config.dataDir }, project));
}
