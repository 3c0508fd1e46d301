/** Symbols and relations as answers show them: their fields, and their words. */
import { z } from "zod";
import { nth, present } from "../base/need.js";
import { externalName, OUTSIDE } from "../graph/calls/outside.js";
import {
  CONFIDENCES,
  type Confidence,
  MOST_EDGES,
  MOST_WALK,
  type Relation,
  type Relations,
} from "../graph/relations.js";
import { type CodeSymbol, isShared, nameBesidePath } from "../graph/symbol.js";
import { isByShape } from "../languages/index.js";
import { ACCESSES } from "../model/access.js";
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS } from "../model/edge.js";
import { PATH_CLASSES } from "../model/paths.js";
import { hasFlag, type SymbolHead } from "../store/symbol-heads.js";
import { countOf } from "./counts.js";
import { type NotIndexedFields, notIndexedInShort } from "./gaps.js";
import { type TextOnlyFields, type UnresolvedFields, withFewerLines } from "./unresolved.js";

const byShape = z
  .literal("shape")
  .optional()
  .describe("Its language has no parser here: its uses are known by name alone, or from SCIP.");

/** Marks a symbol whose language has no parser; nothing of any other. */
export function byField({ language }: Pick<SymbolHead, "language">): { by?: "shape" } {
  return isByShape(language) ? { by: "shape" } : {};
}

/** The mark in words, behind a declaration. */
export const byInWords = ({ by }: { by?: "shape" | undefined }): string => (by === undefined ? "" : `  (by: ${by})`);

/** Fields of a symbol in every list. */
export const symbolShape = {
  node_id: z
    .string()
    .describe("Id of the symbol, for the other tools. Survives edits that neither rename nor move it."),
  name: z.string(),
  qualified_name: z.string(),
  node_type: z.string(),
  language: z.string(),
  by: byShape,
  file_path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  access_modifier: z.string(),
  parameter_signature: z.string().nullable(),
  return_type: z.string().nullable(),
};

/** Fields that get_symbol and lookup_symbol add. */
export const symbolFlagsShape = {
  is_public_api: z.boolean(),
  is_static: z.boolean(),
  is_abstract: z.boolean(),
  is_async: z.boolean(),
  is_override: z.boolean(),
  is_deprecated: z.boolean(),
  has_doc_comment: z.boolean(),
  parse_status: z.enum(["full", "partial"]).describe("partial: some lines of its file did not parse."),
  parameter_count: z.int().nullable(),
};

/** The symbol that an answer is about. */
export const subjectShape = z.object({
  node_id: z.string(),
  qualified_name: z.string(),
  node_type: z.string(),
  file_path: z.string(),
  line_start: z.int(),
  /** Of one outside of the index. */
  module: z.string().optional(),
  by: byShape,
  overloads: z.array(z.string()).optional().describe("Its parameters, where there are others of its name."),
  from_outside: z
    .string()
    .optional()
    .describe("Of one that only tests call: bases in a library, whose code may call it."),
});

export const rule = z
  .enum(EDGE_RULES)
  .describe(
    "Its rule. receiver-type: a member of the type of the value it is called on; inherited: of a base of that type; overload: which of the declarations that fit is meant is not known; library: nothing in the project declares it; implicit-constructor: base(…) or super(…) of a class that declares no constructor; not-indexed: its file or package is of the project, and not in the index.",
  );

/** The symbol at the other end of an edge, and the edge. */
export const relationShape = {
  node_id: z.string(),
  name: z.string(),
  qualified_name: z.string(),
  signature: z.string().optional().describe("Its parameters, where others of the list have the same name."),
  node_type: z
    .string()
    .describe(
      "external: outside the project, or in a file of it that is not indexed (generated code); file: code at the top level of a file.",
    ),
  file_path: z.string().nullable().describe("null for what is external, and for a namespace that many files share."),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
  module: z.string().nullable().optional().describe("Package, module or namespace of an external symbol."),
  edge_type: z.enum(EDGE_KINDS),
  direction: z.enum(["incoming", "outgoing"]).describe("incoming: it refers to the symbol asked about."),
  confidence: z.enum(EDGE_TIERS),
  rule,
  line: z.int().describe("The first line of the reference, in the file of the symbol that refers."),
  lines: z.array(z.int()).describe("The lines of references between the two."),
  lines_left_out: z.int().optional().describe("How many lines there are beyond those."),
  parts: z
    .array(z.string().nullable())
    .optional()
    .describe(
      "For each line at the top level of a file the route or test that it is in; of a method, the route it handles.",
    ),
  is_object: z
    .literal(true)
    .optional()
    .describe("An object of the type, or a member of one, that no class declares: behind the others."),
  text: z
    .string()
    .optional()
    .describe(
      "The source at `line`, of the first relations; where others of `lines` differ, some of these, as `5: …`.",
    ),
  access: z.enum(ACCESSES).optional(),
  depth: z.int().describe("1: direct; 2: by way of one other symbol; and so on."),
  via: z
    .string()
    .optional()
    .describe(
      "node_id of the symbol one step nearer, or of the member that has the relation; absent where they are several.",
    ),
  via_name: z.string().optional(),
};
const relationObject = z.object(relationShape);
export type RelationFields = z.infer<typeof relationObject>;

