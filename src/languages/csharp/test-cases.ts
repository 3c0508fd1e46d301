/** The test cases of C#: methods with an attribute such as `[Fact]`. Pure. */
import { nth } from "../../base/need.js";
import { type Declared, lineCounter, type TestCase } from "../testing.js";

const TEST_ATTRIBUTE =
  /^(?:\w*Fact|\w*Theory|\w*TestMethod|Test|TestCase|TestCaseSource|Scenario|Retry(?:Test|Fact|Theory))(?:Attribute)?$/;
/** An attribute list at the start of a line: `[Fact]`, `[Fact, Trait("a", "b")]`, `[Theory] [InlineData(1)]`. */
const ATTRIBUTES = /^[ \t]*\[[^\n]*/gm;
const ATTRIBUTE_NAME = /(?:^\s*\[|\]\s*\[|,)\s*(?:method\s*:\s*)?(?:\w+\s*\.\s*)*([A-Za-z_]\w*)/g;

/** Methods whose attributes make tests of them, and the classes that those stand in. */
export function casesByAttribute(text: string, heads: readonly Declared[]): TestCase[] {
  const lines = lineCounter(text);
  // The next declaration below an attribute, or in its line, is the one that has it.
  const declared = heads.filter(({ ordinal }) => ordinal > 0).sort((a, b) => a.lineStart - b.lineStart);
  const methods = new Set<Declared>();
  let next = 0;
  for (const { 0: list, index } of text.matchAll(ATTRIBUTES)) {
    const plain = list.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    const isTest = [...plain.matchAll(ATTRIBUTE_NAME)].some((match) => TEST_ATTRIBUTE.test(nth(match, 1)));
    if (!isTest) continue;
    const line = lines.at(index);
    let owner = declared[next];
    while (owner !== undefined && owner.lineStart < line) owner = declared[++next];
    if (owner?.nodeType === "method") methods.add(owner);
  }
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
    return [{ kind: isSuite ? "class" : "method", name, isSuite, lineStart, lineEnd, className: classNameOf(owner) }];
  });
}

const isTypeOf = (head: Declared | undefined) => /^(?:class|struct|record)$/.test(head?.nodeType ?? "");
