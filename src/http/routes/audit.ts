/** /audit: the audit log. */
import { z } from "zod";
import { lastOf } from "../../base/need.js";
import { countUse, readAudit, USE_BY } from "../../store/audit.js";
import { defineRoute } from "../route.js";

const entry = {
  entry_id: z.int(),
  at: z.string(),
  principal: z.string(),
  address: z.string().nullable().describe("From where it was asked."),
  action: z.string(),
  project_id: z.string().nullable(),
  input: z.unknown().describe("What was asked, where CODEINDEX_AUDIT is clear."),
  input_hash: z.string().nullable().describe("SHA-256 of what was asked, elsewhere."),
  detail: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("Ids, names, rights and sources of what was created or changed, without the text of tokens."),
  outcome: z.string().describe("ok, or the code of the error."),
  cost: z.int().describe("In points."),
  duration: z.int().describe("In milliseconds."),
};
export type AuditAnswer = z.infer<z.ZodObject<typeof entry>>;

export const listAudit = defineRoute({
  method: "get",
  path: "/audit",
  name: "listAudit",
  tag: "audit",
  scope: "admin",
  allProjects: true,
  summary: "Who asked what, newest first.",
  input: {
    principal: z.string().max(300).optional().describe("token:ID or jwt:SUBJECT."),
    action: z.string().max(200).optional().describe("A tool's name, or a route such as POST /tokens."),
    project_id: z.string().max(200).optional(),
    since: z.iso.datetime({ offset: true }).optional().describe("Only entries from this time on."),
    before: z.int().min(1).optional().describe("Only entries before this one, as next_before of the last page says."),
    limit: z.int().min(1).max(1000).default(100),
  },
  output: {
    results: z.array(z.object(entry)),
    next_before: z.int().nullable(),
  },
  run: async ({ project_id, ...query }, { host }) => {
    const entries = await readAudit(host.db, { ...query, projectId: project_id });
    return {
      results: entries.map(({ entryId, projectId, inputHash, input, ...entry }) => ({
        entry_id: entryId,
        ...entry,
        project_id: projectId,
        input: input ?? null,
        input_hash: inputHash?.toString("hex") ?? null,
      })),
      next_before: entries.length === query.limit ? lastOf(entries).entryId : null,
    };
  },
});

const DAYS = 24 * 3_600_000;
const use = {
  key: z.string().nullable().describe("null: calls without one."),
  calls: z.int(),
  errors: z.int(),
  cost: z.number().describe("In points."),
  median: z.number().describe("Of their durations, in milliseconds."),
  p95: z.number(),
  last_at: z.string(),
};
export type UseAnswer = z.infer<z.ZodObject<typeof use>>;

export const listUse = defineRoute({
  method: "get",
  path: "/audit/use",
  name: "listUse",
  tag: "audit",
  scope: "admin",
  allProjects: true,
  summary: "How much was asked, by tool, by caller, by address or by project, the most used first.",
  input: {
    by: z.enum(Object.keys(USE_BY) as [keyof typeof USE_BY]).default("action"),
    since: z.iso.datetime({ offset: true }).optional().describe("From this time on. Default: 7 days ago."),
    limit: z.int().min(1).max(500).default(100),
  },
  output: { results: z.array(z.object(use)) },
  run: async ({ by, since = new Date(Date.now() - 7 * DAYS).toISOString(), limit }, { host }) => {
    const counted = await countUse(host.db, { by, since, limit });
    return { results: counted.map(({ lastAt, ...each }) => ({ ...each, last_at: lastAt })) };
  },
});
