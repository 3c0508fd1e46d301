/** Tags of components that leave out a prop which became required, or give one that is gone. */
import { languageOf } from "../../languages/index.js";
import type { ParseResult, Reference, TypeExpr } from "../../model/parse-result.js";
import type { Db } from "../../store/db/db.js";
import { type Incoming, incomingEdges } from "../../store/incoming.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { Sureness } from "./changes.js";
import type { Declared } from "./declared.js";
import { lastName, type Parses } from "./parses.js";

/** At most this many tags are looked at for one diff. */
const MOST_TAGS = 20_000;

/** A tag, and whether a compiler would refuse it. */
export interface BrokenTag {
  path: string;
  line: number;
  sureness: Sureness;
}

interface Search {
  db: Db;
  view: View;
  parses: Parses;
}

/** The tags of all components that take the props `declared` and do not give the prop, or give one that is gone. `uses`: what refers to the props. */
export async function brokenTags(
  { db, view, parses }: Search,
  { prop, isGone = false }: { prop: string; isGone?: boolean },
  declared: Declared,
  uses: readonly Incoming[],
): Promise<BrokenTag[]> {
  if (prop === "children") return [];
  const takers = new Map<string, SymbolHead | null>();
  if (declared.nodeType === "component") takers.set(declared.nodeId, null);
  for (const { kind, source } of uses)
    if (kind === "accepts" || (kind === "references" && source.nodeType === "component"))
      takers.set(source.nodeId, source);
  if (takers.size === 0) return [];
  const { edges } = await incomingEdges(db, view, [...takers.keys()], {
    kinds: ["calls"],
    tiers: ["exact", "import"],
    limit: MOST_TAGS,
  });
  await parses.read([
    ...edges.map(({ source }) => source.path),
    ...[...takers.values()].flatMap((head) => head?.path ?? []),
  ]);
  return edges.flatMap((edge) => {
    const taker = takers.get(edge.target) ?? null;
    const isPlain = taker === null || takesPlainly(parses, taker);
    const name = taker?.name ?? declared.name;
    const tags = tagsIn(parses, edge, name).filter(({ given }) => isGone === givesProp(given, prop));
    return tags.map(({ line, given }): BrokenTag => {
      const isSpread = !isGone && given.some(({ path }) => path.length === 0);
      const isSure = isPlain && !isSpread && languageOf(edge.source.path)?.checksTags === true;
      return { path: edge.source.path, line, sureness: isSure ? "certain" : "likely" };
    });
  });
}

/** Whether a component takes props of the type itself, not of `Omit` or `Partial` of it. */
function takesPlainly(parses: Parses, { path, qualifiedName }: SymbolHead): boolean {
  const symbol = (parses.changed(path) ?? parses.stored(path))?.symbols.find(
    (each) => each.qualifiedName === qualifiedName,
  );
  const [type] = symbol?.parameterTypes ?? [];
  return type !== undefined && type !== null && isPlain(type);
}

function isPlain(type: TypeExpr): boolean {
  if (type.kind === "both") return type.of.some(isPlain);
  return type.kind === "named" && (type.root.in === "file" || type.root.in === "import") && type.path.length === 0;
}

/** The tags of a component in the lines of a call, each with its attributes; one without a name is an object that is spread. */
function tagsIn(parses: Parses, { source, lines }: Incoming, name: string): { line: number; given: Reference[] }[] {
  const changed = parses.changed(source.path);
  const parse = changed === undefined ? parses.stored(source.path) : changed;
  if (!parse) return [];
  const used = new Set(lines);
  // A file of the diff may have other lines than the index.
  const isMeant = (tag: Reference) =>
    changed === undefined ? used.has(tag.line) : (lastName(tag, parse) ?? name) === name;
  return tagsOf(parse)
    .filter(({ tag }) => isMeant(tag))
    .map(({ tag, given }) => ({ line: tag.line, given }));
}

const givesProp = (given: readonly Reference[], prop: string): boolean =>
  given.some(({ path: [first] }) => first !== undefined && isNamed(String(first), prop));

/** The tags of a file, each with the uses of props that stand before it in the list of references. */
function tagsOf({ references }: ParseResult): { tag: Reference; given: Reference[] }[] {
  const tags: { tag: Reference; given: Reference[] }[] = [];
  let given: Reference[] = [];
  for (const reference of references) {
    if (reference.kind === "prop") given.push(reference);
    else {
      if (reference.kind === "jsx") tags.push({ tag: reference, given });
      given = [];
    }
  }
  return tags;
}

/** Whether an attribute gives a prop: `user-name` gives `userName`. */
function isNamed(attribute: string, prop: string): boolean {
  return attribute === prop || attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) === prop;
}
