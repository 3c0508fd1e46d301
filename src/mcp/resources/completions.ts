/** Completes arguments of resources and prompts: first names that begin with the typed text, then names that contain it, then similar ones. */
import { CodeindexError } from "../../base/errors.js";
import { LANGUAGE_FAMILIES } from "../../languages/index.js";
import { SYMBOL_KINDS } from "../../model/parse-result.js";
import { chooseProject } from "../../projects/choose.js";
import { readRefs } from "../../repository/git/head.js";
import type { Project } from "../../store/projects.js";
import type { Caller, ToolHost } from "../../tools/running/tool-host.js";
import type { Suggest, SuggestContext } from "./resource.js";

export interface Completion {
  values: string[];
  /** The number of matches, where that is known. */
  total: number;
  hasMore: boolean;
}

/** The most values in an answer by the protocol. */
const MOST_VALUES = 100;
/** Symbols that are looked up for one completion. */
const MOST_SYMBOLS = 100;

/** The context for completing a request's arguments; a filled-in `project` counts as it does for a tool. */
export async function suggestContext(
  host: ToolHost,
  caller: Caller,
  given: Readonly<Record<string, string>>,
): Promise<SuggestContext> {
  const projects = await host.projects();
  const pinnedProject = given.project || caller.pinnedProject;
  return { host, caller, projects, project: selectedProject(projects, { ...caller, pinnedProject }), given };
}

/** The project of a call without `project_id`; null where that is ambiguous. */
export function selectedProject(projects: Project[], caller: Caller): Project | null {
  try {
    return chooseProject(projects, undefined, caller);
  } catch (error) {
    if (error instanceof CodeindexError) return null;
    throw error;
  }
}

/** The suggestions for the typed text, in the protocol's form. Empty while there is no index. */
export async function complete(suggest: Suggest, value: string, context: SuggestContext): Promise<Completion> {
  let all: readonly string[] = [];
  try {
    all = await suggest(value, context);
  } catch (error) {
    if (!(error instanceof CodeindexError)) throw error;
  }
  return { values: all.slice(0, MOST_VALUES), total: all.length, hasMore: all.length > MOST_VALUES };
}

/** Suggests from a fixed list. */
export const fromList =
  (values: readonly string[]): Suggest =>
  async (value) =>
    bestMatches(value, values);

/** Projects that the caller may see. */
export const suggestProjects: Suggest = async (value, { projects }) =>
  bestMatches(
    value,
    projects.map(({ projectId }) => projectId),
  );

/** Files that the index holds. */
export const suggestPaths: Suggest = async (value, { host, project }) => {
  if (project === null) return [];
  const { files } = await host.searcher.snapshot(await host.viewOf(project));
  return bestMatches(
    value.replace(/^\.?\//, ""),
    files.map(({ path }) => path),
  );
};

/** Qualified names, as search_symbols finds them. An empty text has no suggestions. */
export const suggestSymbols: Suggest = async (value, { host, project }) => {
  const words = value.match(/[\p{L}\p{N}_$.#]+/gu)?.join(" ") ?? "";
  if (project === null || words === "") return [];
  const view = await host.viewOf(project);
  const hits = await host.searcher.searchSymbols(view, { text: `${words}*`, limit: MOST_SYMBOLS });
  // Symbols of files have no name of their own.
  return [...new Set(hits.map(({ symbol }) => symbol.qualifiedName))].filter((name) => name !== "");
};

/** Languages of the project, or all known ones. */
export const suggestLanguages: Suggest = async (value, { host, project }) => {
  const indexed = project === null ? {} : (await host.viewOf(project)).totals.languages;
  const families = LANGUAGE_FAMILIES.filter((family) => Object.hasOwn(indexed, family));
  return bestMatches(value, families.length > 0 ? families : LANGUAGE_FAMILIES);
};

export const suggestKinds = fromList(SYMBOL_KINDS);

/** Branches and tags of the project's repository. */
export const suggestRefs: Suggest = async (value, { project }) =>
  project === null ? [] : bestMatches(value, ["HEAD", ...(await readRefs(project.root))]);

/** The names that fit the typed text, best first; equally good ones keep their order. All names for an empty text. */
export function bestMatches(typed: string, names: readonly string[]): string[] {
  if (typed === "") return [...names];
  const wanted = typed.toLowerCase();
  const ranked: string[][] = [[], [], [], [], []];
  for (const name of names) ranked[likeness(wanted, name.toLowerCase())]?.push(name);
  return ranked.flat();
}

/** 0: begins with it; 1: its last part does; 2: another part does; 3: contains it; 4: contains its letters in this order; 5: none of these. */
function likeness(wanted: string, name: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.startsWith(wanted, name.lastIndexOf("/") + 1)) return 1;
  const index = name.indexOf(wanted);
  if (index > 0) return /[^\p{L}\p{N}]/u.test(name.charAt(index - 1)) ? 2 : 3;
  let last = -1;
  for (const letter of wanted) {
    last = name.indexOf(letter, last + 1);
    if (last < 0) return 5;
  }
  return 4;
}
