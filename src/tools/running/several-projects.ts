/**
 * One answer about several projects: the tool is asked about each, and their results are merged by rank. Only tools that search can do it: their
 * results are compared by a key that means the same in every project.
 */
import { z } from "zod";
import { invalidParameter } from "../../base/errors.js";
import { addToList } from "../../base/groups.js";
import type { Answer } from "../../format/fit.js";
import { decodeCursor, encodeCursor } from "../../format/page.js";
import type { Project } from "../../store/projects.js";
import type { ToolDefinition } from "./tool.js";

type Result = Record<string, unknown>;

/** For each tool that searches across projects: the keys of a project's results, best (lowest) first. */
const KEYS: Record<string, (results: Result[]) => number[]> = {
  codebase_retrieval: (results) => results.map(({ score }) => -Number(score)),
  search_code: (results) => results.map(({ relevance }) => -Number(relevance)),
  search_docs: (results) => results.map((one) => -Number(one.relevance_percent)),
  search_symbols: (results) => results.map(({ rank }) => Number(rank)),
  // Lines have no rank: the first files of all come first, each with all its lines.
  search_text: (results) => {
    const files = new Map<unknown, number>();
    return results.map(({ path }) => files.get(path) ?? files.set(path, files.size).size - 1);
  },
  lookup_symbol: (results) => results.map((_, index) => index),
};

/** Every project that the caller may see. */
export const ALL = "*";
const MOST_PROJECTS = 50;
/** Each project is asked for all results up to the end of the page. */
const MOST_RESULTS = 1000;

/** Whether one call of a tool may search several projects. */
export const searchesAcross = (tool: Pick<ToolDefinition, "name">): boolean => Object.hasOwn(KEYS, tool.name);

const one = z.string().min(1).max(200);

/** `project_id` of a tool that searches across projects. */
export const projectIds = z
  .union([z.string().min(1).max(10_000), z.array(one).min(1).max(MOST_PROJECTS)], {
    error: `must be a project's id, a list of at most ${MOST_PROJECTS} ids, or "*"`,
  })
  .optional()
  .describe('Which of several; also a,b or "*".');

/**
 * Names in a choice of several projects; undefined where it is a choice of one. A string with commas is a list, unless a project is called so.
 * Throws `invalid_parameter` where the tool is about one project at a time.
 */
export function namesOfSeveral(
  tool: ToolDefinition,
  choice: unknown,
  projects: readonly Project[],
): string[] | undefined {
  const isKnown = projects.some(({ projectId, name }) => choice === projectId || choice === name);
  const names =
    choice === ALL
      ? projects.map(({ projectId }) => projectId)
      : Array.isArray(choice)
        ? choice.map(String)
        : typeof choice === "string" && choice.includes(",") && !isKnown
          ? choice.split(",").map((name) => name.trim())
          : undefined;
  if (!names) return undefined;
  if (!searchesAcross(tool))
    throw invalidParameter(
      "project_id",
      `${tool.name} is about one project at a time; ${Object.keys(KEYS).join(", ")} take several`,
    );
  if (names.length > MOST_PROJECTS)
    throw invalidParameter("project_id", `must be at most ${MOST_PROJECTS} projects; name those that matter`);
  return names;
}

export interface Page {
  offset: number;
  limit: number;
}

/** The page that was asked for, of the merged results. */
export function pageAcross(input: Record<string, unknown>, defaultLimit: number): Page {
  const offset = decodeCursor(input.cursor as string | undefined);
  const limit = Number(input.limit ?? input.maxResults ?? input.top_k ?? defaultLimit);
  if (offset + limit > MOST_RESULTS)
    throw invalidParameter(
      "cursor",
      `at most ${MOST_RESULTS} results are merged; narrow the query, or ask one project`,
    );
  return { offset, limit };
}

/** The input for each project: all results up to the end of the page. */
export function inputForEach(input: Record<string, unknown>, { offset, limit }: Page): Record<string, unknown> {
  return { ...input, cursor: undefined, limit: offset + limit };
}

export interface ProjectAnswer {
  project: string;
  output: Answer;
}

/** One answer of those of several projects, all of which were asked for their first results. */
export function mergeAnswers(tool: ToolDefinition, answers: readonly ProjectAnswer[], { offset, limit }: Page): Answer {
  const ranked = answers.flatMap(({ project, output }, order) => {
    const results = output.results as Result[];
    let worst = Number.NEGATIVE_INFINITY;
    return KEYS[tool.name]!(results).map((key, index) => {
      // A project's own order is kept, whatever else decided it.
      worst = Math.max(worst, key);
      return { key: worst, order, index, result: { project, ...results[index] } };
    });
  });
  ranked.sort((a, b) => a.key - b.key || a.order - b.order || a.index - b.index);
  const end = offset + limit;
  const hasMore = ranked.length > end || answers.some(({ output }) => output.next_cursor !== undefined);
  const isCut = hasMore || answers.some(({ output }) => output.truncated === true);
  return {
    ...mergeFields(answers),
    results: ranked.slice(offset, end).map(({ result }) => result),
    ...(isCut && { truncated: true }),
    ...(hasMore && Object.hasOwn(tool.input, "cursor") && { next_cursor: encodeCursor(end) }),
  };
}

/** The fields beside the results: numbers add up, what is so of one is so of all, and remarks name their project unless all make them. */
function mergeFields(answers: readonly ProjectAnswer[]): Answer {
  const merged: Answer = {};
  const names = new Set(answers.flatMap(({ output }) => Object.keys(output)));
  for (const name of names) {
    if (name === "results" || name === "truncated" || name === "next_cursor") continue;
    const values = answers.map(({ project, output }) => ({ project, value: output[name] }));
    const present = values.map(({ value }) => value).filter((value) => value !== undefined);
    const [first] = present;
    if (typeof first === "number") merged[name] = present.reduce<number>((sum, value) => sum + Number(value), 0);
    else if (typeof first === "boolean") merged[name] = present.includes(true);
    else if (Array.isArray(first)) merged[name] = remarks(values);
    else if (typeof first === "string")
      merged[name] = name === "note" ? remarks(values).join(" ") : [...new Set(present)].join(", ");
    else if (typeof first === "object" && first !== null)
      merged[name] = mergeFields(values.map(({ project, value }) => ({ project, output: (value ?? {}) as Answer })));
    else merged[name] = first;
  }
  return merged;
}

function remarks(values: readonly { project: string; value: unknown }[]): string[] {
  const said = new Map<string, string[]>();
  for (const { project, value } of values)
    for (const remark of [value].flat()) if (typeof remark === "string") addToList(said, remark, project);
  return [...said].map(([remark, by]) => (by.length === values.length ? remark : `${by.join(", ")}: ${remark}`));
}

/** For the words of an answer: every path begins with its project. */
export function withProjectPaths(output: Answer): Answer {
  const results = (output.results as Result[]).map(({ project, ...result }) => {
    const shown: Result = { ...result, project };
    for (const field of ["path", "file_path", "file"])
      if (typeof shown[field] === "string") shown[field] = `${project}:${shown[field]}`;
    return shown;
  });
  return { ...output, results };
}

/** A step that shows less of each result, which does not know of projects. */
export function keepingProjects(step: (output: Answer) => Answer): (output: Answer) => Answer {
  return (output) => {
    const before = output.results as Result[];
    const less = step(output);
    const results = (less.results as Result[]).map((result, index) => ({ project: before[index]?.project, ...result }));
    return { ...less, results };
  };
}
