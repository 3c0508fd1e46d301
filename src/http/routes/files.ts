/** /projects/{id}/files, /file and /references: files by their names, the whole of one to look at, and what its lines refer to. */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { symbolFields, symbolShape } from "../../format/symbols.js";
import { referencesOfFile } from "../../graph/files/file-references.js";
import { isShared } from "../../graph/symbol.js";
import { maskLines } from "../../masking/secrets.js";
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS } from "../../model/edge.js";
import { notBuilt } from "../../projects/choose.js";
import { decodeText } from "../../repository/decode.js";
import { fileInCommit } from "../../repository/git/refs.js";
import { normalizePath } from "../../repository/sandbox.js";
import { linesOf, MOST_TEXT_BYTES } from "../../repository/text.js";
import { findFiles } from "../../search/files.js";
import * as params from "../../tools/shared/params.js";
import { linesAt, openFiles } from "../../tools/shared/project-files.js";
import { defineRoute, type RouteContext } from "../route.js";

/** The view to answer from. Throws `index_not_built` before the first build. */
async function builtView({ host, project }: RouteContext) {
  const view = await host.viewOf(project);
  if (view.generation === 0) throw await notBuilt(host, project);
  return view;
}

const foundFile = z.object({ path: z.string(), language: z.string().nullable(), lines: z.int() });

export const searchFiles = defineRoute({
  method: "get",
  path: "/projects/:project/files",
  name: "searchFiles",
  tag: "questions",
  scope: "read",
  summary: "Finds files of the index by parts of their paths: those with the best name first.",
  input: {
    query: params.query("Parts of the path, apart by spaces, in any case."),
    path_filter: params.pathFilter,
    language: params.language,
    limit: params.limit(50, 200),
  },
  output: {
    results: z.array(foundFile),
    total: z.int(),
    generation: z.int(),
  },
  run: async (input, context) => {
    const view = await builtView(context);
    const { hits, total } = await findFiles(await context.host.searcher.snapshot(view), {
      text: input.query,
      pathFilter: input.path_filter,
      language: input.language,
      limit: input.limit,
    });
    return { results: hits, total, generation: view.generation };
  },
});

/** Of one line, so that a file of one line is not a burden on who draws it. */
const LONGEST_LINE = 4000;
/** Of one file. */
const MOST_LINES = 100_000;

const wholeFile = {
  file_path: z.string(),
  content: z
    .string()
    .describe("Its lines with \\n between them, keys and passwords masked; each at most 4,000 characters."),
  lines: z.int().describe("How many lines the file has; the content has at most 100,000."),
  cut_lines: z.array(z.int()).describe("The lines that are longer than shown; the first 100."),
  is_masked: z.boolean().describe("Whether keys or passwords stand in it, which are masked."),
  as_indexed: z.boolean().describe("true: this replica does not see the folder, so that this is as it was indexed."),
  on_disk: z
    .string()
    .nullable()
    .describe("Where the file lies; only on the service's own machine, where callers do not say who they are."),
  generation: z.int(),
  commit: z.string().nullable().describe("Of the index; with `ref`, the commit that the content is of."),
  is_changed: z
    .boolean()
    .nullable()
    .describe(
      "Whether the file on disk has other lines than in `commit`; null: it is in no commit, or git does not tell.",
    ),
};
/** The answer of GET /projects/{id}/file. */
export type WholeFile = z.infer<z.ZodObject<typeof wholeFile>>;

