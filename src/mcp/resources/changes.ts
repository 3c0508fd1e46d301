/**
 * Which resources a change of an index has changed. Whoever keeps subscriptions notes what `watchResource` gives and, each time a view was
 * published (GENERATION_CHANNEL), asks `changedResources`; it needs no more than what was noted, on whichever replica that is.
 */
import { projectRules } from "../../projects/skip-rules.js";
import { locateFile } from "../../repository/sandbox.js";
import { fileStates } from "../../store/view-figures.js";
import type { Caller, ToolHost } from "../../tools/running/tool-host.js";
import { findResource } from "./index.js";

/** A resource that somebody wants to hear of. Plain data. */
export interface WatchedResource {
  /** As the client wrote it. */
  uri: string;
  /** null: of all projects. */
  projectId: string | null;
  /** The file whose content alone matters; null: whatever changes. */
  path: string | null;
  /** What the file was like when it was last looked at. */
  state: string;
}

/** The state of a file that the index does not know. */
const UNKNOWN = "";

/** What to note of a resource. Throws as `readResource` does for a URI that is none and a file that is not there or must not be read. */
export async function watchResource(host: ToolHost, caller: Caller, uri: string): Promise<WatchedResource> {
  const { resource, variables, project } = await findResource(host, caller, uri);
  if (!project || resource.changesWith !== "file")
    return { uri, projectId: project?.projectId ?? null, path: null, state: UNKNOWN };
  const { path } = locateFile(project.root, projectRules(project, host.config), variables.path ?? "");
  const states = await fileStates(host.db, await host.viewOf(project), [path]);
  return { uri, projectId: project.projectId, path, state: states.get(path) ?? UNKNOWN };
}

/**
 * Those of the resources that differ since they were noted, as they are to be noted from now on. `projectId` is the project whose view changed.
 * Status, stats and searches count as changed by any change.
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
  // A project that was removed has no files any more.
  return project ? fileStates(host.db, await host.viewOf(project), paths) : new Map();
}