const leastSure = z.enum(CONFIDENCES).describe("Least sure to list.");
/** Of a list, where the less sure stand last and are marked. */
export const minConfidence = leastSure.default("unique");
/** Of what the tool chooses by itself where it is left out. */
export const minConfidenceIfAny = leastSure.optional();

export const countsShape = z
  .object({ exact: z.int(), import: z.int(), unique: z.int(), candidate: z.int() })
  .describe("References by confidence, those not listed included; counting stops at 10,000 of each.");
export type Counts = z.infer<typeof countsShape>;

/** Entries and lines of a list, which are two numbers. */
export const countedShape = z
  .object({ symbols: z.int(), lines: z.int(), files: z.int() })
  .describe("Of the direct relations, on all pages: the symbols, the lines of references and the files of those.");

/** The fields that lists of relations begin with. */
export const relationListShape = {
  symbol: subjectShape,
  results: z.array(z.object(relationShape)),
  total: z.int(),
  counted: countedShape,
  capped: z.boolean(),
};

const nameOf = (head: SymbolHead) => head.name || head.path.slice(head.path.lastIndexOf("/") + 1);
/** The qualified name; of a file its path. */
export const qualifiedNameOf = (head: SymbolHead) => head.qualifiedName || head.path;

/** A symbol as fields. */
export const symbolFields = ({ primary }: CodeSymbol) => headFields(primary);

/** A place where a symbol stands as fields. A module is called as its file. */
export function headFields(head: SymbolHead) {
  return {
    node_id: head.nodeId,
    name: nameOf(head),
    qualified_name: qualifiedNameOf(head),
    node_type: head.nodeType,
    language: head.language,
    ...byField(head),
    file_path: head.path,
    line_start: head.lineStart,
    line_end: head.lineEnd,
    access_modifier: head.access,
    parameter_signature: head.parameterSignature,
    return_type: head.returnType,
  };
}

/** The fields of `symbolFlagsShape`. A symbol is what one of its spans says: `abstract` may stand on one part of a partial class alone. */
export function symbolFlags({ primary, spans }: CodeSymbol) {
  const any = (flag: Parameters<typeof hasFlag>[1]) => spans.some((span) => hasFlag(span, flag));
  return {
    is_public_api: any("isPublicApi"),
    is_static: any("isStatic"),
    is_abstract: any("isAbstract"),
    is_async: any("isAsync"),
    is_override: any("isOverride"),
    is_deprecated: any("isDeprecated"),
    has_doc_comment: spans.some((span) => span.hasDoc),
    parse_status: spans.some((span) => span.fileStatus === "partial") ? ("partial" as const) : ("full" as const),
    parameter_count: primary.parameterCount,
  };
}

/** A symbol that was asked about, as fields. */
export function subjectFields({ primary, outside }: CodeSymbol): z.infer<typeof subjectShape> {
  return {
    node_id: primary.nodeId,
    qualified_name: qualifiedNameOf(primary),
    node_type: primary.nodeType,
    file_path: primary.path,
    line_start: primary.lineStart,
    ...(outside?.module != null && { module: outside.module }),
    ...byField(primary),
  };
}

const MOST_SIGNATURE = 100;

