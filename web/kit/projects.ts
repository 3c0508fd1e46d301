/** The projects that the caller sees, for all components at once. */
import { computed, signal } from "@preact/signals";
import { type ApiError, ask, type Project } from "../api.js";
import { narrowed, parseQuery } from "./query-words.js";
import { decode, place, query } from "./router.js";
import { count } from "./words.js";

/** undefined: not asked yet. */
export const projects = signal<readonly Project[] | undefined>(undefined);
export const projectsError = signal<ApiError | undefined>(undefined);

/** Asks for the list anew. */
export async function readProjects(): Promise<void> {
  try {
    const { results } = await ask<{ results: Project[] }>("GET", "projects");
    // A list that is as before draws nothing anew.
    if (JSON.stringify(results) !== JSON.stringify(projects.value)) projects.value = results;
    projectsError.value = undefined;
  } catch (error) {
    projectsError.value = error as ApiError;
  }
}

/** The project that the URL names: in its path, by the filter of a search, or as `?project=`; null: all of them, or the only one. */
export const namedProject = computed(() => {
  const [, , inPath] = /^ui\/(code|symbol|index|map)\/([^/]+)/.exec(place.value.path) ?? [];
  if (inPath !== undefined) return decode(inPath);
  return narrowed(parseQuery(query.value.q ?? "").filters).project ?? query.value.project ?? null;
});

/** The project that a page is about: that of the URL, or the only one there is. */
export const chosenProject = computed(() => {
  const all = projects.value ?? [];
  const wanted = namedProject.value;
  if (wanted === null) return all.length === 1 ? all[0] : undefined;
  return all.find(({ id }) => id === wanted) ?? all.find(({ name }) => name === wanted);
});

/** States of an index, in words. */
export const STATES: Record<Project["state"], string> = {
  ready: "ready",
  building: "being built",
  not_built: "no index yet",
};

/** How large a project is, or why nobody knows yet. */
export const sizeOf = ({ state, files, symbols }: Project): string =>
  state === "ready" ? `${count(files, "file")}, ${count(symbols, "symbol")}` : STATES[state];

/** The gaps of an index that answers, in words; none where it is whole and as the disk is. */
export function lacksOf({ generation, building, pending_changes, failed_files, missing }: Project): string[] {
  if (generation === 0) return [];
  const { changes } = missing;
  return [
    building && "a build runs or waits",
    pending_changes > 0 &&
      `${count(pending_changes, "change")} on disk ${pending_changes === 1 ? "is" : "are"} not in it yet`,
    failed_files > 0 && `${count(failed_files, "file")} could not be indexed`,
    changes !== undefined && `changes may be missing (${changes})`,
    hasVectorsToCome({ missing }) && `${missing.vectors} of the vectors are there`,
  ].filter((words) => words !== false);
}

/** Whether its index lacks more than files that could not be indexed: those stay away until somebody mends them. */
export const isBehind = (project: Project): boolean => lacksOf({ ...project, failed_files: 0 }).length > 0;

/** Not where there is no embedder. */
const hasVectorsToCome = ({ missing: { vectors } }: Pick<Project, "missing">): boolean =>
  vectors !== undefined && !vectors.startsWith("none");

/** Whether more of it is to come, so that what a page says of it is soon outdated. */
export const isMoving = (project: Project): boolean =>
  project.generation === 0 || project.building || project.pending_changes > 0 || hasVectorsToCome(project);

/** Whether there is a folder to index. One that was added by URL has to be cloned first. */
export const hasFolder = ({ url, fetched_at }: Project): boolean => url === null || fetched_at !== null;

/** Whether there is no whole index, but searches may find what a first build has read so far. */
export const isBegun = (project: Project): boolean => project.generation === 0 && hasFolder(project);
