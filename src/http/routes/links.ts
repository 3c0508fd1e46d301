/** GET /links: how repositories depend on each other. */
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { linkRepositories, type Repository } from "../../graph/files/repository-links.js";
import { isManifest, readManifest } from "../../graph/overview/manifests.js";
import { readTexts } from "../../graph/source-lines.js";
import { clean } from "../../masking/clean.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { liveVersions } from "../../store/files.js";
import { moduleUses } from "../../store/module-uses.js";
import type { View } from "../../store/views.js";
import { defineRoute } from "../route.js";

/** The most repositories that are looked at: those with the most files. */
const MOST = 100;
const MOST_MANIFESTS = 200;
const MOST_BYTES = 1_000_000;
const MOST_MODULES = 2000;
const NOT_A_PACKAGE = new Set(["Makefile", "image", ".NET solution"]);

const link = z.object({
  from: z.string(),
  to: z.string(),
  package: z.string().describe("Of the second repository; code of the first refers to it."),
  references: z.int(),
  files: z.int().describe("Files of the first that refer to it; a lower bound."),
});
const output = {
  results: z.array(link).describe("The strongest first."),
  layers: z
    .array(z.array(z.string()))
    .describe("Repositories with links; each refers to those behind it alone, but for circles."),
  circles: z.array(z.array(z.string())),
  left_out: z
    .int()
    .describe("Repositories that were not looked at: beyond the 100 with the most files, or without an index."),
};
/** The answer of GET /links. */
export type LinksAnswer = z.infer<z.ZodObject<typeof output>>;

/** Repositories that were read, by their generation: reading one passes over all its edges. */
const kept = new LRUCache<string, Repository>({ max: 1000 });

export const listLinks = defineRoute({
  method: "get",
  path: "/links",
  name: "listLinks",
  tag: "projects",
  scope: "read",
  summary: "How repositories depend on each other: code of one refers to a package whose manifest lies in another.",
  input: {},
  output,
  run: async (_input, { host, signal }) => {
    const projects = await host.projects();
    const views = (await host.viewsOf(projects)).filter(({ generation }) => generation > 0);
    const largest = views.sort((a, b) => b.totals.files - a.totals.files).slice(0, MOST);
    const repositories: Repository[] = [];
    for (const view of largest) {
      signal.throwIfAborted();
      const key = JSON.stringify([view.projectId, view.viewId, view.generation, view.indexedAt]);
      const known = kept.get(key) ?? (await readRepository(host.db, view));
      kept.set(key, known);
      repositories.push(known);
    }
    const { links, layers, circles } = linkRepositories(repositories);
    return clean({ results: links, layers, circles, left_out: projects.length - largest.length });
  },
});

async function readRepository(db: Db, view: View): Promise<Repository> {
  const { versions } = await liveVersions(db, view.projectId, view.viewId);
  const paths = versions
    .map(({ path }) => path)
    .filter((path) => isManifest(path) && !["test", "example"].includes(pathClassOf(path)))
    .sort((a, b) => a.split("/").length - b.split("/").length)
    .slice(0, MOST_MANIFESTS);
  const texts = await readTexts(db, view, paths, MOST_BYTES);
  const packages = paths.flatMap((path) => {
    const { kind, name = null } = readManifest(path, texts.get(path) ?? "") ?? { kind: "Makefile" };
    return name === null || NOT_A_PACKAGE.has(kind) ? [] : [{ name, kind }];
  });
  return { id: view.projectId, packages, uses: await moduleUses(db, view, MOST_MODULES) };
}
