/** The REST routes, in the order in which /openapi.json lists them; those of the tools are added to them (tools.ts). */
import type { Route } from "../route.js";
import { listAudit, listFailedQuestions, listUse } from "./audit.js";
import { buildProject } from "./build.js";
import { getContext } from "./context.js";
import { getFile, getFileReferences, searchFiles } from "./files.js";
import { findFolder } from "./folders.js";
import { getBlame, getHistory, getRefs } from "./history.js";
import { cancelJob, getJob, listJobs, retryJob } from "./jobs.js";
import { listLedger } from "./ledger.js";
import { listLinks } from "./links.js";
import { getLlmStatus } from "./llm.js";
import { listProcesses } from "./processes.js";
import { addProject, getProject, listProjects, removeProject, updateProject } from "./projects.js";
import { getRule } from "./rule.js";
import { importScip } from "./scip.js";
import { searchProject } from "./search.js";
import { getSession } from "./session.js";
import { getSizes } from "./sizes.js";
import { getProjectStatus } from "./status.js";
import { createToken, listTokens, restrictToken, revokeToken } from "./tokens.js";
import { getNeighbors, searchTrace } from "./trace.js";

export const ROUTES: readonly Route[] = [
  listProjects,
  addProject,
  getProject,
  updateProject,
  removeProject,
  findFolder,
  getProjectStatus,
  listLedger,
  getRule,
  getSizes,
  listLinks,
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
  getRefs,
  getHistory,
  getBlame,
  getContext,
  searchTrace,
  getNeighbors,
  getLlmStatus,
  listProcesses,
  getSession,
  listTokens,
  createToken,
  restrictToken,
  revokeToken,
  listAudit,
  listUse,
  listFailedQuestions,
];
