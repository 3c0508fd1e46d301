/** GET /session: whom the service takes the caller for. */
import { z } from "zod";
import { SCOPES } from "../../model/principal.js";
import { defineRoute } from "../route.js";

const caller = {
  name: z.string(),
  scope: z.enum(SCOPES),
  projects: z.array(z.string()).nullable().describe("Patterns of the projects it sees; null: all projects."),
  expires_at: z
    .string()
    .nullable()
    .describe("When it ends if it is not used again; null: it stays until it is revoked."),
  can_log_out: z.boolean().describe("Whether it came in by a session of the page, which DELETE /session ends."),
};
/** The answer of GET /session. */
export type Caller = z.infer<z.ZodObject<typeof caller>>;

export const getSession = defineRoute({
  method: "get",
  path: "/session",
  name: "getSession",
  tag: "service",
  scope: "read",
  summary: "Whom the service takes the caller for, with its rights.",
  input: {},
  output: caller,
  run: async (_input, { principal: { name, scope, projects, expiresAt, pageSession } }) => ({
    name,
    scope,
    projects: projects && [...projects],
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    can_log_out: pageSession !== undefined,
  }),
});
