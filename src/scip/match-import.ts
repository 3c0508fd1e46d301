/**
 * The step of a build that matches an import with the files of its view: documents with contents, SCIP's symbols with ours. It makes
 * facts (facts.ts), which count once the build publishes.
 *
 * Two passes over the documents: the first finds where each symbol is defined, the second where each use leads. One document is in memory at a
 * time, and of the symbols a hash and their target.
 */
import { hash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { CodeindexError } from "../base/errors.js";
import { lastOf, nth, present } from "../base/need.js";
import { languages } from "../languages/index.js";
import type { ParseResult } from "../model/parse-result.js";
import { decodeParseResult } from "../model/parse-result-bytes.js";
import { checkCommit, hashesAt, isRepository } from "../repository/git/blobs.js";
import { families } from "../resolution/families.js";
import type { ProjectConfig } from "../resolution/layout.js";
import type { Program } from "../resolution/program.js";
import { type Decl, type ProgramFile, symbolOf } from "../resolution/program-file.js";
import type { Db } from "../store/db/db.js";
import type { ScipSummary } from "../store/jobs.js";
import { readParses } from "../store/parse-results.js";
import {
  countFacts,
  findImport,
  listDocumentPaths,
  type NewFacts,
  readDocuments,
  type ScipImport,
  writeFacts,
} from "../store/scip.js";
import { readContents } from "../store/versions.js";
import { implementationsIn, occurrencesIn, type ScipDocument, unpackDocument } from "./document.js";
import {
  definedSymbol,
  type ExternalTarget,
  type FactTarget,
  LOCAL,
  NO_DECLARATION,
  packFacts,
  type ScipFacts,
  symbolLines,
  symbolNamed,
  targetOf,
  UNDECIDED,
} from "./facts.js";
import { type Placed, placeOccurrences } from "./fit.js";
import { isLocal, parseSymbol, type ScipSymbol } from "./symbol.js";

/** Paths and documents that are read from the store at once. */
const PATHS_AT_ONCE = 2000;
const DOCUMENTS_AT_ONCE = 32;
/** Facts that are written at once. */
const FACTS_BATCH = 64;
/** How many documents are looked at to find the folder that their paths begin at. */
const PROBED = 20_000;

export interface ScipRequest {
  projectId: string;
  importId: number;
  root: string;
  program: Program;
  config: ProjectConfig["files"];
  /** The content of a path in the view to be; undefined: it has none there. */
  contentOf: (path: string) => Buffer | undefined;
  signal: AbortSignal;
  onMatched: (done: number, total: number) => void;
}

export interface ScipResult {
  /** Paths that have facts now. */
  paths: string[];
  summary: ScipSummary;
}

/** A document with the file of the view that it is about. */
interface Candidate {
  document: ScipDocument;
  path: string;
  file: ProgramFile;
  contentHash: Buffer;
  text: string;
  parse: ParseResult;
  /** null: the file has changed since. */
  placed: Placed[] | null;
}

/** Matches an import and writes its facts. Throws `not_found`, `scip_commit_unknown` and `scip_no_match`. */
export async function importScip(db: Db, request: ScipRequest): Promise<ScipResult> {
  const { projectId, importId, root, program, signal } = request;
  const found = await findImport(db, projectId, importId);
  if (!found)
    throw new CodeindexError("not_found", "The import is no longer there: it was sent more than a day ago.", {}, [
      "Send the index again: codeindex scip import FILE.",
    ]);
  // A run that died after its publish is run again: its documents may be gone by now.
  if (found.status === "applied") {
    const matched = await countFacts(db, projectId, importId);
    const { documents, tooLarge } = found;
    return {
      paths: [],
      summary: { documents, matched, changed: 0, unknown: documents - matched, too_large: tooLarge },
    };
  }
  const commit = found.commit !== null && (await isRepository(root)) ? found.commit : null;
  if (commit !== null) await checkCommit(root, commit, signal);
  const folder = found.folder ?? (await findFolder(db, request, found));
  const source = { ...request, commit, folder };
  const targets = createTargets(request.config);
  let done = 0;
  const countOne = () => request.onMatched(++done, found.documents * 2);
  for await (const candidate of candidates(db, source)) {
    collectDefinitions(program, candidate, targets);
    countOne();
  }
  const { paths, changed } = await writeAllFacts(db, source, targets, countOne);
  const { documents, tooLarge } = found;
  const matched = paths.length;
  const unknown = documents - matched - changed;
  const summary: ScipSummary = { documents, matched, changed, unknown, too_large: tooLarge };
  if (matched === 0) throw noMatch(found, folder, summary);
  return { paths, summary };
}

/** Writes the facts of all files that are as the import knows them; their paths, and how many others have changed. */
async function writeAllFacts(
  db: Db,
  source: Source,
  targets: ReturnType<typeof createTargets>,
  countOne: () => void,
): Promise<{ paths: string[]; changed: number }> {
  const { projectId, importId, program } = source;
  const paths: string[] = [];
  let changed = 0;
  let batch: NewFacts[] = [];
  const flush = async () => {
    if (batch.length > 0) await writeFacts(db, projectId, importId, batch);
    batch = [];
  };
  for await (const candidate of candidates(db, source)) {
    countOne();
    const { path, contentHash, placed } = candidate;
    if (placed === null) {
      changed++;
      continue;
    }
    const facts = factsOf(program, { ...candidate, placed }, targets);
    const mentions = mentionsOf(program, candidate.file, facts);
    program.mention(path, mentions);
    batch.push({ path, contentHash, mentions, data: packFacts(facts) });
    paths.push(path);
    if (batch.length >= FACTS_BATCH) await flush();
  }
  await flush();
  return { paths, changed };
}

function noMatch({ tool, commit }: ScipImport, folder: string, summary: ScipSummary): CodeindexError {
  const { documents, changed, unknown } = summary;
  return new CodeindexError(
    "scip_no_match",
    `None of the ${documents} documents is about a file of the project as it is now: ${unknown} are about other paths, ${changed} about other contents.`,
    { ...summary, tool, commit, folder },
  );
}

/**
 * The folder that the paths begin at: indexers run in a package's folder. Of the ends of the path that the indexer ran at, the one below which most
 * documents are found.
 */
async function findFolder(db: Db, { projectId, importId, contentOf }: ScipRequest, found: ScipImport): Promise<string> {
  const paths = await listDocumentPaths(db, projectId, importId, { after: "", limit: PROBED });
  const parts = pathOf(found.projectRoot)
    .split("/")
    .filter((part) => part !== "");
  const folders = [...parts.keys()].map((index) => parts.slice(parts.length - index).join("/"));
  let best = { folder: "", known: 0 };
  for (const folder of folders) {
    const known = paths.filter((path) => contentOf(within(folder, path)) !== undefined).length;
    if (known > best.known) best = { folder, known };
  }
  return best.folder;
}

function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return "";
  }
}

