/** The test cases of Swift: `func testX` in a class of XCTest, and functions with `@Test`. Pure. */
import { elementsIn, type NoteMarks, withNotes } from "../test-notes.js";
import { type Declared, lineCounter, type TestCase } from "../testing.js";

/** An attribute of Swift Testing, in front of what it makes a test or a suite of. */
const ATTRIBUTE = /@(Test|Suite)\b/g;

/** A class of tests, by its base: `XCTestCase`, or a class of the project that is called as one. */
const TEST_CLASS = /\bclass\s+(\w+)(?:<[^>]*>)?\s*:\s*[^{]*?\b\w*(?:TestCase|Tests?|QuickSpec|Spec)\b/g;

const MARKS: NoteMarks = {
  skips: /[(,]\s*\.disabled\(\s*(?!if\b)(?:"([^"\n]{0,300}))?/,
  maySkip: /[(,]\s*\.(?:enabled|disabled)\(\s*(?:"[^"\n]{0,300}",\s*)?if\s*:/,
  leaves: /^\s*throw\s+XCTSkip\(\s*(?:"([^"\n]{0,300}))?/,
  mayLeave: /^\s*try\s+XCTSkip(?:If|Unless)\(/,
  variants(above) {
    const list = /@Test\([^@]{0,500}?\barguments:\s*(?=\[)/.exec(above);
    return list && elementsIn(above, list.index + list[0].length);
  },
};

/** Methods and functions that are tests, and the types that hold them. */
export function casesOf(text: string, heads: readonly Declared[]): TestCase[] {
  const testClasses = new Set(Array.from(text.matchAll(TEST_CLASS), ([, name]) => name));
  const isXcTest = /\bimport\s+(?:XCTest|\w*XCT\w*|Quick|Nimble)\b/.test(text) || testClasses.size > 0;
  const byOrdinal = new Map(heads.map((head) => [head.ordinal, head]));
  const attributed = attributedOf(text, heads);
  const isTestMethod = (head: Declared): boolean => {
    if (head.nodeType !== "method" && head.nodeType !== "function") return false;
    if (attributed.has(head)) return true;
    const owner = byOrdinal.get(head.parentOrdinal);
    if (!isXcTest || head.nodeType !== "method" || owner === undefined) return false;
    // An extension of a class of tests has tests too.
    const isTestOwner = testClasses.has(owner.name) || (owner.nodeType === "extension" && /Tests?$/.test(owner.name));
    return isTestOwner && (/^test/.test(head.name) || (head.name === "spec" && testClasses.has(owner.name)));
  };
  const cases = heads.filter(isTestMethod);
  const suites = new Set(cases.map(({ parentOrdinal }) => parentOrdinal));
  const found = heads.flatMap((head) => {
    const isSuite = head.ordinal > 0 && (suites.has(head.ordinal) || (attributed.has(head) && isType(head)));
    if (!isSuite && !cases.includes(head)) return [];
    const { name, lineStart, lineEnd } = head;
    const owner = isSuite ? head : byOrdinal.get(head.parentOrdinal);
    const className = owner !== undefined && owner.ordinal > 0 ? owner.qualifiedName : undefined;
    return [{ kind: isSuite ? "class" : "method", name, isSuite, lineStart, lineEnd, className }];
  });
  return withNotes(text, heads, found, MARKS);
}

const isType = ({ nodeType }: Declared) => /^(?:class|struct|enum|extension)$/.test(nodeType);

/** The declarations that an attribute of Swift Testing stands before: the next one below it, or in its line. */
function attributedOf(text: string, heads: readonly Declared[]): Set<Declared> {
  const lines = lineCounter(text);
  const declared = heads.filter(({ ordinal }) => ordinal > 0).sort((a, b) => a.lineStart - b.lineStart);
  const found = new Set<Declared>();
  let next = 0;
  for (const { index } of text.matchAll(ATTRIBUTE)) {
    const line = lines.at(index);
    let owner = declared[next];
    while (owner !== undefined && owner.lineStart < line) owner = declared[++next];
    if (owner !== undefined) found.add(owner);
  }
  return found;
}
