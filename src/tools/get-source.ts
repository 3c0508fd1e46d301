import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { estimateTokens } from "../base/estimate-tokens.js";
import { nth } from "../base/need.js";
import { countOf } from "../format/counts.js";
import { fitPiece, type PieceDraft, sizeOf } from "../format/pieces.js";
import { fairShares } from "../format/share.js";
import { placeOf, withSignature } from "../format/symbols.js";
import { callersThroughBases } from "../graph/callers.js";
import { declaredIn, pieceOf, readFiles } from "../graph/pieces.js";
import { incomingRelations, outgoingRelations, type Relation, symbolOf, tiersUpTo } from "../graph/relations.js";
import { type CodeSymbol, isCallable, isContainer, nameBesidePath, targetsOf } from "../graph/symbol.js";
import { languageOf } from "../languages/index.js";
import { maskLines } from "../masking/secrets.js";
import type { Db } from "../store/db/db.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import * as params from "./shared/params.js";
import { openFiles } from "./shared/project-files.js";
import { missesInWords, namesakeInWords, readSubjects, type Subject } from "./shared/subjects.js";

/** Answers are read whole: so long are they by default, in tokens. */
const DEFAULT_TOKENS = 4000;
/** Tokens of an answer in addition to its pieces. */
const BESIDE = 120;
/** Neighbours that the line of each names. */
const MOST_NEIGHBOURS = 6;
/** Symbols of one name that are shown; the others are named. */
const MOST_NAMESAKES = 3;
/** Further places of a declaration that are named. */
const MOST_SPANS = 10;
/** Longer types and files are shown by their members, unless the whole is asked for. */
const LONG_TYPE = 250;
const MOST_NAMED = 5;
const STEPS = "  (steps: lines that call, decide or return; form: whole has the others)";
/** Tokens that a word without a meaning takes in the answer. */
const NOTE = 40;

const LINES = /^(?:\.\/)?(.+?):(\d{1,7})-(\d{1,7})$/;
/** A file without symbols, and a line of it around which to read. */
const IN_FILE = /^(?:\.\/)?([^:\s]+)(?::(\d{1,7}))?$/;
const AROUND = 20;

const piece = z.object({
  symbol: z.string().describe("As it was asked for."),
  node_id: z.string().optional(),
  qualified_name: z.string().optional(),
  node_type: z.string().optional(),
  file_path: z.string(),
  line_start: z.int().describe("Of the declaration; comments above it are shown, too."),
  line_end: z.int().describe("Of what is shown."),
  form: z
    .enum(["whole", "steps", "part", "members", "signature"])
    .describe("steps: lines that call, decide, return; part: the first; members: a line each; signature: its head."),
  code: z.string().describe("Each line with its number and a tab."),
  also_at: z.array(z.string()).optional().describe("Where else it is declared: overloads, parts."),
  calls: z.array(z.string()).optional(),
  called_by: z.array(z.string()).optional(),
});
type PieceFields = z.infer<typeof piece>;

