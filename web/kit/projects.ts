/** The projects that the caller sees, for all components at once. */
import { computed, signal } from "@preact/signals";
import { type ApiError, ask, type Project } from "../api.js";
import { place, query } from "./router.js";

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

/** The project of the URL, in its path or as `?project=`; null: all of them, or the only one. */
export const namedProject = computed(() => {
  const [, , inPath] = /^ui\/(code|symbol|index|map)\/([^/]+)/.exec(place.value.path) ?? [];
  return inPath !== undefined ? decodeURIComponent(inPath) : (query.value.project ?? null);
});

/** The project that a page is about: that of the URL, or the only one there is. */
export const chosenProject = computed(() => {
  const all = projects.value ?? [];
  const id = namedProject.value ?? (all.length === 1 ? all[0]?.id : undefined);
  return all.find((project) => project.id === id);
});
