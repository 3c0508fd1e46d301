/**
 * The definition of a tool. A tool is written once: MCP in both eras, REST, the command line and docs/tools.md are made from its definition.
 * For all tools alike, call-tool.ts validates the input, chooses the project, and sees to time and errors, and finish-answer.ts fits the answer to its
 * budget and adds the `index` block; a tool only says what to do with good input.
 */
import type { z } from "zod";
import type { Config } from "../../config/config.js";
import type { Toolset } from "../../config/keys.js";
import type { Indexing } from "../../indexing/indexing-types.js";
import type { AccessScope } from "../../model/principal.js";
import type { ChatModel } from "../../models/chat/chat.js";
import type { Registry } from "../../projects/registry.js";
import type { Searcher } from "../../search/search.js";
import type { Db } from "../../store/db/db.js";
import type { LiveSettings } from "../../store/live-settings.js";
import type { Project } from "../../store/projects.js";
import type { View } from "../../store/views.js";

export type { Toolset };

/** The settings that may change while the service runs. */
export type ToolSettings = Pick<LiveSettings, "change" | "describe">;

export interface ToolContext {
  config: Config;
  /** Of a tool that only reads, statements may run on a replica, which has the view. */
  db: Db;
  searcher: Searcher;
  /** null: none is configured. */
  chat: ChatModel | null;
  indexing: Indexing;
  settings: ToolSettings;
  /** The project the call is about, and its view as of the start of the call. Absent only in tools with `usesProject: false`. */
  project: Project;
  view: View;
  /** Every project the caller may see. */
  projects: Project[];
  viewsOf: (projects: readonly Project[]) => Promise<View[]>;
  /** `max_tokens` as the caller gave it; null where that is left to the configuration. */
  maxTokens: number | null;
  signal: AbortSignal;
  /** Aborts when the caller cancels the call or hangs up, and not when its time is over. */
  gone: AbortSignal;
  /** Whether nobody holds on for the answer: it may take as long as it takes. */
  isBackground: boolean;
  /** Whether counts of what is not listed may be lower bounds, which are marked as such, for the sake of a quick answer. */
  estimatesCounts: boolean;
  /** Reports progress to clients that asked for it. */
  progress: (done: number, total: number, message: string) => void;
}

export interface ToolDefinition<
  Input extends z.ZodRawShape = z.ZodRawShape,
  Output extends z.ZodRawShape = z.ZodRawShape,
> {
  /** snake_case, at most 40 characters. */
  name: string;
  title: string;
  toolset: Toolset;
  /** true: of the toolset `core` as well, whose tools name no tool but these. */
  core?: boolean;
  /** The first sentence says when to use it, then which tool to use otherwise; under 2 KB. */
  description: string;
  readOnly: boolean;
  idempotent: boolean;
  /** false: the tool is not about one project (list_projects). Default true: `project_id` is added to the input, `index` to the output. */
  usesProject?: boolean;
  /** Scope that a caller needs. Default: read for a tool that only reads, else index. */
  scope?: AccessScope;
  /** Cost of a call, in points (CODEINDEX_RATE_LIMIT). Default: 1, or 10 of one that has something indexed. */
  cost?: number;
  /** true: works before the first build is published. Default false: such a call answers `index_not_built`. */
  worksUnindexed?: boolean;
  /**
   * Whether a call has an answer while the first build runs, from the files that are parsed so far. Such a view has text, words, symbols and outlines,
   * and no edges. Default: no; such a call answers `index_not_built`.
   */
  answersPreviews?: (input: z.infer<z.ZodObject<Input>>) => boolean;
  /** true: it tells of uses, which are known of symbols outside of the index as well. Default false: their names mean nothing. */
  takesOutside?: boolean;
  /** true: a call may take minutes; MCP clients that know tasks can have it as one. A tool starts one job at most. */
  runsLong?: boolean;
  /** true: it counts what it does not list, which takes longer than the list; REST asks for less by `Prefer: count=estimated`. */
  canEstimateCounts?: boolean;
  /** true: the output has `mime_type` and base64 `data`, which MCP clients get as image or audio content instead of structured content. */
  isMedia?: boolean;
  /** true: clients that can open files get links to the files of the first results. */
  linksFiles?: boolean;
  /** true: the codes of its errors are written in capitals, as its specification has them. */
  upperCaseErrors?: boolean;
  /**
   * true: input and output are exactly those of a published specification. The faces add no parameter to the one, and no index block, note or budget
   * to the other; the text is `render`'s alone. A call of one that runs long holds on until it is done, as it cannot answer with a job. See profiles/face.ts.
   */
  isExact?: boolean;
  /** Finds the project where another parameter than project_id names it, and may register it. undefined: it is chosen as usual. */
  findProject?(input: z.infer<z.ZodObject<Input>>, registry: Registry): Promise<Project | undefined>;
  /** The short command of the CLI, if not the name itself: `callers` for get_callers. Its positional arguments, in order. */
  command?: { name: string; positional: string[] };
  /** Parameters of earlier versions, by the names that they have now. They keep working, unlisted, and the answer says what they are called. */
  aliases?: Record<string, string>;
  /** zod schemas by parameter, flat; `max_tokens` and `project_id` are added by the faces. */
  input: Input;
  /** zod schemas by field. A list answer is `results`; `index`, `truncated` and `next_cursor` are added by the faces. */
  output: Output;
  run(input: z.infer<z.ZodObject<Input>>, context: ToolContext): Promise<z.infer<z.ZodObject<Output>> & Paged>;
  /** The whole answer in words: what was asked first, then path:line, then just enough code. */
  render(output: z.infer<z.ZodObject<Output>>, input: z.infer<z.ZodObject<Input>>): string;
  /**
   * The answer for `detail: "brief"` before the faces make it brief (format/brief.ts), where a field or a list has a shorter form that only the tool
   * knows. A tool without it has the general form; one that keeps the shapes of others has `false`, and is always whole.
   */
  brief?: ((output: z.infer<z.ZodObject<Output>>) => Record<string, unknown>) | false;
  /** One answer of several in a call without what the others have; `all` are those of every tool asked, with this one. */
  among?(output: z.infer<z.ZodObject<Output>>, all: readonly object[]): z.infer<z.ZodObject<Output>>;
  /** Ways to show less of each result, mildest first. The faces apply them in turn until the words fit the budget, before they cut results off the end. */
  shrink?: ((output: z.infer<z.ZodObject<Output>>) => z.infer<z.ZodObject<Output>>)[];
  /** How to get what `shrink` left out, where it does not show each result in less detail but less of one. */
  shrunk?: (output: z.infer<z.ZodObject<Output>>) => string;
}

/** Fields that `run` adds when there are more results: how to go on. */
export interface Paged {
  truncated?: boolean;
  next_cursor?: string;
}

/** Declares a tool; `run` and `render` have the types of its input and output from here. */
export function defineTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: ToolDefinition<Input, Output>,
): ToolDefinition<Input, Output> {
  return tool;
}
