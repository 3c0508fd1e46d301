/** Test cases that are methods with an annotation such as `@Test`, as Java and Kotlin have them. Pure. */
import { elementsIn, type NoteMarks, withNotes } from "../test-notes.js";
import { type Declared, lineCounter, type TestCase } from "../testing.js";

/** An annotation of JUnit 4, JUnit 5, TestNG or jqwik that makes a method a test, at the start of a line or behind another annotation. */
const TEST =
  /(?:^|[\s)])@(?:[\w.]+\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory|ArchTest|\w+Test)\b/gm;

const MARKS: NoteMarks = {
  skips:
    /@(?:[\w.]{1,80}\.)?(?:Disabled|Ignore|Ignored)\b(?:\(\s*(?:(?:value|reason)\s*=\s*)?"([^"]{0,300}))?|@Test\([^)]{0,300}\benabled\s*=\s*false/,
  maySkip: /@(?:[\w.]{1,80}\.)?(?:(?:Disabled|Enabled)(?:On|If|For)\w{1,60}|Assume\w{1,60})\b/,
  mayLeave: /^\s*(?:Assum(?:e|ptions)\.)?(?:assume(?:True|False|That|NotNull|No\w{1,40})|assumingThat)\(/,
  variants: variantsAbove,
};

/** The elements of a list of values, and the times of a repeated test; null where they are not written there. */
function variantsAbove(above: string): number | null {
  const times = /@RepeatedTest\(\s*(?:value\s*=\s*)?(\d{1,6})/.exec(above)?.[1];
  if (times !== undefined) return Number(times);
  const list = /@(?:ValueSource|CsvSource)\(\s*(?:\w{1,40}\s*=\s*)?([[{])/.exec(above);
  if (list) return elementsIn(above, list.index + list[0].length - 1);
  const inCall = /@CsvSource\(|@ValueSource\(\s*\w{1,40}\s*=\s*\[?/.exec(above);
  return inCall && /@CsvSource\(\s*"/.test(above) ? elementsIn(above, above.indexOf("(", inCall.index)) : null;
}

/** Methods with annotations of tests, and the classes around them. */
export function casesByAnnotation(text: string, heads: readonly Declared[]): TestCase[] {
  const lines = lineCounter(text);
  const declared = heads.filter(({ ordinal }) => ordinal > 0).sort((a, b) => a.lineStart - b.lineStart);
  const methods = new Set<Declared>();
  let next = 0;
  for (const { index, 0: match } of text.matchAll(TEST)) {
    const line = lines.at(index + match.search("@"));
    let owner = declared[next];
    while (owner !== undefined && owner.lineStart < line) owner = declared[++next];
    // Several symbols may begin in one line: a method, and a class in it.
    const method = owner?.nodeType === "method" ? owner : undefined;
    if (method !== undefined) methods.add(method);
  }
  // A test of JUnit 3 is a method `testX` of a class that extends TestCase.
  if (/\bextends\s+(?:\w+\.)*TestCase\b/.test(text))
    for (const head of declared) if (head.nodeType === "method" && /^test/.test(head.name)) methods.add(head);
  const byOrdinal = new Map(heads.map((head) => [head.ordinal, head]));
  const classes = new Set<number>();
  for (const { parentOrdinal } of methods)
    for (let ordinal: number | undefined = parentOrdinal; ordinal !== undefined && isType(byOrdinal.get(ordinal)); ) {
      classes.add(ordinal);
      ordinal = byOrdinal.get(ordinal)?.parentOrdinal;
    }
  const cases = heads.flatMap((head) => {
    const isSuite = classes.has(head.ordinal);
    if (!isSuite && !methods.has(head)) return [];
    const { name, lineStart, lineEnd } = head;
    const className = classNameOf(byOrdinal, isSuite ? head : byOrdinal.get(head.parentOrdinal));
    return [{ kind: isSuite ? "class" : "method", name, isSuite, lineStart, lineEnd, className }];
  });
  return withNotes(text, heads, cases, MARKS);
}

/** The name of a class as runners write it: `Outer$Inner`. */
function classNameOf(byOrdinal: ReadonlyMap<number, Declared>, head: Declared | undefined): string | undefined {
  const names: string[] = [];
  for (let current = head; current !== undefined && isType(current); current = byOrdinal.get(current.parentOrdinal))
    names.unshift(current.name);
  return names.length === 0 ? undefined : names.join("$");
}

const isType = (head: Declared | undefined) => /^(?:class|record|interface|enum)$/.test(head?.nodeType ?? "");
