/** The skip rules of a project: the configuration's and its own settings. */
import { type Config, skipSettings } from "../config/config.js";
import { createSkipRules, projectSkip, type SkipRules } from "../repository/skip/rules.js";
import type { Project } from "../store/projects.js";

/**
 * The rules as they are now. Made anew for each call of a tool: ignore files are read only where a path leads past them, which costs less
 * than finding out whether kept ones are still true.
 */
export function projectRules(project: Project, config: Config): SkipRules {
  return createSkipRules(project.root, projectSkip({ ...skipSettings(config), dataDir: config.dataDir }, project));
}
