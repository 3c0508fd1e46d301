import { z } from "zod";
import { invalidParameter } from "../base/errors.js";
import { EMBEDDING_PROVIDERS } from "../config/keys.js";
import { missingKeys, refuseRemoteEmbedder } from "../models/embedding/open.js";
import { defineTool } from "./running/tool.js";

/** A setting and where its value comes from. */
export const settingShape = z.object({
  value: z.union([z.string(), z.number()]).nullable(),
  source: z.enum(["flag", "environment", "file", "default", "update_config"]),
});

export default defineTool({
  name: "update_config",
  title: "Change settings",
  toolset: "manage",
  description:
    "Changes settings of the whole installation while it runs: use it for another embedding model (embedder), the size of chunks and caches, and limits of files. Needs the scope admin. get_status shows what holds.",
  readOnly: false,
  scope: "admin",
  cost: 20,
  idempotent: true,
  usesProject: false,
  command: { name: "update_config", positional: ["settings"] },
  input: {
    settings: z
      .strictObject({
        chunkSize: z.int().min(50).max(1000).nullable().optional(),
        embeddingProvider: z.enum(EMBEDDING_PROVIDERS).nullable().optional(),
        maxFiles: z.int().min(100).max(100_000).nullable().optional(),
        cacheSize: z
          .string()
          .regex(/^\d+[KMGT]B$/, "must be a size such as 500MB")
          .nullable()
          .optional(),
      })
      .describe(
        "chunkSize (50 to 1000 tokens), embeddingProvider, maxFiles of a project (100 to 100000), cacheSize (500MB). null takes back what was set.",
      ),
    restart: z.boolean().default(false).describe("Build all projects now; otherwise each at its next change."),
  },
  output: {
    settings: z.record(z.string(), settingShape).describe("The values that hold now, and where they were set."),
    jobs: z.array(z.object({ project_id: z.string(), job_id: z.string() })).describe("The builds that were started."),
  },
  brief: false,
  async run({ settings: changes, restart }, { config, settings, projects, indexing }) {
    if (Object.keys(changes).length === 0 && !restart)
      throw invalidParameter(
        "settings",
        "names nothing to change: chunkSize, embeddingProvider, maxFiles or cacheSize",
      );
    const { embeddingProvider } = changes;
    if (embeddingProvider) {
      const changed = { ...config, embeddingProvider };
      const keys = missingKeys(changed);
      if (keys.length > 0)
        throw invalidParameter(
          "settings.embeddingProvider",
          `${embeddingProvider} needs a key: set ${keys.join(" or ")} and start the service again, then change the provider`,
        );
      await refuseRemoteEmbedder(changed);
    }
    await settings.change(changes);
    const jobs = [];
    for (const project of restart ? projects : []) {
      const { jobId } = await indexing.start(project, {});
      jobs.push({ project_id: project.projectId, job_id: jobId });
    }
    return { settings: await settings.describe(), jobs };
  },
  render({ settings, jobs }) {
    const lines = Object.entries(settings).map(([name, setting]) => settingInWords(name, setting));
    return [...lines, ...jobs.map(({ project_id, job_id }) => `Build of ${project_id}: job ${job_id}`)].join("\n");
  },
});

/** `chunkSize: 300 (update_config)` */
export function settingInWords(name: string, { value, source }: z.infer<typeof settingShape>): string {
  const shown = name === "cacheSize" ? `${Math.round(Number(value) / 2 ** 20)}MB` : (value ?? "no limit");
  return `${name}: ${shown} (${source})`;
}
