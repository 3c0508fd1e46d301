/** /processes: the processes of the installation, and the work that waits for them. */
import { z } from "zod";
import { countOpenJobs } from "../../store/jobs.js";
import { listProcesses as listFromStore } from "../../store/processes.js";
import { defineRoute } from "../route.js";

const installation = {
  results: z.array(
    z.object({
      process_id: z.string(),
      role: z.enum(["worker", "watcher"]).describe("A worker builds; it may follow folders as well."),
      seen_at: z.string().describe("When it last said that it lives; it does every few seconds."),
      followed_projects: z.int().describe("Projects whose changes it follows."),
    }),
  ),
  is_worked_off: z.boolean().describe("Whether anything builds: a worker, or this service itself."),
  queue: z.object({ queued: z.int(), running: z.int() }).describe("Jobs of all projects that have not ended."),
};
export type InstallationAnswer = z.infer<z.ZodObject<typeof installation>>;

export const listProcesses = defineRoute({
  method: "get",
  path: "/processes",
  name: "listProcesses",
  tag: "service",
  scope: "read",
  allProjects: true,
  summary: "The workers and watchers that live, and how many jobs wait for them.",
  input: {},
  output: installation,
  run: async (_input, { host }) => {
    const processes = await listFromStore(host.db);
    return {
      results: processes.map(({ processId, role, seenAt, projects }) => ({
        process_id: processId,
        role,
        seen_at: seenAt,
        followed_projects: projects,
      })),
      is_worked_off: await host.indexing.isWorkedOff(),
      queue: await countOpenJobs(host.db),
    };
  },
});
