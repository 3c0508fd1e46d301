/** The view that a call is answered from: the index of its project, or what the first build has parsed so far. */
import { CodeindexError } from "../../base/errors.js";
import { notBuilt } from "../../projects/choose.js";
import { isPreview } from "../../store/preview-ref.js";
import { previewProgress } from "../../store/previews.js";
import type { Project } from "../../store/projects.js";
import type { View } from "../../store/views.js";
import type { ToolDefinition } from "./tool.js";
import type { ToolHost } from "./tool-host.js";

/** Tools of an error's hint, at most. */
const MOST_NAMED = 6;

/** The view of a call. Throws `index_not_built` where the tool needs more than there is; `view` is that of the project where the caller has it. */
export async function viewToAsk(
  host: Pick<ToolHost, "viewOf" | "previewOf" | "indexing" | "tools">,
  tool: ToolDefinition,
  input: Record<string, unknown>,
  project: Project,
  view?: View,
): Promise<View> {
  const whole = view ?? (await host.viewOf(project));
  if (whole.generation > 0 || tool.worksUnindexed) return whole;
  const preview = await host.previewOf(project);
  if (!preview) throw await notBuilt(host, project);
  // The answers of exact tools have no place that says what is missing.
  if (!tool.isExact && tool.answersPreviews?.(input)) return preview;
  const answering = host.tools.filter(({ answersPreviews }) => answersPreviews).map(({ name }) => name);
  throw await notBuilt(host, project, { ...previewProgress(preview), answering: answering.slice(0, MOST_NAMED) });
}

/** The error of a call about a view: what a preview does not have may be in a file that is not parsed yet. */
export function errorAbout(view: View | undefined, error: unknown): unknown {
  if (!view || !isPreview(view) || !(error instanceof CodeindexError) || error.code !== "not_found") return error;
  const { parsed, planned } = previewProgress(view);
  if (parsed >= planned) return error;
  return new CodeindexError(
    "index_not_built",
    `${error.message} The first index is still being built: ${parsed} of ${planned} files are parsed so far, and it may be in one of the others.`,
    { ...error.context, files_parsed: parsed },
    ["Call again in some seconds: get_status shows how far it is.", ...error.suggestions],
  );
}
