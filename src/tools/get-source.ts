import { z } from "zod";
import { estimateTokens } from "../base/estimate-tokens.js";
import { nth } from "../base/need.js";
import { firstFew } from "../format/counts.js";
import { fitPiece, sizeOf } from "../format/pieces.js";
import { fairShares } from "../format/share.js";
import { placeOf } from "../format/symbols.js";
import { isCallable } from "../graph/symbol.js";
import { codeLanguageOf } from "../languages/index.js";
import { globTest } from "../search/filters.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { defineTool } from "./running/tool.js";
import { byTurns, flowDrafts, flowShares, openInWords } from "./shared/flow-drafts.js";
import * as params from "./shared/params.js";
import { sameTexts } from "./shared/same-texts.js";
import {
  type Draft,
  draftsOfNearFile,
  LINES,
  linesDraft,
  type PieceFields,
  piece,
  symbolDrafts,
} from "./shared/source-drafts.js";
import { answeredOf, missesInWords, namesakeInWords, othersOf, readSubjects, type Subject } from "./shared/subjects.js";

/** Answers are read whole: their size by default, in tokens. */
const DEFAULT_TOKENS = 4000;
/** With what the symbols call. */
const FLOW_TOKENS = 6000;
/** Tokens of an answer in addition to its pieces. */
const BESIDE = 120;
const MOST_NAMED = 5;
const MOST_NOT_SHOWN = 20;
const MOST_OPEN = 6;
/** Longer functions are shown by their steps, where what they call is shown as well. */
const LONG_IN_FLOW = 25;
const STEPS = "  (steps: lines that call, decide or return; form: whole has the others)";
/** The forms of which there is more than is shown by default. */
const ROOMY: ReadonlySet<string> = new Set(["auto", "steps"]);
/** Tokens that a word without a meaning takes in the answer. */
const NOTE = 40;

