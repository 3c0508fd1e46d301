/** /projects/{id}/rule: what the rules do with a path now, whether or not anything is there. */
import { z } from "zod";
import { clean } from "../../masking/clean.js";
import { rulePath } from "../../projects/path-rule.js";
import * as params from "../../tools/shared/params.js";
import { defineRoute } from "../route.js";

const rule = {
  exists: z.boolean().describe("Whether something is there now."),
  reason: z.string().nullable().describe("Why it is left out, or would be; null: no rule about places and names does."),
  rule: z.string().nullable(),
  decided_at: z.string().nullable().describe("The path that the rule is about: this one or a directory above it."),
};
/** The answer of GET /projects/{id}/rule. */
export type RuleAnswer = z.infer<z.ZodObject<typeof rule>>;

export const getRule = defineRoute({
  method: "get",
  path: "/projects/:project/rule",
  name: "getRule",
  tag: "projects",
  scope: "read",
  summary:
    "The rule that leaves a path out now, or would: one that ends in a slash is a directory. explain_path tells what the index has of it.",
  input: { path: params.path },
  output: rule,
  run: async ({ path }, { host, project }) => {
    const { live, leftOut } = await rulePath(project, host.config, path);
    return {
      exists: live !== null,
      ...clean({
        reason: leftOut?.skip.reason ?? null,
        rule: leftOut?.skip.detail ?? null,
        decided_at: leftOut?.path ?? null,
      }),
    };
  },
});
