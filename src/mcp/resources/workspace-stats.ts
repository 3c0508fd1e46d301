import { seesAll } from "../../model/principal.js";
import { measureView } from "../../store/view-figures.js";
import { inBytes, lastBuild, shareOfHits } from "./figures.js";
import { defineResource, jsonContent } from "./resource.js";

export default defineResource({
  name: "workspace-stats",
  title: "The parts of the repository",
  description: "Files by language and size, chunks, and how fast a project is indexed and searched.",
  path: "workspace/stats",
  mimeType: "application/json",
  annotations: { audience: ["user", "assistant"], priority: 0.4 },
  async read(_variables, { host, caller, project }) {
    const view = await host.viewOf(project);
    const { files, chunks, languages } = view.totals;
    const { tokens, ...bySize } = await measureView(host.db, view);
    const known = Object.values(languages).reduce((sum, count) => sum + count, 0);
    const cache = host.searcher.cacheOf(project.projectId);
    return jsonContent({
      files: { total: files, byLanguage: { ...languages, other: files - known }, bySize },
      chunks: {
        total: chunks,
        averageSize: chunks === 0 ? 0 : Math.round(tokens / chunks),
        embedded: host.searcher.meaning.progress(view)?.chunkCount ?? 0,
        tfidfIndexed: chunks,
      },
      performance: {
        averageSearchTime: cache.misses === 0 ? 0 : Math.round((10 * cache.milliseconds) / cache.misses) / 10,
        indexingTime: (await lastBuild(host.db, project.projectId))?.result?.milliseconds ?? null,
        cacheHitRate: shareOfHits(cache),
        memoryUsage: seesAll(caller.principal) ? inBytes(process.memoryUsage.rss()) : null,
      },
    });
  },
});
