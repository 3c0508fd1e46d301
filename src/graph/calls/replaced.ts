/**
 * Test files that only meet a mock of the symbol asked about: they name its type for a mock alone, or mock its module. A file that names the type in any
 * other way, or spies on it, may run it, so it does not count. Works on the text. Pure.
 */
import { posix } from "node:path";
import { present } from "../../base/need.js";
import { wholeWord } from "../../base/whole-word.js";
import type { TestCase } from "../../languages/testing.js";
import { pathClassOf } from "../../model/paths.js";
import { caseAt, type ReachingFile } from "../reach/test-files.js";
import { MOCK, moduleOf } from "../reach/test-mocks.js";

/** A symbol by its name and file, and the type that it is or stands in: its name, those of the types of the project above it and below it. */
export interface Replaceable {
  name: string;
  path: string;
  type: { name: string; bases: readonly string[]; derived: readonly string[] } | null;
}

/** Longer texts are not looked at. */
const LONGEST_TEXT = 400_000;

/** A mock of a module for a whole file, without a factory that is given the real one. */
const MODULE_MOCK =
  /\b(?:vi|jest)\.mock\(\s*["'`](\.[^"'`\n]+)["'`]\s*(?:\)|,\s*(?:async\s*)?(?:\(\s*\)\s*=>|function\s*\())/g;
/** Words by which a mock runs the real code. */
const RUNS_REAL =
  /requireActual|importActual|importOriginal|[uU]n[mM]ock|dontMock|CallBase|callRealMethod|CALLS_REAL_METHODS|thenCallRealMethod|@Spy\b|@InjectMocks|\bspyk?\s*[(<]|CallsBaseMethod|ForPartsOf/;

/** Whether a test file may have its mocks run the real code, or is too long to tell. */
export const mayRunReal = (text: string): boolean => text.length > LONGEST_TEXT || RUNS_REAL.test(text);

/** Whether all that a test file has of `asked` are mocks. Of a symbol that the file tests in several cases each must have a mock, or the file one for all. */
export function isReplacedIn({ path, file, uses, cases }: ReachingFile, asked: Replaceable): boolean {
  if (file === null || file.text.length > LONGEST_TEXT) return false;
  if (asked.type === null && mocksByName(path, file.text, asked)) return true;
  if (RUNS_REAL.test(file.text)) return false;
  if (uses.some(({ message, via }) => message !== undefined || isOfTest(via, path))) return false;
  // A request comes to the mock where the container has it, and else to whatever the server is made of.
  if (uses.some(({ request }) => request !== undefined) && !IN_CONTAINER.test(file.text)) return false;
  if (mocksModule(path, file.text, asked.path)) return true;
  return (
    asked.type !== null &&
    isMockedType(file.text, asked.type, { all: file.cases, reaching: cases.map((each) => each.case) })
  );
}

/** Lines that set up a mock, or ask which calls it had: the member in such a line does not run. Of Moq, NSubstitute and FakeItEasy. */
const SETS_UP =
  /\.(?:Setup|Verify)\w*(?:<[^>]{0,80}>)?\(\s*(?:\w+|\(\w*\))\s*=>|\.(?:Received|DidNotReceive)\w*\(|\bA\.CallTo\(/;
/** The same of libraries whose words others have, too: in files that name the library. */
const SETS_UP_BY = [
  { library: /mockito/i, line: /\b(?:when|whenever|verify|given)\(/ },
  { library: /mockk/i, line: /\b(?:every|verify|coEvery|coVerify)\s*(?:\([^)]{0,80}\))?\s*\{/ },
];
/** The link of a chain whose value stands above. */
const LINK = /^\s*\./;
const MOST_ABOVE = 3;

/** Whether a test file reaches something only by lines that set up a mock of it. */
export function onlySetsUpMocks({ file, uses }: Pick<ReachingFile, "file" | "uses">): boolean {
  if (file === null || uses.length === 0 || RUNS_REAL.test(file.text)) return false;
  const { text } = file;
  const forms = [SETS_UP, ...SETS_UP_BY.flatMap(({ library, line }) => (library.test(text) ? [line] : []))];
  const lines = text.split("\n");
  const setsUp = (line: number): boolean => {
    for (let above = line; above > Math.max(0, line - MOST_ABOVE); above--) {
      const own = lines[above - 1] ?? "";
      if (forms.some((form) => form.test(own))) return true;
      if (!LINK.test(own)) return false;
    }
    return false;
  };
  return uses.every(({ line, request }) => request === undefined && setsUp(line));
}

/** A factory is looked through this far. */
const LONGEST_FACTORY = 5000;

/**
 * Whether a test mocks the module of a function with another value for it, whatever else of the module is the real one: `vi.mock("./mail", () => ({ ...real,
 * send: vi.fn() }))`.
 */
function mocksByName(path: string, text: string, asked: Replaceable): boolean {
  const name = wholeWord(asked.name);
  const replaces = new RegExp(`${name}\\s*(?::|,\\s*$)|^\\s*(?:async\\s+)?${name}\\s*\\(`, "m");
  return [...text.matchAll(MOCK)].some(({ index, 0: call, 1: specifier = "" }) => {
    if (!mayHold(path, specifier, asked.path)) return false;
    const rest = text.slice(index + call.length, index + LONGEST_FACTORY);
    // The factory ends where a line closes the call.
    const end = rest.search(/^\}?\)?\);?\s*$/m);
    return replaces.test(end < 0 ? rest : rest.slice(0, end));
  });
}

/** Whether a specifier may lead to a file, or to a module that re-exports it: a folder above it, or a package with the name of one. */
function mayHold(path: string, specifier: string, file: string): boolean {
  const module = moduleOf(specifier);
  if (!module.startsWith(".")) return `/${moduleOf(file)}/`.includes(`/${posix.basename(module)}/`);
  return `${moduleOf(file)}/`.startsWith(`${posix.join(posix.dirname(path), module)}/`);
}

/** A helper of tests may make the real one. */
const isOfTest = (via: { path: string } | null, path: string) =>
  via !== null && via.path !== path && pathClassOf(via.path) === "test";

/** Mocks that are put into the container of the application under test. */
const IN_CONTAINER = /@(?:MockBean|MockitoBean|MockkBean)\b|\boverrideProvider\(/;

function mocksModule(path: string, text: string, module: string): boolean {
  const wanted = moduleOf(module);
  return [...text.matchAll(MODULE_MOCK)].some(
    ([, specifier]) => moduleOf(posix.join(posix.dirname(path), present(specifier))) === wanted,
  );
}

function isMockedType(
  text: string,
  { name, bases, derived }: NonNullable<Replaceable["type"]>,
  cases: { all: readonly TestCase[]; reaching: readonly TestCase[] },
): boolean {
  const code = codeOf(text);
  const mocked = [name, ...bases].filter((each) => mockOf(each).test(code));
  if (mocked.length === 0) return false;
  // Where only a base is a mock, whoever names the type itself may have the real one.
  if (!mocked.includes(name) && new RegExp(wholeWord(name)).test(code)) return false;
  if ([...derived, ...mocked].some((each) => isNamedOtherwise(code, each))) return false;
  const lines = mocked.flatMap((each) => [...code.matchAll(mockOf(each))].map(({ index }) => lineAt(code, index)));
  const around = lines.map((line) => caseAt(cases.all, line));
  if (around.includes(null)) return true;
  const hasMock = (one: TestCase) =>
    around.some((each) => each !== null && (each === one || (each.isSuite && isIn(one, each))));
  return cases.reaching.length > 0 ? cases.reaching.every(hasMock) : around.some((each) => each?.isSuite === true);
}

const isIn = (one: TestCase, suite: TestCase) => suite.lineStart <= one.lineStart && one.lineEnd <= suite.lineEnd;

const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;

/** A source with blanks in place of comments, of what strings say, and of imports; its lines stay. */
function codeOf(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, " ");
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, blank)
    .replace(
      /^[ \t]*(?:import\s+(?:type\s+)?\{[^{}]{0,4000}\}[^\n]*|(?:import|using|package)\s[\w\s.,*={}]{0,200}?(?:;|\bfrom\b[^\n]*|$))/gm,
      blank,
    );
}

const GIVEN = "(?:<[^;(){}\\n]{0,80}>)?";

/** A mock that stands for a type: of NSubstitute, Moq, FakeItEasy, AutoFixture, Mockito, MockK, Jest, Vitest, Sinon, Jasmine, and a provider of Nest or Angular. */
function mockOf(name: string): RegExp {
  const named = wholeWord(name);
  const makers =
    "Substitute\\.For|new\\s+Mock|GetMock|Mock\\.Of|A\\.Fake|GetDependency|mockk|mock|mockDeep|createMock|Mockito\\.mock|createStubInstance|createSpyObj";
  const annotations = "@(?:Mock|MockBean|MockitoBean|MockK|RelaxedMockK|MockkBean)\\b(?:\\([^()]{0,80}\\))?";
  const modifiers = "\\s+(?:(?:private|protected|public|internal|final|lateinit|var|val)\\s+){0,4}(?:\\w+\\s*:\\s*)?";
  return new RegExp(
    [
      `\\b(?:${makers})\\s*<\\s*(?:\\w+\\.)*${named}${GIVEN}\\s*>\\s*\\(`,
      `\\b(?:mockk?|createMock|createStubInstance|createSpyObj)\\(\\s*(?:\\w+\\.)*${named}(?:::class|\\.class)?`,
      `\\bMock<(?:\\w+\\.)*${named}${GIVEN}>\\s+\\w+\\s*=\\s*new\\s*\\(`,
      `${annotations}${modifiers}${named}`,
      `\\bprovide:\\s*${named}\\s*,\\s*use(?:Value|Factory)\\b`,
      `\\boverride(?:Provider|Guard|Interceptor|Pipe)\\(\\s*${named}\\s*\\)\\s*\\.use(?:Value|Factory)\\b`,
    ].join("|"),
    "g",
  );
}

/**
 * Whether code names a type in another way than these: for a mock, as the type of a value, in a matcher, or to take from a container the mock that was put
 * in.
 */
function isNamedOtherwise(code: string, name: string): boolean {
  const named = wholeWord(name);
  const allowed = [
    mockOf(name).source,
    `\\b\\w*(?:Mock|Substitute|SpyObj|Stubbed|Logger|Partial)\\w*(?:\\.\\w+)*<\\s*(?:\\w+\\.)*${named}${GIVEN}\\s*>`,
    `(?<!\\bnew\\s+)(?<!\\bclass\\s+)(?<!:\\s*)${named}${GIVEN}\\??\\s+[\\w$]+\\s*(?=[;=,)])`,
    `(?<!\\b(?:provide|useClass|useExisting|class\\s+\\w+)\\s*)[?!]?:\\s*${named}${GIVEN}(?=\\s*[;=,)|])`,
    `\\b(?:get|inject|resolve)(?:<\\s*${named}\\s*>)?\\(\\s*${named}`,
    `\\b(?:any|isA|It\\.IsAny|It\\.Is|Arg\\.Any|Arg\\.Is|nameof)(?:<\\s*${named}|\\(\\s*${named})`,
    `\\bas\\s+(?:unknown\\s+as\\s+)?${named}`,
  ];
  return new RegExp(named).test(code.replace(new RegExp(allowed.join("|"), "g"), " "));
}
