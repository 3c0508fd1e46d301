/** The test cases of Kotlin: methods with an annotation, and the blocks of kotest. Pure. */
import { nth } from "../../base/need.js";
import { casesByAnnotation } from "../jvm/annotated-tests.js";
import { type Declared, lineCounter, type TestCase } from "../testing.js";

/** A class that is a spec of kotest, which has its cases in blocks. */
const SPEC = /^[ \t]*(?:\w+[ \t]+)*class\s+(\w+)[^{\n]*:\s*(?:\w*Spec|\w*Spec\(\{?)/m;
/** `test("adds") {`, `"adds" {` and `"adds" - {`. */
const BLOCK =
  /^[ \t]*(?:(test|it|should|describe|context|given|`when`|then|feature|scenario|expect)\(\s*)?"((?:[^"\\\n]|\\.)+)"\s*(?:\)|-|should\b)?[^\n{]*\{/gm;
const SUITES = /^(?:describe|context|given|`when`|feature)$/;

/** The test cases of a file. `heads`: its declarations. */
export function cases(text: string, heads: readonly Declared[]): TestCase[] {
  const spec = SPEC.exec(text);
  const found = casesByAnnotation(text, heads);
  if (spec === null) return found;
  const className = nth(spec, 1);
  const lines = lineCounter(text);
  const head = heads.find(({ name }) => name === className);
  const suite: TestCase[] =
    head === undefined
      ? []
      : [
          {
            kind: "class",
            name: className,
            isSuite: true,
            lineStart: head.lineStart,
            lineEnd: head.lineEnd,
            className,
          },
        ];
  const blocks = [...text.matchAll(BLOCK)].map((match): TestCase => {
    const line = lines.at(match.index + match[0].length);
    const kind = match[1] ?? "test";
    return { kind, name: nth(match, 2), isSuite: SUITES.test(kind), lineStart: line, lineEnd: line, className };
  });
  return [...suite, ...blocks, ...found];
}
