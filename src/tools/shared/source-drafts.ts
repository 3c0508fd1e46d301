/** Pieces of source that get_source shows, before they are fitted to a budget: symbols, files, and lines of files. */
import { z } from "zod";
import { CodeindexError } from "../../base/errors.js";
import { nth, present } from "../../base/need.js";
import { countOf, firstFew } from "../../format/counts.js";
import type { PieceDraft } from "../../format/pieces.js";
import { placeOf, withSignature } from "../../format/symbols.js";
import { callersThroughBases } from "../../graph/calls/callers.js";
import { callsOfMembers, callsOfParts } from "../../graph/calls/member-calls.js";
import { declaredIn, pieceOf, readFiles } from "../../graph/pieces.js";
import { incomingRelations, outgoingRelations, type Relation, symbolOf, tiersUpTo } from "../../graph/relations.js";
import { type CodeSymbol, isCallable, isContainer, nameBesidePath, targetsOf } from "../../graph/symbol.js";
import { partsOfFile } from "../../graph/top-level.js";
import { codeLanguageOf } from "../../languages/index.js";
import { maskLines } from "../../masking/secrets.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import { headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { ToolContext } from "../running/tool.js";
import { filesNear, nearInWords, pathOfPlace, withFolder } from "./near-files.js";
import { openFiles } from "./project-files.js";
import { answeredOf, readSubjects, type Subject } from "./subjects.js";

/** Neighbours that the line of each names. */
const MOST_NEIGHBOURS = 6;
/** Further places of a declaration that are named. */
const MOST_SPANS = 10;
/** Namesakes of at most this many lines are shown. */
const SHORT = 12;
/** Longer types and files are shown by their members, and what these call where steps are asked for, unless the whole is asked for. */
const LONG_TYPE = 250;
/** Lines that are asked for by their numbers. */
export const LINES = /^(?:\.\/)?(.+?):(\d{1,7})-(\d{1,7})$/;
/** A file without symbols, and a line of it around which to read. */
const IN_FILE = /^(?:\.\/)?([^:\s]+)(?::(\d{1,7}))?$/;
const AROUND = 20;
/** A path with a folder and an extension. */
const IS_PATH = /^[^\s:]+\/[^\s:/]*\.\w{1,6}$/;

/** A piece of source in an answer. */
export const piece = z.object({
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
  code: z.string().describe("Rows: the number of the line, or of the first and last, a tab, the code."),
  also_at: z.array(z.string()).optional().describe("Where else it is declared: overloads, parts."),
  calls: z.array(z.string()).optional(),
  called_by: z.array(z.string()).optional(),
  depth: z.int().optional().describe("Calls between what was asked for and this."),
  called_at: z.string().optional().describe("By what, and the line."),
  is_possible: z.boolean().optional().describe("It takes what is made there; no call is known."),
});
export type PieceFields = z.infer<typeof piece>;

/** A piece before its code is fitted. */
export interface Draft {
  /** It is a further symbol of the name: an overload of the first, or another that is seldom meant. */
  namesake?: "overload" | "other";
  fields: Omit<PieceFields, "form" | "code" | "line_end">;
  text: PieceDraft;
}

export interface DraftOptions {
  form: "auto" | "whole" | "steps" | "signature";
  neighbours: boolean;
  fold: boolean;
}

export type SourceContext = Pick<ToolContext, "db" | "view" | "searcher" | "signal" | "project" | "config">;

/** The pieces of the symbols that a name means; of a path without symbols, its lines. */
export async function symbolDrafts(
  context: SourceContext,
  subject: Subject,
  options: DraftOptions,
): Promise<Draft[] | string> {
  const { given, problem } = subject;
  if (problem !== null) {
    const [, path, line] = IN_FILE.exec(given) ?? [];
    const range = line === undefined ? "1-9999999" : `${Math.max(1, Number(line) - AROUND)}-${Number(line) + AROUND}`;
    const found =
      path !== undefined && /[./]/.test(path) ? await linesDraft(context, `${path}:${range}`, options) : problem;
    return typeof found === "string" ? problem : found;
  }
  const shown = answeredOf(subject);
  const drafts: Draft[] = [];
  for (const [index, symbol] of shown.entries()) {
    const isOther = index > 0 && options.form === "auto";
    const draft = await symbolDraft(context, given, symbol, { ...options, neighbours: options.neighbours && !isOther });
    if (draft === null) continue;
    const isLong = isOther && draft.text.lines.length > SHORT;
    drafts.push(isLong ? { ...draft, namesake: isOverload(symbol, nth(shown, 0)) ? "overload" : "other" } : draft);
  }
  return drafts.length > 0 ? drafts : "Its file has no text in the index; explain_path says why.";
}

