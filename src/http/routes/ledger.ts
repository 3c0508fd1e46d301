/** /projects/{id}/ledger: each path that indexing saw, and why it is in the index or not. */
import { z } from "zod";
import { lastOf } from "../../base/need.js";
import { restoreHidden } from "../../base/visible.js";
import { clean } from "../../masking/clean.js";
import { searchLedger } from "../../store/ledger.js";
import { defineRoute } from "../route.js";

/** PostgreSQL has no text with a zero byte. */
const words = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[^\0]*$/);

const entry = {
  path: z.string(),
  status: z.enum(["indexed", "partial", "skipped", "failed"]),
  is_directory: z.boolean().describe("A directory that was left out stands for all below it."),
  reason: z.string().nullable().describe("Why it was left out, or failed."),
  rule: z.string().nullable().describe("The rule that left it out, or what went wrong."),
  language: z.string().nullable(),
  size: z.number().nullable().describe("In bytes."),
};
export type LedgerAnswer = z.infer<z.ZodObject<typeof entry>>;

export const listLedger = defineRoute({
  method: "get",
  path: "/projects/:project/ledger",
  name: "listLedger",
  tag: "projects",
  scope: "read",
  summary:
    "The paths that indexing saw, in their order, and why each is in the index or not. explain_path tells more of one.",
  input: {
    text: words.optional().describe("Only paths that hold this text, in any case."),
    folder: z
      .string()
      .max(4096)
      .regex(/^[^\0]*$/)
      .optional()
      .describe("Only paths directly in this folder; empty: in the root."),
    status: entry.status.optional(),
    reason: words.optional().describe("Only paths with this reason, as get_status counts them."),
    after: words.optional().describe("Only paths behind this one, as next_after of the last page says."),
    limit: z.int().min(1).max(500).default(100),
  },
  output: { results: z.array(z.object(entry)), next_after: z.string().nullable() },
  run: async (query, { host, project }) => {
    const { text, folder, after } = query;
    const paths = {
      text: text && restoreHidden(text),
      folder: folder && restoreHidden(folder),
      after: after && restoreHidden(after),
    };
    const entries = await searchLedger(host.db, await host.viewOf(project), { ...query, ...paths });
    return {
      results: clean(
        entries.map(({ isDirectory, detail, ...each }) => ({ ...each, is_directory: isDirectory, rule: detail })),
      ),
      next_after: entries.length === query.limit ? lastOf(entries).path : null,
    };
  },
});
