import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { estimateTokens } from "../base/estimate-tokens.js";
import { addToSet } from "../base/groups.js";
import { countOf } from "../format/counts.js";
import { linkWords, type Overview, overviewLines, SHORTER_OVERVIEWS, usedWords } from "../format/overview.js";
import { nameOfHead } from "../format/research.js";
import { fileCircles, filesReached, partsOf } from "../graph/files/parts.js";
import {
  type Entry,
  isManifest,
  type Manifest,
  NO_PACKAGE,
  readManifest,
  scriptRunner,
} from "../graph/overview/manifests.js";
import { firstParagraph } from "../graph/overview/readme.js";
import { routesOf } from "../graph/overview/routes.js";
import { readTexts } from "../graph/source-lines.js";
import { isCallable, isContainer, printable, readSymbols } from "../graph/symbol.js";
import { maskSecrets } from "../masking/secrets.js";
import { folderOf, nameOf, pathClassOf } from "../model/paths.js";
import { type FileLink, fileLinks, mostReferred } from "../store/file-links.js";
import { hasFlag, headsByName, type SymbolHead } from "../store/symbol-heads.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import * as params from "./shared/params.js";

/** The most tokens of an overview, where the caller does not say otherwise. */
const OVERVIEW_TOKENS = 2000;
/** Tokens of the answer in addition to its words: the index line. */
const BESIDE = 80;
const CUT = "Lists are cut; an overview of one folder tells more of it.";
const MOST_MANIFESTS = 40;
const MOST_BYTES = 1_000_000;
const MOST_SHOWN = {
  parts: 16,
  refers: 5,
  used: 2,
  types: 8,
  functions: 6,
  entries: 10,
  routes: 6,
  tests: 5,
  packages: 12,
  commands: 8,
};
/** Symbols that are looked at for the most used ones. */
const REFERRED = 400;
const MOST_MAINS = 100;
/** Folders of code that helps to make a program. */
const BESIDE_PROGRAM = /(?:^|\/)(?:dev|scripts?|tools?|hack|contrib|misc|ci)\//;
/** Commands of one manifest that are told before those of the next. */
const FIRST_COMMANDS = 5;

const entry = z.object({ what: z.string(), leads: z.string(), from: z.string() });

export default defineTool({
  name: "overview",
  title: "Overview",
  toolset: "research",
  description:
    "Tells what a repository is: use it first in an unknown one. Parts and how they depend on each other, entry points, routes, most used types, tests, commands; of a folder with `path`.",
  readOnly: true,
  cost: 3,
  idempotent: true,
  command: { name: "overview", positional: ["path"] },
  input: { path: params.directory },
  output: {
    path: z.string(),
    description: z.string().nullable().describe("By the README or a manifest."),
    files: z.object({ code: z.int(), tests: z.int(), other: z.int(), lines: z.int().describe("Of code.") }),
    languages: z.record(z.string(), z.int()).describe("Files of code."),
    packages: z.array(z.object({ path: z.string(), kind: z.string(), name: z.string().nullable() })),
    parts: z.array(
      z.object({
        name: z.string(),
        files: z.int(),
        lines: z.int(),
        refers_to: z.array(z.object({ part: z.string(), references: z.int() })),
        most_used: z.array(z.string()),
      }),
    ),
    layers: z.array(z.array(z.string())).describe("Each refers to those behind it alone, but for circles."),
    circles: z.array(z.array(z.string())).describe("Parts that refer to each other in a circle."),
    file_circles: z.object({ count: z.int(), largest: z.int() }),
    entries: z.array(entry),
    routes: z.object({
      files: z.array(z.object({ path: z.string(), routes: z.int(), examples: z.array(z.string()) })),
      total: z.int(),
      unread: z.int().describe("Files that were not looked at for routes."),
    }),
    types: z.array(z.string()).describe("Referred to by most other files: name, path:line and how many."),
    functions: z.array(z.string()),
    tests: z.object({ folders: z.record(z.string(), z.int()), commands: z.array(z.string()) }),
    commands: z.array(z.string()).describe("That build, start or check."),
    notes: z.array(z.string()),
  },
  brief: ({ parts, ...output }) => ({
    ...output,
    parts: parts.map(({ refers_to, ...part }) => ({ ...part, refers_to: refers_to.map(linkWords) })),
  }),
  async run(input, context) {
    const whole = await overviewOf(context, input.path.replace(/^\.?\/+|\/+$/g, "").replace(/^\.$/, ""));
    const budget = Math.min(context.maxTokens ?? OVERVIEW_TOKENS, context.config.maxTokens) - BESIDE;
    const isShort = (overview: Overview) => estimateTokens(overviewLines(overview).join("\n")) <= budget;
    let shown = whole;
    for (const shorter of SHORTER_OVERVIEWS)
      if (!isShort(shown)) shown = { ...shorter(shown), notes: [...whole.notes, CUT] };
    return shown;
  },
  render: (output) => overviewLines(output).join("\n"),
  shrink: SHORTER_OVERVIEWS,
  shrunk: () => CUT,
});

interface File {
  path: string;
  language: string | null;
  lines: number;
}

