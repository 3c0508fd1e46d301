/** The registry of projects: its changes by REST, the command line and webhooks. All errors are of errors.ts. */
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { z } from "zod";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { nth, present } from "../base/need.js";
import type { Config } from "../config/config.js";
import type { Indexing } from "../indexing/indexing-types.js";
import { languages } from "../languages/index.js";
import { type Principal, seesAll } from "../model/principal.js";
import type { ProjectSettings } from "../model/project-settings.js";
import { addressesOf, isLocalAddress } from "../repository/git/hosts.js";
import { nameOfGitUrl, normalizeGitUrl } from "../repository/git/url.js";
import { createGlob } from "../repository/glob.js";
import type { Db } from "../store/db/db.js";
import { isLockProof } from "../store/pglite/data-dir.js";
import {
  changeProject,
  findProjectByUrl,
  insertProject,
  type Project,
  registerFound,
  removeProject as removeFromStore,
} from "../store/projects.js";
import type { View } from "../store/views.js";
import { longestPrefix } from "./choose.js";

const FAMILIES = [...new Set(languages.map(({ family }) => family))] as [string, ...string[]];
const globs = z
  .array(
    z
      .string()
      .min(1)
      .max(500)
      .regex(/^[^\0]*$/)
      .superRefine((pattern, { addIssue }) => {
        try {
          createGlob(pattern);
        } catch (error) {
          addIssue(`is not a glob: ${(error as Error).message}`);
        }
      }),
  )
  .max(200);

/** A branch as git allows it; it can never be read as an option. */
const branch = z
  .string()
  .max(200)
  .regex(
    /^(?![-/.])(?!.*(\.\.|@\{|\/\/|\/\.|\.lock(\/|$)))[^\s~^:?*[\\\p{Cc}]+(?<![/.])$/u,
    "must be the name of a branch, such as main or release/2.x",
  );

/** Settings of a project, all optional. */
export const projectSettings = z.strictObject({
  exclude: globs.optional().describe("Paths to leave out, as globs; on top of the service's."),
  include: globs.optional().describe("The only paths to take in, as globs; instead of the service's."),
  languages: z.array(z.enum(FAMILIES)).max(20).optional().describe("Leave out code of other languages."),
  branch: branch.optional().describe("The branch of a clone. Default: the remote's default branch."),
});

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, "must hold no control characters");

/** A new project: a folder below the service's root, or a git URL. */
export const newProject = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe("A folder below the service's root, absolute or relative to it."),
  url: z.string().min(1).max(2000).optional().describe("A git URL to clone and follow."),
  name: name.optional().describe("Its name for people, of which its id is made. Default: the folder's name."),
  settings: projectSettings.optional(),
});

/** The fields that may be changed. A setting of null returns to its default. */
export const projectChanges = z.strictObject({
  name: name.optional(),
  settings: z
    .strictObject({
      exclude: globs.nullish(),
      include: globs.nullish(),
      languages: z.array(z.enum(FAMILIES)).max(20).nullish(),
      branch: branch.nullish(),
    })
    .optional(),
});

/** A project as answers show it, without folders outside the service's root. */
export const projectInfo = z.object({
  project_id: z.string(),
  name: z.string(),
  path: z.string().nullable().describe("Relative to the service's root; null for clones and folders elsewhere."),
  url: z.string().nullable().describe("Where it is cloned from."),
  settings: projectSettings,
  fetched_at: z.string().nullable(),
  fetch_problem: z.string().nullable().describe("Why the last fetch failed."),
});
export type ProjectInfo = z.infer<typeof projectInfo>;

/** The parts of the service that the registry needs. */
export interface RegistryHost {
  config: Config;
  db: Db;
  indexing: Indexing;
  /** The served projects, or those that match any of some patterns of ids. */
  projects(visible?: readonly string[] | null): Promise<Project[]>;
}

/** A project as it was registered. */
export interface AddedProject {
  project: Project;
  isNew: boolean;
}

