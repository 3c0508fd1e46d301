import { z } from "zod";
import { invalidParameter } from "../base/errors.js";
import { type PathRule, rulePath } from "../projects/path-rule.js";
import { normalizePath } from "../repository/sandbox.js";
import { explainPath, type LedgerRow } from "../store/files.js";
import { headsOfFile } from "../store/symbol-heads.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

export default defineTool({
  name: "explain_path",
  title: "Explain a path",
  toolset: "manage",
  description:
    "Explains why a file is missing from the index: use it when results lack a file or symbol. Names the rule that skipped it, or the lines that did not parse.",
  readOnly: true,
  idempotent: true,
  worksUnindexed: true,
  command: { name: "explain", positional: ["path"] },
  input: { path: params.path },
  output: {
    path: z.string(),
    status: z.enum(["indexed", "partial", "skipped", "failed", "unknown"]).describe("unknown: the index never saw it."),
    reason: z.string().nullable(),
    rule: z.string().nullable().describe("The rule that left it out, or what went wrong."),
    decided_at: z.string().nullable().describe("The path the rule is about: this one or a directory above it."),
    exists: z.boolean().describe("Whether it is on disk now."),
    type: z.enum(["file", "directory", "symlink", "special"]).nullable(),
    now: z.string().describe("The verdict of the rules as they are now, on what is there or would be."),
    language: z.string().nullable(),
    size: z.int().nullable(),
    symbols: z.int().nullable(),
    unresolved_calls: z.int().nullable(),
    error_ranges: z
      .array(z.object({ line_start: z.int(), line_end: z.int() }))
      .describe("Lines that did not parse, inclusive."),
    attempts: z.int(),
  },
  brief: ({ exists, language: _language, attempts, decided_at: by, error_ranges, ...output }) => ({
    ...output,
    ...(by !== output.path && { decided_at: by }),
    ...(attempts > 1 && { attempts }),
    type: exists ? output.type : "not on disk",
    did_not_parse: error_ranges.map(({ line_start, line_end }) => `${line_start}-${line_end}`),
  }),
  async run(input, { db, view, project, config }) {
    const path = normalizePath(input.path);
    if (path === "") throw invalidParameter("path", "is the root; name a file or directory in it.");
    const { live, leftOut } = await rulePath(project, config, input.path);
    const row = await explainPath(db, view.projectId, view.viewId, path);
    const heads =
      row && row.path === path && row.versionId !== null ? await headsOfFile(db, view, row.versionId) : null;
    return {
      path,
      ...ledgerFields(row),
      exists: live !== null,
      type: live?.type ?? null,
      now: leftOut ? leftOutInWords(leftOut) : "taken in, unless its content says otherwise",
      size: live?.type === "file" ? live.size : (row?.size ?? null),
      symbols: heads ? heads.length - 1 : null,
    };
  },
  render(output) {
    const { path, status, reason, rule, decided_at } = output;
    const where = decided_at !== null && decided_at !== path ? ` (by ${decided_at})` : "";
    const why = reason === null ? "" : `: ${reason}${rule ? `, ${rule}` : ""}`;
    const unknown =
      output.type === "directory" ? "a directory; each file in it has its own status" : "not in the index";
    const ranges = output.error_ranges
      .map(({ line_start: start, line_end: end }) => (start === end ? start : `${start}-${end}`))
      .join(", ");
    return [
      `${path}: ${status === "unknown" ? unknown : status}${why}${where}`,
      ...(ranges ? [`lines that did not parse: ${ranges}`] : []),
      ...(output.symbols === null ? [] : [`${output.symbols} symbols, ${output.unresolved_calls} unresolved calls`]),
      output.exists ? `on disk: ${output.type}${output.size === null ? "" : `, ${output.size} bytes`}` : "not on disk",
      `rules now: ${output.now}`,
      ...(output.attempts > 1 ? [`${output.attempts} attempts`] : []),
    ].join("\n");
  },
});

const leftOutInWords = ({ skip, isGuess }: NonNullable<PathRule["leftOut"]>): string =>
  `${isGuess ? "as a directory " : ""}left out (${skip.reason}): ${skip.detail}`;

function ledgerFields(row: LedgerRow | undefined) {
  return {
    status: row?.status ?? ("unknown" as const),
    reason: row?.reason ?? null,
    rule: row?.detail ?? null,
    decided_at: row?.reason ? row.path : null,
    language: row?.language ?? null,
    unresolved_calls: row && row.versionId !== null ? row.unresolvedCalls : null,
    error_ranges: (row?.errorRanges ?? []).map(([line_start, line_end]) => ({ line_start, line_end })),
    attempts: row?.attempts ?? 0,
  };
}
