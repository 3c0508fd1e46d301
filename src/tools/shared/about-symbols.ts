/**
 * Tools about one symbol as tools about several: callers name up to thirty, by node_id, place or name, and get one answer with a part for each. A
 * part is the tool's answer about that symbol alone. The parts share the budget, so that none crowds out the others.
 */
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { CodeindexError } from "../../base/errors.js";
import { estimateTokens } from "../../base/estimate-tokens.js";
import { nth } from "../../base/need.js";
import { letFail } from "../../base/promises.js";
import { type Answer, fitAnswer } from "../../format/fit.js";
import { fairShares } from "../../format/share.js";
import { subjectName, subjectShape } from "../../format/symbols.js";
import { type CodeSymbol, nameBesidePath } from "../../graph/symbol.js";
import { briefForm } from "../running/brief-form.js";
import type { ToolContext, ToolDefinition } from "../running/tool.js";
import * as params from "./params.js";
import {
  answeredOf,
  missesInWords,
  namesakesInWords,
  othersOf,
  readSubjects,
  type Subject,
  withOutside,
} from "./subjects.js";

/** Tokens of a whole answer in addition to its parts. */
const BESIDE = 150;
/** The share of a call's time after which no further question begins, so that the finished answers are not lost. */
const SHARE_OF_TIME = 0.7;

// biome-ignore lint/suspicious/noExplicitAny: schemas of different tools have no common type but this.
export type AnyTool = ToolDefinition<any, any>;

/** One question about one symbol. */
export interface Question {
  tool: AnyTool;
  /** Told with the answer where not all questions are of one tool: callers, references. */
  relation?: string;
  /** The other lists about the symbol that have what this one leaves out. */
  beside?: readonly string[];
  symbol: CodeSymbol;
  /** Without `node_id`. */
  input: Record<string, unknown>;
}

export const groupsShape = z.array(z.looseObject({})).describe("Of several symbols: the answer about each.");
export const notFoundShape = z.array(z.object({ symbol: z.string(), problem: z.string() }));

/** Fields of an answer about several symbols. */
export const severalShape = {
  groups: groupsShape.optional(),
  not_found: notFoundShape.optional(),
  others: z.array(z.string()).optional(),
};

/** The tool with `symbols` in place of `node_id`, which stays as its alias. About a single symbol its answer is as it was. */
export function aboutSymbols(tool: AnyTool): AnyTool {
  const { node_id: _one, ...input } = tool.input as z.ZodRawShape;
  return {
    ...tool,
    input: { symbols: params.symbols.describe(params.SYMBOLS), ...input },
    aliases: { ...tool.aliases, node_id: "symbols" },
    output: { ...z.object(tool.output).partial().shape, ...severalShape },
    ...(tool.command && { command: { ...tool.command, positional: tool.command.positional.map(named) } }),
    async run({ symbols, ...rest }, context) {
      const read = await readSubjects(context, symbols as string[]);
      const subjects = tool.takesOutside ? withOutside(read) : read;
      const only = soleSymbol(subjects);
      if (only) return tool.run({ ...rest, node_id: only.primary.nodeId }, context);
      const questions = chosen(subjects).map((symbol) => ({ tool, symbol, input: rest }));
      return answerEach(questions, subjects, context);
    },
    brief: (output: Answer) =>
      output.groups ? briefGroups(output, () => tool) : tool.brief ? tool.brief(output) : output,
    render: (output, { symbols: _symbols, ...rest }) =>
      output.groups
        ? renderGroups(
            output,
            () => tool,
            () => rest,
          )
        : tool.render(output, rest),
    ...(tool.shrink && {
      shrink: tool.shrink.map((step) => (output: Answer) => (output.groups ? output : step(output))),
    }),
  } as AnyTool;
}

const named = (parameter: string) => (parameter === "node_id" ? "symbols" : parameter);

/** The symbol that a call is about, where it is about one. Throws `not_found` where it names one word that means nothing. */
export function soleSymbol(subjects: readonly Subject[]): CodeSymbol | null {
  const [first] = subjects;
  if (subjects.length !== 1 || first === undefined) return null;
  if (first.problem !== null) throw new CodeindexError("not_found", first.problem, { symbol: first.given });
  return first.symbols.length === 1 ? nth(first.symbols, 0) : null;
}

/** The symbols that are answered: of each word the first few that it means. */
export const chosen = (subjects: readonly Subject[]): CodeSymbol[] => {
  const symbols = subjects.flatMap(answeredOf);
  return [...new Map(symbols.map((symbol) => [symbol.primary.nodeId, symbol])).values()];
};

/** Asks each question; the answers share the budget. Questions that the call has no time for are named, where any was answered. */
export async function answerEach(questions: readonly Question[], subjects: readonly Subject[], context: ToolContext) {
  const whole = await answersInTime(questions, context);
  const outputs = withoutSameLines(
    whole.map((output, index) => {
      const { tool } = nth(questions, index);
      return tool.among ? (tool.among(output, whole) as Answer) : output;
    }),
  );
  const problems = [
    ...subjects.flatMap(({ given, problem }) => (problem === null ? [] : [{ symbol: given, problem }])),
    ...questions.slice(whole.length).map(unanswered),
  ];
  const others = subjects.flatMap((subject) => {
    const rest = othersOf(subject);
    return rest.length > 0 ? [`${subject.given}: ${namesakesInWords(rest)}`] : [];
  });
  const budget = (context.maxTokens ?? context.config.maxTokens) - BESIDE - 40 * (problems.length + others.length);
  const texts = outputs.map((output, index) =>
    nth(questions, index).tool.render(output as never, nth(questions, index).input as never),
  );
  const shares = fairShares(
    texts.map((text) => estimateTokens(text) + 5),
    budget,
  );
  return {
    groups: outputs.map((output, index) => fitted(nth(questions, index), output, nth(shares, index))),
    ...(problems.length > 0 && { not_found: problems }),
    ...(others.length > 0 && { others }),
  };
}

