/**
 * Finds the resources that a change of an index has changed. A keeper of subscriptions notes the result of `watchResource` and, each time a view was
 * published (GENERATION_CHANNEL), calls `changedResources`. The notes suffice on any replica.
 */
import { projectRules } from "../../projects/project-rules.js";
import { locateFile } from "../../repository/sandbox.js";
import { fileStates } from "../../store/view-figures.js";
import type { Caller, ToolHost } from "../../tools/running/tool-host.js";
import { findResource } from "./index.js";

/** A watched resource. Plain data. */
export interface WatchedResource {
  /** The client's spelling. */
  uri: string;
  /** Null for a resource of all projects. */
  projectId: string | null;
  /** The file whose content decides; null where any change counts. */
  path: string | null;
  /** The file's state when it was last read. */
  state: string;
}

/** The state of a file that is not indexed. */
const UNKNOWN = "";

/** The notes about a resource. Throws as `readResource` does for an unknown URI and a missing or forbidden file. */
export async function watchResource(host: ToolHost, caller: Caller, uri: string): Promise<WatchedResource> {
  const { resource, variables, project } = await findResource(host, caller, uri);
  if (!project || resource.changesWith !== "file")
    return { uri, projectId: project?.projectId ?? null, path: null, state: UNKNOWN };
  const { path } = await locateFile(project.root, projectRules(project, host.config), variables.path ?? "");
  const states = await fileStates(host.db, await host.viewOf(project), [path]);
  return { uri, projectId: project.projectId, path, state: states.get(path) ?? UNKNOWN };
}

/**
 * The resources that differ from their notes, with new notes. `projectId` is the project whose view changed. Status, stats and searches count as
 * changed by any change.
 */
export async function changedResources(
  host: ToolHost,
  projectId: string,
  watched: Iterable<WatchedResource>,
): Promise<WatchedResource[]> {
  const concerned = [...watched].filter((each) => each.projectId === null || each.projectId === projectId);
  const paths = [...new Set(concerned.flatMap(({ path }) => (path === null ? [] : [path])))];
  const states = paths.length === 0 ? new Map<string, string>() : await statesOf(host, projectId, paths);
  return concerned.flatMap((each) => {
    if (each.path === null) return [each];
    const state = states.get(each.path) ?? UNKNOWN;
    return state === each.state ? [] : [{ ...each, state }];
  });
}

async function statesOf(host: ToolHost, projectId: string, paths: string[]): Promise<Map<string, string>> {
  const project = (await host.projects()).find((each) => each.projectId === projectId);
  // A removed project has no files any more.
  return project ? fileStates(host.db, await host.viewOf(project), paths) : new Map();
}
