/** Narrowing of lists of relations: to files by path, and to tests or to what is none. */
import { z } from "zod";
import { CodeindexError } from "../errors.js";
import { placeOf } from "../files/paths.js";
import type { IsListed } from "../graph/relations.js";
import { globTest } from "../search/filters.js";
import * as params from "./params.js";
import type { ToolContext } from "./tool.js";

/** Parameters of every tool that lists relations. */
export const listFilter = {
  path_filter: params.pathFilter,
  tests: z.enum(["include", "exclude", "only"]).optional().describe("Relations of test files; default: include."),
};

interface Given {
  path_filter?: string | undefined;
  tests?: "include" | "exclude" | "only" | undefined;
}

/**
 * Which files' relations are listed; undefined: all. Throws `not_found` for a path_filter that matches no file of the index, `invalid_parameter` for
 * one that is no glob.
 */
export async function listedFiles(
  { path_filter, tests = "include" }: Given,
  context: Pick<ToolContext, "searcher" | "view">,
): Promise<IsListed | undefined> {
  if (path_filter === undefined && tests === "include") return undefined;
  const matches = path_filter === undefined ? undefined : globTest(path_filter);
  if (matches) await requireFiles(path_filter!, (path) => matches(path, null), context);
  return (path) => {
    // What is outside the project is in no folder, and no test.
    if (path === null) return !matches && tests !== "only";
    if (matches && !matches(path, null)) return false;
    return tests === "include" || (placeOf(path) === "test") === (tests === "only");
  };
}

async function requireFiles(
  filter: string,
  matches: (path: string) => boolean,
  { searcher, view }: Pick<ToolContext, "searcher" | "view">,
): Promise<void> {
  const { files } = await searcher.snapshot(view);
  if (files.some(({ path }) => matches(path))) return;
  throw new CodeindexError("not_found", `path_filter ${JSON.stringify(filter)} matches no file of the index.`, {}, [
    "A folder is named as src/auth/**, a kind of file as **/*.test.ts. get_directory_tree shows the folders.",
  ]);
}
