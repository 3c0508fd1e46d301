/** Reads from the index what a repository, or a folder of it, is, and tells it as `overview` shows it. */
import { CodeindexError } from "../../base/errors.js";
import { addToSet } from "../../base/groups.js";
import { countOf } from "../../format/counts.js";
import { type Overview, usedWords } from "../../format/overview.js";
import { nameOfHead } from "../../format/research.js";
import { fileCircles, filesReached, type Parts, partsOf } from "../../graph/files/parts.js";
import {
  type EntryPoint,
  isManifest,
  LOCK_FILES,
  type Manifest,
  NO_PACKAGE,
  readManifest,
  scriptRunner,
} from "../../graph/overview/manifests.js";
import { firstParagraph } from "../../graph/overview/readme.js";
import { routesOf } from "../../graph/overview/routes.js";
import { readTexts } from "../../graph/source-lines.js";
import { isCallable, isContainer, printable, readSymbols } from "../../graph/symbol.js";
import { maskSecrets } from "../../masking/secrets.js";
import { folderOf, isMade, nameOf, pathClassOf } from "../../model/paths.js";
import { type FileLink, fileLinks, mostReferred } from "../../store/file-links.js";
import { readLedgerPaths } from "../../store/files.js";
import { hasFlag, headsByName, type SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";

const MOST_MANIFESTS = 40;
const MOST_BYTES = 1_000_000;
/** The most entries of each kind. */
const MOST_SHOWN = {
  parts: 16,
  refers: 5,
  used: 2,
  types: 8,
  functions: 6,
  entries: 10,
  routes: 6,
  tests: 5,
  testCommands: 4,
  packages: 12,
  commands: 8,
};
/** Symbols that are looked at for the most used ones. */
const REFERRED = 400;
const MOST_MAINS = 100;
/** Folders of code that helps to make a program. */
const BESIDE_PROGRAM = /(?:^|\/)(?:dev|scripts?|tools?|hack|contrib|misc|ci)\//;
/** The most commands of one manifest before those of the next. */
const FIRST_COMMANDS = 5;

interface IndexedFile {
  path: string;
  language: string | null;
  lines: number;
}

/** A symbol, and how many files refer to it. */
interface Referred {
  head: SymbolHead;
  files: number;
}

/** All that an overview tells of, before anything is cut. */
interface Findings {
  folder: string;
  all: readonly IndexedFile[];
  code: readonly IndexedFile[];
  tests: readonly IndexedFile[];
  /** Those nearest to the folder first. */
  manifests: readonly Manifest[];
  /** The first paragraph of the README. */
  readme: string | null;
  parts: Parts;
  /** Files of code that refer to each other in a circle; the largest circle first. */
  circles: readonly string[][];
  /** Whether any file of code refers to another. */
  isLinked: boolean;
  /** The most used first. */
  referred: readonly Referred[];
  routes: Awaited<ReturnType<typeof routesOf>>;
  mains: readonly EntryPoint[];
}

/** The overview of a folder; "" for the root. Throws `not_found` where no file of the index lies below it. */
export async function overviewOf(context: ToolContext, folder: string): Promise<Overview> {
  return overviewFrom(await gather(context, folder));
}

/** Reads all that the overview tells of. */
async function gather(context: ToolContext, folder: string): Promise<Findings> {
  const { db, view, signal, progress } = context;
  const startStep = (step: number, name: string) => {
    signal.throwIfAborted();
    progress(step, 4, name);
  };
  startStep(0, "files");
  const all = await filesBelow(context, folder);
  const code = all.filter(({ path, language }) => language !== null && pathClassOf(path) === "source");
  const tests = all.filter(({ path, language }) => language !== null && pathClassOf(path) === "test");
  const { manifests, readme } = await readManifests(context, all, folder);
  startStep(1, "references");
  const own = new Set(code.map(({ path }) => path));
  const links = (await fileLinks(db, view)).filter(({ source, target }) => own.has(source) && own.has(target));
  startStep(2, "most used symbols");
  const testPaths = tests.map(({ path }) => path);
  const referred = await mostUsed(context, testPaths, (head) => own.has(head.path));
  startStep(3, "routes");
  // Generated code may register the routes of what is written by hand.
  const made = all.filter(({ path }) => pathClassOf(path) === "generated" && isMade(path));
  const routes = await routesOf(db, view, [...code, ...made]);
  const mains = await mainsOf(context, own, links);
  startStep(4, "done");
  return {
    folder,
    all,
    code,
    tests,
    manifests,
    readme,
    parts: partsOf(code, links, folder),
    circles: fileCircles(links),
    isLinked: links.length > 0,
    referred,
    routes,
    mains,
  };
}

async function filesBelow({ searcher, view }: ToolContext, folder: string): Promise<IndexedFile[]> {
  const isBelow = (path: string) => folder === "" || path.startsWith(`${folder}/`);
  const { files } = await searcher.snapshot(view);
  const below = files.flatMap(({ path, language, lineCount }) =>
    isBelow(path) ? [{ path, language, lines: lineCount }] : [],
  );
  if (folder !== "" && below.length === 0)
    throw new CodeindexError("not_found", `No file of the index lies below '${printable(folder)}'.`, { path: folder });
  return below;
}

/** The overview that the findings make. Pure. */
function overviewFrom(findings: Findings): Overview {
  const { folder, all, code, tests, manifests, readme, parts, circles, referred, routes, mains } = findings;
  const used = (isWanted: (nodeType: string) => boolean, most: number) =>
    referred
      .filter(({ head }) => isWanted(head.nodeType))
      .slice(0, most)
      .map(usedWords);
  return {
    path: folder,
    description: readme ?? manifests.find(({ description }) => description !== null)?.description ?? null,
    files: {
      code: code.length,
      tests: tests.length,
      other: all.length - code.length - tests.length,
      lines: code.reduce((sum, { lines }) => sum + lines, 0),
    },
    languages: countBy(code, ({ language }) => language ?? ""),
    packages: manifests
      .filter(({ kind }) => !NO_PACKAGE.has(kind))
      .slice(0, MOST_SHOWN.packages)
      .map(({ path, kind, name }) => ({ path, kind, name })),
    parts: partsFrom(findings),
    layers: layersFrom(parts),
    circles: parts.circles,
    file_circles: { count: circles.length, largest: circles[0]?.length ?? 0 },
    entries: [...entriesOf(manifests), ...mains].slice(0, MOST_SHOWN.entries),
    routes: {
      files: routes.files.slice(0, MOST_SHOWN.routes),
      total: routes.files.reduce((sum, each) => sum + each.routes, 0),
      unread: routes.unread,
    },
    types: used(isContainer, MOST_SHOWN.types),
    functions: used(isCallable, MOST_SHOWN.functions),
    tests: {
      folders: topOf(
        countBy(tests, ({ path }) => topFolder(path, folder)),
        MOST_SHOWN.tests,
      ),
      commands: placedCommands(manifests, folder, ({ test }) => test ?? []).slice(0, MOST_SHOWN.testCommands),
    },
    commands: placedCommands(manifests, folder, ({ commands }) => commands).slice(0, MOST_SHOWN.commands),
    notes: notesOf(findings),
  };
}

/** The largest parts, each with the parts that it refers to most and its symbols that others use most. */
function partsFrom({ parts: { parts, links, partOf }, referred }: Findings): Overview["parts"] {
  return parts.slice(0, MOST_SHOWN.parts).map(({ name, files, lines }) => ({
    name,
    files,
    lines,
    refers_to: links
      .filter(({ from }) => from === name)
      .slice(0, MOST_SHOWN.refers)
      .map(({ to, references }) => ({ part: to, references })),
    most_used: referred
      .filter(({ head }) => partOf.get(head.path) === name)
      .slice(0, MOST_SHOWN.used)
      .map(({ head }) => (head.name === "default" ? nameOf(head.path) : nameOfHead(head))),
  }));
}

/** The layers without parts that are not shown; none where there is one part. */
function layersFrom({ parts, layers }: Parts): string[][] {
  if (parts.length <= 1) return [];
  const shown = new Set(parts.slice(0, MOST_SHOWN.parts).map(({ name }) => name));
  return layers.map((layer) => layer.filter((name) => shown.has(name))).filter(({ length }) => length > 0);
}

/** The gaps of the overview. */
function notesOf({ folder, all, code, manifests, parts: { parts }, isLinked, routes }: Findings): string[] {
  const notes: string[] = [];
  if (all.length === 0) notes.push("The index has no file.");
  else if (code.length === 0) notes.push("There is no code that the index reads.");
  else if (!isLinked && code.length > 1)
    notes.push("No file refers to another as far as the index knows: parts have no layers.");
  if (folder === "" && all.length > 0 && manifests.length === 0)
    notes.push("No manifest is there: what is built and run is not known.");
  const smaller = parts.slice(MOST_SHOWN.parts);
  if (smaller.length > 0) {
    const files = smaller.reduce((sum, part) => sum + part.files, 0);
    notes.push(
      `${countOf(smaller.length, "smaller part")} of ${countOf(files, "file")} ${smaller.length === 1 ? "is" : "are"} not told.`,
    );
  }
  if (routes.unread > 0 && routes.files.length === 0)
    notes.push(`${countOf(routes.unread, "file")} were not read for routes.`);
  return notes;
}

/** The manifests, those nearest to the folder first, without those of tests and examples; and the first paragraph of the README. */
async function readManifests({ db, view }: ToolContext, all: readonly IndexedFile[], folder: string) {
  const depth = (path: string) => path.split("/").length;
  const isOwn = (path: string) => !["test", "example"].includes(pathClassOf(path));
  const paths = all
    .flatMap(({ path }) => (isManifest(path) && isOwn(path) ? [path] : []))
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
    .slice(0, MOST_MANIFESTS);
  const readmes = all
    .flatMap(({ path }) => (/^readme(\.\w+)?$/i.test(nameOf(path)) && folderOf(path) === folder ? [path] : []))
    .sort();
  const texts = await readTexts(db, view, [...paths, ...readmes], MOST_BYTES);
  const known = new Set(all.map(({ path }) => path));
  // Lock files are left out of the index, and stand in the ledger.
  const locks = await readLedgerPaths(db, view.projectId, view.viewId, [...LOCK_FILES.keys()]);
  const around = {
    scripts: scriptRunner(
      texts.get("package.json") ?? "",
      locks.map(({ path }) => path),
    ),
    has: (path: string) => known.has(path),
  };
  const manifests = paths.flatMap((path): Manifest[] => {
    const text = texts.get(path);
    const read = text === undefined ? null : readManifest(path, text, around);
    return read === null ? [] : [read];
  });
  const readme = readmes.map((path) => firstParagraph(texts.get(path) ?? "")).find((each) => each !== null) ?? null;
  return { manifests, readme };
}

const entriesOf = (manifests: readonly Manifest[]) =>
  manifests.flatMap(({ entries }) => entries.map((each) => ({ ...each, leads: maskSecrets(each.leads) })));

/** Functions with the name of a program's beginning. First the ones that lead to most files; the ones beside the program last. */
async function mainsOf(
  { db, view }: ToolContext,
  own: ReadonlySet<string>,
  links: readonly FileLink[],
): Promise<EntryPoint[]> {
  const heads = await headsByName(db, view, "main", { suffix: "main", limit: MOST_MAINS });
  const isMember = (head: SymbolHead) => head.nodeType === "method" && !hasFlag(head, "isStatic");
  const mains = heads.filter((head) => own.has(head.path) && isCallable(head.nodeType) && !isMember(head));
  const reached = filesReached(
    links,
    mains.map(({ path }) => path),
  );
  return mains
    .toSorted(
      (a, b) =>
        Number(BESIDE_PROGRAM.test(a.path)) - Number(BESIDE_PROGRAM.test(b.path)) ||
        (reached.get(b.path) ?? 0) - (reached.get(a.path) ?? 0),
    )
    .map((head) => ({ what: "main", leads: nameOfHead(head), from: `${head.path}:${head.lineStart}` }));
}

/** Commands of manifests, once each; with the folder to type it in, unless that is the folder of the overview. */
function placedCommands(
  manifests: readonly Manifest[],
  folder: string,
  of: (manifest: Manifest) => string | readonly string[],
): string[] {
  const folders = new Map<string, Set<string>>();
  const all = manifests.map((manifest) => ({ place: folderOf(manifest.path), commands: [of(manifest)].flat() }));
  for (const [from, to] of [[0, FIRST_COMMANDS] as const, [FIRST_COMMANDS] as const])
    for (const { place, commands } of all)
      for (const command of commands.slice(from, to)) addToSet(folders, command, place);
  return [...folders].map(([command, places]) => {
    if (places.has(folder)) return command;
    return `${command} (in ${places.size === 1 ? [...places].join() : `${places.size} folders`})`;
  });
}

/** The symbols that most files outside of tests refer to. In tests a helper of theirs is used as much as anything. */
async function mostUsed(
  { db, view }: ToolContext,
  testPaths: readonly string[],
  isWanted: (head: SymbolHead) => boolean,
): Promise<Referred[]> {
  const rows = await mostReferred(db, view, REFERRED, testPaths);
  const symbols = await readSymbols(
    db,
    view,
    rows.map(({ nodeId }) => nodeId),
  );
  const heads = new Map(symbols.map(({ primary }) => [primary.nodeId, primary]));
  return rows.flatMap(({ nodeId, files }) => {
    const head = heads.get(nodeId);
    return head !== undefined && isWanted(head) ? [{ head, files }] : [];
  });
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)));
}

const topOf = (counts: Record<string, number>, most: number) =>
  Object.fromEntries(Object.entries(counts).slice(0, most));

/** The folder of a path one level below another. */
function topFolder(path: string, folder: string): string {
  const inside = folder === "" ? path : path.slice(folder.length + 1);
  const slash = inside.indexOf("/");
  return slash < 0 ? folder || "." : path.slice(0, path.length - inside.length + slash);
}
