/** Projects: a repository on disk and its settings. */
import { basename } from "node:path";
import type { Db } from "./db.js";

export interface Project {
  projectId: string;
  name: string;
  /** Absolute path of the repository; never shown in an answer. */
  root: string;
  settings: ProjectSettings;
}

export interface ProjectSettings {
  /** Extra glob patterns to leave out or (if any) the only ones to take in. */
  exclude?: string[];
  include?: string[];
}

interface ProjectColumns {
  project_id: string;
  name: string;
  root: string;
  settings: ProjectSettings;
}

const toProject = (row: ProjectColumns): Project => ({
  projectId: row.project_id,
  name: row.name,
  root: row.root,
  settings: row.settings,
});

/**
 * The project of the repository at `root`, an absolute path; registers it when it is new. Its id is made of the folder's name, with -2, -3, …
 * where another project has that id.
 */
export async function registerProject(db: Db, root: string, settings: ProjectSettings = {}): Promise<Project> {
  const name = basename(root) || "root";
  const slug = slugOf(name);
  for (let number = 1; ; number++) {
    const known = await findProjectByRoot(db, root);
    if (known) return known;
    const [row] = await db.query<ProjectColumns>(
      `insert into projects (project_id, name, root, settings) values ($1, $2, $3, $4)
       on conflict do nothing returning project_id, name, root, settings`,
      [number === 1 ? slug : `${slug}-${number}`, name, root, settings],
    );
    if (row) return toProject(row);
  }
}

/** What can stand in a URL, a header and a command line without quoting. */
function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 60);
  return slug || "project";
}

export async function findProjectByRoot(db: Db, root: string): Promise<Project | undefined> {
  const [row] = await db.query<ProjectColumns>(
    "select project_id, name, root, settings from projects where root = $1",
    [root],
  );
  return row && toProject(row);
}

export async function findProject(db: Db, projectId: string): Promise<Project | undefined> {
  const [row] = await db.query<ProjectColumns>(
    "select project_id, name, root, settings from projects where project_id = $1",
    [projectId],
  );
  return row && toProject(row);
}

/** All projects, by id. */
export async function listProjects(db: Db): Promise<Project[]> {
  const rows = await db.query<ProjectColumns>(
    "select project_id, name, root, settings from projects order by project_id",
  );
  return rows.map(toProject);
}

/** Tables whose rows belong to a project without a foreign key that would remove them with it. */
const BULK_TABLES = [
  "files",
  "edges",
  "external_symbols",
  "posting_blocks",
  "segments",
  "chunks",
  "symbols",
  "symbol_names",
  "file_versions",
  "parse_results",
  "contents",
];

/** Removes a project and its index. What a build of it still writes afterwards is found by nobody. */
export async function removeProject(db: Db, projectId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query("delete from projects where project_id = $1", [projectId]);
    for (const table of BULK_TABLES) await tx.query(`delete from ${table} where project_id = $1`, [projectId]);
  });
}
