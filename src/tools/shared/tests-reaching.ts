/** Tests that reach some symbols: the walk to them, the requests that they make, and the cases of the nearest files. */
import { replaceablesOf } from "../../graph/calls/replaceables.js";
import { isReplacedIn, mayRunReal, onlySetsUpMocks, type Replaceable } from "../../graph/calls/replaced.js";
import type { FindText } from "../../graph/messages/texts.js";
import { filesOfOtherClasses } from "../../graph/reach/makers.js";
import { type Reached, walkToTests } from "../../graph/reach/reaching-tests.js";
import { byFile, type FileUses, type ReachingFile, readCases } from "../../graph/reach/test-files.js";
import { mockedFiles } from "../../graph/reach/test-mocks.js";
import type { TestReach } from "../../graph/reach/test-walk.js";
import type { FindFiles } from "../../graph/routes/declared.js";
import { type LessSureRequest, requestsOf } from "../../graph/routes/requests.js";
import type { CodeSymbol } from "../../graph/symbol.js";
import { languages } from "../../languages/index.js";
import type { EdgeTier } from "../../model/edge.js";
import type { Searcher } from "../../search/search.js";
import type { Db } from "../../store/db/db.js";
import type { View } from "../../store/views.js";

export const MOST_DEPTH = 6;
/** More files are read than are listed: some declare no case. */
const READ_AHEAD = 20;
/** Lines with a word of a route, or the name of a field, that are found, and the time for it in milliseconds. */
const MOST_LINES_NAMING = 3000;
const LONGEST_SEARCH = 4000;
/** A line that names a module by a path: this is not the path of a request. */
const IMPORTS =
  /^\s*(?:import\b(?!\s*\()|(?:\}\s*)?from\b|export\s[^=(]*\sfrom\b|(?:global\s+)?using\s[\w.\s=<>]*;|(?:const|let|var)\s[^=]*=\s*require\()/;

interface ReachContext {
  db: Db;
  view: View;
  searcher: Pick<Searcher, "searchText">;
}

/** Files that reach the symbols in question, told apart where other files say more. */
export interface FilesApart {
  /** Files that only reach code that registers it. */
  registered: readonly string[];
  /** Files that only reach a member that it overrides, and make no object of its class. */
  ofOtherClasses: readonly string[];
  /** Files that reach it in more steps than were asked for, where few do in these. */
  farther: readonly string[];
}

const NONE_APART: FilesApart = { registered: [], ofOtherClasses: [], farther: [] };

interface ReachOptions {
  /** Steps from a test to a symbol; more where no test is near. */
  depth: number;
  tiers: readonly EdgeTier[];
  /** How many files are wanted. */
  wanted: number;
  isWanted: (path: string, language: null) => boolean;
  /** Whether files that stand apart count as the others do: `FilesApart`, and files that only meet a mock of a symbol. */
  withUnsure?: boolean;
  /** Whether to look for files that are farther away than `depth`, where fewer than `wanted` are not. */
  withFarther?: boolean;
  /** Is told what the walk has met, each time that requests are looked for. */
  onReached?: (reached: Reached) => void;
}

/**
 * The findings of the walk: files with tests and files without, requests of other test files below the wanted `tiers`, files that stand apart, if there are
 * others, and the number of steps.
 */
export async function testsReaching(
  { db, view, searcher }: ReachContext,
  symbols: readonly CodeSymbol[],
  { depth, tiers, wanted, isWanted, withUnsure = false, withFarther = false, onReached }: ReachOptions,
): Promise<{
  reach: TestReach;
  among: Awaited<ReturnType<typeof testsAmong>>;
  lessSure: LessSureRequest[];
  apart: FilesApart;
  steps: number;
}> {
  const walk = await walkToTests(db, view, symbols, tiers, findTopics({ searcher, view }));
  const areReplaced = replacedIn(symbols, await replaceablesOf(db, view, symbols));
  let apart: FilesApart = NONE_APART;
  const replacedBy = (reach: TestReach) => (file: ReachingFile) =>
    !withUnsure && (onlySetsUpMocks(file) || areReplaced(file) || isBehindMocks(file, reach));
  const testsSoFar = async () => {
    const reach = walk.found();
    const isReplaced = replacedBy(reach);
    const shown = byFile(
      reach.uses.filter(({ path }) => isWanted(path, null)),
      reach.files,
    );
    if (withUnsure) return testsAmong(db, view, shown, { wanted, isReplaced });
    const isRegistered = ({ uses }: FileUses) => uses.every((use) => use.isRegistered);
    const ofOthers = await filesOfOtherClasses({ db, view, tiers }, shown);
    const surer = shown.filter((file) => !isRegistered(file) && !ofOthers.has(file.path));
    const among = await testsAmong(db, view, surer, { wanted, isReplaced });
    if (among.tests.length === 0 && surer.length < shown.length) {
      apart = NONE_APART;
      return testsAmong(db, view, shown, { wanted, isReplaced });
    }
    apart = { ...apart, registered: shown.filter(isRegistered).map(({ path }) => path), ofOtherClasses: [...ofOthers] };
    return among;
  };
  const findTests = (words: readonly string[], limit: number) => filesNaming({ searcher, view }, words, limit, "only");
  const findClients = findCode({ searcher, view });
  let lessSure: LessSureRequest[] = [];
  const followRequests = () =>
    walk.followRequests(async (reached) => {
      onReached?.(reached);
      const found = await requestsOf({ db, view, findTests, findClients, tiers }, reached);
      lessSure = found.lessSure;
      return found;
    });
  await walk.goTo(depth);
  await followRequests();
  let among = await testsSoFar();
  let steps = depth;
  if (among.tests.length === 0 && walk.isOpen() && steps < MOST_DEPTH) {
    steps = MOST_DEPTH;
    await walk.goTo(steps);
    await followRequests();
    among = await testsSoFar();
  }
  if (among.tests.length === 0) {
    await walk.followKeepers();
    among = await testsSoFar();
  }
  if (await walk.followImports()) among = await testsSoFar();
  const reach = walk.found();
  const known = new Set(reach.uses.map(({ path }) => path));
  const others = lessSure.filter(({ path }) => !known.has(path) && isWanted(path, null));
  if (withFarther && among.tests.length < wanted && steps < MOST_DEPTH && walk.isOpen()) {
    await walk.goTo(MOST_DEPTH);
    const all = walk.found();
    const more = all.uses.filter(({ path }) => !known.has(path) && isWanted(path, null));
    const files = await readCases(db, view, byFile(more, all.files).slice(0, READ_AHEAD));
    const isReplaced = replacedBy(all);
    const farther = files.filter((file) => !declaresNone(file) && !isReplaced(file)).map(({ path }) => path);
    apart = { ...apart, farther };
  }
  return { reach, among, lessSure: others, apart, steps };
}

/**
 * The files, of tests or others, whose text has one of some words of paths, as far as they are found at once: first those with a word that few others
 * have. `extensions`: of these alone.
 */
async function filesNaming(
  { searcher, view }: Pick<ReachContext, "searcher" | "view">,
  words: readonly string[],
  limit: number,
  tests: "only" | "exclude",
  extensions?: readonly string[],
) {
  const patterns = words.map((word) => ({ text: word, isRegExp: false, isCaseSensitive: false, isWholeWord: false }));
  const query = {
    patterns,
    contextLines: 0,
    limit: MOST_LINES_NAMING,
    timeoutMs: LONGEST_SEARCH,
    tests,
    // Generated code may register the routes of what is written by hand.
    ...(extensions && { extensions, withGenerated: true }),
  };
  const { matches, isTimedOut } = await searcher.searchText(view, query);
  const naming = matches.filter(({ text }) => !IMPORTS.test(text));
  const byWord = patterns.map(
    (_, index) => new Set(naming.flatMap(({ path, pattern }) => (pattern === index ? [path] : []))),
  );
  const paths = [...new Set(byWord.toSorted((a, b) => a.size - b.size).flatMap((found) => [...found]))];
  const isFull = patterns.some(
    (_, index) => matches.filter(({ pattern }) => pattern === index).length >= MOST_LINES_NAMING,
  );
  const isCut = isTimedOut || isFull || paths.length > limit;
  return { paths: paths.slice(0, limit), isCut };
}

/** Looks for some texts in code outside of tests that may declare or request routes. */
export const findCode =
  (reader: Pick<ReachContext, "searcher" | "view">): FindFiles =>
  (texts, limit) =>
    filesNaming(reader, texts, limit, "exclude", WITH_ROUTES);

/** The ends of files whose languages have routes. */
const WITH_ROUTES = languages.flatMap(({ routes, extensions }) => (routes ? extensions : []));

/** The most files with the names of topics that are looked at. */
const MOST_WITH_TOPICS = 60;

/** Looks for the names of topics that are texts, in code outside of tests. */
export function findTopics(reader: Pick<ReachContext, "searcher" | "view">): FindText {
  return async (texts) => (await filesNaming(reader, texts, MOST_WITH_TOPICS, "exclude")).paths;
}

/**
 * Reads files from the first on until more than `wanted` of them declare tests. Files that only meet a mock of a symbol in question stand apart, if there are
 * others.
 */
async function testsAmong(
  db: Db,
  view: View,
  all: readonly FileUses[],
  { wanted, isReplaced }: { wanted: number; isReplaced: (file: ReachingFile) => boolean },
) {
  const tests: ReachingFile[] = [];
  const mocking: ReachingFile[] = [];
  const others: ReachingFile[] = [];
  let read = 0;
  while (read < all.length && tests.length <= wanted) {
    const batch = await readCases(db, view, all.slice(read, read + wanted + READ_AHEAD));
    for (const file of batch) (declaresNone(file) ? others : isReplaced(file) ? mocking : tests).push(file);
    read += batch.length;
  }
  const unread = all.slice(read);
  return tests.length === 0
    ? { tests: mocking, others, mocking: [], unread }
    : { tests, others, mocking: mocking.map(({ path }) => path), unread };
}

const declaresNone = ({ file }: ReachingFile) => file !== null && file.cases.length === 0;

/** Whether a file replaces all of some symbols by mocks. */
function replacedIn(symbols: readonly CodeSymbol[], replaceables: readonly (Replaceable | null)[]) {
  return (file: ReachingFile): boolean =>
    symbols.length > 0 && replaceables.every((asked) => asked !== null && isReplacedIn(file, asked));
}

/** Whether a test file reaches the symbols in question only through code that it replaces by mocks. */
function isBehindMocks({ file, uses }: ReachingFile, { asked, files, metWithout }: TestReach): boolean {
  if (file === null || uses.length === 0 || mayRunReal(file.text)) return false;
  const own = new Set(asked.map(({ path }) => path));
  const mocked = new Set(mockedFiles(file, files.keys()).filter((path) => !own.has(path)));
  if (mocked.size === 0) return false;
  const met = metWithout(mocked);
  return uses.every(({ via, request, message }) => {
    // A server may be made of the real code, and so may be what takes a message, unless its sender is a mock.
    if (via === null || request !== undefined) return false;
    return mocked.has(via.path) || (message === undefined && !met.has(via.nodeId));
  });
}
