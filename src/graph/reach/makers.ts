/**
 * Tests that reach a member through a base with many overriders: `operation.run()` runs the member only if the operation is of its class. Tests that
 * make an object of this class, or of a class that derives from it, are told apart from the others.
 */
import { pathClassOf } from "../../model/paths.js";
import { incomingEdges } from "../../store/incoming.js";
import type { GraphReader } from "../graph-reader.js";
import { constructorsOf, readParents, readSymbols } from "../symbol.js";
import { MOST_STEP, TESTS_FIRST, type TestUse, type ThroughBase } from "./test-walk.js";

/** A member with fewer overriders outside of tests is likely the one that is run. */
const MANY_OVERRIDERS = 4;
/** The most classes to follow, the most levels below them, and the most calls between a maker of one and a test. */
const MOST_CLASSES = 300;
const MOST_LEVELS = 5;
const MOST_CALLS = 3;
const DERIVES = ["inherits", "implements", "extends"] as const;
const MAKES = ["calls", "references"] as const;

/** Of test files with their uses, those that only come to such a member, and make no object of its class so far as is known; none where no other does. */
export async function filesOfOtherClasses(
  reader: GraphReader,
  files: readonly { path: string; uses: readonly TestUse[] }[],
): Promise<ReadonlySet<string>> {
  const through = files.flatMap(({ uses }) => uses.flatMap((use) => use.through ?? []));
  const wide = await membersOfMany(reader, through);
  const helpers = new Set(files.flatMap(({ uses }) => uses.flatMap(({ via }) => via?.path ?? [])));
  const isDoubtful = ({ through }: TestUse) => through !== undefined && wide.has(through.base.nodeId);
  const doubtful = files.filter(({ path, uses }) => !helpers.has(path) && uses.every(isDoubtful));
  if (doubtful.length === 0) return new Set();
  const making = await testsMaking(
    reader,
    doubtful.flatMap(({ uses }) => uses.flatMap((use) => use.through ?? [])),
  );
  if (making === null || !files.some(({ path }) => making.has(path))) return new Set();
  return new Set(doubtful.flatMap(({ path }) => (making.has(path) ? [] : [path])));
}

/** The members of bases that many classes override, by node_id. */
async function membersOfMany(
  { db, view, tiers }: GraphReader,
  through: readonly ThroughBase[],
): Promise<ReadonlySet<string>> {
  const bases = [...new Set(through.map(({ base }) => base.nodeId))];
  const { edges } = await incomingEdges(db, view, bases, { kinds: ["overrides"], tiers, limit: MOST_STEP });
  const overriders = edges.filter(({ source }) => pathClassOf(source.path) !== "test");
  return new Set(bases.filter((base) => overriders.filter(({ target }) => target === base).length >= MANY_OVERRIDERS));
}

/** The test files that make or name the classes of some members, or classes below these, or call code that does; null: there are too many to tell. */
async function testsMaking(
  { db, view, tiers }: GraphReader,
  through: readonly ThroughBase[],
): Promise<ReadonlySet<string> | null> {
  // Most lines come to the same few members.
  const members = [...new Map(through.map(({ member }) => [member.nodeId, member])).values()];
  const classOf = await readParents(db, view, members);
  let level = [...new Set(members.flatMap((member) => classOf(member)?.nodeId ?? []))];
  const classes = new Set(level);
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    const { edges } = await incomingEdges(db, view, level, { kinds: DERIVES, tiers, limit: MOST_CLASSES });
    level = [...new Set(edges.map(({ source }) => source.nodeId))].filter((id) => !classes.has(id));
    for (const id of level) classes.add(id);
    if (classes.size > MOST_CLASSES) return null;
  }
  const constructors = await constructorsOf(db, view, await readSymbols(db, view, [...classes]));
  const paths = new Set<string>();
  const met = new Set([...classes, ...constructors.keys()]);
  let made = [...met];
  for (let calls = 0; calls <= MOST_CALLS && made.length > 0; calls++) {
    const kinds = calls === 0 ? MAKES : (["calls"] as const);
    const found = await incomingEdges(db, view, made, { kinds, tiers, limit: MOST_STEP, places: TESTS_FIRST });
    if (found.leftOut) return null;
    for (const { source } of found.edges) if (pathClassOf(source.path) === "test") paths.add(source.path);
    made = [...new Set(found.edges.flatMap(({ source }) => (source.ordinal === 0 ? [] : source.nodeId)))].filter(
      (id) => !met.has(id),
    );
    for (const id of made) met.add(id);
  }
  return paths;
}
