/**
 * Languages without a grammar. Their files have symbols by the shape of their declarations: names, kinds, places, signatures and comments, and nothing of
 * what they use. A new one is a row of a table. A language that has a grammar never comes here.
 */
import type { Language } from "../language.js";
import { declarationsByLines } from "./by-lines.js";
import { declarationsByStatements } from "./by-statements.js";
import { mask, maskComments } from "./mask.js";
import type { Shape } from "./shape.js";
import { MERGING_KINDS, resultOf } from "./symbols.js";
import { others } from "./table/others.js";
import { rare } from "./table/rare.js";
import { scripts } from "./table/scripts.js";
import { systems } from "./table/systems.js";
import { shapeText } from "./text.js";

/** Raised when all files without a grammar give other symbols. */
export const SHAPES_VERSION = 3;
const NONE: ReadonlySet<string> = new Set();

/** The languages without a grammar, with the names of files that tell by themselves. */
export const shapes: readonly { language: Language; fileNames: readonly string[] }[] = [
  ...systems,
  ...scripts,
  ...others,
  ...rare,
].map((shape) => ({ language: languageOfShape(shape), fileNames: shape.fileNames ?? [] }));

function languageOfShape(shape: Shape): Language {
  return {
    name: nameOf(shape),
    family: shape.name,
    extensions: shape.extensions,
    identity: {
      mergingKinds: MERGING_KINDS,
      kindsAcrossFiles: [],
      countsTypeParameters: false,
      hasAlternatives: false,
      hasOverloads: false,
    },
    extractorVersion: SHAPES_VERSION,
    reader: null,
    shape: (source) => readShape(shape, source),
    codeOf: (source, { withStrings }) =>
      withStrings ? maskComments(source, shape.text) : mask(source, shape.text).code,
    ...(shape.inCode && { inCode: shape.inCode }),
    ...(shape.callsWithoutBrackets && { callsWithoutBrackets: true }),
    ...(scripts.includes(shape) && { failsAtRunTime: true }),
    comments: {
      line: shape.text.line ?? [],
      block: shape.text.block?.[0] ?? null,
      docs: [...(shape.text.block?.slice(1) ?? []), ...(shape.text.pods ?? []), ...(shape.text.docs ?? [])],
    },
    ...(shape.testMark && { testMark: shape.testMark }),
    ...(shape.routes && { routes: shape.routes }),
    runtimeMembers: NONE,
    runtimeGlobals: NONE,
    linkage: shape.linkage ?? /(?!)/y,
    tests: {
      areDeclared: false,
      cases: () => [],
      manifest: null,
      projectFile: null,
      runOf: () => null,
      command: () => "",
    },
  };
}

/** Parse results are stored under this name. */
function nameOf({ name, form }: Shape): string {
  return form === undefined ? name : `${name}-${form}`;
}

function readShape(shape: Shape, source: string) {
  const { declares } = shape;
  const text = shapeText(source, shape.text, declares.by === "statements" && declares.hasPreprocessor === true);
  const found =
    declares.by === "lines" ? declarationsByLines(text, shape, declares) : declarationsByStatements(text, declares);
  return resultOf(text, nameOf(shape), shape, found);
}
