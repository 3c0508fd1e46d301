import { readLedgerPaths } from "../../store/files.js";
import { headsOfFile, type SymbolHead } from "../../store/symbol-heads.js";
import getDependents from "../../tools/get-dependents.js";
import getReferences from "../../tools/get-references.js";
import { suggestRefs } from "../resources/completions.js";
import { fileLink } from "../resources/link.js";
import { projectArgument } from "./arguments.js";
import { type ChangedFile, changedFiles } from "./diff.js";
import { answersTo, publishedView } from "./embed.js";
import { definePrompt, type PromptContent, type PromptContext } from "./prompt.js";

/** The most changed files that are linked, and the most changed symbols whose users are listed. */
const MOST_FILES = 10;
const MOST_SYMBOLS = 8;
const TOKENS_OF_SYMBOL = 400;

export default definePrompt({
  name: "review-diff",
  title: "Review a change",
  description: "Reviews a diff against all that it affects, also outside of it.",
  arguments: [
    { name: "diff", title: "Diff", description: "The diff itself, as git writes it; or give base." },
    {
      name: "base",
      title: "Base",
      description: "The branch or commit it is made against; what is not committed yet, if left out.",
      suggest: suggestRefs,
    },
    { name: "head", title: "Head", description: "The branch or commit that is reviewed.", suggest: suggestRefs },
    projectArgument,
  ],
  async render({ diff, base, head }, context) {
    const files = changedFiles(diff ?? "");
    const text = [
      `Review ${whatIsReviewed(diff, base, head)}`,
      "",
      "For each symbol that is changed, see with get_relations whether those who use it still do the right thing; with codebase_retrieval, whether code like it needs the same change; with search_text, whether strings, keys and docs follow. Read what surrounds a change with get_source before judging it.",
      "",
      "Report what is wrong first, the gravest at the top: each with path and line, why it is wrong, and how to mend it. Then what is missing (tests, docs, callers that were not adapted). Say what you checked and found right in a sentence, and leave matters of taste out.",
    ].join("\n");
    const content: PromptContent[] = [{ type: "text", text }];
    if (diff !== undefined) content.push({ type: "text", text: `The diff:\n\n${diff}` });
    return [...content, ...(await whatItAffects(files, context))];
  },
});

function whatIsReviewed(diff: string | undefined, base: string | undefined, head: string | undefined): string {
  if (diff !== undefined) return "the diff below.";
  if (base === undefined && head === undefined) return "what is not committed yet (git diff HEAD, and new files).";
  if (base === undefined) return `the commit \`${head}\` (git show).`;
  return `the change from \`${base}\` to \`${head ?? "HEAD"}\` (git diff with both and three dots between them).`;
}

/** Links to the changed files, and the users of the changed symbols. */
async function whatItAffects(files: readonly ChangedFile[], context: PromptContext): Promise<PromptContent[]> {
  const view = await publishedView(context);
  if (!view || !context.project || files.length === 0) return [];
  const { host, project } = context;
  const first = files.slice(0, MOST_FILES);
  const rows = await readLedgerPaths(
    host.db,
    view.projectId,
    view.viewId,
    first.map(({ path }) => path),
  );
  const changed: SymbolHead[] = [];
  for (const { path, ranges } of first) {
    const versionId = rows.find((row) => row.path === path)?.versionId;
    if (versionId) changed.push(...innermost(await headsOfFile(host.db, view, versionId), ranges));
  }
  const known = new Map(changed.map((head) => [head.nodeId, head]));
  const questions = [...known.values()].slice(0, MOST_SYMBOLS).map(({ nodeId, nodeType, qualifiedName, path }) => ({
    tool: nodeType === "class" || nodeType === "interface" ? getDependents : getReferences,
    input: { node_id: nodeId, limit: 10 },
    tokens: TOKENS_OF_SYMBOL,
    title: `Users of ${nodeType} ${qualifiedName} of ${path}, which is changed (node_id ${nodeId}):`,
  }));
  const links = rows.map(({ path }) => fileLink(project.projectId, path, "A file that the diff changes.", 0.8));
  return [...(await answersTo(questions, context)), ...links];
}

/** The innermost symbols of these lines: a symbol that holds them only through an inner one is left out. */
function innermost(heads: readonly SymbolHead[], ranges: ChangedFile["ranges"]): SymbolHead[] {
  const declared = heads.filter(({ parentOrdinal }) => parentOrdinal >= 0);
  const touches = (head: SymbolHead) => ranges.some(({ start, end }) => head.lineStart <= end && head.lineEnd >= start);
  const touched = declared.filter(touches);
  const parents = new Set(touched.map(({ parentOrdinal }) => parentOrdinal));
  return touched.filter(({ ordinal }) => !parents.has(ordinal));
}
