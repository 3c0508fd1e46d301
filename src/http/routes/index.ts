/** The REST routes, in the order in which /openapi.json lists them; those of the tools are added to them (tools.ts). */
import type { Route } from "../route.js";
import { listAudit } from "./audit.js";
import { buildProject } from "./build.js";
import { getContext } from "./context.js";
import { getFile, getFileReferences, searchFiles } from "./files.js";
import { findFolder } from "./folders.js";
import { cancelJob, getJob, listJobs, retryJob } from "./jobs.js";
import { getLlmStatus } from "./llm.js";
import { addProject, getProject, listProjects, removeProject, updateProject } from "./projects.js";
import { importScip } from "./scip.js";
import { searchProject } from "./search.js";
import { getSession } from "./session.js";
import { getProjectStatus } from "./status.js";
import { createToken, listTokens, revokeToken } from "./tokens.js";
import { getNeighbors, searchTrace } from "./trace.js";

export const ROUTES: readonly Route[] = [
  listProjects,
  addProject,
  getProject,
  updateProject,
  removeProject,
  findFolder,
  getProjectStatus,
  buildProject,
  listJobs,
  getJob,
  cancelJob,
  retryJob,
  importScip,
  searchProject,
  searchFiles,
  getFile,
  getFileReferences,
  getContext,
  searchTrace,
  getNeighbors,
  getLlmStatus,
  getSession,
  listTokens,
  createToken,
  revokeToken,
  listAudit,
];