function within(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}

type Source = ScipRequest & { commit: string | null; folder: string };

/** The documents about files of the view, with their texts and parse results. */
async function* candidates(db: Db, source: Source): AsyncGenerator<Candidate> {
  const { projectId, importId, contentOf, folder, signal } = source;
  for (let after = ""; ; ) {
    const paths = await listDocumentPaths(db, projectId, importId, { after, limit: PATHS_AT_ONCE });
    const last = paths.at(-1);
    if (last === undefined) return;
    after = last;
    const known = paths.filter((path) => contentOf(within(folder, path)) !== undefined);
    for (let index = 0; index < known.length; index += DOCUMENTS_AT_ONCE) {
      signal.throwIfAborted();
      yield* readCandidates(db, source, known.slice(index, index + DOCUMENTS_AT_ONCE));
    }
  }
}

/** Packed they are small; one at a time is unpacked. */
async function* readCandidates(db: Db, source: Source, paths: readonly string[]): AsyncGenerator<Candidate> {
  const { projectId, importId, root, program, contentOf, commit, folder, signal } = source;
  const documents = await readDocuments(db, projectId, importId, paths);
  const files = documents.map(({ path: own, data }) => {
    const path = within(folder, own);
    return { path, data, contentHash: present(contentOf(path)) };
  });
  const hashes = files.map(({ contentHash }) => contentHash);
  const texts = new Map(
    (await readContents(db, projectId, hashes)).map(({ contentHash, data }) => [contentHash.toString("base64"), data]),
  );
  const parses = await readParses(db, projectId, files);
  const names = files.map(({ path }) => path);
  const committed = commit === null ? null : await hashesAt(root, commit, names, signal);
  for (const { path, data, contentHash } of files) {
    const packed = texts.get(contentHash.toString("base64"));
    const parse = parses.get(path);
    const file = program.files.get(path);
    if (!packed || !parse || !file) continue;
    const document = unpackDocument(data);
    const text = inflateRawSync(packed).toString();
    const isSame = committed?.get(path)?.some((each) => each.equals(contentHash)) === true;
    // Without a commit the document itself must show that it is about this text.
    const placed = isSame || committed === null ? placeOccurrences(document, text, isSame) : null;
    yield { document, path, file, contentHash, text, parse: decodeParseResult(parse), placed };
  }
}

