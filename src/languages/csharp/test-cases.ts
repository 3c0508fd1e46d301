/** The test cases of C#: methods with an attribute such as `[Fact]`. Pure. */
import { nth } from "../../base/need.js";
import { type NoteMarks, withNotes } from "../test-notes.js";
import { type Declared, lineCounter, type TestCase } from "../testing.js";

const TEST_ATTRIBUTE =
  /^(?:\w*Fact|\w*Theory|\w*TestMethod|Test|TestCase|TestCaseSource|Scenario|Retry(?:Test|Fact|Theory))(?:Attribute)?$/;
/** An attribute list at the start of a line: `[Fact]`, `[Fact, Trait("a", "b")]`, `[Theory] [InlineData(1)]`. */
const ATTRIBUTES = /^[ \t]*\[[^\n]*/gm;
const ATTRIBUTE_NAME = /(?:^\s*\[|\]\s*\[|,)\s*(?:method\s*:\s*)?(?:\w+\s*\.\s*)*([A-Za-z_]\w*)/g;

/** The same in a comment, which a person has put before it to have the test run no more. */
const COMMENTED = /^[ \t]*\/\/+[ \t]*\[[^\n]*/gm;
/** Lines that may stand between such an attribute and its method: attributes, and comments that are not code. */
const BETWEEN = /^\s*(?:\/\/+\s*\[[^\n]*|\/\/[^(){};\n]*|\[[^\n]*|)$/;

const MARKS: NoteMarks = {
  skips:
    /[[,]\s*(?:\w+\.)*(?:Ignore|Explicit)(?:Attribute)?\b(?:\(\s*"([^"]{0,300}))?|\bSkip\s*=\s*(?:"([^"]{0,300})"|\w)/,
  leaves: /^\s*(?:Assert\.(?:Ignore|Inconclusive|Skip)|Skip\.Always|throw new Skip\w*)\(\s*(?:"([^"]{0,300}))?/,
  mayLeave: /^\s*(?:Skip\.If(?:Not)?|Assert\.Skip(?:When|Unless)|Assume\.That)\(/,
  maySkip: /[[,]\s*(?:Platform|ConditionalFact|ConditionalTheory|SkipOn\w*|ConditionalTest\w*)\b/,
  variants(above) {
    const count =
      above.match(/[[,]\s*(?:\w+\.)*(?:TestCase|InlineData|DataRow|Arguments)(?:Attribute)?\(/g)?.length ?? 0;
    return count > 1 ? count : null;
  },
};

/** Methods with attributes of tests, and the classes around them. A method whose attribute is in a comment is among them. */
export function casesByAttribute(text: string, heads: readonly Declared[]): TestCase[] {
  const methods = attributed(text, heads, ATTRIBUTES);
  const source = text.split("\n");
  const disabled = [...attributed(text, heads, COMMENTED)].filter(
    ([method, line]) =>
      !methods.has(method) && source.slice(line, method.lineStart - 1).every((each) => BETWEEN.test(each)),
  );
  const off = new Set(disabled.map(([method]) => method));
  const cases = casesOf(heads, new Set([...methods.keys(), ...off]), off);
  return withNotes(text, heads, cases, MARKS);
}

/** The methods below attributes that make tests of them, each with the line of its attribute. */
function attributed(text: string, heads: readonly Declared[], lists: RegExp): Map<Declared, number> {
  const lines = lineCounter(text);
  // The next declaration below an attribute, or in its line, is the one that has it.
  const declared = heads.filter(({ ordinal }) => ordinal > 0).sort((a, b) => a.lineStart - b.lineStart);
  const methods = new Map<Declared, number>();
  let next = 0;
  for (const { 0: list, index } of text.matchAll(lists)) {
    const plain = list.replace(/^\s*\/+/, "").replace(/"(?:[^"\\]|\\.)*"/g, '""');
    const isTest = [...plain.matchAll(ATTRIBUTE_NAME)].some((match) => TEST_ATTRIBUTE.test(nth(match, 1)));
    if (!isTest) continue;
    const line = lines.at(index);
    let owner = declared[next];
    while (owner !== undefined && owner.lineStart < line) owner = declared[++next];
    if (owner?.nodeType === "method") methods.set(owner, line);
  }
  return methods;
}

/** Methods and the classes that they stand in as cases; `off`: those that run no more. */
function casesOf(heads: readonly Declared[], methods: ReadonlySet<Declared>, off: ReadonlySet<Declared>): TestCase[] {
  const classes = new Set([...methods].map(({ parentOrdinal }) => parentOrdinal));
  const byOrdinal = new Map(heads.map((head) => [head.ordinal, head]));
  // Runners write a class in a class as Outer+Inner.
  const classNameOf = (head: Declared | undefined) =>
    head && (isTypeOf(byOrdinal.get(head.parentOrdinal)) ? head.name : head.qualifiedName).replace(/<.*$/, "");
  return heads.flatMap((head) => {
    const isSuite = classes.has(head.ordinal) && head.ordinal > 0;
    if (!isSuite && !methods.has(head)) return [];
    const { name, lineStart, lineEnd } = head;
    const owner = isSuite ? head : byOrdinal.get(head.parentOrdinal);
    const note = off.has(head) ? { note: "skipped: its attribute is a comment" } : {};
    const kind = isSuite ? "class" : "method";
    return [{ kind, name, isSuite, lineStart, lineEnd, className: classNameOf(owner), ...note }];
  });
}

const isTypeOf = (head: Declared | undefined) => /^(?:class|struct|record)$/.test(head?.nodeType ?? "");
