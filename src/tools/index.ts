/** The tools, in the order in which every face lists them. */
import getJob from "./get-job.js";
import getStatus from "./get-status.js";
import indexCodebase from "./index-codebase.js";
import listProjects from "./list-projects.js";
import type { ToolDefinition } from "./tool.js";

// Each tool is typed by its own schemas; in the list they are one type, and the faces give each only what its schemas accepted.
export const TOOLS = [listProjects, getStatus, indexCodebase, getJob] as unknown as readonly ToolDefinition[];
