/** Projects: repositories and their settings. One is a folder that somebody else keeps, or a clone of a git URL that we keep. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { present } from "../base/need.js";
import type { ProjectSettings } from "../model/project-settings.js";
import type { Db } from "./db/db.js";
import { escapeLike } from "./db/like.js";
import { ONE_PLAN } from "./db/one-plan.js";
import { CANCEL_CHANNEL, isRecent } from "./jobs.js";

export interface Project {
  projectId: string;
  name: string;
  /** Absolute path of the repository; never shown in an answer. */
  root: string;
  settings: ProjectSettings;
  /** Whether a watcher of another process was heard of lately, and what it cannot do. */
  isWatched: boolean;
  watchNote: string | null;
  /** Added by a user, not by how the service was started. */
  isAdded: boolean;
  /** Where it is cloned from; null: it is a folder. */
  url: string | null;
  /** The folder of clones that holds its clone, by the id of that folder; null: there is no clone yet, or of an older version. */
  cloneFolder: string | null;
  /** When the last fetch succeeded; null: there is no clone yet. */
  fetchedAt: string | null;
  /** Why the last fetch failed; null: it did not. */
  fetchProblem: string | null;
}

interface ProjectColumns {
  project_id: string;
  name: string;
  root: string;
  settings: ProjectSettings;
  is_watched: boolean;
  watch_note: string | null;
  is_added: boolean;
  url: string | null;
  clone_folder: string | null;
  fetched_at: string | null;
  fetch_problem: string | null;
}

/** A watcher is gone after this much silence. */
const WATCHER_SILENCE = "60 seconds";
/** Whether a watcher has said lately that it follows the folder of a row of `projects`. */
export const IS_WATCHED = `coalesce(${isRecent("watched_at", WATCHER_SILENCE)}, false)`;
const COLUMNS = `project_id, name, root, settings, ${IS_WATCHED} as is_watched,
  watch_note, is_added, url, clone_folder, fetched_at, fetch_problem`;
/** A removed project is found by nobody: every statement that reads projects for others says so. */
const ALIVE = "removed_at is null";
/** Hears the id of a project that was added, changed, removed, or is to be fetched. */
export const PROJECTS_CHANNEL = "codeindex_projects";

const toProject = (row: ProjectColumns): Project => ({
  projectId: row.project_id,
  name: row.name,
  root: row.root,
  settings: row.settings,
  isWatched: row.is_watched,
  watchNote: row.watch_note,
  isAdded: row.is_added,
  url: row.url,
  cloneFolder: row.clone_folder,
  fetchedAt: row.fetched_at,
  fetchProblem: row.fetch_problem,
});

/** The project of the repository at `root`, an absolute path; registers it when it is new, also where a user had removed it. */
export async function registerProject(db: Db, root: string, settings: ProjectSettings = {}): Promise<Project> {
  const { project } = await insertProject(db, { name: basename(root) || "root", root, settings, isAdded: false });
  return project;
}

/** The same for a repository that a start has found by itself: undefined where a user has removed it. */
export async function registerFound(db: Db, root: string): Promise<Project | undefined> {
  const removed = await db.query("select 1 from removed_roots where root = $1", [hashOf(root)]);
  return removed.length > 0 ? undefined : registerProject(db, root);
}

export interface NewProject {
  name: string;
  /** The folder; or, of a clone, where it goes once the project has an id. */
  root: string | ((projectId: string) => string);
  url?: string;
  settings: ProjectSettings;
  isAdded: boolean;
}

/**
 * Registers a project, or finds the one of that folder, or of that URL and branch. The id is made of the name, with -2, -3, … where another
 * project has that id.
 */
export async function insertProject(db: Db, project: NewProject): Promise<{ project: Project; isNew: boolean }> {
  const { name, root, url = null, settings, isAdded } = project;
  const slug = slugOf(name);
  for (let number = 1; ; number++) {
    const known =
      typeof root === "string"
        ? await findProjectByRoot(db, root)
        : await findProjectByUrl(db, present(url), settings.branch);
    if (known) return { project: isAdded ? await markAdded(db, known) : known, isNew: false };
    const projectId = number === 1 ? slug : `${slug}-${number}`;
    const folder = typeof root === "string" ? root : root(projectId);
    const [row] = await db.query<ProjectColumns>(
      `insert into projects (project_id, name, root, settings, url, is_added) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing returning ${COLUMNS}`,
      [projectId, name, folder, settings, url, isAdded],
    );
    if (!row) continue;
    await db.query("delete from removed_roots where root = $1", [hashOf(folder)]);
    await announce(db, projectId);
    return { project: toProject(row), isNew: true };
  }
}

/** Has a project that is there already count as added. */
async function markAdded(db: Db, project: Project): Promise<Project> {
  if (project.isAdded) return project;
  await db.query("update projects set is_added = true where project_id = $1", [project.projectId]);
  await announce(db, project.projectId);
  return { ...project, isAdded: true };
}

/** Of a removed folder no more is kept than it takes to know it again. */
const hashOf = (root: string): string => createHash("sha256").update(root).digest("hex");

const announce = (db: Db, projectId: string) => db.query("select pg_notify($1, $2)", [PROJECTS_CHANNEL, projectId]);

/** A name in characters that need no quoting in a URL, a header and a command line. */
function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 60);
  return slug || "project";
}

/** The project in a folder. */
export async function findProjectByRoot(db: Db, root: string): Promise<Project | undefined> {
  const [row] = await db.query<ProjectColumns>(`select ${COLUMNS} from projects where root = $1 and ${ALIVE}`, [root]);
  return row && toProject(row);
}

