/** Queries with known answers, one JSON object a line. docs/search.md describes the format. */
import { z } from "zod";
import { CodeindexError } from "../../base/errors.js";
import { nth } from "../../base/need.js";

const gold = z.object({
  file: z.string().min(1).describe("Relative to the repository's root, with / between its parts."),
  start_line: z.int().min(1).optional(),
  end_line: z.int().min(1).optional(),
  name: z.string().optional(),
  grade: z
    .int()
    .min(1)
    .max(3)
    .optional()
    .describe("How much of an answer it is: 3 is all of one, 1 helps. Default: 1."),
});
const query = z.object({
  id: z.string().optional(),
  query: z.string().min(1),
  gold: z.array(gold).describe("Empty: nobody has said yet what would be right, and the query is left out."),
  match: z.enum(["any", "all"]).optional().describe("any: one of several answers will do."),
  level: z.string().optional().describe("The kind of query; figures are given by level."),
  kind: z.string().optional(),
  repo: z.string().optional(),
});

export type Gold = z.infer<typeof gold>;
export type EvalQuery = z.infer<typeof query>;

/** Reads a set, without the queries that have no gold yet. Throws `configuration` with the invalid line, or where nothing is left. */
export function readQueries(text: string, file = "the query set"): EvalQuery[] {
  const queries: EvalQuery[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = query.safeParse(parseJson(line));
    if (!read.success) {
      const issue = nth(read.error.issues, 0);
      const where = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
      throw new CodeindexError("configuration", `${file}, line ${index + 1}: ${where}${issue.message}`);
    }
    if (read.data.gold.length > 0) queries.push(read.data);
  }
  if (queries.length === 0) throw new CodeindexError("configuration", `${file} has no queries with gold.`);
  return queries;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