/** Registers a project and has it indexed; an existing project is returned as it is. `onAdded` is called before queueing, which may fail. */
export async function addProject(
  host: RegistryHost,
  input: unknown,
  onAdded: (added: AddedProject) => void = () => undefined,
): Promise<AddedProject> {
  const { path, url, name: given, settings = {} } = checked(newProject, input);
  if ((path === undefined) === (url === undefined))
    throw invalidParameter("path", "give either a path or a url, and not both");
  if (path !== undefined) {
    if (settings.branch !== undefined)
      throw invalidParameter("settings.branch", "is only for projects by url: of a folder, what is on disk is indexed");
    const root = await folderBelow(host.config.root, path);
    const added = await insertProject(host.db, {
      name: given ?? (basename(root) || "root"),
      root,
      settings: stored(settings),
      isAdded: true,
    });
    onAdded(added);
    await host.indexing.start(added.project, {});
    return added;
  }
  const normalized = normalizeGitUrl(present(url), host.config.gitProtocols);
  if (!host.config.gitLocalHosts && (await addressesOf(normalized)).some(isLocalAddress))
    throw invalidParameter(
      "url",
      "leads to this machine or a link-local address, which CODEINDEX_GIT_LOCAL_HOSTS allows",
    );
  const added = await insertProject(host.db, {
    name: given ?? nameOfGitUrl(normalized),
    // The process that fetches clones (watching/clones.ts) also clones and indexes it.
    root: (projectId) => join(host.config.clonesDir, projectId),
    url: normalized,
    settings: stored(settings),
    isAdded: true,
  });
  onAdded(added);
  return added;
}

/**
 * The project that a folder belongs to. Without one, `add` names a folder to register and index. Only the user who owns the data folder (and so can
 * read its lock) may add one, only a readable folder, and not one that was removed by hand. Undefined where the folder still belongs to no project.
 * `onAdded` is called before queueing, which may fail.
 */