const isOverload = ({ primary }: CodeSymbol, { primary: first }: CodeSymbol): boolean =>
  primary.path === first.path && primary.qualifiedName === first.qualifiedName;

async function symbolDraft(
  { db, view }: SourceContext,
  given: string,
  symbol: CodeSymbol,
  { form, neighbours, fold }: DraftOptions,
): Promise<Draft | null> {
  const { primary, spans } = symbol;
  const lines = (await readFiles(db, view, [primary.path])).get(primary.path);
  if (lines === undefined) return null;
  const isFile = primary.ordinal === 0;
  const { start, lines: own } = isFile ? { start: 1, lines } : pieceOf(primary, lines);
  const isContents = form === "steps";
  const members = isContainer(primary.nodeType)
    ? await membersOf(db, view, primary, { text: lines.join("\n"), withCalls: isContents })
    : null;
  const isLong = members !== null && members.length > 0 && own.length > LONG_TYPE;
  const isFunction = isCallable(primary.nodeType) && members === null;
  const isCode = codeLanguageOf(primary.path) !== null;
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
      isFolded: fold && isCode,
      members,
      signature,
      isWholeAsked: form === "whole",
      hasSteps: isFunction,
      form: formOf(form, { isLong, isCode, hasMembers: members !== null }),
    },
  };
}

/** The form in which a piece is shown where there is room for it. */
function formOf(
  asked: DraftOptions["form"],
  { isLong, isCode, hasMembers }: { isLong: boolean; isCode: boolean; hasMembers: boolean },
): PieceDraft["form"] {
  if (asked === "signature") return hasMembers ? "members" : "signature";
  if (asked === "steps" && isCode && !isLong) return "steps";
  return asked !== "whole" && isLong ? "members" : "whole";
}

/**
 * The members of a type or file, in a line each, with the routes that they handle, and the routes of a file whose handlers have no names. With `withCalls`
 * also the functions that each calls.
 */
async function membersOf(
  db: Db,
  view: View,
  head: SymbolHead,
  { text, withCalls }: { text: string; withCalls: boolean },
) {
  const declared = await declaredIn(db, view, head);
  const calls = withCalls
    ? await callsOfMembers(
        db,
        view,
        declared.map((one) => one.head),
      )
    : null;
  const { handledBy, nameless } = partsOfFile(head.path, head.language, text);
  const rows = declared.map(({ head: member, depth }) => {
    const { lineStart: line, lineEnd: endLine } = member;
    const route = member.nodeType === "method" ? handledBy(line, endLine) : null;
    const own = calls?.get(member.ordinal) ?? [];
    const words = `${signatureOf(member)}${route === null ? "" : `  ${route}`}`;
    const row = `${"  ".repeat(depth)}${words}${own.length > 0 ? ` → ${own.join(", ")}` : ""}`;
    return { line, ...(withCalls && { endLine }), text: row };
  });
  if (head.ordinal !== 0) return rows;
  const functions = declared.filter((one) => isCallable(one.head.nodeType)).map((one) => one.head);
  const routes = nameless().filter(
    ({ line }) => !functions.some(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd),
  );
  if (routes.length === 0) return rows;
  const routeCalls = withCalls ? await callsOfParts(db, view, head, routes) : null;
  const more = routes.map(({ line, endLine, words }, index) => {
    const own = routeCalls?.get(index) ?? [];
    return { line, ...(withCalls && { endLine }), text: `${words}${own.length > 0 ? ` → ${own.join(", ")}` : ""}` };
  });
  return [...rows, ...more].sort((a, b) => a.line - b.line);
}

/** A symbol as its kind, name, parameters and result. */
export function signatureOf({ nodeType, name, parameterSignature, returnType }: SymbolHead): string {
  return `${nodeType} ${withSignature(name, parameterSignature)}${returnType ? `: ${returnType}` : ""}`;
}

