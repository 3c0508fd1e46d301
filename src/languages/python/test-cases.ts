/** The test cases of Python: functions and classes as pytest and unittest find them. Pure. */
import { elementsIn, type NoteMarks, withNotes } from "../test-notes.js";
import type { Declared, TestCase } from "../testing.js";

/** A class of the standard library's, Django's or a project's own test cases as a base. */
const TEST_CLASS = /^[ \t]*class[ \t]+([\p{L}\p{N}_]+)[ \t]*\([^)]*?(?:TestCase|Test\w*Base|TestBase)\b/gmu;
/** Fixtures, which pytest makes for tests and never runs as one: `@pytest.fixture` above `def test_image()`. */
const FIXTURE =
  /^[ \t]*@(?:\w{1,40}\.)?fixture\b(?:\([^)]{0,500}\))?[^\n]{0,200}\n(?:[ \t]*@[^\n]{0,200}\n){0,5}[ \t]*(?:async[ \t]+)?def[ \t]+(test[\p{L}\p{N}_]{0,200})/gmu;

const MARKS: NoteMarks = {
  skips: /@(?:\w{1,40}\.){0,3}(?:skip|xskip)\b(?:\(\s*(?:reason\s*=\s*)?["']([^"'\n]{0,300}))?/,
  maySkip: /@(?:\w{1,40}\.){0,3}(?:skipif|skipIf|skipUnless|skipUnless\w{1,60}|skipIf\w{1,60})\b/,
  leaves:
    /^\s*(?:pytest\.skip|self\.skipTest)\(\s*(?:reason\s*=\s*)?(?:["']([^"'\n]{0,300}))?|^\s*raise (?:unittest\.)?SkipTest\b/,
  variants: variantsAbove,
};
const PARAMETRIZE =
  /@(?:\w{1,40}\.){0,3}parametrize\(\s*(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[[(][^\])\n]{0,300}[\])])\s*,\s*(?:argvalues\s*=\s*)?(?=[[(])/g;
/** A whole module is skipped. */
const MODULE_SKIP = /^pytestmark\s*=\s*\[?\s*pytest\.mark\.skip\b|^pytest\.skip\([^\n]{0,300}allow_module_level/m;

/** The number of runs of a test by its decorators: the product of the lengths of their lists, if each list is written there. */
function variantsAbove(above: string): number | null {
  const all = above.match(/\bparametrize\(/g)?.length ?? 0;
  const counts = [...above.matchAll(PARAMETRIZE)].map(({ 0: { length }, index }) => elementsIn(above, index + length));
  if (all === 0 || counts.length < all) return null;
  return counts.reduce<number | null>(
    (product, each) => (product === null || each === null ? null : product * each),
    1,
  );
}

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
  const cases = declared.flatMap((each): TestCase[] => {
    const { name, nodeType, lineStart, lineEnd, ordinal, parentOrdinal } = each;
    if (isSuite(each) && suites.has(ordinal))
      return [{ kind: "class", name, isSuite: true, lineStart, lineEnd, className: each.qualifiedName }];
    if (!isTest(each)) return [];
    const className = byOrdinal.get(parentOrdinal)?.qualifiedName;
    const isMethod = nodeType === "method";
    return [{ kind: nodeType, name, isSuite: false, lineStart, lineEnd, ...(isMethod && { className }) }];
  });
  const noted = withNotes(text, declared, cases, MARKS);
  return MODULE_SKIP.test(text) ? noted.map((each) => ({ ...each, note: "skipped" })) : noted;
}
