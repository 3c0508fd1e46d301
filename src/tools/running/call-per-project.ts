/** One call about several projects: the tool is asked about each, some at a time. */
import { CodeindexError, type ErrorCode } from "../../base/errors.js";
import { addLogFields } from "../../base/log.js";
import { nth } from "../../base/need.js";
import type { Answer } from "../../format/fit.js";
import { noProject } from "../../projects/choose.js";
import type { Project } from "../../store/projects.js";
import { answerAbout } from "./answer-about.js";
import { indexBlockOf } from "./index-block.js";
import type { IndexBlock } from "./schema.js";
import { inputForEach, mergeAnswers, type ProjectAnswer, pageAcross } from "./several-projects.js";
import type { ToolContext, ToolDefinition } from "./tool.js";
import type { ToolHost } from "./tool-host.js";
import { errorAbout, viewToAsk } from "./view-to-ask.js";

/** Projects that are asked at the same time. */
const PROJECTS_AT_ONCE = 4;

/** Asks the tool about several projects, those that have no index yet left out. Throws where none has anything to say. */
export async function askSeveral(
  host: ToolHost,
  tool: ToolDefinition,
  input: Record<string, unknown>,
  projects: Project[],
  context: ToolContext,
): Promise<{ output: Answer; indexes: IndexBlock[] }> {
  addLogFields({ project: projects.map(({ projectId }) => projectId).join(",") });
  if (projects.length === 0) throw noProject();
  const page = pageAcross(input, host.config.defaultMaxResults);
  const each = inputForEach(input, page);
  const indexes: IndexBlock[] = [];
  const answers: ProjectAnswer[] = [];
  const problems: CodeindexError[] = [];
  const ask = async (index: number): Promise<void> => {
    const project = nth(projects, index);
    const view = await host.viewOf(project);
    indexes[index] = indexBlockOf(host, project, view);
    try {
      const asked = await viewToAsk(host, tool, each, project, view);
      indexes[index] = indexBlockOf(host, project, asked);
      context.signal.throwIfAborted();
      const work = answerAbout(host, tool, each, { ...context, project, view: asked });
      const { settled, output } = await work.catch((error: unknown) => {
        throw errorAbout(asked, error);
      });
      answers[index] = { project: project.projectId, output: withNote(output as Answer, settled.note) };
    } catch (error) {
      if (!(error instanceof CodeindexError) || !MAY_BE_ONE_PROJECTS.has(error.code)) throw error;
      problems.push(error);
    }
  };
  let next = 0;
  const line = async (): Promise<void> => {
    while (next < projects.length) await ask(next++);
  };
  await Promise.all(Array.from({ length: PROJECTS_AT_ONCE }, line));
  const given = answers.filter((answer) => answer !== undefined);
  if (given.length === 0) throw nth(problems, 0);
  const output = mergeAnswers(tool, given, page);
  const told = problems.filter(({ code }) => code !== "not_found").map(({ message }) => message);
  const note = [output.note, ...told].filter(Boolean).join(" ");
  return { output: { ...output, ...(note && { note }) }, indexes };
}

const withNote = (output: Answer, note: string): Answer =>
  note === "" ? output : { ...output, note: [output.note, note].filter(Boolean).join(" ") };

/** Errors that may concern one project and not the others. */
const MAY_BE_ONE_PROJECTS = new Set<ErrorCode>(["not_found", "index_not_built", "index_timeout"]);
