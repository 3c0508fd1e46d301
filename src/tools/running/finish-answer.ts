/** An answer in its final form: clean of secrets, fitted to its budget, with the index that it came from. */
import { CodeindexError, ERRORS, type ErrorCode, type ErrorEnvelope } from "../../base/errors.js";
import { brief } from "../../format/brief.js";
import { type Answer, fitAnswer } from "../../format/fit.js";
import { decodeCursor } from "../../format/page.js";
import { changedIn, clean } from "../../masking/clean.js";
import { briefForm } from "./brief-form.js";
import { footerOf, isNews } from "./index-block.js";
import { type NamedFile, namedFiles } from "./named-files.js";
import { hasPages, type IndexBlock } from "./schema.js";
import { keepingProjects, withProjectPaths } from "./several-projects.js";
import type { ToolDefinition } from "./tool.js";
import type { Caller } from "./tool-host.js";

export interface ToolAnswer {
  isError: boolean;
  /** The error's HTTP status, or 200. */
  status: number;
  structured: Answer | ErrorEnvelope;
  text: string;
  /** The projects that it is about. */
  projects?: string[];
  /** Image or audio, in base64, of a tool with `isMedia`. */
  media?: { mimeType: string; data: string };
  /** Files that it is about, best first, of a tool with `linksFiles`. */
  files?: NamedFile[];
}

/** Below this budget an answer has no file links. */
const LEAST_WITH_LINKS = 2000;

/** Fits an answer to its budget, in words and in structure. `note` is said with it; `isBrief` gives the brief structure. */
export function finishAnswer(
  tool: ToolDefinition,
  input: Record<string, unknown>,
  output: Answer,
  index: IndexBlock | IndexBlock[] | undefined,
  { budget, isBrief, caller, note }: { budget: number; isBrief: boolean; caller: Caller; note: string },
): ToolAnswer {
  const isAcross = Array.isArray(index);
  if (tool.isExact) return finishExact(tool, input, clean<Answer>(output), index);
  const { data, ...rest } = output;
  const media = tool.isMedia && typeof data === "string" ? { mimeType: String(output.mime_type), data } : undefined;
  const answer = clean<Answer>(media ? rest : output);
  const isTold = index !== undefined && isNews(index, caller);
  const { shown, structured, text } = fitAnswer({
    output: { ...answer, ...(index && { index }) },
    remark: [changedIn(answer), note].filter(Boolean).join(" "),
    render: (shown) => tool.render(isAcross ? withProjectPaths(shown) : shown, input),
    shrink: isAcross ? (tool.shrink ?? []).map(keepingProjects) : (tool.shrink ?? []),
    shrunk: tool.shrunk,
    budget,
    offset: hasPages(tool) ? pageOffset(input.cursor) : null,
    footer: isTold ? footerOf(index) : "",
    ...(isBrief && { brief: (shown) => briefOf(tool, shown, isTold) }),
  });
  const files = tool.linksFiles && budget >= LEAST_WITH_LINKS ? namedFiles(shown) : [];
  return {
    isError: false,
    status: 200,
    structured,
    text,
    ...(index && { projects: [index].flat().map(({ project }) => project) }),
    ...(media && { media }),
    ...(files.length > 0 && { files }),
  };
}

/** The brief form of an answer. It has the index where the words have it, and always where the call may be a task: tasks need it. */
function briefOf(tool: ToolDefinition, { index, ...output }: Answer, isTold: boolean): Answer {
  const short = briefForm(tool, output);
  return isTold || tool.runsLong ? { ...short, ...brief({ index }) } : short;
}

/** The answer as its specification has it. Only the structured form may hold more, and names the index. */
function finishExact(
  tool: ToolDefinition,
  input: Record<string, unknown>,
  output: Answer,
  index: IndexBlock | IndexBlock[] | undefined,
): ToolAnswer {
  const structured = { ...output, ...(index && { index }) };
  const projects = index && [index].flat().map(({ project }) => project);
  return { isError: false, status: 200, structured, text: tool.render(output, input), ...(projects && { projects }) };
}

/** The start of this page; null for a tool with cursors of its own kind, which only the tool can move. */
function pageOffset(cursor: unknown): number | null {
  try {
    return decodeCursor(cursor as string | undefined);
  } catch (error) {
    if (error instanceof CodeindexError) return null;
    throw error;
  }
}

/** The error as an answer: the envelope, and the same in words. A tool may have its codes in capitals. */
export function errorAnswer(error: CodeindexError, tool?: Pick<ToolDefinition, "upperCaseErrors">): ToolAnswer {
  const structured = clean(error.toEnvelope());
  // Clients see the code so; `errorFrom` reads it back.
  if (tool?.upperCaseErrors) structured.error.code = error.code.toUpperCase() as ErrorCode;
  const { code, message, suggestions } = structured.error;
  const text = [`${code}: ${message}`, ...suggestions].join("\n");
  return { isError: true, status: ERRORS[error.code].status, structured, text };
}