/** Where the symbols of an import lead. */
interface Targets {
  /** By symbol: what it is of ours; null where it is defined in the import, and none of ours or not certain. */
  defined: Map<string, FactTarget | null>;
  /** Packages of the project: what is not found of these may be in it all the same. */
  ownPackages: Set<string>;
}

function createTargets(config: ProjectConfig["files"]): Targets {
  // A symbol without a package may be the project's own.
  const ownPackages = new Set<string>([""]);
  for (const [path, text] of config) {
    for (const { packageNames } of Object.values(families))
      for (const name of packageNames(path, text)) ownPackages.add(name);
  }
  return { defined: new Map(), ownPackages };
}

/** Symbols are long, and there may be a million of them. */
const keyOf = (symbol: string) => hash("sha1", symbol, "base64").slice(0, 16);

function collectDefinitions(program: Program, candidate: Candidate, { defined, ownPackages }: Targets): void {
  const { document, placed, file, parse } = candidate;
  const put = (name: string, symbol: ScipSymbol | null, index: number | null) => {
    if (symbol) ownPackages.add(symbol.package);
    const key = keyOf(name);
    // Files, modules and the namespaces of C# are our own resolution's: it knows what imports are about.
    const target = index === null || isContainer(file, index) ? null : targetOf(program, { file, index });
    const before = defined.get(key);
    // Declarations that merge are one symbol of ours; two symbols are not one.
    defined.set(key, before === undefined || (before && target && before[1] === target[1]) ? target : null);
  };
  if (placed !== null) {
    const lines = symbolLines(parse);
    const found = new Map<string, { symbol: ScipSymbol | null; indexes: Set<number | null> }>();
    for (const each of placed) {
      if (!each.isDefinition || isLocal(each.symbol)) continue;
      const symbol = parseSymbol(each.symbol);
      const known = found.get(each.symbol) ?? { symbol, indexes: new Set() };
      found.set(each.symbol, known);
      known.indexes.add(definedSymbol(parse, lines, each, symbol));
    }
    for (const [name, { symbol, indexes }] of found) {
      const ids = new Set([...indexes].map((index) => (index === null ? null : file.nodeIds[index])));
      const [index = null] = indexes;
      put(name, symbol, ids.size === 1 ? index : null);
    }
    return;
  }
  const names = new Set<string>();
  for (const { symbol, isDefinition } of occurrencesIn(document)) if (isDefinition) names.add(symbol);
  for (const name of names) {
    const symbol = parseSymbol(name);
    if (symbol) put(name, symbol, symbolNamed(file, symbol));
  }
}

function isContainer({ symbols, traits, language }: ProgramFile, index: number): boolean {
  const { kind } = nth(symbols, index);
  if (language.shape) return index === 0;
  // A namespace of TypeScript is a value that is used by its name.
  return index === 0 || kind === "module" || (kind === "namespace" && traits.hasDottedNamespaces);
}

/** The facts of a document whose names are placed in the text. */
function factsOf(
  program: Program,
  { document, placed, file, parse, text }: Candidate & { placed: Placed[] },
  targets: Targets,
): ScipFacts {
  const facts: ScipFacts = { targets: [], names: [], uses: [], implementations: [] };
  const targetNumbers = new Map<string, number>();
  const nameNumbers = new Map<string, number>();
  const calls: number[] = [];
  const lines = symbolLines(parse);
  const locals = new Map<string, FactTarget | number>();
  for (const each of placed) {
    if (!each.isDefinition || !isLocal(each.symbol)) continue;
    const index = definedSymbol(parse, lines, each, null);
    locals.set(each.symbol, index === null ? LOCAL : targetOf(program, { file, index }));
  }
  const leadsTo = new Map<string, number>();
  const numberOf = (symbol: string): number => {
    let number = leadsTo.get(symbol);
    if (number === undefined) {
      // A name imported from a module that the indexer did not find is local to it, and defined nowhere.
      const target = isLocal(symbol) ? (locals.get(symbol) ?? UNDECIDED) : globalTarget(symbol, targets, file);
      number =
        typeof target === "number" ? target : numberIn(targetNumbers, facts.targets, JSON.stringify(target), target);
      leadsTo.set(symbol, number);
    }
    return number;
  };
  const definitions = new Map<string, number>();
  for (const { symbol, isDefinition, line, offset, text: name } of placed) {
    if (isDefinition) definitions.set(symbol, offset);
    // The end of a JSX element says what its beginning said.
    else if (name !== "" && !text.endsWith("</", offset)) {
      facts.uses.push(line, offset, numberIn(nameNumbers, facts.names, name, name), numberOf(symbol));
      if (file.language.shape && isCalled(file, text, offset + name.length)) calls.push(offset);
    }
  }
  if (file.language.shape) facts.calls = calls;
  for (const { symbol, implemented } of implementationsIn(document)) {
    const offset = definitions.get(symbol);
    const target = numberOf(implemented);
    if (offset !== undefined && target >= 0) facts.implementations.push(offset, target);
  }
  return facts;
}

