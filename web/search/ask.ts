/** The questions of the Search page, one for each kind of result. */
import type { Answer } from "../api.js";
import { ask, callTool, type FilesAnswer, ofProject } from "../api.js";
import type { Narrowed } from "../kit/query-words.js";

export const KINDS = ["code", "symbols", "files", "text", "docs"] as const;
export type Kind = (typeof KINDS)[number];

export interface Question {
  kind: Kind;
  text: string;
  narrowed: Narrowed;
  /** The ids of those that are asked. */
  projects: readonly string[];
}

export type FileHit = FilesAnswer["results"][number] & { project?: string };
export type Found =
  | { kind: "code"; answer: Answer<"search_code"> }
  | { kind: "symbols"; answer: Answer<"search_symbols"> }
  | { kind: "text"; answer: Answer<"search_text">; wanted: Wanted }
  | { kind: "docs"; answer: Answer<"search_docs"> }
  | { kind: "files"; answer: { results: FileHit[]; total: number } };

/** The text that lines have, wherever it stands; null: they have more to match. */
export type Wanted = { text: string; isExact: boolean } | null;

const SHOWN = 20;
const SHOWN_NAMES = 50;
/** Projects that one question is asked about, as the service takes them; that of files is asked for each. */
const MOST_PROJECTS = 50;
const MOST_FOR_FILES = 20;

export const mostOf = (kind: Kind): number => (kind === "files" ? MOST_FOR_FILES : MOST_PROJECTS);

/** Most results of a question for files, with all that are shown later. */
const MOST_FILES = 200;

/** Where a question goes on behind an answer: a cursor of the service; of files, how many were shown. undefined: there are no more, or not here. */
export function nextOf(found: Found, shown: number): string | undefined {
  if (found.kind !== "files") return found.answer.next_cursor;
  return shown < Math.min(found.answer.total, MOST_FILES) ? String(shown) : undefined;
}

/** Asks, from the beginning or from where `nextOf` says. Throws ApiError, and AbortError. */
export async function find(question: Question, signal?: AbortSignal, next?: string): Promise<Found> {
  const { kind, text, narrowed } = question;
  const projects = question.projects.slice(0, mostOf(kind));
  const [first = ""] = projects;
  const options = { ...(signal && { signal }), ...(projects.length === 1 && { project: first }) };
  const everywhere = projects.length > 1 ? { project_id: projects } : {};
  const { language, pathFilter } = narrowed;
  const filters = {
    ...everywhere,
    ...(pathFilter !== undefined && { path_filter: pathFilter }),
    ...(next !== undefined && { cursor: next }),
  };
  const ofLanguage = language === undefined ? {} : { language };
  switch (kind) {
    case "code": {
      const input = { query: text, limit: SHOWN, explain: true, ...filters, ...ofLanguage };
      return { kind, answer: await callTool("search_code", input, options) };
    }
    case "symbols": {
      const nodeType = narrowed.kind === undefined ? {} : { node_type: narrowed.kind as "class" };
      const input = { query: text, limit: SHOWN_NAMES, ...filters, ...ofLanguage, ...nodeType };
      return { kind, answer: await callTool("search_symbols", input, options) };
    }
    case "text": {
      const { isCase, isRegex, isWord } = narrowed;
      const input = {
        query: text,
        limit: SHOWN_NAMES,
        regex: isRegex,
        whole_word: isWord,
        ...(isCase && { case_sensitive: true }),
        ...filters,
        ...(language !== undefined && { languages: [language] }),
      };
      const answer = await callTool("search_text", input, { ...options, estimatesCounts: true });
      // As the tool has it: capitals count where there are some.
      return {
        kind,
        answer,
        wanted: isRegex || isWord ? null : { text, isExact: isCase || text !== text.toLowerCase() },
      };
    }
    case "docs":
      return { kind, answer: await callTool("search_docs", { query: text, limit: SHOWN, ...filters }, options) };
    case "files":
      return { kind, answer: await files({ ...question, projects }, Number(next ?? 0), signal) };
  }
}

/** Files behind the first `skipped` ones. */
async function files(
  { text, narrowed, projects: asked }: Question,
  skipped: number,
  signal: AbortSignal | undefined,
): Promise<{ results: FileHit[]; total: number }> {
  const most = skipped === 0 ? SHOWN_NAMES : MOST_FILES;
  const parts = { query: text, limit: most, path_filter: narrowed.pathFilter, language: narrowed.language };
  const answers = await Promise.all(
    asked.map((one) => ask<FilesAnswer>("GET", ofProject(one, "files", parts), signal ? { signal } : {})),
  );
  const results = answers.flatMap(({ results }, index) =>
    results.map((hit) => ({ ...hit, ...(asked.length > 1 && { project: asked[index] ?? "" }) })),
  );
  return { results: results.slice(skipped, most), total: answers.reduce((sum, { total }) => sum + total, 0) };
}