/** Points answers to an earlier one with the same lines in files without a graph, which are found by the name alone. */
function withoutSameLines(outputs: readonly Answer[]): Answer[] {
  const said = new Map<string, string>();
  return outputs.map((output) => {
    const named = linesByName.safeParse(output).data;
    if (!named) return output;
    const { symbol, text_only } = named;
    const lines = text_only.lines.join("\n");
    const before = said.get(lines);
    if (before === undefined) said.set(lines, subjectName(symbol));
    return before === undefined ? output : { ...output, text_only: { ...text_only, lines: [`as told of ${before}`] } };
  });
}

const linesByName = z.object({
  symbol: subjectShape,
  text_only: z.looseObject({ lines: z.array(z.string()).min(1) }),
});

/** Says of a question that the call had no time for it. */
function unanswered({ relation, symbol: { primary } }: Question): z.infer<typeof notFoundShape>[number] {
  const name = nameBesidePath(primary.qualifiedName, primary.path, primary.nodeType);
  const place = `${name} (${primary.path}:${primary.lineStart})`;
  const symbol = relation === undefined ? place : `${relation} of ${place}`;
  return { symbol, problem: "not answered, as the time of this call was over. Ask about it again." };
}

/** The answers to the first questions: to all for which there is time, and at least to one. */
async function answersInTime(questions: readonly Question[], context: ToolContext): Promise<Answer[]> {
  const answers: Answer[] = [];
  const end = performance.now() + context.config.searchTimeout * SHARE_OF_TIME;
  for (const { tool, relation, beside, symbol, input } of questions) {
    context.signal.throwIfAborted();
    const work = tool.run({ ...input, node_id: symbol.primary.nodeId }, context) as Promise<Answer>;
    const isAlone = answers.length === 0 || context.isBackground;
    const answer = isAlone ? await work : await unlessLate(work, end - performance.now());
    if (answer === null) break;
    const { next_cursor: _cursor, ...output } = answer;
    answers.push({ ...(relation !== undefined && { relation }), ...(beside && { beside }), ...output });
  }
  return answers;
}

/** The result of some work, or null after a number of milliseconds. */
async function unlessLate<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  const late = new AbortController();
  letFail(work);
  try {
    return await Promise.race([work, setTimeout(Math.max(0, milliseconds), null, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}

/** A part, fitted to its share. Its structured form is measured in brief: the words are the same in either form. */
function fitted({ tool, input }: Question, output: Answer, budget: number): Answer {
  const request = {
    output,
    render: (shown: Answer) => tool.render(shown as never, input as never),
    shrink: (tool.shrink ?? []) as ((output: Answer) => Answer)[],
    budget,
    offset: null,
    footer: "",
    brief: (shown: Answer) => briefForm(tool, shown),
  };
  return fitAnswer(request).shown;
}

/** Each part in the brief form of its tool. */
export function briefGroups({ groups, not_found, ...rest }: Answer, toolOf: (group: Answer) => AnyTool): Answer {
  const parts = (groups as Answer[]).map((group) => {
    const { relation, beside } = group;
    return {
      ...(relation !== undefined && { relation }),
      ...(beside !== undefined && { beside }),
      ...briefForm(toolOf(group), group),
    };
  });
  const misses = missesInWords((not_found ?? []) as z.infer<typeof notFoundShape>);
  return { ...rest, groups: parts, ...(misses.length > 0 && { not_found: misses.map((problem) => ({ problem })) }) };
}

/** Lines on gaps, which every part about the same name or file would say again. */
const IS_OF_INDEX =
  /^(?:Not in the index|Not looked into|Not counted as unresolved|\d+\+? (?:calls?|references?|base types?) .*(?:unknown target|most likely a library's|of this name bound to))/;

/** A part without the lines on the index that an earlier part has said. */
function withoutRepeats(part: string, said: Set<string>): string {
  const isNew = (line: string) => !IS_OF_INDEX.test(line) || !said.has(line);
  const lines = part.split("\n").filter(isNew);
  for (const line of lines) if (IS_OF_INDEX.test(line)) said.add(line);
  return lines.join("\n").trimEnd();
}

/** A part whose heading leaves out the subject of the part before it. */
function withoutName(text: string, { symbol }: Answer, before: Answer | undefined): string {
  const own = subjectShape.safeParse(symbol).data;
  const other = subjectShape.safeParse(before?.symbol).data;
  if (own === undefined || own.node_id !== other?.node_id) return text;
  const [heading = "", ...lines] = text.split("\n");
  return [heading.replace(` of ${subjectName(own)}`, " of it"), ...lines].join("\n");
}

/** The parts one after another, then the names that were not found and the namesakes. `inputOf` gives the input of each part. */
export function renderGroups(
  output: Answer,
  toolOf: (group: Answer) => AnyTool,
  inputOf: (group: Answer) => object,
): string {
  const { groups = [], not_found = [], others = [] } = output as z.infer<z.ZodObject<typeof severalShape>>;
  const said = new Set<string>();
  const parts = groups.map((group, index) => {
    const text = withoutName(toolOf(group).render(group as never, inputOf(group) as never), group, groups[index - 1]);
    return withoutRepeats(typeof group.note === "string" ? `${text}\n${group.note}` : text, said);
  });
  const rest = [...others.map((other) => `Also named ${other}`), ...missesInWords(not_found)];
  return [...parts, rest.join("\n")].filter((part) => part !== "").join("\n\n");
}