export default defineTool({
  name: "get_source",
  title: "Read source",
  toolset: "symbols",
  core: true,
  description:
    "Reads and shows source code, the body of functions and classes that you name, files and lines, several in one call: use it to open, view or read them. Numbered lines, and the callers and callees of each; what does not fit is shortened.",
  readOnly: true,
  idempotent: true,
  linksFiles: true,
  command: { name: "source", positional: ["symbols"] },
  input: {
    symbols: params.symbols.describe("Names, node_ids, path, path:12 (the symbol there), path:10-40; at most 30."),
    form: z
      .enum(["auto", "whole", "steps", "signature"])
      .default("auto")
      .describe("steps: of functions only the lines that call, decide or return; signature: no bodies."),
    neighbours: z.boolean().default(true).describe("Name callers and callees."),
    fold: z.boolean().default(true).describe("Long comments and imports in a row each."),
  },
  output: {
    results: z.array(piece),
    not_found: z.array(z.object({ symbol: z.string(), problem: z.string() })).optional(),
    others: z
      .array(z.object({ symbol: z.string(), places: z.array(z.string()), more: z.int() }))
      .optional()
      .describe("Further symbols of a name, which are not shown."),
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
    const most = input.form === "whole" ? context.config.maxTokens : Math.min(DEFAULT_TOKENS, context.config.maxTokens);
    const budget = (context.maxTokens ?? most) - BESIDE;
    const asked = [...new Set(input.symbols.map((given) => given.trim()))];
    const subjects = new Map(
      (
        await readSubjects(
          context,
          asked.filter((given) => !LINES.test(given)),
        )
      ).map((one) => [one.given, one]),
    );
    const drafts: Draft[] = [];
    const problems: { symbol: string; problem: string }[] = [];
    for (const given of asked) {
      const subject = subjects.get(given);
      const found = subject
        ? await symbolDrafts(context, subject, input)
        : await linesDraft(context, given, input.fold);
      if (typeof found === "string") problems.push({ symbol: given, problem: found });
      else drafts.push(...found);
    }
    // A caller who gives room for the whole means to read it.
    const whole = input.form === "auto" && context.maxTokens !== null ? drafts.map(asWhole) : [];
    const hasRoom = whole.length > 0 && whole.reduce((sum, draft) => sum + sizeWithHead(draft), 0) <= budget;
    const shown = hasRoom ? whole : drafts;
    const pieces = shown.map((draft, at) => withoutRepeat(draft, at, shown));
    const shares = fairShares(pieces.map(sizeWithHead), budget - NOTE * problems.length);
    const others = [...subjects.values()].filter(({ symbols }) => symbols.length > MOST_NAMESAKES);
    return {
      results: pieces.map((draft, at) => ({
        ...draft.fields,
        ...fitPiece(draft.text, nth(shares, at) - (sizeWithHead(draft) - sizeOf(draft.text))),
      })),
      ...(problems.length > 0 && { not_found: problems }),
      ...(others.length > 0 && { others: others.map(othersOf) }),
    };
  },
  render({ results, not_found = [], others = [] }) {
    const rest = [
      ...others.map(({ symbol, places, more }) => {
        const rest = more > 0 ? ` and ${more} more: search_symbols lists them` : "";
        return `Also named ${symbol}: ${places.join(", ")}${rest}`;
      }),
      ...missesInWords(not_found),
    ];
    const parts = results.map((one) => `${headOf(one)}\n${one.code}`);
    return [...parts, ...(rest.length > 0 ? [rest.join("\n")] : [])].join("\n\n");
  },
  shrink: [
    (output) => ({ ...output, results: output.results.map(({ calls: _calls, called_by: _by, ...one }) => one) }),
    (output) => ({ ...output, results: output.results.map((one) => ({ ...one, code: firstLines(one.code) })) }),
  ],
});

/** A piece before its code is fitted. */
interface Draft {
  fields: Omit<PieceFields, "form" | "code" | "line_end">;
  text: PieceDraft;
}

interface Options {
  form: "auto" | "whole" | "steps" | "signature";
  neighbours: boolean;
  fold: boolean;
}

type Context = Pick<ToolContext, "db" | "view" | "searcher" | "signal" | "project" | "config">;

const sizeWithHead = ({ fields, text }: Draft) =>
  sizeOf(text) + estimateTokens(headOf({ ...fields, form: text.form, line_end: 0 })) + 2;

const asWhole = (draft: Draft): Draft => ({ ...draft, text: { ...draft.text, form: "whole" } });

/** A piece whose lines stand in an earlier one, or in a larger one, is its head alone and names that one. */
function withoutRepeat(draft: Draft, at: number, drafts: readonly Draft[]): Draft {
  if (draft.text.form !== "whole") return draft;
  const holder = drafts.find(
    (other, place) => place !== at && holds(other, draft) && (place < at || !holds(draft, other)),
  );
  if (holder === undefined) return draft;
  const { file_path: path } = holder.fields;
  const { start, lines } = holder.text;
  const where = `${drafts.indexOf(holder) < at ? "above" : "below"}, in ${placeOf(path, start, start + lines.length - 1)}`;
  return { ...draft, text: { ...draft.text, form: "signature", signature: `${draft.text.signature}; ${where}` } };
}

/** Whether the lines of one piece, which is shown whole, are all in another. */
function holds({ fields, text }: Draft, other: Draft): boolean {
  const [end, otherEnd] = [text.start + text.lines.length, other.text.start + other.text.lines.length];
  const isInside = text.start <= other.text.start && otherEnd <= end;
  return text.form === "whole" && fields.file_path === other.fields.file_path && isInside;
}

