/** Inputs that several tools share, so that one thing has one name, one meaning and one range everywhere. */
import { z } from "zod";
import { LANGUAGE_FAMILIES } from "../../languages/index.js";
import { EDGE_KINDS } from "../../model/edge.js";
import { SYMBOL_KINDS } from "../../model/parse-result.js";

/** How many results at most. */
export const limit = (fallback: number, max: number) =>
  z.int().min(1).max(max).default(fallback).describe("Most results.");

/** Where to go on: see `pageOf` in format/page.ts. */
export const cursor = z.string().max(200).optional().describe("next_cursor of the last answer.");

/** See `readSymbol` in graph/symbol.ts. */
export const nodeId = z.string().min(1).max(4096).describe("From search_symbols or an outline; or path, path:line.");

/** Symbols as callers name them: see `readSubjects` in subjects.ts. */
export const symbols = z.array(z.string().min(1).max(4096)).min(1).max(30);
export const SYMBOLS = "Names, node_ids or path:line.";

/** A file. */
export const path = z.string().min(1).max(4096).describe("From the repository's root.");

/** A directory; the root by default. */
export const directory = z.string().max(4096).default("").describe("From the repository's root, the default.");

/** Files, folders and globs: see repository/path-filter.ts. The faces take a list of them as well, and have it match files: see path-filter.ts. */
export const pathFilter = z.string().min(1).max(1000).optional().describe("Such as src/auth, !*.test.ts.");

export const language = z.enum(LANGUAGE_FAMILIES).optional().describe("Only this language.");

export const nodeType = z.enum(SYMBOL_KINDS).optional().describe("Only this kind.");

export const edgeType = z.enum(EDGE_KINDS).optional().describe("Only this relation.");

export const format = z.enum(["toon", "json", "human"]).default("human").describe("How the text is written.");

/** Words to look for: a text of spaces alone is refused as an empty one is. */
export const words = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((given) => given.trim() !== "", "must not be empty");

/** One symbol as callers name it: see `readSubjects` in subjects.ts. */
export const symbol = words(4096).describe("Name, node_id, path or path:line.");

/** A query in words. */
export const query = (what: string) => words(1000).describe(what);

/** Long enough for a bug report with its log: see search/code/bug-report.ts. */
export const longQuery = (what: string) => words(20_000).describe(what);

/** A piece of code. */
export const code = (what: string, longest: number) => words(longest).describe(what);

/** Of answers about files. */
export const asIndexed = z
  .boolean()
  .optional()
  .describe("true: this replica does not see the folder, so that this is as it was indexed.");
