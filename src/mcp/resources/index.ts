/** The resources, in the order in which they are listed, and their protocol methods, independent of eras and SDKs. */
import { invalidParameter } from "../../base/errors.js";
import { lastOf, need } from "../../base/need.js";
import { anySignal } from "../../base/signals.js";
import { chooseProject } from "../../projects/choose.js";
import type { Project } from "../../store/projects.js";
import type { Caller, ToolHost } from "../../tools/running/tool-host.js";
import { type Completion, complete, selectedProject, suggestContext, suggestProjects } from "./completions.js";
import file from "./file.js";
import fileChunks from "./file-chunks.js";
import projectsResource from "./projects.js";
import type { Annotations, Content, ResourceDefinition, Variables } from "./resource.js";
import search from "./search.js";
import {
  decode,
  matchTemplate,
  projectUri,
  SCHEME,
  splitUri,
  type Template,
  templateOf,
  unknownResource,
} from "./uri.js";
import workspaceStats from "./workspace-stats.js";
import workspaceStatus from "./workspace-status.js";

/** The first that fits a URI is used. */
export const RESOURCES: readonly ResourceDefinition[] = [
  projectsResource,
  workspaceStatus,
  workspaceStats,
  search,
  fileChunks,
  file,
];

const TEMPLATES = new Map<ResourceDefinition, Template>(
  RESOURCES.map((resource) => [resource, templateOf(resource.path)]),
);
const isAboutProject = ({ usesProject }: ResourceDefinition) => usesProject !== false;
const hasVariables = ({ path }: ResourceDefinition) => path.includes("{");

/** Projects whose resources are on one page. */
const PROJECTS_PER_PAGE = 50;

export interface ListedResource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType?: string;
  annotations: Annotations;
}

export interface ListedTemplate extends Omit<ListedResource, "uri"> {
  uriTemplate: string;
}

/**
 * The resources with a fixed URI, a page at a time: first those without a project in their URI, then those of each project, by id. Files are not
 * among them, as there may be very many: clients find them by completion. Throws `invalid_parameter` for an invalid cursor.
 */
export async function listResources(
  host: ToolHost,
  caller: Caller,
  cursor?: string,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  const after = cursor === undefined ? null : projectOfCursor(cursor);
  const projects = await host.projects();
  const selected = selectedProject(projects, caller);
  const fixed = RESOURCES.filter((resource) => !hasVariables(resource));
  const resources: ListedResource[] = [];
  if (after === null)
    for (const resource of fixed)
      if (!isAboutProject(resource) || selected)
        resources.push(listed(resource, `${SCHEME}${resource.path}`, selected));
  const shown = (caller.pinnedProject === undefined ? projects : projects.filter((each) => each === selected))
    .filter(({ projectId }) => after === null || projectId > after)
    .sort((a, b) => (a.projectId < b.projectId ? -1 : 1));
  const page = shown.slice(0, PROJECTS_PER_PAGE);
  for (const project of page)
    for (const resource of fixed.filter(isAboutProject))
      resources.push({
        ...listed(resource, projectUri(project.projectId, resource.path), project),
        name: `${project.projectId}/${resource.name}`,
      });
  return { resources, ...(page.length < shown.length && { nextCursor: cursorAfter(lastOf(page)) }) };
}

function listed(resource: ResourceDefinition, uri: string, project: Project | null): ListedResource {
  const { name, title, description, mimeType, annotations } = resource;
  const about = isAboutProject(resource) && project ? `${title} (${project.name})` : title;
  return { uri, name, title: about, description, ...(mimeType && { mimeType }), annotations };
}

/** The templates, each with and without the project in its URI. */
export function listTemplates(): { resourceTemplates: ListedTemplate[] } {
  const resourceTemplates = RESOURCES.filter(isAboutProject).flatMap((resource) => {
    const { name, title, description, mimeType, annotations, path } = resource;
    const about = { title, ...(mimeType && { mimeType }), annotations };
    const named = { uriTemplate: `${SCHEME}{project}/${path}`, name, description, ...about };
    const selected = {
      uriTemplate: `${SCHEME}${path}`,
      name: `selected-${name}`,
      description: `${description} Of the selected project: the one the URL names, or the only one.`,
      ...about,
    };
    return hasVariables(resource) ? [named, selected] : [named];
  });
  return { resourceTemplates };
}