/** The pieces of the symbols that a name means; of a path without symbols, its lines. */
async function symbolDrafts(
  context: Context,
  { given, symbols, problem }: Subject,
  options: Options,
): Promise<Draft[] | string> {
  if (problem !== null) {
    const [, path, line] = IN_FILE.exec(given) ?? [];
    const range = line === undefined ? "1-9999999" : `${Math.max(1, Number(line) - AROUND)}-${Number(line) + AROUND}`;
    const found =
      path !== undefined && /[./]/.test(path) ? await linesDraft(context, `${path}:${range}`, options.fold) : problem;
    return typeof found === "string" ? problem : found;
  }
  const shown = symbols.slice(0, MOST_NAMESAKES);
  const drafts: Draft[] = [];
  for (const symbol of shown) {
    const draft = await symbolDraft(context, given, symbol, options);
    if (draft) drafts.push(draft);
  }
  return drafts.length > 0 ? drafts : "Its file has no text in the index; explain_path says why.";
}

async function symbolDraft(
  { db, view }: Context,
  given: string,
  symbol: CodeSymbol,
  { form, neighbours, fold }: Options,
): Promise<Draft | null> {
  const { primary, spans } = symbol;
  const lines = (await readFiles(db, view, [primary.path])).get(primary.path);
  if (lines === undefined) return null;
  const isFile = primary.ordinal === 0;
  const { start, lines: own } = isFile ? { start: 1, lines } : pieceOf(primary, lines);
  const members = isContainer(primary.nodeType) ? await membersOf(db, view, primary) : null;
  const isLong = members !== null && members.length > 0 && own.length > LONG_TYPE;
  const isFunction = isCallable(primary.nodeType) && members === null;
  const signature = signatureOf(primary);
  const places = spans
    .slice(1)
    .map((span) => `${placeOf(span.path, span.lineStart, span.lineEnd)}${span.parameterSignature ?? ""}`);
  return {
    fields: {
      symbol: given,
      ...(isFile ? {} : { node_id: primary.nodeId, qualified_name: primary.qualifiedName }),
      node_type: primary.nodeType,
      file_path: primary.path,
      line_start: isFile ? start : primary.lineStart,
      ...(places.length > 0 && { also_at: firstFew(places, MOST_SPANS) }),
      ...(neighbours && !isFile && (await neighboursOf(db, view, symbol))),
    },
    text: {
      start,
      headLine: isFile ? start : primary.lineStart,
      lines: own,
      isFolded: fold,
      members,
      signature,
      isWholeAsked: form === "whole",
      hasSteps: isFunction,
      form: formOf(form, { isLong, isFunction, hasMembers: members !== null }),
    },
  };
}

/** The form in which a piece is shown where there is room for it. */
function formOf(
  asked: Options["form"],
  { isLong, isFunction, hasMembers }: { isLong: boolean; isFunction: boolean; hasMembers: boolean },
): PieceDraft["form"] {
  if (asked === "signature") return hasMembers ? "members" : "signature";
  if (asked === "steps" && isFunction) return "steps";
  return asked !== "whole" && isLong ? "members" : "whole";
}

async function membersOf(db: Db, view: View, head: SymbolHead) {
  return (await declaredIn(db, view, head)).map(({ head: member, depth }) => ({
    line: member.lineStart,
    text: `${"  ".repeat(depth)}${signatureOf(member)}`,
  }));
}

function signatureOf({ nodeType, name, parameterSignature, returnType }: SymbolHead): string {
  return `${nodeType} ${withSignature(name, parameterSignature)}${returnType ? `: ${returnType}` : ""}`;
}

/** Whom a symbol calls, and who calls it or, of a type, uses it. */
async function neighboursOf(
  db: Db,
  view: View,
  symbol: CodeSymbol,
): Promise<Pick<Draft["fields"], "calls" | "called_by">> {
  // A guess by name alone would stand here without a word on how sure it is.
  const tiers = tiersUpTo("import");
  const isCalled = isCallable(symbol.primary.nodeType);
  const incoming = await incomingRelations(db, view, await targetsOf(db, view, symbol), {
    kinds: isCalled ? ["calls"] : ["calls", "references", "accepts", "implements", "inherits", "extends"],
    tiers,
    depth: 1,
  });
  const outgoing = isCalled
    ? await outgoingRelations(db, view, symbol.spans, { kinds: ["calls"], tiers, depth: 1 })
    : null;
  const calls = namesOf(outgoing?.relations ?? [], (relation) =>
    placeOf(symbolOf(relation).path, symbolOf(relation).lineStart),
  );
  const own = namesOf(incoming.relations, ({ path, lines }) => placeOf(path, nth(lines, 0)));
  const callers = [...own, ...(await callersThrough(db, view, symbol, tiers))];
  return { ...(calls.length > 0 && { calls }), ...(callers.length > 0 && { called_by: callers }) };
}