export const getFile = defineRoute({
  method: "get",
  path: "/projects/:project/file",
  name: "getFile",
  tag: "questions",
  scope: "read",
  summary: "The whole of a text file, as on disk now or as a branch, a tag or a commit has it, for people to look at.",
  input: {
    path: params.path,
    ref: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("A branch, a tag or a commit that one of them leads to. Default: the file on disk."),
  },
  output: wholeFile,
  run: async ({ path: given, ref }, { host, project, isLocal, signal }) => {
    const view = await host.viewOf(project);
    const about = {
      generation: view.generation,
      commit: view.commit,
      as_indexed: false,
      on_disk: null,
      is_changed: null,
    };
    if (ref !== undefined) {
      const { path, lines, commit } = await linesAt({ config: host.config, project }, { path: given, ref, signal });
      return { ...about, file_path: path, ...contentOf(lines), commit };
    }
    const files = await openFiles({ db: host.db, config: host.config, project, view });
    const { path, lines, file } = await files.lines(given);
    return {
      ...about,
      file_path: path,
      ...contentOf(lines),
      as_indexed: files.isStored,
      is_changed: files.isStored ? null : await isChanged(project.root, { path, lines, commit: view.commit, signal }),
      on_disk: isLocal && host.config.auth.includes("none") && file ? join(project.root, path) : null,
    };
  },
});

/** Whether a file's lines are others than those that a commit has; null where it has no such file, or git does not tell. */
async function isChanged(
  root: string,
  { path, lines, commit, signal }: { path: string; lines: string[]; commit: string | null; signal: AbortSignal },
): Promise<boolean | null> {
  if (commit === null) return null;
  const bytes = await fileInCommit(root, commit, path, { mostBytes: MOST_TEXT_BYTES, signal });
  if (bytes === null) return null;
  const before = decodeText(bytes);
  return "reason" in before || !isDeepStrictEqual(linesOf(before.text), lines);
}

function contentOf(lines: string[]) {
  const shown = maskLines(lines, 0, Math.min(lines.length, MOST_LINES));
  const long = shown.flatMap((line, index) => (line.length > LONGEST_LINE ? [index + 1] : []));
  return {
    content: shown.map((line) => (line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line)).join("\n"),
    lines: lines.length,
    cut_lines: long.slice(0, 100),
    is_masked: shown.some((line, index) => line !== lines[index]),
  };
}

const reference = z.object({
  line: z.int(),
  kind: z.enum(EDGE_KINDS),
  confidence: z.enum(EDGE_TIERS),
  rule: z.enum(EDGE_RULES),
  target: z.string().nullable().describe("node_id, which symbols or externals has; null: not known."),
  name: z
    .string()
    .nullable()
    .describe("Where the target is not known, the name that is called; empty: a value without one."),
});
const external = z.object({ node_id: z.string(), name: z.string(), module: z.string().nullable() });

const fileReferences = {
  file_path: z.string(),
  references: z.array(reference).describe("By line."),
  symbols: z
    .array(z.object({ ...symbolShape, is_shared: z.boolean().describe("true: a namespace that many files share.") }))
    .describe("The symbols of the project that the lines refer to."),
  externals: z.array(external).describe("Those outside of it."),
  capped: z.boolean().describe("true: the file has more references than are told."),
  generation: z.int().describe("Of the index that answered: the file may have changed since."),
  commit: z.string().nullable(),
};
/** The answer of GET /projects/{id}/references. */
export type FileReferencesAnswer = z.infer<z.ZodObject<typeof fileReferences>>;
/** The answer of GET /projects/{id}/files. */
export type FilesAnswer = { results: z.infer<typeof foundFile>[]; total: number; generation: number };

export const getFileReferences = defineRoute({
  method: "get",
  path: "/projects/:project/references",
  name: "getFileReferences",
  tag: "questions",
  scope: "read",
  summary: "The references of each line of a file: calls, types, imports and other uses, with how sure each is.",
  input: { path: params.path },
  output: fileReferences,
  run: async ({ path: given }, context) => {
    const view = await builtView(context);
    const path = normalizePath(given);
    const { references, symbols, externals, isCapped } = await referencesOfFile(context.host.db, view, path);
    return {
      file_path: path,
      references: references.map(({ tier, ...one }) => ({ ...one, confidence: tier })),
      symbols: [...symbols.values()].map((symbol) => ({
        ...symbolFields(symbol),
        is_shared: isShared(symbol.primary),
      })),
      externals: [...externals.values()].map(({ nodeId, name, module }) => ({ node_id: nodeId, name, module })),
      capped: isCapped,
      generation: view.generation,
      commit: view.commit,
    };
  },
});