/** The callees of a symbol, and its callers or, of a type, its users. */
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
  // Decorators are called above the name, where the function is declared; the source shows them.
  const { spans, primary } = symbol;
  const own = (outgoing?.relations ?? []).filter(
    ({ lines }) => spans.length > 1 || lines.some((line) => line >= primary.lineStart),
  );
  const calls = namesOf(own, (relation) => placeOf(symbolOf(relation).path, symbolOf(relation).lineStart));
  const direct = namesOf(incoming.relations, ({ path, lines }) => placeOf(path, nth(lines, 0)));
  const callers = [...direct, ...(await callersThrough(db, view, symbol, tiers))];
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
    const own = relations.filter(({ nearId }) => nearId === member.nodeId);
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

/** Lines that were asked for by their numbers; of a file that the index has not read, as they are on disk. */
export async function linesDraft(
  context: SourceContext,
  given: string,
  { fold, form }: Pick<DraftOptions, "fold" | "form">,
): Promise<Draft[] | string> {
  const [, path = "", first, last] = present(LINES.exec(given));
  const start = Math.max(1, Number(first));
  try {
    const lines = (await readFiles(context.db, context.view, [path])).get(path) ?? (await onDisk(context, path));
    if (start > lines.length) return `${path} has ${countOf(lines.length, "line")}.`;
    const shown = lines.slice(start - 1, Math.max(start, Number(last)));
    const isCode = codeLanguageOf(path) !== null;
    const members =
      form === "signature" && isCode ? await membersWithin(context, path, lines, [start, Number(last)]) : [];
    const text = {
      start,
      headLine: start,
      lines: shown,
      isFolded: fold && isCode,
      members: members.length > 0 ? members : null,
      form: members.length > 0 ? "members" : form === "steps" && isCode ? "steps" : "whole",
      hasSteps: false,
      signature: shown[0] ?? "",
    } as const;
    return [{ fields: { symbol: given, file_path: path, line_start: start }, text }];
  } catch (error) {
    if (error instanceof CodeindexError) return `${error.message}${await nearInWords(context, path)}`;
    throw error;
  }
}

/** The declarations that begin in some lines of a file, in a line each; nothing of a file that the index has no symbols of. */
async function membersWithin(
  { db, view }: SourceContext,
  path: string,
  lines: readonly string[],
  [first, last]: readonly [number, number],
) {
  const [row] = await readLedgerPaths(db, view.projectId, view.viewId, [path]);
  if (row === undefined || row.versionId === null) return [];
  const [head] = await headsAt(db, view, [{ versionId: row.versionId, ordinal: 0 }]);
  if (head === undefined) return [];
  const members = await membersOf(db, view, head, { text: lines.join("\n"), withCalls: false });
  return members.filter(({ line }) => first <= line && line <= last);
}

/** The pieces of the one file that a wrong path means, and its path; null where no file is nearer to it than any other. */
export async function draftsOfNearFile(
  context: SourceContext,
  given: string,
  options: DraftOptions,
): Promise<{ path: string; drafts: Draft[] } | null> {
  const path = pathOfPlace(given);
  const { db, view } = context;
  const inFolder = await withFolder(context, given);
  if (inFolder !== null) return draftsAt(context, inFolder, options);
  if (!IS_PATH.test(path) || (await readLedgerPaths(db, view.projectId, view.viewId, [path])).length > 0) return null;
  const { paths, isMeant, isElsewhere } = await filesNear(context, path);
  const [near] = paths;
  if (near === undefined || near === path || !isMeant) return null;
  const place = near + given.slice(given.indexOf(path) + path.length);
  // A caller who takes the folder for another one may want another file.
  const shown = isElsewhere && place === near ? { ...options, form: "signature" as const } : options;
  return draftsAt(context, place, shown);
}

async function draftsAt(context: SourceContext, place: string, options: DraftOptions) {
  const drafts = LINES.test(place)
    ? await linesDraft(context, place, options)
    : await symbolDrafts(context, nth(await readSubjects(context, [place]), 0), options);
  return typeof drafts === "string" ? null : { path: pathOfPlace(place), drafts };
}

async function onDisk(context: SourceContext, path: string): Promise<string[]> {
  const { lines } = await (await openFiles(context)).lines(path);
  return maskLines(lines, 0, lines.length);
}