export default defineTool({
  name: "get_source",
  title: "Read source",
  toolset: "symbols",
  core: true,
  description:
    "Reads and shows source code, the body of functions and classes that you name, files and lines, several in one call: use it to open, view or read them. Numbered lines, and the callers and callees of each; what does not fit is shortened.",
  readOnly: true,
  idempotent: true,
  answersPreviews: ({ depth }) => depth === 0,
  linksFiles: true,
  command: { name: "source", positional: ["symbols"] },
  input: {
    symbols: params.symbols.describe("Names, node_ids, path, path:12 (symbol there), path:10-40; at most 30."),
    form: z
      .enum(["auto", "whole", "steps", "signature"])
      .default("auto")
      .describe("steps: lines that call, decide or return; signature: no bodies."),
    depth: z
      .int()
      .min(0)
      .max(5)
      .default(0)
      .describe("How it works: also steps of what it calls, so deep, through interfaces and callbacks."),
    path_filter: params.pathFilter,
    neighbours: z.boolean().default(true).describe("Name callers and callees."),
    fold: z.boolean().default(true).describe("Dense rows; false: as written."),
  },
  output: {
    results: z.array(piece),
    not_found: z.array(z.object({ symbol: z.string(), problem: z.string() })).optional(),
    others: z
      .array(z.object({ symbol: z.string(), places: z.array(z.string()), more: z.int() }))
      .optional()
      .describe("Further symbols of a name, which are not shown."),
    not_shown: z.array(z.string()).optional().describe("Functions that are called, for which there was no room."),
    same_texts: z
      .array(z.object({ text: z.string(), places: z.array(z.string()) }))
      .optional()
      .describe("Names in the code that stand elsewhere, too: of jobs, events."),
  },
  brief: ({ results, others, not_found = [], ...output }) => ({
    ...output,
    not_found: missesInWords(not_found).map((problem) => ({ problem })),
    others: others?.map(({ symbol, places, more }) => ({ [symbol]: places, more })),
    results: results.map(({ symbol, node_id, qualified_name: name, node_type, form, ...piece }) => ({
      symbol: name === undefined ? null : `${node_type} ${name}`,
      form: form === "whole" ? null : form,
      ...piece,
    })),
  }),
  async run(input, context) {
    // Callers who ask for the whole mean to read it.
    const usual = input.depth > 0 ? FLOW_TOKENS : DEFAULT_TOKENS;
    const most = input.form === "whole" ? context.config.maxTokens : Math.min(usual, context.config.maxTokens);
    const budget = (context.maxTokens ?? most) - BESIDE;
    const asked = [...new Set(input.symbols.map((given) => given.trim()))];
    const subjects = new Map(
      (
        await readSubjects(
          context,
          asked.filter((given) => !LINES.test(given)),
          input.path_filter === undefined ? undefined : globTest(input.path_filter),
        )
      ).map((one) => [one.given, one]),
    );
    const drafts: Draft[] = [];
    const problems: { symbol: string; problem: string }[] = [];
    for (const given of asked) {
      const subject = subjects.get(given);
      const found = subject ? await symbolDrafts(context, subject, input) : await linesDraft(context, given, input);
      const instead = typeof found === "string" ? await draftsOfNearFile(context, given, input) : null;
      if (typeof found !== "string") drafts.push(...found);
      else if (instead === null) problems.push({ symbol: given, problem: found });
      else {
        drafts.push(...instead.drafts);
        problems.push({ symbol: given, problem: `no such file. Shown is ${instead.path}.` });
      }
    }
    const { drafts: flow, open } =
      input.depth > 0 ? await flowDrafts(context, startsOf(subjects.values()), input) : { drafts: [], open: [] };
    const room = flow.length > 0 ? budget / 2 : budget;
    const shown = fullestOf(drafts, { ...input, isRoomGiven: context.maxTokens !== null }, room);
    const pieces = shown.map((draft, index) => withoutRepeat(draft, index, shown));
    const own = fairShares(pieces.map(sizeWithHead), room - NOTE * problems.length);
    const openCalls = openInWords(open).slice(0, MOST_OPEN);
    const noted = NOTE * problems.length + estimateTokens(openCalls.join("\n"));
    const left = budget - own.reduce((sum, share) => sum + share, noted);
    const shares = flowShares(flow, headOfDraft, left);
    const others = [...subjects.values()].filter((subject) => othersOf(subject).length > 0);
    const notShown = byTurns(flow).flatMap((index) => (shares[index] === 0 ? nameInWords(nth(flow, index)) : []));
    const results = [
      ...pieces.map((draft, index) => ({
        ...draft.fields,
        ...fitPiece(draft.text, nth(own, index) - (sizeWithHead(draft) - sizeOf(draft.text))),
      })),
      ...flow.flatMap(({ fields, text }, index) => {
        const share = nth(shares, index);
        return share === 0 ? [] : [{ ...fields, ...fitPiece(text, share) }];
      }),
    ];
    const same = input.depth > 0 ? await sameTexts(context, results.map(linesOf)) : [];
    return {
      results,
      ...(problems.length > 0 && { not_found: problems }),
      ...(others.length > 0 && { others: others.map(othersInShort) }),
      ...(notShown.length + openCalls.length > 0 && {
        not_shown: [...openCalls, ...firstFew(notShown, MOST_NOT_SHOWN)],
      }),
      ...(same.length > 0 && { same_texts: same }),
    };
  },
  render({ results, not_found = [], others = [], not_shown = [], same_texts = [] }) {
    const rest = [
      ...others.map(({ symbol, places, more }) => {
        const rest = more > 0 ? ` and ${more} more: search_symbols lists them` : "";
        return `Also named ${symbol}: ${places.join(", ")}${rest}`;
      }),
      ...missesInWords(not_found),
      ...(not_shown.length > 0 ? [`Called, and not shown: ${not_shown.join(", ")}`] : []),
      ...same_texts.map(({ text, places }) => `"${text}" also stands at ${places.join(", ")}`),
    ];
    const parts = results.map((one) => `${headOf(one)}\n${one.code}`);
    return [...parts, ...(rest.length > 0 ? [rest.join("\n")] : [])].join("\n\n");
  },
  shrink: [
    (output) => ({ ...output, results: output.results.map(({ calls: _calls, called_by: _by, ...one }) => one) }),
    (output) => ({ ...output, results: output.results.map((one) => ({ ...one, code: firstLines(one.code) })) }),
  ],
});

const sizeWithHead = (draft: Draft) => sizeOf(draft.text) + estimateTokens(headOfDraft(draft)) + 2;

const headOfDraft = ({ fields, text }: Draft) => headOf({ ...fields, form: text.form, line_end: 0 });

const linesOf = ({ file_path: path, line_start: start, line_end: end, code }: PieceFields) => ({
  path,
  start,
  end,
  code,
});

const nameInWords = ({ fields }: Draft) =>
  `${fields.qualified_name ?? fields.symbol} ${placeOf(fields.file_path, fields.line_start)}`;

/** The symbols that a flow begins at. */
function startsOf(subjects: Iterable<Subject>): SymbolHead[] {
  const meant = [...subjects].flatMap(answeredOf);
  return meant.map(({ primary }) => primary).filter(({ ordinal }) => ordinal > 0);
}

/**
 * The pieces in the fullest form for which there is room. Of several symbols of a name the first is shown, as a rule, with its overloads where there
 * is room; the others are shown only where the caller chose the room. The heads of those that are not shown tell when one of them is meant.
 */
