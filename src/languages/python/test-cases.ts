/** The test cases of Python: functions and classes as pytest and unittest find them. Pure. */
import type { Declared, TestCase } from "../testing.js";

/** A class of the standard library's, Django's or a project's own test cases as a base. */
const TEST_CLASS = /^[ \t]*class[ \t]+([\p{L}\p{N}_]+)[ \t]*\([^)]*?(?:TestCase|Test\w*Base|TestBase)\b/gmu;
/** Fixtures, which pytest makes for tests and never runs as one: `@pytest.fixture` above `def test_image()`. */
const FIXTURE =
  /^[ \t]*@(?:\w{1,40}\.)?fixture\b(?:\([^)]{0,500}\))?[^\n]{0,200}\n(?:[ \t]*@[^\n]{0,200}\n){0,5}[ \t]*(?:async[ \t]+)?def[ \t]+(test[\p{L}\p{N}_]{0,200})/gmu;

/** Functions `test…` of modules and of classes of tests, and those classes. */
export function casesByName(text: string, declared: readonly Declared[]): TestCase[] {
  const derived = new Set(Array.from(text.matchAll(TEST_CLASS), ([, name = ""]) => name));
  const fixtures = new Set(Array.from(text.matchAll(FIXTURE), ([, name = ""]) => name));
  const byOrdinal = new Map(declared.map((each) => [each.ordinal, each]));
  const isSuite = ({ nodeType, name }: Declared) => nodeType === "class" && (/^Test/.test(name) || derived.has(name));
  const isTest = (each: Declared): boolean => {
    if (!/^test/.test(each.name) || fixtures.has(each.name)) return false;
    if (each.nodeType === "function")
      return byOrdinal.get(each.parentOrdinal)?.nodeType === "file" || each.parentOrdinal <= 0;
    const owner = byOrdinal.get(each.parentOrdinal);
    return each.nodeType === "method" && owner !== undefined && isSuite(owner);
  };
  const suites = new Set(declared.filter((each) => isTest(each)).map(({ parentOrdinal }) => parentOrdinal));
  return declared.flatMap((each): TestCase[] => {
    const { name, nodeType, lineStart, lineEnd, ordinal, parentOrdinal } = each;
    if (isSuite(each) && suites.has(ordinal))
      return [{ kind: "class", name, isSuite: true, lineStart, lineEnd, className: each.qualifiedName }];
    if (!isTest(each)) return [];
    const className = byOrdinal.get(parentOrdinal)?.qualifiedName;
    const isMethod = nodeType === "method";
    return [{ kind: nodeType, name, isSuite: false, lineStart, lineEnd, ...(isMethod && { className }) }];
  });
}
