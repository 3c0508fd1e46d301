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
    projects.value = results;
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

/** Whether there is a folder to index. One that was added by URL has to be cloned first. */
export const hasFolder = ({ url, fetched_at }: Project): boolean => url === null || fetched_at !== null;
