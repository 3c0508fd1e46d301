/** Paths as the index writes them: relative to the repository, `/` between the parts, "" for the root. */
import { all, any, matching, not, type PathCondition } from "./path-condition.js";

/** Orders paths by the bytes of their UTF-8, as the database and git do. (UTF-16 order differs for characters beyond U+FFFF.) */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let offset = 0; offset < length; offset++) {
    const left = a.charCodeAt(offset);
    const right = b.charCodeAt(offset);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other UTF-16 unit. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** The folder a path lies in; "" for what lies in the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A path one level below a folder. */
export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Classes of files by their distance from the code that people look for first, the nearest first. */
export const PATH_CLASSES = ["source", "generated", "test", "example", "prose"] as const;
export type PathClass = (typeof PATH_CLASSES)[number];

/**
 * As folders and files are named in any case, `integration-tests/` and `test_utils/` among them; `run-tests.ts` is a program that has to do with tests, and
 * `test-connection/` does what it says.
 */
const TEST_FOLDERS =
  /(^|\/)(_*(tests?|specs?|mocks?|fixtures?)_*|e2e|test-?(data|assets)|[\w.-]+[-_.](tests?|specs?|e2e)|(?!test-(connections?|e?mails?|messages?|notifications?|webhooks?|alerts?|drives?)\/)tests?[-_][\w-]+)\//i;
const TEST_FILES =
  /[._-](test|spec(?!\.(?:json|ya?ml|md|rst|txt|toml|xml|proto|html|pdf)$)|bench|e2e|tst|test-d)\.[^/]+$|([._](tests|specs)|-(tests|specs)(?!\.[cm]?[jt]sx?$))\.[^/]+$|(^|\/)((test_[^/]*|conftest)\.py|tests\.rs)$|\.t$/i;
/**
 * Tests as .NET, Java and PHP name them: `App.UnitTests/`, `App.Tests.Common/`, `CartTests.cs`, `CartSpec.scala`. `Latest/` and `Contest.cs` do not
 * match.
 */
const PASCAL_FOLDERS = /(^|[a-z\d./])(Tests?|Specs|Benchmarks?)(\.[\w.]+)?\//;
const PASCAL_FILES = /[a-z\d](Tests?\.(cs|java|kt|swift|php|scala|groovy|hs|mm?)|Spec\.(scala|groovy|hs))$/;
/** Measurements of speed stand beside the sources; in `src/services/benchmark/` the word means something of the trade. */
const BENCHMARKS = /^((?!(src|app|lib|internal|main)\/)[^/]+\/)*bench(es|marks?)?\//i;
/** Stands in every path of a test: most paths have none of it, and their class is found in half the time. */
const OF_TESTS = /te?st|spec|bench|e2e|mock|fixture|\.t$/i;
/**
 * The folder of sources that a build ships, as Maven and Gradle name it. The folders in it are parts of packages: `com/example/demo/` and
 * `org/springframework/test/` say nothing of the files in them.
 */
const SHIPPED = "(^|/)src/(main|[a-z]+Main)/(java|kotlin|scala|groovy)/";
const IS_SHIPPED = new RegExp(SHIPPED);
/** Folders of tests above such a folder. */
const [TESTS_ABOVE, PASCAL_ABOVE] = [TEST_FOLDERS, PASCAL_FOLDERS].map(
  ({ source, flags }) => new RegExp(`(${source})(.*/)?${SHIPPED.slice("(^|/)".length)}`, flags),
) as [RegExp, RegExp];
/** `com/example/` is a package wherever it stands. */
const EXAMPLES = /(^|\/)(examples|(?<!(^|\/)(com|org|net)\/)example|samples?|demos?|playgrounds?)\//i;
const PROSE = /(^|\/)docs?\/|\.(md|mdx|rst|adoc|txt)$/i;
/** Files that programs make of others. */
const MADE =
  /\.d\.[cm]?ts$|\.(g|designer|generated|min)\.[^/]+$|\.pb\.[^/]+$|_pb2(_grpc)?\.pyi?$|_pb\.[jt]s$|(^zz_|\/zz_|_)generated[^/]*\.go$|_gen\.go$|(^|\/)(__)?generated(__)?\//i;
/** Copies from elsewhere. Steps of a database's schema are read after the code that it has now. */
const COPIED =
  /(^|\/)(__)?(migrations|vendors?|vendored|third[-_]?party|bower_components)(__)?\/|(^|\/)(alembic\/versions|db\/migrate)\//i;

/** The files of class `test`, as a condition. */
export const IS_TEST: PathCondition = any(
  matching(TEST_FILES),
  matching(PASCAL_FILES),
  matching(BENCHMARKS),
  all(not(matching(IS_SHIPPED)), any(matching(TEST_FOLDERS), matching(PASCAL_FOLDERS))),
  matching(TESTS_ABOVE),
  matching(PASCAL_ABOVE),
);

/** The class of a path: source, test, example, prose or generated. */
export function pathClassOf(path: string): PathClass {
  const shipped = path.includes("src/") ? IS_SHIPPED.exec(path) : null;
  // The folders of a package do not count, the name of the file does.
  const judged = shipped === null ? path : path.slice(0, shipped.index + shipped[0].length) + nameOf(path);
  if (OF_TESTS.test(judged) && isTest(judged)) return "test";
  if (EXAMPLES.test(judged)) return "example";
  if (PROSE.test(judged)) return "prose";
  return isMade(path) || COPIED.test(path) ? "generated" : "source";
}

/** Whether a program made a file of others, by its name or its folder. */
export const isMade = (path: string): boolean => MADE.test(path);

function isTest(path: string): boolean {
  return [TEST_FOLDERS, TEST_FILES, PASCAL_FOLDERS, PASCAL_FILES, BENCHMARKS].some((each) => each.test(path));
}

/** The path itself and every folder above it, from the top: `a/b/c` gives `a`, `a/b`, `a/b/c`. */
export function pathAndFolders(path: string): string[] {
  const paths: string[] = [];
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
    paths.push(path.slice(0, slash));
  if (path !== "") paths.push(path);
  return paths;
}
