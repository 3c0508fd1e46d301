/** Holds the names of declarations that no edge leads to against all texts of the project: a place that may mean one makes it unsure. */
import { addToList, addToSet, groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { isMemberOf } from "../../languages/usage.js";
import { ownerOf, type Span, type WholeGraph } from "../files/whole-graph.js";
import { type DeclaredPlaces, judge, namedEdges, type Surroundings } from "./explain.js";
import { type Mention, mentionsIn } from "./mentions.js";
import { importsByFile } from "./open.js";
import { type DeadSearch, dropReached, type State } from "./search.js";

/** A name that stands in more places than this tells nothing: its declarations are unsure. */
const MOST_MENTIONS = 3000;

/** The reason of an unsure declaration, by the verdict on a place. */
const REASONS = {
  named: "its name stands elsewhere, and nothing tells that another is meant",
  unresolved: "a call of its name is not resolved",
  imported: "it is imported, though nothing uses the import",
  text: "a text names it",
  shape: "another type has a member of its name, through which it may be used",
};

/** Judges the declarations that are left by the places of their names, until none becomes unsure any more. */
export async function holdAgainstTexts(search: DeadSearch): Promise<void> {
  const { states, passed } = search;
  const byName = new Map<string, State[]>();
  for (const state of states.values())
    if (state.class === null)
      for (const name of new Set([state.declared.name, ...passed.aliasesOf(state.node)]))
        addToList(byName, name, state);
  if (byName.size > 0) settle(search, byName, await readPlaces(search, new Set(byName.keys())));
}

interface NamePlaces {
  /** Places where a name stands, at most one more than MOST_MENTIONS. */
  mentions: ReadonlyMap<string, Mention[]>;
  /** Places where it is declared. */
  places: DeclaredPlaces;
}

/** Reads the places of some names in all texts. */
async function readPlaces({ graph, readTexts }: DeadSearch, names: ReadonlySet<string>): Promise<NamePlaces> {
  const mentions = new Map<string, Mention[]>();
  const places = new Map<string, { file: number; position: number; node: number; isMember: boolean }[]>();
  const starts = new Map<number, { span: Span; node: number }[]>();
  for (const spans of graph.spansOf)
    for (const span of spans)
      if (span && names.has(span.name)) addToList(starts, span.file, { span, node: graph.nodeOf(span) });
  await readTexts([...graph.files.keys()], (file, text) => {
    for (const { name, mention } of mentionsIn(text, names, { file, language: nth(graph.files, file).meaning }))
      if ((mentions.get(name)?.length ?? 0) <= MOST_MENTIONS) addToList(mentions, name, mention);
    for (const { span, node } of starts.get(file) ?? []) {
      const owner = ownerOf(graph, span);
      const position = wordAt(text, span.name, span.start);
      if (position === null) continue;
      const isMember = owner !== undefined && isMemberOf(span.nodeType, owner.nodeType);
      addToList(places, span.name, { file, position, node, isMember });
    }
  });
  return { mentions, places };
}

/** The offset of a name as a whole word, from an offset on; null where it does not stand there. */
function wordAt(text: string, name: string, from: number): number | null {
  for (let offset = text.indexOf(name, from); offset >= 0; offset = text.indexOf(name, offset + 1))
    if (!/[\w$]/.test(text[offset - 1] ?? "") && !/[\w$]/.test(text[offset + name.length] ?? "")) return offset;
  return null;
}

/** Judges each place until no declaration becomes unsure any more. */
function settle(search: DeadSearch, byName: ReadonlyMap<string, State[]>, { mentions, places }: NamePlaces): void {
  const { graph, states } = search;
  const around: Surroundings = {
    graph,
    edges: namedEdges(graph, new Set(byName.keys())),
    places,
    importers: importersOf(graph),
    unusedAround: unusedAround(search),
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [name, list] of byName)
      for (const state of list) {
        if (state.class !== null || !states.has(state.node)) continue;
        const all = mentions.get(name) ?? [];
        if (all.length > MOST_MENTIONS) {
          state.class = "unsure";
          state.reason = "its name stands in too many places";
        } else judgePlaces(state, name, all, around);
        isChanged ||= state.class !== null;
      }
    dropReached(search);
  }
}

/** Tells the undecided declaration around a place. */
function unusedAround({ graph, states }: DeadSearch): Surroundings["unusedAround"] {
  const byFile = groupBy(
    [...states.values()].flatMap((state) => nth(graph.nodes, state.node).spans.map((span) => ({ span, state }))),
    ({ span }) => span.file,
  );
  return (file, position) =>
    byFile.get(file)?.find(({ span, state }) => state.class === null && span.start <= position && position < span.end)
      ?.state.node;
}

/** Judges the places of one name of a declaration, up to the first that may use it. */
function judgePlaces(state: State, name: string, all: readonly Mention[], around: Surroundings): void {
  let test: Mention | undefined;
  for (const mention of all) {
    const verdict = judge(state, name, mention, around);
    if (verdict.is === "test") test ??= mention;
    if (verdict.is !== "use") continue;
    state.class = "unsure";
    state.reason = REASONS[verdict.reason];
    state.place = mentionPlace(around.graph, mention);
    return;
  }
  // A declaration with several names keeps the test that has one of them.
  if (test) state.place = mentionPlace(around.graph, test);
}

const mentionPlace = (graph: WholeGraph, { file, line }: Mention) => ({ path: nth(graph.files, file).path, line });

/** The files that import a file, directly or through files that re-export it. It may be asked often. */
function importersOf(graph: WholeGraph): (file: number) => ReadonlySet<number> {
  const direct = new Map<number, Set<number>>();
  for (const [from, list] of importsByFile(graph))
    for (const { target } of list) for (const { file } of nth(graph.nodes, target).spans) addToSet(direct, file, from);
  const known = new Map<number, ReadonlySet<number>>();
  return (file) => {
    const found = known.get(file);
    if (found) return found;
    // A file that imports an importer may have the name from there: two steps cover lists of exports of lists of exports.
    const all = new Set(direct.get(file));
    for (const near of [...all]) for (const far of direct.get(near) ?? []) all.add(far);
    known.set(file, all);
    return all;
  };
}
