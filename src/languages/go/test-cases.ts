/** The tests of Go: functions whose names say so, subtests by `t.Run`, specs of Ginkgo, and the command that runs them. Pure. */
import { folderOf } from "../../model/paths.js";
import { type NoteMarks, withNotes } from "../test-notes.js";
import { type Declared, foldersAbove, lineCounter, quoted, type TestCase, type TestConventions } from "../testing.js";

/** `Test` alone, or before a letter that is not small. */
const TEST_NAME = /^(?:Test|Benchmark|Example|Fuzz)(?:$|[^\p{Ll}])/u;
const SUBTEST = /\b[a-z]\w*\.Run\(\s*("(?:[^"\\\n]|\\.)*"|`[^`]*`)\s*,/g;
const SUITE_METHOD = /^Test(?:$|[^\p{Ll}])/u;

const MARKS: NoteMarks = {
  skips: /(?!)/,
  leaves: /^\s*(?:[a-z]\w{0,20}|s\.T\(\))\.(?:Skip|Skipf|SkipNow)\(\s*(?:["`]([^"`\n]{0,300}))?/,
};

/** A subtest is looked through so far. */
const LONGEST_CALL = 20_000;

/** The lines that a call goes on for after its first, up to its closing bracket. */
function linesOfCall(text: string): number {
  let depth = 0;
  let count = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\/[^\n]*|[()\n]/g)) {
    if (part === "(") depth++;
    else if (part === ")" && --depth === 0) return count;
    else count += part === "\n" || part.startsWith("`") ? part.split("\n").length - 1 : 0;
  }
  return count;
}

function casesOf(text: string, declared: readonly Declared[]): TestCase[] {
  const lines = lineCounter(text);
  const subtests = [...text.matchAll(SUBTEST)].map(({ 1: name = "", index }) => {
    const line = lines.at(index);
    return { name: name.slice(1, -1), line, end: line + linesOfCall(text.slice(index, index + LONGEST_CALL)) };
  });
  const suites = runnersOf(text, declared);
  const cases = declared.flatMap((head): TestCase[] => {
    const { name, lineStart, lineEnd, nodeType } = head;
    const isMethod = nodeType === "method" && SUITE_METHOD.test(name);
    if (!isMethod && (nodeType !== "function" || !TEST_NAME.test(name))) return [];
    const inner = subtests.filter(({ line }) => line >= lineStart && line <= lineEnd);
    const runner = isMethod ? suites.get(head.qualifiedName.replace(/\.[^.]*$/, "")) : name;
    const own: TestCase = { kind: nodeType, name, isSuite: false, lineStart, lineEnd, className: runner };
    const parts = inner.map(
      ({ name: part, line, end }): TestCase => ({
        kind: "t.Run",
        name: part,
        isSuite: false,
        lineStart: line,
        lineEnd: Math.min(end, lineEnd),
        className: runner,
      }),
    );
    return [own, ...parts];
  });
  return withNotes(
    text,
    declared,
    [...cases, ...specsOf(text)].sort((a, b) => a.lineStart - b.lineStart),
    MARKS,
  );
}

/** Texts, comments, specs of Ginkgo with their names, brackets and ends of lines. */
const SPEC_PARTS =
  /"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\/[^\n]*|\b([FPX]?)(It|Specify|Entry|DescribeTable|DescribeTableSubtree|Describe|Context|When)\(\s*("(?:[^"\\\n]|\\.)*"|`[^`]*`)|[()\n]/g;
const SPEC_SUITES = new Set(["Describe", "Context", "When", "DescribeTable", "DescribeTableSubtree"]);
/** Stands for the function that runs the specs of a package, which another file may have. */
const SOME_RUNNER = "*";

/** The specs of Ginkgo and the containers around them, by one pass over the text. */
function specsOf(text: string): TestCase[] {
  if (!text.includes('"github.com/onsi/ginkgo')) return [];
  const specs: TestCase[] = [];
  const open: { spec: TestCase; depth: number }[] = [];
  let depth = 0;
  let line = 1;
  for (const [part, prefix = "", kind, name = ""] of text.matchAll(SPEC_PARTS)) {
    const begin = line;
    if (part === "\n" || part.includes("`") || kind !== undefined) line += part.split("\n").length - 1;
    if (kind !== undefined) {
      const note = prefix === "P" || prefix === "X" ? { note: "skipped" } : {};
      const isSuite = SPEC_SUITES.has(kind);
      const lines = { lineStart: begin, lineEnd: line };
      const spec = { kind: prefix + kind, name: name.slice(1, -1), isSuite, ...lines, className: SOME_RUNNER, ...note };
      specs.push(spec);
      open.push({ spec, depth });
      depth++;
    } else if (part === "(") depth++;
    else if (part === ")") {
      depth--;
      while ((open.at(-1)?.depth ?? -1) >= depth) {
        const ended = open.pop();
        if (ended) ended.spec.lineEnd = line;
      }
    }
  }
  for (const { spec } of open) spec.lineEnd = line;
  return specs;
}

/** The test functions that run suites of testify, `suite.Run(t, new(CartSuite))`, by the suite's type. */
function runnersOf(text: string, declared: readonly Declared[]): Map<string, string> {
  const lines = lineCounter(text);
  const found = new Map<string, string>();
  for (const { 1: type = "", index } of text.matchAll(/\bsuite\.Run\(\s*\w+\s*,\s*(?:new\(|&)?\s*(\w+)/g)) {
    const line = lines.at(index);
    const runner = declared.find(
      ({ lineStart, lineEnd, nodeType }) => nodeType === "function" && lineStart <= line && line <= lineEnd,
    );
    if (runner !== undefined) found.set(type, runner.name);
  }
  return found;
}

/** The tests of Go run by package: the folder of the file, in the module that it belongs to. */
export const tests: TestConventions = {
  areDeclared: true,
  cases: casesOf,
  manifest: null,
  projectFile: "go.mod",
  namesCases: true,
  runOf({ path }, { projects }) {
    const module = foldersAbove(path).find((above) => projects.some((project) => folderOf(project) === above));
    return { folder: module ?? "", start: "go test" };
  },
  command({ folder, start }, paths, names) {
    const inFolder = (run: string) => (folder === "" ? run : `cd ${quoted(folder)} && ${run}`);
    const packages = [...new Set(paths.map((path) => packageOf(path, folder)))].map(quoted);
    if (names.length > MOST_NAMES || names.includes(SOME_RUNNER)) return inFolder([start, ...packages].join(" "));
    const plain = names.filter((name) => !name.startsWith("Benchmark"));
    const bench = names.filter((name) => name.startsWith("Benchmark"));
    const flags = [
      plain.length > 0 || bench.length > 0 ? `-run '^${oneOf(plain.length > 0 ? plain : ["$"])}$'` : "",
      bench.length > 0 ? `-bench '^${oneOf(bench)}$'` : "",
    ].filter((flag) => flag !== "");
    return inFolder([start, ...packages, ...flags].join(" "));
  },
};

/** The package of a file as a command in the folder of its module names it. */
function packageOf(path: string, module: string): string {
  const inside = module === "" ? folderOf(path) : folderOf(path).slice(module.length + 1);
  return inside === "" ? "." : `./${inside}`;
}

/** The most tests that are named; of more their packages are run whole. */
const MOST_NAMES = 20;

/** An expression for one of some names. */
function oneOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : `(${names.join("|")})`;
}