/** The symbol asked about as headings name it: `Auth.login (src/auth.ts:10)`, of an overload with its parameters; in C# without the namespace. */
export function subjectName(subject: Subject): string {
  const { qualified_name, node_type, file_path, line_start, by, overloads = [], module } = subject;
  if (node_type === OUTSIDE) return outsideName(qualified_name, module ?? null);
  const shape = by === undefined ? "" : `by: ${by}`;
  if (qualified_name === file_path) return shape === "" ? file_path : `${file_path} (${shape})`;
  const [own, ...others] = overloads.map((signature) =>
    signature.length > MOST_SIGNATURE ? `${signature.slice(0, MOST_SIGNATURE - 2)}…)` : signature,
  );
  const short = nameBesidePath(qualified_name, file_path, node_type);
  const name = own === undefined ? short : withSignature(short, own);
  const more = others.length > 0 ? `, also ${others.join(", ")}` : "";
  return `${name} (${file_path}:${line_start}${more}${shape && `, ${shape}`})`;
}
type Subject = z.infer<typeof subjectShape>;

/** `CanActivate (@nestjs/common, outside the index)` */
export const outsideName = (name: string, module: string | null): string =>
  `${name} (${module === null || module === name ? "" : `${module}, `}outside the index)`;

/** A relation as fields. `via` is given where the relation is not the symbol's own. */
export function relationFields(relation: Relation, extra: { via?: SymbolHead; hasOverloads: boolean }): RelationFields {
  const { symbol, external } = relation;
  // Of an incoming one it is the very span that the reference stands in.
  const place = relation.direction === "outgoing" && symbol && isShared(symbol) ? null : symbol;
  return {
    node_id: symbol?.nodeId ?? present(external).nodeId,
    name: symbol ? nameOf(symbol) : externalName(present(external)),
    qualified_name: symbol ? qualifiedNameOf(symbol) : externalName(present(external)),
    ...(extra.hasOverloads && symbol?.parameterSignature != null && { signature: symbol.parameterSignature }),
    node_type: symbol?.nodeType ?? "external",
    file_path: place?.path ?? null,
    line_start: place?.lineStart ?? null,
    line_end: place?.lineEnd ?? null,
    ...(external ? { module: external.module } : {}),
    edge_type: relation.kind,
    direction: relation.direction,
    confidence: relation.tier,
    rule: relation.rule,
    line: nth(relation.lines, 0),
    lines: relation.lines,
    ...(relation.linesLeftOut ? { lines_left_out: relation.linesLeftOut } : {}),
    ...(relation.isObject ? { is_object: true as const } : {}),
    ...(relation.access && { access: relation.access }),
    depth: relation.depth,
    ...(extra.via ? { via: extra.via.nodeId, via_name: qualifiedNameOf(extra.via) } : {}),
  };
}

/** `src/a.ts:3-9  method AuthService.login(user: string): Promise<User>` */
export function symbolLine(symbol: {
  file_path: string;
  line_start: number;
  line_end: number;
  node_type: string;
  qualified_name: string;
  parameter_signature: string | null;
  return_type: string | null;
  by?: "shape" | undefined;
}): string {
  const type = symbol.return_type ? `: ${symbol.return_type}` : "";
  const place = placeOf(symbol.file_path, symbol.line_start, symbol.line_end);
  return `${place}  ${symbol.node_type} ${withSignature(symbol.qualified_name, symbol.parameter_signature)}${type}${byInWords(symbol)}`;
}

/** The argument labels at the end of a qualified name, as languages with labels write it. */
const LABELS = /\((?:[^\s():]+:)*\)$/u;

/** A name with its parameters; of a C# indexer, `this[]`, those in its brackets. */
export function withSignature(name: string, signature: string | null): string {
  if (!signature) return name;
  // Labels are part of the signature: `Server.serve(_:port:)`.
  if (signature.startsWith("(")) return name.replace(LABELS, "") + signature;
  return name.endsWith("[]") && signature.startsWith("[") ? name.slice(0, -2) + signature : name + signature;
}

/** `src/a.ts:3` or `src/a.ts:3-9` */
export function placeOf(path: string, start: number, end = start): string {
  return end > start ? `${path}:${start}-${end}` : `${path}:${start}`;
}

/** Rules that say no more than the tier they stand with. */
const PLAIN: ReadonlySet<string> = new Set(["import import", "candidate same-name", "external library"]);

/** `exact: receiver-type`; the tier alone where the rule says no more. */
export function sureness({ confidence, rule: by }: Pick<RelationFields, "confidence" | "rule">): string {
  if (confidence === "unique") return "unique: by its name alone";
  return by === "unrecorded" || PLAIN.has(`${confidence} ${by}`) ? confidence : `${confidence}: ${by}`;
}

