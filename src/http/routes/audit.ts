/** /audit: the audit log. */
import { z } from "zod";
import { KEPT } from "../../auth/audit.js";
import { failedQuestions } from "../../auth/failed-questions.js";
import { lastOf } from "../../base/need.js";
import { countUse, readAudit, readQuestions, USE_BY } from "../../store/audit.js";
import { defineRoute } from "../route.js";

const entry = {
  entry_id: z.int(),
  at: z.string(),
  principal: z.string().describe("unknown: a log-in that was refused."),
  address: z.string().nullable().describe("From where it was asked."),
  client: z.string().nullable().describe("The program that asked, by the name that it gives itself; page: a browser."),
  action: z.string(),
  project_id: z.string().nullable(),
  input: z.unknown().describe("The arguments, where CODEINDEX_AUDIT is clear."),
  input_hash: z.string().nullable().describe("SHA-256 of what was asked, elsewhere."),
  detail: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("Ids, names, rights and sources of what was created or changed, without the text of tokens."),
  outcome: z.string().describe("ok, or the code of the error."),
  found: z.int().nullable().describe("How many results the answer had; null: it was not a list."),
  cost: z.int().describe("In points."),
  duration: z.int().describe("In milliseconds."),
};
export type AuditAnswer = z.infer<z.ZodObject<typeof entry>>;

/** Which entries are meant. */
const entries = {
  principal: z.string().max(300).optional().describe("token:ID or jwt:SUBJECT."),
  action: z.string().max(200).optional().describe("A tool's name, or a route such as POST /tokens."),
  project_id: z.string().max(200).optional(),
};

export const listAudit = defineRoute({
  method: "get",
  path: "/audit",
  name: "listAudit",
  tag: "audit",
  scope: "admin",
  allProjects: true,
  summary: "Calls and their callers, newest first.",
  input: {
    ...entries,
    since: z.iso.datetime({ offset: true }).optional().describe("Only entries from this time on."),
    before: z.int().min(1).optional().describe("Only entries before this one, as next_before of the last page says."),
    limit: z.int().min(1).max(1000).default(100),
  },
  output: {
    results: z.array(z.object(entry)),
    next_before: z.int().nullable(),
    keeps: z.enum(KEPT).describe("Recorded now: no calls; calls with a hash of what was asked; or with all of it."),
  },
  run: async ({ project_id, ...query }, { host }) => {
    const found = await readAudit(host.db, { ...query, projectId: project_id });
    return {
      results: found.map(({ entryId, projectId, inputHash, input, ...entry }) => ({
        entry_id: entryId,
        ...entry,
        project_id: projectId,
        input: input ?? null,
        input_hash: inputHash?.toString("hex") ?? null,
      })),
      next_before: found.length === query.limit ? lastOf(found).entryId : null,
      keeps: host.audit.keeps,
    };
  },
});

const WEEK = 7 * 24 * 3_600_000;
const weekBefore = (now: number): string => new Date(now - WEEK).toISOString();
const use = {
  key: z.string().nullable().describe("null: calls without one."),
  calls: z.int(),
  errors: z.int().describe("Without those that their caller cancelled."),
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
  summary: "How much was asked, by tool, by caller, by client program, by address or by project, the most used first.",
  input: {
    by: z.enum(Object.keys(USE_BY) as [keyof typeof USE_BY]).default("action"),
    ...entries,
    since: z.iso.datetime({ offset: true }).optional().describe("From this time on. Default: 7 days ago."),
    limit: z.int().min(1).max(500).default(100),
  },
  output: { results: z.array(z.object(use)) },
  run: async ({ since: asked, project_id, ...query }, { host }) => {
    const since = asked ?? weekBefore(host.db.now());
    const counted = await countUse(host.db, { ...query, since, projectId: project_id });
    return { results: counted.map(({ lastAt, ...each }) => ({ ...each, last_at: lastAt })) };
  },
});

/** The newest questions that are looked at. */
const MOST_READ = 10_000;
const failedQuestion = {
  why: z.enum(["nothing", "again"]).describe("nothing: it found nothing; again: it was asked again in other words."),
  action: z.string(),
  project_id: z.string().nullable(),
  query: z.string().nullable().describe("null: the log keeps a hash alone."),
  input_hash: z.string().nullable(),
  times: z.int(),
  callers: z.int(),
  clients: z.array(z.string()),
  last_at: z.string(),
  found: z.int().describe("Results of the last answer."),
  asked_again: z.string().nullable().describe("How it was asked then."),
};
export type FailedQuestionAnswer = z.infer<z.ZodObject<typeof failedQuestion>>;

export const listFailedQuestions = defineRoute({
  method: "get",
  path: "/audit/questions",
  name: "listFailedQuestions",
  tag: "audit",
  scope: "admin",
  allProjects: true,
  summary:
    "Questions that found nothing, or were asked again in other words within five minutes, the most frequent first.",
  input: {
    ...entries,
    since: z.iso.datetime({ offset: true }).optional().describe("From this time on. Default: 7 days ago."),
    limit: z.int().min(1).max(1000).default(100),
  },
  output: {
    results: z.array(z.object(failedQuestion)),
    total: z.int(),
    questions: z.int().describe("Questions that were looked at: at most the newest 10,000."),
  },
  run: async ({ principal, action, project_id: projectId, since: asked, limit }, { host }) => {
    const since = asked ?? weekBefore(host.db.now());
    const asking = host.tools.filter(({ input }) => "query" in input).map(({ name }) => name);
    const actions = action === undefined ? asking : asking.filter((name) => name === action);
    const questions = await readQuestions(host.db, { since, principal, projectId, actions, limit: MOST_READ });
    const failed = failedQuestions(questions);
    return {
      results: failed.slice(0, limit).map(({ projectId, inputHash, lastAt, askedAgain, ...question }) => ({
        ...question,
        project_id: projectId,
        input_hash: inputHash?.toString("hex") ?? null,
        last_at: lastAt,
        asked_again: askedAgain,
      })),
      total: failed.length,
      questions: questions.length,
    };
  },
});
