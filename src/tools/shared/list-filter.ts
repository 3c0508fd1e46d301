/** Narrowing of lists of relations: to files by path, and to tests or to other code. */
import { z } from "zod";
import type { IsListed } from "../../graph/relations.js";
import { pathClassOf } from "../../model/paths.js";
import { globTest } from "../../search/filters.js";
import * as params from "./params.js";

/** Parameters that narrow a list of relations. */
export const listFilter = {
  path_filter: params.pathFilter,
  tests: z.enum(["include", "exclude", "only"]).optional().describe("Relations of test files; default: include."),
};

/** Parameters of tools that list relations in pages. */
export const listInput = { ...listFilter, limit: params.limit(200, 1000), cursor: params.cursor };

interface GivenFilter {
  path_filter?: string | undefined;
  tests?: "include" | "exclude" | "only" | undefined;
}

/** Which files' relations are listed; undefined: all. Throws `invalid_parameter` for a path_filter that is not a glob. */
export function listedFiles({ path_filter, tests = "include" }: GivenFilter): IsListed | undefined {
  if (path_filter === undefined && tests === "include") return undefined;
  const matches = path_filter === undefined ? undefined : globTest(path_filter);
  return (path) => {
    // Symbols outside the project are in no folder and in no test.
    if (path === null) return !matches && tests !== "only";
    if (matches && !matches(path, null)) return false;
    return tests === "include" || (pathClassOf(path) === "test") === (tests === "only");
  };
}
