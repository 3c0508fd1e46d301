/** The service of `serve`: it answers while it indexes, and closes everything again. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { addAdminToken, issueFirstToken } from "../auth/issue.js";
import { anySignal } from "../base/signals.js";
import { toUserError } from "../base/user-error.js";
import type { Config } from "../config/config.js";
import { type HttpServer, listen } from "../http/server.js";
import { configText, entryFor, shownChoice } from "../mcp/clients/config.js";
import { clientOf } from "../mcp/clients/index.js";
import type { OpeningParts } from "../processes/indexing-parts.js";
import { type App, createApp } from "../processes/service.js";
import { isCloned } from "../projects/registry.js";
import { jobSummary, showJob } from "./progress.js";

/** Serves until `stopped` is aborted, or until nobody has asked for as long as the settings say. */
export async function serveApp(config: Config, opening: OpeningParts, stopped: AbortSignal): Promise<void> {
  const idle = new AbortController();
  const stop = anySignal(stopped, idle.signal);
  const app = await createApp(config, opening);
  try {
    const http = await listen(app);
    try {
      await printStart(app, http);
      await printFirstToken(app);
      if (config.stopWhenIdle !== null) void stopWhenIdle(app, http, config.stopWhenIdle, idle);
      const indexed = config.redisUrl === null ? indexAll(app, stop) : queueNew(app);
      await Promise.all([indexed, stop.aborted || once(stop, "abort")]);
    } finally {
      await http.close();
    }
  } finally {
    await app.close();
  }
}

/** How often idleness is checked. */
const LOOK_EVERY_MS = 5000;

/** Aborts after the given time without a request and without a build. */
async function stopWhenIdle(app: App, http: HttpServer, milliseconds: number, idle: AbortController): Promise<void> {
  while (!idle.signal.aborted) {
    await sleep(Math.min(milliseconds, LOOK_EVERY_MS), undefined, { ref: false });
    if (http.idleMilliseconds() < milliseconds) continue;
    // The state is unknown while the database is away, so it is checked again.
    if (await isBuilding(app).catch(() => true)) continue;
    app.log.info("stopping: no request for the configured time");
    idle.abort();
  }
}

async function isBuilding(app: App): Promise<boolean> {
  for (const project of await app.projects()) {
    const view = await app.viewOf(project);
    const vectors = app.searcher.meaning.progress(view);
    const areVectorsMade = vectors !== null && view.generation > 0 && !vectors.isComplete && vectors.problem === null;
    if (view.openJobs > 0 || areVectorsMade) return true;
  }
  return false;
}

async function printStart(app: App, { url }: HttpServer): Promise<void> {
  const projects = await app.projects();
  const reached = app.config.publicUrl ?? url;
  if (app.config.logFormat === "json") {
    app.log.info({ url: `${reached}/mcp`, projects: projects.map(({ projectId }) => projectId) }, "serving");
    return;
  }
  const cursor = clientOf("cursor");
  const text = configText(cursor, entryFor(cursor, shownChoice(reached, app.config)));
  console.log(
    [
      `codeindex serves ${projects.map(({ name }) => name).join(", ") || "no project yet"} at ${reached}/mcp`,
      "",
      `For ${cursor.title}, ${cursor.projectFile} or ~/${cursor.projectFile}:`,
      text,
      `Other clients: ${reached}, or codeindex install, which sets them up. Ctrl-C stops.`,
      "",
    ].join("\n"),
  );
}

/** Makes the first token of an installation without one, and prints it, once; or adds the one that is configured. */
async function printFirstToken({ config, db, log }: App): Promise<void> {
  if (!config.auth.includes("token")) return;
  if (config.adminToken !== null) {
    if (await addAdminToken(db, config.adminToken)) log.info("added the token of CODEINDEX_ADMIN_TOKEN");
    return;
  }
  const token = await issueFirstToken(db);
  if (token === null) return;
  if (config.logFormat === "json") {
    // Under this name it is not taken out of the line.
    log.warn({ CODEINDEX_TOKEN: token }, "made the first administrator's token, which is shown this once");
    return;
  }
  console.log(
    [
      "An administrator's token, shown this once:",
      "",
      `  export CODEINDEX_TOKEN=${token}`,
      "",
      "Clients send it as `Authorization: Bearer …`. Make others with less rights: codeindex token create --name NAME",
      "",
    ].join("\n"),
  );
}

/** Queues projects that were never indexed; the watcher handles the rest. */
async function queueNew(app: App): Promise<void> {
  for (const project of await app.projects()) {
    if (isCloned(project) && (await app.viewOf(project)).generation === 0) await app.indexing.start(project, {});
  }
}

/** Updates every project, one after the other; a failed build is logged and does not stop the service. */
async function indexAll(app: App, stop: AbortSignal): Promise<void> {
  for (const project of await app.projects()) {
    if (stop.aborted) return;
    // The process that clones it has it indexed.
    if (!isCloned(project)) continue;
    try {
      const job = await app.indexing.start(project, {});
      const ended = await showJob(app.indexing, job, project.name, stop);
      if (!stop.aborted) console.log(jobSummary(ended, project.name).join("\n"));
    } catch (error) {
      console.error(`${project.name}: ${toUserError(error, app.log, { project: project.projectId }).message}`);
    }
  }
}