async function overviewOf(context: ToolContext, folder: string): Promise<Overview> {
  const { db, view, searcher, signal, progress } = context;
  progress(0, 4, "files");
  const snapshot = await searcher.snapshot(view);
  const isInside = (path: string) => folder === "" || path.startsWith(`${folder}/`);
  const all: File[] = snapshot.files.flatMap(({ path, language, lineCount }) =>
    isInside(path) ? [{ path, language, lines: lineCount }] : [],
  );
  if (folder !== "" && all.length === 0)
    throw new CodeindexError("not_found", `No file of the index lies below '${printable(folder)}'.`, { path: folder });
  const code = all.filter(({ path, language }) => language !== null && pathClassOf(path) === "source");
  const tests = all.filter(({ path, language }) => language !== null && pathClassOf(path) === "test");
  const { manifests, readme } = await readManifests(context, all, folder);
  signal.throwIfAborted();
  progress(1, 4, "references");
  const links = await fileLinks(db, view);
  signal.throwIfAborted();
  const own = new Set(code.map(({ path }) => path));
  const among = links.filter(({ source, target }) => own.has(source) && own.has(target));
  const { parts, links: between, partOf, layers, circles } = partsOf(code, among, folder);
  progress(2, 4, "most used symbols");
  const testPaths = tests.map(({ path }) => path);
  const referred = await mostUsed(context, testPaths, (head) => own.has(head.path));
  signal.throwIfAborted();
  progress(3, 4, "routes");
  const routes = await routesOf(db, view, code);
  const mains = await mainsOf(context, own, among);
  const inCircles = fileCircles(among);
  progress(4, 4, "done");
  const isLinked = among.length > 0;
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
    parts: parts.slice(0, MOST_SHOWN.parts).map(({ name, files, lines }) => ({
      name,
      files,
      lines,
      refers_to: between
        .filter(({ from }) => from === name)
        .slice(0, MOST_SHOWN.refers)
        .map(({ to, references }) => ({ part: to, references })),
      most_used: referred
        .filter(({ head }) => partOf.get(head.path) === name)
        .slice(0, MOST_SHOWN.used)
        .map(({ head }) => nameOfHead(head)),
    })),
    layers: parts.length > 1 ? shownOf(layers, parts) : [],
    circles,
    file_circles: { count: inCircles.length, largest: inCircles[0]?.length ?? 0 },
    entries: [...entriesOf(manifests), ...mains].slice(0, MOST_SHOWN.entries),
    routes: {
      files: routes.files.slice(0, MOST_SHOWN.routes),
      total: routes.files.reduce((sum, each) => sum + each.routes, 0),
      unread: routes.unread,
    },
    types: referred
      .filter(({ head }) => isContainer(head.nodeType))
      .slice(0, MOST_SHOWN.types)
      .map(usedWords),
    functions: referred
      .filter(({ head }) => isCallable(head.nodeType))
      .slice(0, MOST_SHOWN.functions)
      .map(usedWords),
    tests: {
      folders: topOf(
        countBy(tests, ({ path }) => topFolder(path, folder)),
        MOST_SHOWN.tests,
      ),
      commands: placedCommands(manifests, folder, ({ test }) => test ?? []).slice(0, 4),
    },
    commands: placedCommands(manifests, folder, ({ commands }) => commands).slice(0, MOST_SHOWN.commands),
    notes: notesOf({
      code: code.length,
      all: all.length,
      manifests: manifests.length,
      isWhole: folder === "",
      isLinked,
      routes: { ...routes, total: routes.files.length },
      smaller: parts.slice(MOST_SHOWN.parts),
    }),
  };
}

/** The layers without parts that are not shown. */
function shownOf(layers: readonly string[][], parts: readonly { name: string }[]): string[][] {
  const shown = new Set(parts.slice(0, MOST_SHOWN.parts).map(({ name }) => name));
  return layers.map((layer) => layer.filter((name) => shown.has(name))).filter(({ length }) => length > 0);
}

/** The gaps of the overview. */
function notesOf(found: {
  code: number;
  all: number;
  manifests: number;
  isWhole: boolean;
  isLinked: boolean;
  routes: { unread: number; total: number };
  smaller: readonly { files: number }[];
}): string[] {
  const notes: string[] = [];
  if (found.all === 0) notes.push("The index has no file.");
  else if (found.code === 0) notes.push("There is no code that the index reads.");
  else if (!found.isLinked && found.code > 1)
    notes.push("No file refers to another as far as the index knows: parts have no layers.");
  if (found.isWhole && found.all > 0 && found.manifests === 0)
    notes.push("No manifest is there: what is built and run is not known.");
  if (found.smaller.length > 0) {
    const files = found.smaller.reduce((sum, part) => sum + part.files, 0);
    notes.push(`${countOf(found.smaller.length, "smaller part")} of ${countOf(files, "file")} are not told.`);
  }
  if (found.routes.unread > 0 && found.routes.total === 0)
    notes.push(`${countOf(found.routes.unread, "file")} were not read for routes.`);
  return notes;
}

/** The manifests, those nearest to the folder first, without those of tests and examples; and the first paragraph of the README. */
async function readManifests({ db, view }: ToolContext, all: readonly File[], folder: string) {
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
  const around = {
    scripts: scriptRunner(texts.get("package.json") ?? ""),
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

/** Functions that a program begins in, by their name: those beside the program last, and first those that lead to most files. */
async function mainsOf(
  { db, view }: ToolContext,
  own: ReadonlySet<string>,
  links: readonly FileLink[],
): Promise<Entry[]> {
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

/** Commands of manifests, once each; with the folder in which one types it, unless that is the folder that is told. */
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
) {
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