/** The project that is a clone of a URL, at a branch; "" is the remote's own choice. */
export async function findProjectByUrl(db: Db, url: string, branch = ""): Promise<Project | undefined> {
  const [row] = await db.query<ProjectColumns>(
    `select ${COLUMNS} from projects where url = $1 and coalesce(settings ->> 'branch', '') = $2 and ${ALIVE}`,
    [url, branch],
  );
  return row && toProject(row);
}

/** A project by its id. */
export async function findProject(db: Db, projectId: string): Promise<Project | undefined> {
  const [row] = await db.query<ProjectColumns>(
    `${ONE_PLAN} select ${COLUMNS} from projects where project_id = $1 and ${ALIVE}`,
    [projectId],
  );
  return row && toProject(row);
}

/** All projects, or those whose ids match one of some patterns (`*` stands for anything), by id. */
export async function listProjects(db: Db, visible: readonly string[] | null = null): Promise<Project[]> {
  const rows = await db.query<ProjectColumns>(
    `${ONE_PLAN} select ${COLUMNS} from projects where ${ALIVE} and ($1::text[] is null or project_id like any($1)) order by project_id`,
    [visible?.map(likePattern) ?? null],
  );
  return rows.map(toProject);
}

/** Gives a project another name or other settings; undefined where there is none. A clone of another branch is fetched anew. */
export async function changeProject(
  db: Db,
  projectId: string,
  { name, settings }: { name?: string; settings?: ProjectSettings },
): Promise<Project | undefined> {
  const [row] = await db.query<ProjectColumns>(
    `update projects set name = coalesce($2, name), settings = coalesce($3, settings),
       fetch_requested_at = case when $3::jsonb ->> 'branch' is distinct from settings ->> 'branch' and $3::jsonb is not null
         then now() else fetch_requested_at end
     where project_id = $1 and ${ALIVE} returning ${COLUMNS}`,
    [projectId, name ?? null, settings ?? null],
  );
  if (row) await announce(db, projectId);
  return row && toProject(row);
}

/** Says that a watcher of the projects lives, and what it cannot do (null: nothing). */
export async function touchWatched(
  db: Db,
  projectIds: readonly string[],
  note: string | null,
  watcher: string | null = null,
): Promise<void> {
  await db.query(
    `update projects set watched_at = now(), watch_note = $2, watched_by = $3,
       watch_wanted_by = case when watch_wanted_by = $3 then null else watch_wanted_by end
     where project_id = any($1)`,
    [projectIds, note, watcher],
  );
}

/** Says why nobody watches the projects, of those that nobody does watch. */
export async function noteUnwatched(db: Db, projectIds: readonly string[], note: string): Promise<void> {
  await db.query(
    `update projects set watch_note = $2
     where project_id = any($1) and watch_note is distinct from $2
       and not ${IS_WATCHED}`,
    [projectIds, note],
  );
}

/** Projects with a job that nobody has begun. */
export async function listWaitingProjects(db: Db, limit: number): Promise<Project[]> {
  const rows = await db.query<ProjectColumns>(
    `select ${COLUMNS} from projects where ${ALIVE}
       and exists (select from jobs where jobs.project_id = projects.project_id and jobs.status = 'queued')
     order by seen_at nulls first limit $1`,
    [limit],
  );
  return rows.map(toProject);
}

/** Says that a process which builds sees the folders of the projects. */
export async function touchSeen(db: Db, projectIds: readonly string[]): Promise<void> {
  await db.query("update projects set seen_at = now() where project_id = any($1)", [projectIds]);
}

/** How long a process that saw a project's folder counts as one that sees it. */
const SEEN_LATELY = "20 seconds";

/** Whether a building process has lately seen the project's folder. */
export async function isSeenLately(db: Db, projectId: string): Promise<boolean> {
  const rows = await db.query(`select 1 from projects where project_id = $1 and ${isRecent("seen_at", SEEN_LATELY)}`, [
    projectId,
  ]);
  return rows.length > 0;
}

/** When each project was registered, by id: one that is registered again after it was removed is another. */
export async function listBirths(db: Db): Promise<Map<string, string>> {
  const rows = await db.query<{ projectId: string; createdAt: string }>(
    `select project_id as "projectId", created_at as "createdAt" from projects where ${ALIVE}`,
  );
  return new Map(rows.map(({ projectId, createdAt }) => [projectId, createdAt]));
}

/**
 * Removes a project: from now on nobody finds it, and what is being built of it is given up. Its rows go later (store/removals.ts). false: there
 * is no such project.
 */
export async function removeProject(db: Db, projectId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.query<{ root: string; url: string | null }>(
      `update projects set removed_at = now() where project_id = $1 and ${ALIVE} returning root, url`,
      [projectId],
    );
    if (!removed) return false;
    if (removed.url === null)
      await tx.query("insert into removed_roots (root) values ($1) on conflict do nothing", [hashOf(removed.root)]);
    const jobs = await tx.query<{ jobId: string }>(
      'delete from jobs where project_id = $1 returning job_id as "jobId"',
      [projectId],
    );
    for (const { jobId } of jobs) await tx.query("select pg_notify($1, $2)", [CANCEL_CHANNEL, jobId]);
    await tx.query("update views set build_token = null where project_id = $1", [projectId]);
    await announce(tx, projectId);
    return true;
  });
}

/** A pattern of project ids as SQL's LIKE has it. */
export const likePattern = (pattern: string): string => escapeLike(pattern).replaceAll("*", "%");
