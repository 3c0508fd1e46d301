import { CodeindexError } from "../../base/errors.js";
import { notBuilt } from "../../projects/choose.js";
import { normalizePath } from "../../repository/sandbox.js";
import { chunksOfLines } from "../../store/chunks.js";
import { readLedgerPaths } from "../../store/files.js";
import { readSources } from "../../store/texts.js";
import { modelsOfVersion } from "../../store/view-figures.js";
import { suggestPaths } from "./completions.js";
import { defineResource, jsonContent } from "./resource.js";

const LAST_LINE = 2 ** 31 - 1;

export default defineResource({
  name: "file-chunks",
  title: "The chunks of a file",
  description:
    "A file as the index holds it: the units that search finds, each with its text, its lines, its tokens and the model of its vector.",
  path: "file/{+path}/chunks",
  mimeType: "application/json",
  annotations: { audience: ["assistant"], priority: 0.3 },
  changesWith: "file",
  async read({ path: given = "" }, { host, project }) {
    const path = normalizePath(given);
    const view = await host.viewOf(project);
    if (view.generation === 0) throw await notBuilt(host, project);
    const [row] = await readLedgerPaths(host.db, view.projectId, view.viewId, [path]);
    if (!row?.versionId || !row.contentHash)
      throw new CodeindexError("not_found", `The index holds no file ${path}.`, { path }, [
        "explain_path says what became of a path. The chunks of a file end in /chunks; a file of that name is written %2Fchunks.",
      ]);
    const { versionId, contentHash, modifiedNs } = row;
    const [chunks, sources, models] = await Promise.all([
      chunksOfLines(host.db, view, { versionId, lineStart: 1, lineEnd: LAST_LINE }),
      readSources(host.db, view.projectId, [{ contentHash }]),
      modelsOfVersion(host.db, view.projectId, versionId),
    ]);
    const source = sources.get(contentHash.toString("hex")) ?? "";
    const { model } = host.searcher.meaning;
    const used = models.find((name) => name === model) ?? models[0];
    return jsonContent({
      file: path,
      language: row.language,
      size: row.size,
      lastModified: modifiedNs ? new Date(Number(modifiedNs / 1_000_000n)).toISOString() : null,
      chunks: chunks.map(({ ordinal, start, end, startLine, endLine, tokenCount }) => ({
        index: ordinal,
        text: source.slice(start, end),
        startLine,
        endLine,
        tokens: tokenCount,
        // The time of a vector is not recorded: it is kept as long as any file has the text.
        embedding:
          used === undefined
            ? null
            : { provider: used === model ? host.config.embeddingProvider : null, model: used, generated: null },
      })),
    });
  },
  complete: { path: suggestPaths },
});
