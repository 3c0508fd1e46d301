/**
 * The read line of every face: find the tool, check the input, choose the project, run, fit the answer to its budget, say what index it came
 * from. MCP, REST and the command line all come through here, so an error or a limit is the same everywhere.
 */
import { CodeindexError } from "../../base/errors.js";
import { addLogFields, logFields, withLogFields } from "../../base/log.js";
import { observe } from "../../base/observe.js";
import { letFail } from "../../base/promises.js";
import { anySignal } from "../../base/signals.js";
import { toUserError } from "../../base/user-error.js";
import type { Answer } from "../../format/fit.js";
import { PROBABLY_NOTHING } from "../../format/search-notes.js";
import { requireScope } from "../../model/principal.js";
import { chooseProject } from "../../projects/choose.js";
import { askedOnce } from "../../store/db/asked-once.js";
import type { Project } from "../../store/projects.js";
import type { View } from "../../store/views.js";
import { answerAbout } from "./answer-about.js";
import { askSeveral } from "./call-per-project.js";
import { aliasNote, checkInput } from "./check-input.js";
import { exampleCall } from "./example.js";
import { errorAnswer, finishAnswer, type ToolAnswer } from "./finish-answer.js";
import { indexBlockOf } from "./index-block.js";
import { costOfTool, hostFor, scopeOfTool } from "./restricted-host.js";
import type { IndexBlock } from "./schema.js";
import { namesOfSeveral } from "./several-projects.js";
import type { ToolContext, ToolDefinition } from "./tool.js";
import type { Caller, ToolHost } from "./tool-host.js";
import { errorAbout, viewToAsk } from "./view-to-ask.js";

/** Runs a tool. Never throws: an error is an answer with the envelope; one that is not a CodeindexError is logged under a reference number. */
export async function callTool(host: ToolHost, name: string, args: unknown, caller: Caller): Promise<ToolAnswer> {
  const started = performance.now();
  return withLogFields({ tool: name.slice(0, 60) }, async () => {
    let answer: ToolAnswer;
    let tool: ToolDefinition | undefined;
    let outcome = "ok";
    try {
      tool = findTool(host.tools, name);
      answer = await askInTurn(host, tool, args, caller);
    } catch (error) {
      const told = withExample(toUserError(error, host.log), tool);
      // As errors.ts has the code: an answer of CoDRAG's tools has it in capitals.
      outcome = told.code;
      answer = errorAnswer(told, tool);
    }
    host.log.debug({ ms: Math.round(performance.now() - started), status: answer.status }, "tool");
    host.audit.note({
      principal: caller.principal,
      action: tool?.name ?? "unknown tool",
      projectId: projectOf(answer, caller, args),
      input: args,
      detail: jobOf(answer) ?? jobOfCall(),
      outcome,
      found: outcome === "ok" ? foundOf(answer) : null,
      cost: tool ? costOfTool(tool) : 0,
      startedAt: started,
    });
    return answer;
  });
}

/** Runs a tool for a caller who may, when it is the caller's turn. */
async function askInTurn(host: ToolHost, tool: ToolDefinition, args: unknown, caller: Caller): Promise<ToolAnswer> {
  const { principal, signal, background } = caller;
  requireScope(principal, scopeOfTool(tool), tool.name);
  const work = { kind: "tool", name: tool.name, attributes: {} } as const;
  const ask = () => observe(work, () => runTool(hostFor(host, principal), tool, args, caller));
  await host.limits.spend(principal, costOfTool(tool));
  // A call that goes on in the background, or waits for a job, holds nobody up.
  return background || waitsForItsJob(tool) ? ask() : host.limits.inTurn(principal, signal, ask);
}

/** With a call that is right, where a parameter was wrong. */
function withExample(error: CodeindexError, tool: ToolDefinition | undefined): CodeindexError {
  if (error.code !== "invalid_parameter" || !tool || tool.isExact) return error;
  const [wrong] = String(error.context.parameter ?? "").split(".");
  const example = `Example: ${exampleCall(tool, wrong)}`;
  return new CodeindexError(error.code, error.message, error.context, [...error.suggestions, example]);
}

/** How many results an answer has, or has on all its pages; 0 where it says that they are probably not answers. */
function foundOf({ structured }: ToolAnswer): number | null {
  const { results, total, notes } = structured as { results?: unknown; total?: unknown; notes?: unknown };
  if (!Array.isArray(results)) return null;
  if (Array.isArray(notes) && notes.some((note) => String(note).startsWith(PROBABLY_NOTHING))) return 0;
  return typeof total === "number" ? Math.max(total, results.length) : results.length;
}

/** The job that a call has started or is about, for the audit log. */
function jobOf({ structured }: ToolAnswer): { job_id: string } | null {
  const { job_id } = structured as { job_id?: unknown };
  return typeof job_id === "string" ? { job_id } : null;
}

/** The job that the call has started, whatever became of its answer. */
function jobOfCall(): { job_id: string } | null {
  const { job } = logFields();
  return typeof job === "string" ? { job_id: job } : null;
}

