/** Parts of an answer that another answer of the same call has already: callers through bases and overrides, imports where callers are, implementations. */
import { addToList } from "../../base/groups.js";
import { countOf } from "../../format/counts.js";
import { nameOf } from "../../format/relation-rows.js";
import type { RelationFields } from "../../format/symbols.js";

/** Lists of callers that go through other members than the one asked about. */
const LISTS = ["via_interface", "of_overriders"] as const;
type ListName = (typeof LISTS)[number];

interface Callers extends Record<ListName | "results", RelationFields[]> {
  symbol: { node_id: string; qualified_name: string };
  namesakes: { node_id: string }[];
  elsewhere?: Elsewhere | undefined;
}

/** The number of callers of each list that stand with other symbols, and these. */
export type Elsewhere = Partial<Record<ListName, { count: number; with: string[] }>>;

/**
 * The answer without callers of a member that the call asks about as well, or that an earlier answer has. Each is where it belongs: with the member that
 * it calls. So are counts of calls of other symbols of its name.
 */
export function withoutListed<Output extends Callers>(output: Output, answers: readonly object[]): Output {
  const all = answers.filter(isOfCallers);
  const index = all.findIndex(({ symbol }) => symbol.node_id === output.symbol.node_id);
  const elsewhere: Elsewhere = {};
  const earlier = all.slice(0, index).flatMap(({ namesakes }) => namesakes);
  const told = new Set([...all.map(({ symbol }) => symbol), ...earlier].map(({ node_id }) => node_id));
  const kept = { ...output, namesakes: output.namesakes.filter(({ node_id }) => !told.has(node_id)) };
  for (const list of LISTS) {
    const found = output[list].flatMap((row) => {
      const holder =
        all.find(({ symbol }) => symbol.node_id === row.via) ??
        all.slice(0, index).find((earlier) => earlier[list].some((other) => isSameRow(row, other)));
      return holder === undefined ? [] : [{ row, holder }];
    });
    if (found.length === 0) continue;
    const rows = new Set(found.map(({ row }) => row));
    kept[list] = output[list].filter((row) => !rows.has(row)) as Output[ListName];
    const names = new Set(found.map(({ holder }) => holder.symbol.qualified_name));
    elsewhere[list] = { count: rows.size, with: [...names] };
  }
  return Object.keys(elsewhere).length === 0 ? kept : { ...kept, elsewhere };
}

const isOfCallers = (answer: object): answer is Callers => LISTS.every((list) => list in answer);

const isSameRow = (one: RelationFields, other: RelationFields): boolean =>
  one.via === other.via && one.node_id === other.node_id && one.line === other.line;

/** `, all listed with IStore.get`, at the end of the line on a list. */
export function elsewhereInWords(elsewhere: Elsewhere | undefined, list: ListName, isAll: boolean): string {
  const own = elsewhere?.[list];
  if (own === undefined) return "";
  return `; ${isAll ? "all" : `${own.count} of them`} listed with ${own.with.join(", ")}`;
}

interface References {
  symbol: { node_id: string };
  results: RelationFields[];
  imports_beside?: number | undefined;
}

/** The references without imports in files whose calls the list of callers has: a file that calls it imports it. */
export function withoutImportsOfCallers<Output extends References>(output: Output, answers: readonly object[]): Output {
  const callers = answers.filter(isOfCallers).find(({ symbol }) => symbol.node_id === output.symbol.node_id);
  if (callers === undefined) return output;
  const files = new Set(callers.results.map(({ file_path }) => file_path));
  const results = output.results.filter(({ edge_type, file_path }) => edge_type !== "imports" || !files.has(file_path));
  const dropped = output.results.length - results.length;
  return dropped === 0 ? output : { ...output, results, imports_beside: dropped };
}

/** `; left out: 16 imports in files of the callers`, at the end of the line on the list. */
export function importsInWords({ imports_beside }: References): string {
  return imports_beside === undefined ? "" : `; left out: ${countOf(imports_beside, "import")} in files of the callers`;
}

interface Implementations {
  relation?: string;
  symbol: { node_id: string; qualified_name: string };
  results: RelationFields[];
  told_before?: string[] | undefined;
}

/** The most implementations that are named where they stand with an earlier symbol; of more the first. */
const MOST_NAMED = 20;

/** The implementations without those that an earlier answer has, and a line for each of these: `3 that stand with IStore: Disk, Memory, Remote`. */
export function withoutToldImplementations<Output extends Implementations>(
  output: Output,
  answers: readonly object[],
): Output {
  const all = answers.filter(isOfImplementations);
  const index = all.findIndex(({ symbol }) => symbol.node_id === output.symbol.node_id);
  const told = new Map<Implementations, RelationFields[]>();
  const isSame = (one: RelationFields, other: RelationFields) =>
    one.node_id === other.node_id && one.file_path === other.file_path;
  const results = output.results.filter((row) => {
    const holder = all.slice(0, index).find((earlier) => earlier.results.some((other) => isSame(row, other)));
    if (holder !== undefined) addToList(told, holder, row);
    return holder === undefined;
  });
  if (told.size === 0) return output;
  const told_before = [...told].map(([{ symbol, results: others }, rows]) => {
    const names = rows.slice(0, MOST_NAMED).map(nameOf).join(", ");
    const which = rows.length === others.length ? "" : `: ${names}${rows.length > MOST_NAMED ? ", …" : ""}`;
    return `${rows.length === others.length ? `all ${rows.length}` : rows.length} that stand with ${symbol.qualified_name}${which}`;
  });
  return { ...output, results, told_before };
}

const isOfImplementations = (answer: object): answer is Implementations =>
  "by_confidence" in answer && (!("relation" in answer) || answer.relation === "implementations");
