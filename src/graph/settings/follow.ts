/**
 * A setting from its files to its uses: the files that set it, the code that reads it, the constants, fields or flags for its value, and their uses.
 * References are sure; a name alone makes a use likely.
 */
import escapeStringRegexp from "escape-string-regexp";
import { codeLanguageOf } from "../../languages/index.js";
import type { EdgeTier } from "../../model/edge.js";
import { comparePaths, pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { childHeads, headsAround, headsBelow, headsNamed, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { enclosingSymbols } from "../enclosing.js";
import type { GraphReader } from "../graph-reader.js";
import { incomingRelations, symbolOf } from "../relations.js";
import { linesAt, readTexts } from "../source-lines.js";
import { isCallable, isConstructible, readSymbols } from "../symbol.js";
import { memberOf, partsOf, type SettingName, spellingsOf, useOf } from "./names.js";
import { setsNested, textsOfNested } from "./nested.js";
import { isComment, isSettingsFile, localSetIn, memberSetIn, namesFrom, typesIn } from "./place.js";
import { PREFIX_TEXTS, restBehindPrefix } from "./prefixes.js";

/** A line with one of some texts. */
export interface FoundLine {
  path: string;
  line: number;
  text: string;
}

/** Finds the lines of all files that have one of some texts. */
export type FindLines = (texts: readonly string[]) => Promise<readonly FoundLine[]>;

export interface SettingUse {
  path: string;
  line: number;
  text: string;
  /** The function or type around it; null: the top level. */
  source: SymbolHead | null;
  /** Whether a name alone leads there. */
  isLikely: boolean;
}

/** A name under which the setting is known, and the code that uses it. */
export interface SettingStep {
  /** As the code writes it; of a symbol its qualified name. */
  name: string;
  symbol: SymbolHead | null;
  uses: SettingUse[];
  /** Whether the name is taken to be the setting's as it is like it. */
  isLikely: boolean;
}

export interface Setting {
  name: string;
  /** Lines of files that set it. */
  set: FoundLine[];
  steps: SettingStep[];
  documents: FoundLine[];
  tests: FoundLine[];
}

/** Names that are followed from one setting, and lines and files of each that are looked at. */
const MOST_NAMES = 8;
const MOST_PLACES = 120;
const MOST_FILES = 60;
const MOST_BYTES = 3_000_000;
/** Lines that a declaration below an annotation may be away, and lines of a value that holds a setting. */
const MOST_BELOW = 6;
const MOST_OF_VALUE = 30;
const MOST_OF_STATEMENT = 3;
const NO_NAMES = { keys: [], members: [] };
const MOST_CLASSES = 5;
/** The most lines that an answer lists of a local variable with the value. */
const MOST_OF_LOCAL = 4;
const MOST_CHILDREN = 500;
const MOST_NAMESAKES = 40;
const VALUES = ["constant", "variable", "field", "property", "enum_member"];
/** A section of settings is tied to a type in such a line. */
const BINDS_SECTION =
  /ConfigurationProperties|GetSection|[Ss]ection|BindConfiguration|Configure\s{0,3}<|prefix|ConfigRoot|ConfigMapping/;
const KEEPS_SETTINGS = /settings|config|options|environment|\benv/i;

interface SettingReader extends GraphReader {
  find: FindLines;
}

/** A name that is still to be looked for. */
interface Wanted {
  setting: SettingName | null;
  member: string | null;
  symbol: SymbolHead | null;
  isLikely: boolean;
}

/** Follows a setting; null where no code and no file of settings has it. */
export async function followSetting(
  db: Db,
  view: View,
  setting: SettingName,
  { find, tiers }: { find: FindLines; tiers: readonly EdgeTier[] },
): Promise<Setting | null> {
  const reader = { db, view, find, tiers };
  const found: Setting = { name: setting.name, set: [], steps: [], documents: [], tests: [] };
  const queue: Wanted[] = [{ setting, member: null, symbol: null, isLikely: false }];
  const met = new Set<string>([setting.name]);
  const add = (wanted: Wanted): void => {
    const key = wanted.symbol?.nodeId ?? wanted.setting?.name ?? wanted.member ?? "";
    if (!met.has(key) && met.size < MOST_NAMES) queue.push(wanted);
    met.add(key);
  };
  for (let wanted = queue.shift(); wanted !== undefined; wanted = queue.shift()) {
    const isFirst = wanted.setting === setting;
    const step = await stepOf(reader, wanted, isFirst ? found : null);
    if (step.uses.length > 0) found.steps.push(step);
    for (const next of await onwards(reader, wanted, step)) add(next);
    if (isFirst && step.uses.length === 0) for (const other of await otherwise(reader, setting)) add(other);
  }
  return found.steps.length + found.set.length === 0 ? null : withoutRepeats(found);
}

/** The uses of a name. Of the first one also the files that set it, tests and documents go `into` the answer. */
async function stepOf(reader: SettingReader, wanted: Wanted, into: Setting | null): Promise<SettingStep> {
  const { symbol, setting, member, isLikely } = wanted;
  if (symbol !== null) {
    const uses = await usesOfSymbol(reader, symbol);
    return { name: symbol.qualifiedName, symbol, uses, isLikely };
  }
  const name = setting?.name ?? member ?? "";
  const pattern = setting === null ? memberOf(name) : useOf(setting);
  const texts = setting?.kind === "word" ? [`"${name}"`, `'${name}'`] : [name];
  const lines = (await reader.find(texts)).filter(({ text }) => pattern.test(text));
  const code = lines.filter(({ path, text }) => isCode(path) && pathClassOf(path) !== "test" && !isComment(text));
  if (into !== null) {
    const own = new Set(code);
    const others = lines.filter((line) => !own.has(line));
    into.tests.push(...others.filter(({ path }) => pathClassOf(path) === "test"));
    const rest = others.filter(({ path }) => pathClassOf(path) !== "test");
    into.set.push(...rest.filter(({ path, text }) => isSettingsFile(path) && !isComment(text)));
    into.documents.push(...rest.filter(({ path, text }) => !isSettingsFile(path) || isComment(text)));
    if (setting?.kind === "key") into.set.push(...(await nestedLines(reader, name)));
  }
  const uses = await placed(reader, code.slice(0, MOST_PLACES), isLikely || setting === null);
  return { name, symbol: null, uses: await withLocals(reader, uses), isLikely };
}

/** The lines of files of settings that set a key within others. */
async function nestedLines({ db, view, find }: SettingReader, name: string): Promise<FoundLine[]> {
  const found = (await find(textsOfNested(name))).filter(
    ({ path }) => isSettingsFile(path) && pathClassOf(path) !== "test",
  );
  const paths = [...new Set(found.map(({ path }) => path))].slice(0, MOST_FILES);
  const texts = await readTexts(db, view, paths, MOST_BYTES);
  const lines = new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
  return found.filter(({ path, line }) => setsNested(lines.get(path) ?? [], line, name));
}

const isCode = (path: string): boolean => codeLanguageOf(path) !== null && !isSettingsFile(path);

/** Lines with the whole statement that begins there, and what is around them. */
async function placed(
  { db, view }: SettingReader,
  lines: readonly Omit<FoundLine, "text">[],
  isLikely: boolean,
): Promise<SettingUse[]> {
  const paths = [...new Set(lines.map(({ path }) => path))].slice(0, MOST_FILES);
  const texts = linesAt(await readTexts(db, view, paths, MOST_BYTES), lines);
  const around = await enclosingSymbols(db, view, lines);
  return lines.flatMap(({ path, line }, index): SettingUse[] => {
    const text = texts[index];
    return text === undefined || isComment(text) ? [] : [{ path, line, text, source: around[index] ?? null, isLikely }];
  });
}

/** Uses with the first lines behind each that have the local variable which it puts the value into. */
async function withLocals(reader: SettingReader, uses: readonly SettingUse[]): Promise<SettingUse[]> {
  const { db, view } = reader;
  const setting = uses.filter(
    ({ source, text }) => source !== null && isCallable(source.nodeType) && localSetIn(text) !== null,
  );
  const texts = await readTexts(
    db,
    view,
    [...new Set(setting.map(({ path }) => path))].slice(0, MOST_FILES),
    MOST_BYTES,
  );
  const further = setting.flatMap(({ path, line, text, source }) => {
    const word = new RegExp(`(?<![\\w$.])${escapeStringRegexp(localSetIn(text) ?? "")}(?![\\w$])`);
    const below = (texts.get(path) ?? "").split("\n").slice(line, source?.lineEnd);
    const own = below.flatMap((each, index) =>
      word.test(each) && !isComment(each) ? [{ path, line: line + index + 1 }] : [],
    );
    return own.slice(0, MOST_OF_LOCAL);
  });
  const known = new Set(uses.map(({ path, line }) => `${path}:${line}`));
  const others = further.filter(({ path, line }) => !known.has(`${path}:${line}`));
  const all = [...uses, ...(await placed(reader, others, false))];
  return all.sort((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
}

/** The uses of a constant or field by references; of one with a telling name also those by its name alone. */
async function usesOfSymbol(reader: SettingReader, symbol: SymbolHead): Promise<SettingUse[]> {
  const { db, view, tiers, find } = reader;
  const getters = await gettersOf(reader, symbol);
  const { relations } = await incomingRelations(
    db,
    view,
    [symbol, ...getters].map(({ nodeId }) => nodeId),
    { kinds: ["references", "calls"], tiers, depth: 1 },
  );
  const sure = relations
    .filter(({ path }) => pathClassOf(path) !== "test")
    .flatMap((relation) => relation.lines.map((line) => ({ path: relation.path, line, source: symbolOf(relation) })))
    .filter(({ path, line }) => !isOwnLine(symbol, path, line));
  sure.sort((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
  const uses = await placed(reader, sure.slice(0, MOST_PLACES), false);
  if (!isTelling(symbol.name)) return uses;
  const pattern = memberOf(symbol.name);
  const known = new Set(sure.map(({ path, line }) => `${path}:${line}`));
  const named = (await find([symbol.name])).filter(
    ({ path, line, text }) =>
      isCode(path) &&
      pathClassOf(path) !== "test" &&
      pattern.test(text) &&
      !known.has(`${path}:${line}`) &&
      !isOwnLine(symbol, path, line),
  );
  return [...uses, ...(await placed(reader, named.slice(0, MOST_PLACES), true))];
}

const isOwnLine = (symbol: SymbolHead, path: string, line: number) =>
  symbol.path === path && line >= symbol.lineStart && line <= symbol.lineEnd;

/** Whether a name is rare enough to be taken for the symbol's where nothing but the name leads there. */
const isTelling = (name: string): boolean => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name);

/** The methods of a field's class that give it: `getHost` of `host`. */
async function gettersOf({ db, view }: SettingReader, symbol: SymbolHead): Promise<SymbolHead[]> {
  if (symbol.nodeType !== "field" || symbol.parentOrdinal <= 0) return [];
  const parent = { versionId: symbol.versionId, ordinal: symbol.parentOrdinal };
  const methods = await childHeads(db, view, [parent], { nodeType: "method", limit: MOST_CHILDREN });
  const own = partsOf(symbol.name).join("");
  return methods.filter(({ name }) => /^(?:get|is)/.test(name) && partsOf(name).slice(1).join("") === own);
}

/** The names to follow from the uses of one: the holders of the value, and the flags and keys beside it. */
async function onwards(
  reader: SettingReader,
  { setting, isLikely }: Wanted,
  { uses, symbol }: SettingStep,
): Promise<Wanted[]> {
  const { db, view } = reader;
  const looked = uses.filter((use) => symbol === null || use.source === null || !use.isLikely).slice(0, MOST_PLACES);
  if (looked.length === 0) return [];
  const texts = await readTexts(
    db,
    view,
    [...new Set(looked.map(({ path }) => path))].slice(0, MOST_FILES),
    MOST_BYTES,
  );
  const lines = new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
  const holders = await holdersOf(reader, looked);
  const found: Wanted[] = [];
  for (const [index, { path, line }] of looked.entries()) {
    const holder = holders[index] ?? null;
    const source = lines.get(path);
    const { keys, members } = setting === null || source === undefined ? NO_NAMES : namesFrom(source, line, setting);
    // A list of flags holds each of them, which stands in it with its own name.
    const isList = holder !== null && holder.lineEnd - holder.lineStart > MOST_OF_STATEMENT && keys.length > 0;
    if (holder !== null && !isList) {
      if (holder.nodeId !== symbol?.nodeId) found.push({ setting: null, member: null, symbol: holder, isLikely });
      continue;
    }
    for (const key of keys) found.push({ setting: key, member: null, symbol: null, isLikely });
    for (const member of members) found.push({ setting: null, member, symbol: null, isLikely: true });
  }
  return found;
}

/** The holder of each line's value: the constant or field around or below the line, or the member that it sets. */
async function holdersOf(reader: SettingReader, uses: readonly SettingUse[]): Promise<(SymbolHead | null)[]> {
  const { db, view } = reader;
  const around = await headsAround(db, view, uses, VALUES);
  const marks = uses.filter(({ text }) => /^\s*[@[]/.test(text));
  const below = await headsBelow(db, view, marks);
  const set = await membersSet(
    reader,
    uses.filter(({ text }) => memberSetIn(text) !== null),
  );
  return uses.map((use) => {
    const own = around[uses.indexOf(use)] ?? null;
    if (own !== null && own.lineEnd - own.lineStart <= MOST_OF_VALUE && isInner(own, use.source)) return own;
    const marked = below[marks.indexOf(use)] ?? null;
    if (marked !== null && VALUES.includes(marked.nodeType) && marked.lineStart - use.line <= MOST_BELOW) return marked;
    return set.get(use) ?? null;
  });
}

/** Whether a value is no larger than the function or type that a line stands in. */
const isInner = (value: SymbolHead, source: SymbolHead | null) =>
  source === null || (source.lineStart <= value.lineStart && value.lineEnd <= source.lineEnd);

/** The members that lines put something into, as the references of the functions around them know them. */
async function membersSet(
  { db, view, tiers }: SettingReader,
  uses: readonly SettingUse[],
): Promise<Map<SettingUse, SymbolHead>> {
  const sources = [
    ...new Map(uses.flatMap(({ source }) => (source === null ? [] : [[source.nodeId, source] as const]))).values(),
  ];
  const edges = await outgoingEdges(db, view, sources, { kinds: ["references"], tiers, limit: MOST_CHILDREN });
  const wanted = edges.filter((edge) => uses.some(({ line }) => line === edge.line));
  const symbols = await readSymbols(db, view, [...new Set(wanted.map(({ target }) => target))]);
  const byId = new Map(symbols.map(({ primary }) => [primary.nodeId, primary]));
  return new Map(
    uses.flatMap((use) => {
      const name = memberSetIn(use.text);
      const own = wanted.flatMap((edge) => (edge.line === use.line ? (byId.get(edge.target) ?? []) : []));
      const set = own.find((head) => head.name === name && VALUES.includes(head.nodeType));
      return set === undefined ? [] : [[use, set] as const];
    }),
  );
}

/** Other names of a setting that no code has as it is: another spelling, the member of an object of settings, or a key of a section that a type is read from. */
async function otherwise(reader: SettingReader, setting: SettingName): Promise<Wanted[]> {
  const prefixed = await behindPrefix(reader, setting);
  if (prefixed.length > 0) return prefixed;
  const ofSection = await fieldsOfSection(reader, setting);
  if (ofSection.length > 0) return ofSection.map(likely);
  const { keys, members } = spellingsOf(setting);
  const lines = await reader.find(keys.map(({ name }) => name));
  const isInCode = ({ path, text }: FoundLine) => isCode(path) && pathClassOf(path) !== "test" && !isComment(text);
  const key = keys.find((each) => lines.some((line) => isInCode(line) && useOf(each).test(line.text)));
  if (key !== undefined) return [{ setting: key, member: null, symbol: null, isLikely: true }];
  const named = await headsNamed(reader.db, reader.view, members, { most: MOST_NAMESAKES });
  const values = named.filter(({ path, nodeType }) => VALUES.includes(nodeType) && pathClassOf(path) === "source");
  const owned = await headsAround(
    reader.db,
    reader.view,
    values.map(({ path, lineStart }) => ({ path, line: lineStart })),
    ["class", "struct", "record", "interface", "type"],
  );
  const kept = values.filter(
    ({ path }, index) => KEEPS_SETTINGS.test(owned[index]?.name ?? "") || KEEPS_SETTINGS.test(path),
  );
  const best = members.find((member) => kept.some(({ name }) => name === member));
  return kept
    .filter(({ name }) => name === best)
    .slice(0, MOST_CLASSES)
    .map(likely);
}

/** A variable with the prefix of a library: the fields of the class that declares the prefix, else the key under which code reads it. */
async function behindPrefix(reader: SettingReader, { kind, name }: SettingName): Promise<Wanted[]> {
  if (kind !== "variable") return [];
  const declared = (await reader.find(PREFIX_TEXTS)).flatMap((line) => {
    const rest = isCode(line.path) ? restBehindPrefix(name, line.text) : null;
    return rest === null ? [] : [{ ...line, rest }];
  });
  const classes = await headsAround(reader.db, reader.view, declared, ["class"]);
  const fields = await Promise.all(
    declared.map(async ({ rest }, index) => {
      const own = classes[index];
      if (!own) return [];
      // `class Config` in the class of settings.
      const positions = [own.ordinal, own.parentOrdinal].map((ordinal) => ({ versionId: own.versionId, ordinal }));
      const inside = positions.filter(({ ordinal }) => ordinal > 0);
      const all = await childHeads(reader.db, reader.view, inside, { limit: MOST_CHILDREN });
      return all.filter(({ nodeType, name: field }) => VALUES.includes(nodeType) && isSameName(field, rest));
    }),
  );
  if (fields.flat().length > 0) return fields.flat().slice(0, MOST_CLASSES).map(likely);
  const words = new Set(declared.map(({ rest }) => rest.toLowerCase()));
  return [...words].flatMap((rest): Wanted[] => {
    const spelled = [rest, rest.replaceAll("_", "-"), rest.replaceAll("_", ".")];
    const keys = rest.includes("_") ? spelled.map((key): SettingName => ({ kind: "key", name: key })) : [];
    const settings = keys.length > 0 ? keys : [{ kind: "word", name: rest } as const];
    return settings.map((key) => ({ setting: key, member: null, symbol: null, isLikely: true }));
  });
}

const isSameName = (a: string, b: string): boolean => partsOf(a).join("") === partsOf(b).join("");

const likely = (symbol: SymbolHead): Wanted => ({ setting: null, member: null, symbol, isLikely: true });

/** The fields that a key of a section is read into: `Host` of `MailOptions`, to which `Mail:Host` goes by `Configure<MailOptions>(….GetSection("Mail"))`. */
async function fieldsOfSection(reader: SettingReader, { name }: SettingName): Promise<SymbolHead[]> {
  const { db, view } = reader;
  const written = name.split(/[.:]|__/).filter((part) => part !== "");
  const last = written.at(-1);
  if (written.length < 2 || last === undefined) return [];
  const sections = written
    .slice(0, -1)
    .map((_, index, all) => all.slice(0, all.length - index))
    .flatMap((parts) => [parts.join("."), parts.join(":")]);
  for (const section of new Set(sections)) {
    const pattern = useOf({ kind: "key", name: section });
    const lines = (await reader.find([section])).filter(
      ({ path, text }) =>
        isCode(path) && pathClassOf(path) !== "test" && pattern.test(text) && BINDS_SECTION.test(text),
    );
    const classes = await typesOfSection(reader, lines.slice(0, MOST_CLASSES * 4));
    const own = await childHeads(db, view, classes, { limit: MOST_CHILDREN });
    const inner = await childHeads(
      db,
      view,
      own.filter(({ nodeType }) => isConstructible(nodeType)),
      { limit: MOST_CHILDREN },
    );
    const fields = [...own, ...inner].filter((head) => VALUES.includes(head.nodeType) && isSameName(head.name, last));
    if (fields.length > 0) return fields.slice(0, MOST_CLASSES);
  }
  return [];
}

/** The types that lines tie to a section: below an annotation, around a constant, or named in the call. */
async function typesOfSection({ db, view }: SettingReader, lines: readonly FoundLine[]): Promise<SymbolHead[]> {
  const marks = lines.filter(({ text }) => /^\s*[@[]/.test(text));
  const below = await headsBelow(db, view, marks);
  const constants = lines.filter(({ text }) => /\bconst\b|\bstatic\b|\bfinal\b/.test(text));
  const around = await headsAround(db, view, constants, ["class", "record", "struct"]);
  const named = await headsNamed(db, view, [...new Set(lines.flatMap(({ text }) => typesIn(text)))], {
    most: MOST_NAMESAKES,
  });
  const all = [...below, ...around, ...named].filter((head) => head !== null && isConstructible(head.nodeType));
  return [...new Map(all.flatMap((head) => (head === null ? [] : [[head.nodeId, head] as const]))).values()].slice(
    0,
    MOST_CLASSES,
  );
}

/** Each line under the first name that has it. */
function withoutRepeats(found: Setting): Setting {
  const seen = new Set<string>();
  const steps = found.steps.map((step) => ({
    ...step,
    uses: step.uses.filter(({ path, line }) => {
      const key = `${path}:${line}`;
      return !seen.has(key) && seen.add(key).size > 0;
    }),
  }));
  return { ...found, steps: steps.filter(({ uses }) => uses.length > 0) };
}