/** Why a list is not whole, and how to see the rest; nothing of a whole one. */
export function cappedLines(isCapped: boolean, narrower: string): string[] {
  const looked = `${MOST_EDGES} references and, of further steps, ${MOST_WALK} symbols are looked at`;
  return isCapped ? [`The list is not whole: ${looked}. Narrow it with ${narrower}.`] : [];
}

/** Relations that a limit left out of a list, in which code stands before tests. */
export const leftOutShape = z
  .object({
    references: z.int(),
    files: z.int(),
    by_place: z.partialRecord(z.enum(PATH_CLASSES), z.int()),
  })
  .describe("References that no page lists, where `capped`: results are the surest, and of them code before tests.");

/** The relations that a limit left out, as fields; none where the list is whole. */
export function leftOutFields({ leftOut }: Relations): { left_out?: z.infer<typeof leftOutShape> } {
  return leftOut
    ? { left_out: { references: leftOut.references, files: leftOut.files, by_place: leftOut.places } }
    : {};
}

/**
 * Why a list of incoming relations is not whole: `202 more references, in 31 files (test 202), are not listed: code stands before tests.` `followed`
 * says what else was not looked at; `narrower` what would list fewer, if anything would.
 */
export function incomingCappedLines(
  { capped, left_out }: { capped: boolean; left_out?: z.infer<typeof leftOutShape> | undefined },
  { narrower, followed }: { narrower: readonly string[]; followed: string },
): string[] {
  if (!capped) return [];
  if (left_out === undefined) return [`The list is not whole: ${followed}`];
  const { references, files, by_place } = left_out;
  const what = `${references === 1 ? "is 1 more reference" : `are ${references} more references`} in ${countOf(files, "file")} (${placesText(by_place)})`;
  const narrow = narrower.length > 0 ? ` ${narrower.join(" or ")} narrows it;` : "";
  return [
    `The list is not whole: beside these, which are the surest and code before tests, there ${what}.${narrow} search_text with the name and a path_filter finds the others.`,
  ];
}

const placesText = (places: Partial<Record<string, number>>) =>
  Object.entries(places)
    .map(([place, count]) => `${place} ${count}`)
    .join(", ");

/** The tiers that are listed at a confidence: `exact, import or unique`. */
export function tiersInWords(confidence: Confidence): string {
  const tiers: string[] = CONFIDENCES.slice(0, CONFIDENCES.indexOf(confidence) + 1);
  return tiers.length === 1 ? nth(tiers, 0) : `${tiers.slice(0, -1).join(", ")} or ${tiers.at(-1)}`;
}

/** The parameter that would list the surer references alone; nothing where all have one confidence. */
export function surerThan(counts: Counts, confidence: Confidence): string[] {
  const listed = CONFIDENCES.slice(0, CONFIDENCES.indexOf(confidence) + 1).filter((tier) => counts[tier] > 0);
  return listed.length > 1 ? [`min_confidence=${listed[0]}`] : [];
}

/** Fields in addition to the relations of an answer. */
interface BesideRelations {
  results: RelationFields[];
  via_interface?: RelationFields[];
  of_overriders?: RelationFields[];
  less_sure_calls?: RelationFields[] | undefined;
  implementations?: RelationFields[];
  unresolved: UnresolvedFields;
  text_only?: TextOnlyFields;
  not_indexed?: NotIndexedFields | undefined;
}

const withoutText = (relations: RelationFields[]): RelationFields[] =>
  relations.map(({ text: _text, ...relation }) => relation);

/** Ways for an answer of relations to show less of each: without the source; then of what stands beside them little but how much there is. */
export const shrinkRelations = [
  <Output extends BesideRelations>(output: Output): Output => ({ ...output, results: withoutText(output.results) }),
  <Output extends BesideRelations>(output: Output): Output => ({
    ...output,
    ...(output.via_interface && { via_interface: withoutText(output.via_interface.slice(0, 1)) }),
    ...(output.of_overriders && { of_overriders: withoutText(output.of_overriders.slice(0, 1)) }),
    ...(output.implementations && { implementations: withoutText(output.implementations.slice(0, 1)) }),
    ...(output.less_sure_calls && { less_sure_calls: withoutText(output.less_sure_calls) }),
    unresolved: { ...output.unresolved, locations: [] },
    ...(output.text_only && { text_only: withFewerLines(output.text_only) }),
    ...(output.not_indexed && { not_indexed: notIndexedInShort(output.not_indexed) }),
  }),
];
