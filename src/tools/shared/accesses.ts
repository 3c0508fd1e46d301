/**
 * Uses of symbols with those apart that say most, by the texts of their files: of fields, properties and variables those that write (format/accesses.ts),
 * of types their registrations with a container (format/registrations.ts).
 */
import { wholeWord } from "../../base/whole-word.js";
import { accessAt, isTaken } from "../../format/accesses.js";
import { conditionsOf } from "../../format/conditions.js";
import { markedRegistration, registrationAt } from "../../format/registrations.js";
import { type CodeLines, codeLines } from "../../format/step-code.js";
import type { NamingUse } from "../../format/unresolved.js";
import { type IsListed, incomingRelations, type Relation } from "../../graph/relations.js";
import { readTexts } from "../../graph/source-lines.js";
import { isCallable, keepsValue } from "../../graph/symbol.js";
import { isByShape, languageOf } from "../../languages/index.js";
import type { Access } from "../../model/access.js";
import type { EdgeTier } from "../../model/edge.js";
import type { TextOnlyFiles } from "../../search/text/text-only.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";

/** Files whose lines are told apart, and bytes of them. */
const MOST_FILES = 100;
const MOST_BYTES = 4_000_000;
/** Longer lines are not code that a person wrote. */
const LONGEST_LINE = 1000;
/** Kinds of members, which keys of literals give. */
const MEMBERS: ReadonlySet<string> = new Set(["field", "property"]);
/** Kinds of types that a container makes or gives. */
const TYPES: ReadonlySet<string> = new Set(["class", "interface", "struct", "record", "type"]);
/** Names of functions that make an object, and the most of them that are looked for. */
const MAKES = /^(?:[Nn]ew|[Mm]ake|[Cc]reate|[Pp]rovide|[Bb]uild|[Gg]et)(?![a-z])/;
const MOST_MAKERS = 10;

type Context = Pick<ToolContext, "db" | "view">;

/**
 * The relations to a symbol with those apart, and first, that write it where it keeps a value, or register it with a container where it is a type; as they
 * are where none is known to. `near`: functions that make it, by way of which it is registered.
 */
export async function withAccesses(
  context: Context,
  subject: SymbolHead,
  relations: readonly Relation[],
  options: { tiers: readonly EdgeTier[]; isListed?: IsListed | undefined },
): Promise<{ relations: Relation[]; near: SymbolHead[] }> {
  if (keepsValue(subject.nodeType)) {
    const writing = await writesOf(context, subject, relations);
    return { relations: parted(relations, writing, ["written", "read"]), near: [] };
  }
  if (!TYPES.has(subject.nodeType)) return { relations: [...relations], near: [] };
  const near = makersAmong(subject, relations);
  const ids = near.map(({ nodeId }) => nodeId);
  const filter = { ...options, kinds: ["references"] as const, depth: 1 };
  const { relations: ofMakers } = await incomingRelations(context.db, context.view, ids, filter);
  const through = await registrationsOf(context, near, ofMakers);
  const own = await registrationsOf(context, [subject], relations);
  const registered = parted(ofMakers, through, ["registered", "used"]).filter(({ access }) => access === "registered");
  const others = parted(relations, own, ["registered", "used"]);
  const isTold = registered.length > 0 && others.every(({ access }) => access === undefined);
  return {
    relations: [
      ...registered,
      ...(isTold ? others.map((relation) => ({ ...relation, access: "used" as const })) : others),
    ],
    near,
  };
}

/** Of relations the lines that do something, with their code where that says more than the line alone. */
type Found = ReadonlyMap<Relation, ReadonlyMap<number, string | undefined>>;

/** Relations with the lines that do something before the others, each part with its word; as they are where there are no such lines. */
function parted(relations: readonly Relation[], found: Found, [first, other]: readonly [Access, Access]): Relation[] {
  if (found.size === 0) return [...relations];
  const before: Relation[] = [];
  const behind: Relation[] = [];
  for (const relation of relations) {
    const own = found.get(relation) ?? new Map<number, string | undefined>();
    const [doing, rest] = [
      relation.lines.filter((line) => own.has(line)),
      relation.lines.filter((line) => !own.has(line)),
    ];
    const code = new Map([...own].flatMap(([line, text]) => (text === undefined ? [] : [[line, text] as const])));
    // Lines that a limit left out are told once.
    const { linesLeftOut = 0, ...whole } = relation;
    const isAll = rest.length === 0;
    if (doing.length > 0)
      before.push({
        ...whole,
        access: first,
        lines: doing,
        ...(code.size > 0 && { code }),
        ...(isAll && { linesLeftOut }),
      });
    if (!isAll) behind.push({ ...whole, access: other, lines: rest, linesLeftOut });
  }
  return [...before, ...behind];
}