function fullestOf(
  drafts: readonly Draft[],
  { form, depth, isRoomGiven }: { form: string; depth: number; isRoomGiven: boolean },
  room: number,
): readonly Draft[] {
  const usual = form === "auto" && depth > 0 ? drafts.map(asSteps) : drafts;
  const forms: (readonly Draft[])[] = [];
  // A caller who gives room for the whole, or for all steps, means to read it.
  if (isRoomGiven && depth === 0 && ROOMY.has(form)) {
    const whole = drafts.map(form === "steps" ? withSteps : asWhole);
    forms.push(whole, withHeads(whole, "other"));
  }
  forms.push(withHeads(usual, "other"));
  const fitting = forms.find((pieces) => pieces.reduce((sum, draft) => sum + sizeWithHead(draft), 0) <= room);
  return fitting ?? withHeads(withHeads(usual, "other"), "overload");
}

const withHeads = (drafts: readonly Draft[], of: Draft["namesake"]): readonly Draft[] =>
  drafts.map((draft) =>
    draft.namesake === of ? { ...draft, text: { ...draft.text, form: "signature" as const } } : draft,
  );

/** A long function by its steps. */
const asSteps = (draft: Draft): Draft =>
  draft.text.form !== "signature" && draft.text.hasSteps && draft.text.lines.length > LONG_IN_FLOW
    ? { ...draft, text: { ...draft.text, form: "steps" } }
    : draft;

const asWhole = (draft: Draft): Draft => ({ ...draft, text: { ...draft.text, form: "whole" } });

/** Of a long type all its steps, in place of its members and what these call. */
const withSteps = (draft: Draft): Draft =>
  draft.text.form === "members" && codeLanguageOf(draft.fields.file_path) !== null
    ? { ...draft, text: { ...draft.text, form: "steps" } }
    : draft;

/** A piece whose lines stand in an earlier one, or in a larger one, is its head alone and names that one. */
function withoutRepeat(draft: Draft, index: number, drafts: readonly Draft[]): Draft {
  if (draft.text.form !== "whole") return draft;
  const holder = drafts.find(
    (other, place) => place !== index && holds(other, draft) && (place < index || !holds(draft, other)),
  );
  if (holder === undefined) return draft;
  const { file_path: path } = holder.fields;
  const { start, lines } = holder.text;
  const where = `${drafts.indexOf(holder) < index ? "above" : "below"}, in ${placeOf(path, start, start + lines.length - 1)}`;
  return { ...draft, text: { ...draft.text, form: "signature", signature: `${draft.text.signature}; ${where}` } };
}

/** Whether the lines of one piece, which is shown whole, are all in another. */
function holds({ fields, text }: Draft, other: Draft): boolean {
  const [end, otherEnd] = [text.start + text.lines.length, other.text.start + other.text.lines.length];
  const isInside = text.start <= other.text.start && otherEnd <= end;
  return text.form === "whole" && fields.file_path === other.fields.file_path && isInside;
}

/** `src/cart.ts:12-30 method Cart.add [id]`, and its neighbours a line each. */
function headOf(one: Omit<PieceFields, "code">): string {
  const {
    file_path,
    line_start,
    line_end,
    node_type,
    qualified_name,
    node_id,
    also_at = [],
    calls = [],
    called_by = [],
    depth = 0,
    called_at,
    is_possible = false,
    form,
  } = one;
  const name = qualified_name === undefined ? "" : `  ${node_type} ${qualified_name} [${node_id}]`;
  const by = node_type !== undefined && !isCallable(node_type) ? "used by" : "called by";
  return [
    ...(called_at === undefined
      ? []
      : [`${">".repeat(depth)} ${is_possible ? "possible" : "called"} from ${called_at}:`]),
    `${placeOf(file_path, line_start, line_end)}${name}${form === "steps" ? (depth > 0 ? " (steps)" : STEPS) : ""}`,
    ...(also_at.length > 0 ? [`also at: ${also_at.join(", ")}`] : []),
    ...(calls.length > 0 ? [`calls: ${calls.join(", ")}`] : []),
    ...(called_by.length > 0 ? [`${by}: ${called_by.join(", ")}`] : []),
  ].join("\n");
}

function othersInShort(subject: Subject) {
  const rest = othersOf(subject).map(namesakeInWords);
  return { symbol: subject.given, places: rest.slice(0, MOST_NAMED), more: Math.max(0, rest.length - MOST_NAMED) };
}

function firstLines(code: string): string {
  const lines = code.split("\n");
  return lines.length > 12 ? [...lines.slice(0, 12), `… ${lines.length - 12} more lines`].join("\n") : code;
}