/** Whether a tool reads the index alone, so that nothing need be asked twice to see a change. */
const readsAlone = ({ readOnly, toolset }: ToolDefinition): boolean =>
  readOnly && toolset !== "manage" && toolset !== "codrag";

/** Whether a call lasts until its job has ended, however long that is. */
const waitsForItsJob = ({ isExact, runsLong }: ToolDefinition): boolean => isExact === true && runsLong === true;

/** The project that an answer is about, or those, with commas; as it was asked for where there is none. */
function projectOf({ projects }: ToolAnswer, { pinnedProject }: Caller, args: unknown): string | null {
  const { project_id: named } = (args ?? {}) as { project_id?: unknown };
  return projects?.join() ?? (typeof named === "string" ? named : pinnedProject)?.slice(0, 100) ?? null;
}

/** The tool of this name. Throws `not_found` that names the nearest. */
export function findTool(tools: readonly ToolDefinition[], name: string): ToolDefinition {
  const tool = tools.find((each) => each.name === name);
  if (tool) return tool;
  throw new CodeindexError("not_found", `There is no tool named ${JSON.stringify(name.slice(0, 60))}.`, {}, [
    `Tools: ${tools.map((each) => each.name).join(", ")}.`,
  ]);
}

/** Runs a tool that may be run, on checked input. */
async function runTool(host: ToolHost, tool: ToolDefinition, args: unknown, caller: Caller): Promise<ToolAnswer> {
  const { project_id, max_tokens, detail = caller.detail ?? "full", ...input } = checkInput(tool, args ?? {});
  const projects = await host.projects();
  const isPatient = caller.background !== undefined || waitsForItsJob(tool);
  const timeout = isPatient ? new AbortController().signal : AbortSignal.timeout(host.config.searchTimeout);
  const signal = anySignal(caller.signal, timeout);
  const context: Omit<ToolContext, "project" | "view"> & { project?: Project; view?: View } = {
    config: host.config,
    db: readsAlone(tool) ? askedOnce(host.replica?.db ?? host.db) : (host.replica?.db ?? host.db),
    searcher: host.searcher,
    chat: host.chat,
    indexing: caller.background?.indexing ?? host.indexing,
    settings: host.settings,
    isBackground: isPatient,
    estimatesCounts: caller.estimatesCounts === true,
    projects,
    viewsOf: (projects) => host.viewsOf(projects),
    maxTokens: (max_tokens as number | undefined) ?? null,
    signal,
    gone: caller.signal,
    progress: caller.progress ?? (() => undefined),
  };
  const form = {
    budget: context.maxTokens ?? host.config.maxTokens,
    isBrief: detail === "brief" && tool.brief !== false,
    caller,
    note: tool.isExact ? "" : aliasNote(tool, args),
  };
  const isOfOne = tool.usesProject === false || tool.isExact;
  const names = isOfOne ? undefined : namesOfSeveral(tool, project_id ?? caller.pinnedProject, projects);
  if (names) {
    const chosen = [...new Set(names.map((name) => chooseProject(projects, name, caller)))];
    const work = askSeveral(host, tool, input, chosen, context as ToolContext);
    const { output, indexes } = await withSignal(work, signal, timeout);
    return finishAnswer(tool, input, output, indexes, form);
  }
  let index: IndexBlock | undefined;
  if (tool.usesProject !== false) {
    const registry = { ...host, principal: caller.principal, projects: () => host.projects() };
    const found = await tool.findProject?.(input, registry);
    const project = found ?? chooseProject(projects, project_id as string | undefined, caller);
    addLogFields({ project: project.projectId });
    const view = await viewToAsk(host, tool, input, project);
    index = indexBlockOf(host, project, view);
    context.project = project;
    context.view = view;
  }
  // Only tools that declare `usesProject: false` run without a project and a view.
  const work = async (): Promise<ToolAnswer> => {
    const { settled, output } = await answerAbout(host, tool, input, context as ToolContext).catch((error: unknown) => {
      throw errorAbout(context.view, error);
    });
    return finishAnswer(tool, settled.input, output as Answer, index, {
      ...form,
      note: [form.note, settled.note].filter(Boolean).join(" "),
    });
  };
  return withSignal(work(), signal, timeout);
}

/** The work's result, or an error as soon as the signal aborts: a tool that does not look at its signal holds nobody up. */
async function withSignal<T>(work: Promise<T>, signal: AbortSignal, timeout: AbortSignal): Promise<T> {
  const stopped = () =>
    timeout.aborted
      ? new CodeindexError("index_timeout", "The call took too long and was stopped.")
      : new CodeindexError("cancelled", "The caller went away.");
  if (signal.aborted) {
    letFail(work);
    throw stopped();
  }
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(stopped());
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    // The error of a tool that was stopped says less than the reason why it was stopped.
    throw signal.aborted && !(error instanceof CodeindexError) ? stopped() : error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