export async function projectOfFolder(
  host: RegistryHost & { viewOf(project: Project): Promise<View> },
  path: string,
  add?: { root: string; proof: string },
  onAdded: (added: AddedProject) => void = () => undefined,
): Promise<Project | undefined> {
  const folder = await realFolder(path);
  const found = longestPrefix(await host.projects(), folder === null ? [path] : [folder, path]);
  if (found || !add) return found;
  if (host.db.kind !== "pglite" || !isLockProof(host.config.dataDir, `register ${add.root}`, add.proof))
    throw new CodeindexError("forbidden", "add.proof: is not that of this service's data folder.", {}, [
      "Add the folder with: codeindex project add, or start the service with --repo DIR.",
    ]);
  const root = await realFolder(add.root);
  if (root === null) throw new CodeindexError("not_found", "add.root: there is no such folder.", {}, []);
  const data = await realpath(host.config.dataDir);
  if (data === root || data.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new CodeindexError(
      "configuration",
      "add.root: holds the service's data folder, which never lies inside a repository.",
    );
  if (!(await registerFound(host.db, root))) return undefined;
  const { project, isNew } = await insertProject(host.db, {
    name: basename(root) || "root",
    root,
    settings: {},
    isAdded: true,
  });
  onAdded({ project, isNew });
  if (isNew || (await host.viewOf(project)).generation === 0) await host.indexing.start(project, {});
  return project;
}

/** The project of an absolute path; undefined where there is none. The path need not exist, and the result does not reveal whether it does. */
export async function projectAt({ projects }: Pick<Registry, "projects">, path: string): Promise<Project | undefined> {
  return isAbsolute(path) ? longestPrefix(await projects(), [resolve(path)]) : undefined;
}

/**
 * The project of an absolute path. Without one, a folder below the root or an allowed root is registered; in its place the repository around it, if
 * that lies there too. Throws `project_not_found` for other folders, existing or not, `not_found` for one that does not exist, and `forbidden`
 * for a caller with access to some projects only.
 */
export async function projectToIndex(registry: Registry, path: string): Promise<Project> {
  const { config, db, principal } = registry;
  const known = await projectAt(registry, path);
  if (known) return known;
  const root = rootOf(config, path);
  if (root === undefined)
    throw new CodeindexError("project_not_found", "path: is not the root folder of a registered project.", {
      candidates: (await registry.projects()).map(({ projectId }) => projectId),
    });
  const folder = await folderBelow(root, path);
  const found = await projectAt(registry, folder);
  if (found) return found;
  if (!seesAll(principal))
    throw new CodeindexError("forbidden", "path: only a caller that sees all projects may register another.");
  const realRoot = await realpath(root).catch(() => root);
  const repository = await repositoryAround(folder, realRoot);
  const data = await realpath(config.dataDir).catch(() => config.dataDir);
  if (isBelow(repository, data))
    throw invalidParameter("path", "holds the service's data folder, which never lies inside a repository");
  const name = basename(repository) || "root";
  const { project } = await insertProject(db, { name, root: repository, settings: {}, isAdded: true });
  return project;
}

/** Whether a path is a folder that `projectToIndex` would register. False for paths elsewhere, existing or not. */
export async function isIndexable({ config }: Pick<Registry, "config">, path: string): Promise<boolean> {
  const root = rootOf(config, path);
  return root !== undefined && (await folderBelow(root, path).catch(() => null)) !== null;
}

/** The root or allowed root that contains an absolute path; undefined where there is none. */
function rootOf({ root, allowedRoots }: Registry["config"], path: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  return [root, ...allowedRoots].find((each) => each !== null && isBelow(each, resolve(path))) ?? undefined;
}

/** The outermost git repository around a folder below `root`, or the folder itself. */
async function repositoryAround(folder: string, root: string): Promise<string> {
  let found = folder;
  for (let current = folder; isBelow(root, current) && current !== root; current = dirname(current))
    if (await stat(join(current, ".git")).catch(() => null)) found = current;
  return found;
}

/** Whether a folder is, or lies below, `root`. */
const isBelow = (root: string, folder: string): boolean =>
  folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep);

/** Changes a project's name or settings, and has it indexed with them. `onChanged` is called before queueing, which may fail. */
export async function updateProject(
  host: RegistryHost,
  projectId: string,
  input: unknown,
  onChanged: (changed: Project) => void = () => undefined,
): Promise<Project> {
  const changes = checked(projectChanges, input);
  const before = await registered(host, projectId);
  const merged = Object.entries({ ...before.settings, ...changes.settings }).filter(([, value]) => value !== null);
  const settings = stored(Object.fromEntries(merged) as ProjectSettings);
  if (settings.branch !== undefined && before.url === null)
    throw invalidParameter("settings.branch", "is only for projects by url: of a folder, what is on disk is indexed");
  if (before.url !== null && settings.branch !== before.settings.branch) {
    const other = await findProjectByUrl(host.db, before.url, settings.branch);
    if (other && other.projectId !== before.projectId)
      throw invalidParameter("settings.branch", `is that of ${await nameFor(host, other.projectId)} already`);
  }
  const project = await changeProject(host.db, before.projectId, {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.settings && { settings }),
  });
  if (!project) throw notFound(projectId);
  onChanged(project);
  if (changes.settings && isCloned(project)) await host.indexing.start(project, {});
  return project;
}

/** A project's name for an error; it does not reveal projects that the caller may not see. */
async function nameFor(host: RegistryHost, projectId: string): Promise<string> {
  const isSeen = (await host.projects()).some((each) => each.projectId === projectId);
  return isSeen ? `the project ${projectId}` : "another project";
}

/**
 * Removes a project: it is hidden at once, and its data is deleted in the background. A clone's folder is deleted too; other folders are left alone.
 */