/** Reads the resource of a URI. Throws `not_found`, `invalid_parameter`, the errors of choosing a project and those of reading. */
export async function readResource(
  host: ToolHost,
  caller: Caller,
  uri: string,
): Promise<{ contents: ({ uri: string } & Content)[] }> {
  const { resource, variables, project, projects } = await findResource(host, caller, uri);
  const signal = anySignal(caller.signal, AbortSignal.timeout(host.config.searchTimeout));
  signal.throwIfAborted();
  const about = { ...caller, signal, ...(project && { pinnedProject: project.projectId }) };
  // Only resources with `usesProject: false` are read without a project.
  const context = { host, caller: about, project: project as Project, projects, signal };
  return { contents: [{ uri, ...(await resource.read(variables, context)) }] };
}

export interface FoundResource {
  resource: ResourceDefinition;
  variables: Variables;
  /** Null for a resource that is not about a project. */
  project: Project | null;
  projects: Project[];
}

/**
 * The resource and the project of a URI. Where a project has the name `file` or `search`, a URI could be read with and without a project: then it has
 * one.
 */
export async function findResource(host: ToolHost, caller: Caller, uri: string): Promise<FoundResource> {
  const parts = splitUri(uri);
  const projects = await host.projects();
  const [first = "", ...rest] = parts.path.split("/");
  const name = decode(first);
  const within = () => firstMatch({ ...parts, path: rest.join("/") }, RESOURCES.filter(isAboutProject));
  const inNamed = projects.some(({ projectId }) => projectId === name) ? within() : null;
  if (inNamed) return { ...inNamed, project: chooseProject(projects, name, caller), projects };
  const selected = firstMatch(parts, RESOURCES);
  if (selected) {
    const project = isAboutProject(selected.resource) ? chooseProject(projects, undefined, caller) : null;
    return { ...selected, project, projects };
  }
  const found = name === "" ? null : within();
  if (!found) throw unknownResource(uri);
  return { ...found, project: chooseProject(projects, name, caller), projects };
}

function firstMatch(parts: ReturnType<typeof splitUri>, resources: readonly ResourceDefinition[]) {
  for (const resource of resources) {
    const variables = matchTemplate(need(TEMPLATES, resource), parts);
    if (variables) return { resource, variables };
  }
  return null;
}

/** Completes a variable of a template. Throws `not_found` for an unknown template, `invalid_parameter` for an unknown variable. */
export async function completeResource(
  host: ToolHost,
  caller: Caller,
  uriTemplate: string,
  { name: variable, value }: { name: string; value: string },
  given: Readonly<Record<string, string>> = {},
): Promise<Completion> {
  const path = uriTemplate.startsWith(SCHEME) ? uriTemplate.slice(SCHEME.length) : "";
  const resource = RESOURCES.find((each) => path === each.path || path === `{project}/${each.path}`);
  if (!resource) throw unknownResource(uriTemplate);
  const context = await suggestContext(host, caller, given);
  if (variable === "project" && path !== resource.path) return complete(suggestProjects, value, context);
  const { names, parameters } = need(TEMPLATES, resource);
  if (![...names, ...parameters].includes(variable))
    throw invalidParameter("argument", `${uriTemplate} has no variable ${JSON.stringify(variable.slice(0, 60))}`);
  const suggest = resource.complete?.[variable];
  return suggest ? complete(suggest, value, context) : { values: [], total: 0, hasMore: false };
}

const CURSOR = "after:";

/** A cursor names a project, not an offset, so that added or removed projects do not shift the pages. */
function cursorAfter({ projectId }: Project): string {
  return Buffer.from(`${CURSOR}${projectId}`).toString("base64url");
}

function projectOfCursor(cursor: string): string {
  const text = Buffer.from(cursor.slice(0, 1000), "base64url").toString();
  if (!text.startsWith(CURSOR)) throw invalidParameter("cursor", "is not the nextCursor of an earlier list");
  return text.slice(CURSOR.length);
}