/** Callers of the members that a member implements or overrides: in code with interfaces these are all there are. `through IStore.read: run src/a.cs:3`. */
async function callersThrough(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  tiers: ReturnType<typeof tiersUpTo>,
): Promise<string[]> {
  const { relations, members } = await callersThroughBases(db, view, symbol, { tiers });
  return members.flatMap((member) => {
    const own = relations.filter(({ at }) => at === member.nodeId);
    const [first, ...others] = namesOf(own, ({ path, lines }) => placeOf(path, nth(lines, 0)));
    if (first === undefined) return [];
    return [`through ${nameBesidePath(member.qualifiedName, member.path, member.nodeType)}: ${first}`, ...others];
  });
}

function namesOf(relations: readonly Relation[], where: (relation: Relation) => string): string[] {
  const named = relations.flatMap((relation) => {
    const { symbol } = relation;
    if (symbol === null) return [];
    const { ordinal, qualifiedName, path, nodeType } = symbol;
    const name = ordinal === 0 ? "" : `${nameBesidePath(qualifiedName, path, nodeType)} `;
    return [`${name}${where(relation)}`];
  });
  return firstFew([...new Set(named)], MOST_NEIGHBOURS);
}

function firstFew(all: readonly string[], most: number): string[] {
  return all.length > most ? [...all.slice(0, most), `… ${all.length - most} more`] : [...all];
}

/** Lines that were asked for by their numbers; of a file that the index has not read, as they are on disk. */
async function linesDraft(context: Context, given: string, isFolded: boolean): Promise<Draft[] | string> {
  const [, path, first, last] = LINES.exec(given)!;
  const start = Math.max(1, Number(first));
  try {
    const lines = (await readFiles(context.db, context.view, [path!])).get(path!) ?? (await onDisk(context, path!));
    if (start > lines.length) return `${path} has ${countOf(lines.length, "line")}.`;
    const shown = lines.slice(start - 1, Math.max(start, Number(last)));
    const text = {
      start,
      headLine: start,
      lines: shown,
      isFolded: isFolded && languageOf(path!) !== null,
      members: null,
      form: "whole",
      hasSteps: false,
      signature: shown[0] ?? "",
    } as const;
    return [{ fields: { symbol: given, file_path: path!, line_start: start }, text }];
  } catch (error) {
    if (error instanceof CodeindexError) return error.message;
    throw error;
  }
}

async function onDisk(context: Context, path: string): Promise<string[]> {
  const { lines } = await (await openFiles(context)).lines(path);
  return maskLines(lines, 0, lines.length);
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
    form,
  } = one;
  const name = qualified_name === undefined ? "" : `  ${node_type} ${qualified_name} [${node_id}]`;
  const by = node_type !== undefined && !isCallable(node_type) ? "used by" : "called by";
  return [
    `${placeOf(file_path, line_start, line_end)}${name}${form === "steps" ? STEPS : ""}`,
    ...(also_at.length > 0 ? [`also at: ${also_at.join(", ")}`] : []),
    ...(calls.length > 0 ? [`calls: ${calls.join(", ")}`] : []),
    ...(called_by.length > 0 ? [`${by}: ${called_by.join(", ")}`] : []),
  ].join("\n");
}

function othersOf({ given, symbols }: Subject) {
  const rest = symbols.slice(MOST_NAMESAKES).map(namesakeInWords);
  return { symbol: given, places: rest.slice(0, MOST_NAMED), more: Math.max(0, rest.length - MOST_NAMED) };
}

function firstLines(code: string): string {
  const lines = code.split("\n");
  return lines.length > 12 ? [...lines.slice(0, 12), `… ${lines.length - 12} more lines`].join("\n") : code;
}