export async function removeProject(host: RegistryHost, projectId: string): Promise<void> {
  const project = await registered(host, projectId);
  if (!(await removeFromStore(host.db, project.projectId))) throw notFound(projectId);
}

/** The project of an id. Throws `project_not_found`. */
export async function registered(host: Pick<RegistryHost, "projects">, projectId: string): Promise<Project> {
  const project = (await host.projects()).find((each) => each.projectId === projectId);
  if (!project) throw notFound(projectId);
  return project;
}

/** Whether the project has files on disk to index: a folder always does, a clone after its first fetch. */
export const isCloned = ({ url, fetchedAt }: Project): boolean => url === null || fetchedAt !== null;

/** A project as answers show it, its path relative to `root`. */
export function infoOf(project: Project, { root }: Pick<Config, "root">): ProjectInfo {
  const path = root === null || project.url !== null ? null : relative(root, project.root).split(sep).join("/");
  return {
    project_id: project.projectId,
    name: project.name,
    path: path === null || path.startsWith("..") || isAbsolute(path) ? null : path || ".",
    url: project.url,
    settings: project.settings,
    fetched_at: project.fetchedAt,
    fetch_problem: project.fetchProblem,
  };
}

const notFound = (projectId: string) =>
  new CodeindexError("project_not_found", `There is no project ${JSON.stringify(projectId.slice(0, 100))}.`);

/** Parses an input. Throws `invalid_parameter` that names the field and its problem. */
function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const issue = nth(result.error.issues, 0);
  const field = issue.code === "unrecognized_keys" ? [...issue.path, nth(issue.keys, 0)] : issue.path;
  const problem =
    issue.code === "unrecognized_keys"
      ? "there is no such field"
      : issue.code === "invalid_value"
        ? `must be one of ${issue.values.map(String).join(", ")}`
        : issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  throw invalidParameter(field.join(".").slice(0, 100) || "body", problem);
}

/** Drops empty lists, which mean the same as none. */
function stored(settings: ProjectSettings): ProjectSettings {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0)),
  );
}

/** The real path of a folder; null where it does not exist or cannot be read. */
async function realFolder(path: string): Promise<string | null> {
  if (!isAbsolute(path) || path.includes("\0")) throw invalidParameter("path", "must be an absolute path");
  const real = await realpath(path).catch(() => null);
  const stats = real === null ? null : await stat(real).catch(() => null);
  return stats?.isDirectory() ? real : null;
}

/** The real path of a folder below the root. The error for folders outside it does not reveal whether they exist. */
async function folderBelow(root: string | null, path: string): Promise<string> {
  if (root === null)
    throw new CodeindexError("path_escape", "path: this service has no root below which folders could be added.", {}, [
      "Start it with --root DIR (CODEINDEX_ROOT), or add a git URL.",
    ]);
  if (path.includes("\0")) throw invalidParameter("path", "must hold no null characters");
  // A root that does not exist has no folders.
  const realRoot = await realpath(root).catch(() => root);
  const lies = (folder: string) =>
    [root, realRoot].some((each) => folder === each || folder.startsWith(each.endsWith(sep) ? each : each + sep));
  const wanted = resolve(realRoot, path);
  const outside = new CodeindexError("path_escape", "path: leads out of the service's root.", { parameter: "path" }, [
    "Give a folder below the root, relative to it or absolute as the service sees it.",
  ]);
  if (!lies(wanted)) throw outside;
  const real = await realpath(wanted).catch(() => null);
  if (real !== null && !lies(real)) throw outside;
  const stats = real === null ? null : await stat(real).catch(() => null);
  if (real === null || !stats?.isDirectory())
    throw new CodeindexError("not_found", "path: there is no such folder.", { parameter: "path" }, [
      "Give a folder below the service's root.",
    ]);
  return real;
}

/** The registry as seen by a tool that finds, or registers, its own project. */
export interface Registry extends RegistryHost {
  principal: Principal;
  /** The projects visible to the caller. */
  projects(): Promise<Project[]>;
}