const BRACKET = /\s{0,20}!?\s{0,20}(?:(?:::|\.)?<[^()<>;]{0,200}>)?\s{0,20}\(/y;

/** Whether the name that ends at an offset is called, if it names a function. */
function isCalled({ language }: ProgramFile, text: string, end: number): boolean {
  if (language.callsWithoutBrackets) return true;
  BRACKET.lastIndex = end;
  return BRACKET.test(text);
}

function numberIn<T>(numbers: Map<string, number>, list: T[], key: string, item: T): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = list.push(item) - 1;
    numbers.set(key, number);
  }
  return number;
}

function globalTarget(name: string, { defined, ownPackages }: Targets, { language }: ProgramFile): FactTarget | number {
  const known = defined.get(keyOf(name));
  if (known) return known;
  const symbol = parseSymbol(name);
  if (symbol === null) return UNDECIDED;
  const last = lastOf(symbol.descriptors).kind;
  if (known === null) return last === "parameter" || last === "type parameter" ? LOCAL : UNDECIDED;
  if (NO_DECLARATION.has(last) || last === "namespace" || ownPackages.has(symbol.package)) return UNDECIDED;
  if (!language.shape) return externalTarget(symbol);
  const names = symbol.descriptors.filter(({ kind }) => kind !== "namespace").map((each) => each.name);
  return ["external", symbol.package, names.join(".")];
}

/** A library's symbol, named as our own resolution names it: without the files it is declared in. */
function externalTarget({ package: name, descriptors }: ScipSymbol): ExternalTarget {
  // The file, or `declare module "fs"` in the declarations of a runtime.
  const last = descriptors.findLastIndex(
    (each) => each.kind === "namespace" && /^"[^"]+"$|\.[cm]?[jt]sx?$/.test(each.name),
  );
  const container = descriptors[last];
  const inside = descriptors.slice(last + 1);
  const names = (container ? inside : inside.filter(({ kind }) => kind !== "namespace")).map((each) => each.name);
  // The packages of .NET are named as its namespaces are, which its externals go without.
  const isOfRuntime = languages.some(({ runtimePackages }) => runtimePackages?.has(name));
  const isRuntime = isOfRuntime || name === "" || !container;
  const path = names.join(".").replace(/^(\w+)Constructor\./, isRuntime ? "$1." : "$&");
  if (container?.name.startsWith('"')) return ["external", container.name.slice(1, -1), path];
  return ["external", isRuntime ? null : name.replace(/^@types\//, "").replace(/^(\w[^/]*)__(.+)$/, "@$1/$2"), path];
}

/** The names of targets that a file does not mention: it must hear of their changes too. */
function mentionsOf(program: Program, file: ProgramFile, facts: ScipFacts): string[] {
  const mentioned = new Set(file.mentioned);
  const missing = new Set<string>();
  const look = (decl: Decl) => {
    const { name } = symbolOf(decl);
    if (name !== "" && !mentioned.has(program.index.intern(name))) missing.add(name);
  };
  for (const target of facts.targets) {
    if (target[0] !== "node") continue;
    const owner = program.files.get(target[2]);
    const index = owner?.nodeIds.indexOf(target[1]) ?? -1;
    if (!owner || index < 0) continue;
    look({ file: owner, index });
    // A type's constructors change under its name.
    const { kind, parent } = nth(owner.symbols, index);
    if (kind === "constructor") look({ file: owner, index: parent });
  }
  return [...missing];
}