/** The lines of references that write something. None where a file was not read: its lines would be told to read. */
async function writesOf(context: Context, subject: SymbolHead, relations: readonly Relation[]): Promise<Found> {
  const { name, nodeType, qualifiedName } = subject;
  const type = qualifiedName.slice(0, Math.max(0, qualifiedName.length - name.length - 1));
  const accessed = { name, isMember: MEMBERS.has(nodeType), owner: type.split(".").at(-1) };
  const found = new Map<Relation, Map<number, undefined>>();
  const sources = await withSources(context, relations);
  if (sources.length < relations.filter(isUse).length) return found;
  for (const [relation, source] of sources) {
    const near = {
      ...accessed,
      isTaken: relation.lines.some((line) => isTaken(source, line, name)),
      isInOwner: type !== "" && `${relation.symbol?.qualifiedName}.`.startsWith(`${type}.`),
    };
    const lines = relation.lines.filter((line) => accessAt(source, line, near) === "written");
    if (lines.length > 0) found.set(relation, new Map(lines.map((line) => [line, undefined])));
  }
  return found;
}

/** Functions of a name and result that make objects of a type: `NewStore() *Store`. */
function makersAmong({ name }: SymbolHead, relations: readonly Relation[]): SymbolHead[] {
  const named = new RegExp(wholeWord(name));
  const makers = relations.flatMap(({ symbol, kind }) => {
    const isMaker = symbol !== null && isCallable(symbol.nodeType) && MAKES.test(symbol.name);
    return kind === "references" && isMaker && named.test(symbol.returnType ?? "") ? [symbol] : [];
  });
  return [...new Map(makers.map((head) => [head.nodeId, head])).values()].slice(0, MOST_MAKERS);
}

/** The lines that register some types, or functions that make them; and functions with an annotation whose result is one. */
async function registrationsOf(
  context: Context,
  heads: readonly SymbolHead[],
  relations: readonly Relation[],
): Promise<Found> {
  const found = new Map<Relation, Map<number, string>>();
  for (const [relation, source] of await withSources(context, relations)) {
    const { symbol, lines } = relation;
    const told = new Map<number, string>();
    for (const line of lines)
      for (const { name } of heads) {
        const isResult = symbol !== null && isResultOf(symbol, source, line, name);
        const code =
          registrationAt(source, line, name) ?? (isResult ? markedRegistration(source, symbol.lineStart, line) : null);
        if (code !== null) told.set(line, code);
      }
    if (told.size > 0) found.set(relation, told);
  }
  return found;
}

/** Whether a function says that its result is of a type, or gives back an object of it in a line. */
function isResultOf({ nodeType, returnType }: SymbolHead, { code }: CodeLines, line: number, name: string): boolean {
  const named = wholeWord(name);
  const isReturned = new RegExp(`(?:\\breturn|=>?)\\s+(?:new\\s+)?${named}\\s*[(<]`).test(code[line - 1] ?? "");
  return isCallable(nodeType) && (isReturned || new RegExp(named).test(returnType ?? ""));
}

const isUse = ({ kind }: Relation) => kind === "references" || kind === "calls";

/** The references and calls among some relations, with the lines of their files. Those of files beyond the limits are left out. */
async function withSources(context: Context, relations: readonly Relation[]): Promise<[Relation, CodeLines][]> {
  const references = relations.filter(isUse);
  const sources = await sourcesOf(
    context,
    references.map(({ path }) => path),
  );
  return references.flatMap((relation): [Relation, CodeLines][] => {
    const source = sources.get(relation.path);
    return source === undefined ? [] : [[relation, source]];
  });
}

/** The lines that have the name of something in a schema, with what their text tells: whether it writes, and under which conditions. */
export async function usesByName(
  context: Context,
  subject: SymbolHead,
  { lines, ...found }: TextOnlyFiles,
): Promise<Omit<TextOnlyFiles, "lines"> & { lines: NamingUse[] }> {
  if (!keepsValue(subject.nodeType) || !isByShape(subject.language)) return { ...found, lines };
  const isRead = ({ path }: NamingUse) => languageOf(path) !== null;
  const sources = await sourcesOf(
    context,
    lines.flatMap((line) => (isRead(line) ? [line.path] : [])),
  );
  const accessed = { name: subject.name, isMember: true, isByName: true };
  const uses = lines.map((use): NamingUse => {
    const source = isRead(use) ? sources.get(use.path) : undefined;
    if (source === undefined) return use;
    const conditions = use.since === null ? [] : conditionsOf(source, use.line, use.since);
    return {
      ...use,
      access: accessAt(source, use.line, accessed),
      ...(conditions.length > 0 && { conditions: ` (${conditions.join(", ")})` }),
    };
  });
  return { ...found, lines: uses };
}

async function sourcesOf({ db, view }: Context, paths: readonly string[]): Promise<Map<string, CodeLines>> {
  const wanted = [...new Set(paths)].slice(0, MOST_FILES);
  const texts = await readTexts(db, view, wanted, MOST_BYTES, "given");
  return new Map([...texts].map(([path, text]) => [path, codeLines(text.split("\n"), LONGEST_LINE)]));
}
