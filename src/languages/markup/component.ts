/**
 * The program that a component is: its scripts, and its template as statements of a function. The component is the default export, as an import of the file
 * means it.
 *
 * | source                                     | program                                                              |
 * |--------------------------------------------|----------------------------------------------------------------------|
 * | a script of the module                     | the script                                                           |
 * | a script of each instance, and a template  | `export default function () {` the script, the template `}`          |
 * | a script that exports the component itself | the script, and `function template() {` the template `}`             |
 *
 * The name is "default", as the text alone does not tell another: `nameByPath` gives that of the file.
 */
import { createRequire } from "node:module";
import { nth } from "../../base/need.js";
import type { ParseResult } from "../../model/parse-result.js";
import type { Reader } from "../language.js";
import { placeInSource, RewrittenSource } from "../rewritten.js";
import type { SyntaxTree } from "../syntax.js";
import type { Additions } from "../typescript/analysis.js";
import { extract } from "../typescript/extract.js";
import { maskTypes } from "../typescript/mask.js";
import { maskBroken } from "../typescript/mask-broken.js";
import { partOf } from "../typescript/text-parts.js";
import { isDefault } from "./name.js";
import type { OpenTag, Span } from "./scan.js";

const require = createRequire(import.meta.url);

/** `<script>` with what stands between its tags. */
export interface Script extends Span {
  tag: OpenTag;
}

/** The parts of a component. */
export interface Component {
  /** Scripts of the module. */
  ofModule: readonly Script[];
  /** Scripts that run for each instance, whose names the template sees. */
  ofInstance: readonly Script[];
  /** Where the template is; null without one. */
  template: Span | null;
  writeTemplate: (program: RewrittenSource) => void;
}

/** A script that exports the component: `export default { … }`, `export { default } from "./list"`. */
const EXPORTS_DEFAULT = /^[ \t]*export\s+(?:default\b|\{[^}\n]{0,200}\bdefault\b)/m;
/** A script with types. */
const TYPED = /<script\b[^>]{0,300}\slang\s*=\s*["']?(?:tsx?\b|typescript)/i;

/** Makes the program. */
export function rewriteComponent(source: string, component: Component): RewrittenSource {
  const program = new RewrittenSource(source);
  for (const script of component.ofModule) copyModule(program, script);
  const isExported = component.ofModule.some(({ start, end }) => EXPORTS_DEFAULT.test(source.slice(start, end)));
  const { template, ofInstance } = component;
  if (isExported && ofInstance.length === 0) {
    if (template === null) return program;
    program.write("\nfunction template() {", template.start);
    component.writeTemplate(program);
    return program.write("\n}\n", template.end - 1);
  }
  program.write("\nexport default function () {", 0);
  for (const script of ofInstance) copyInstance(program, script);
  component.writeTemplate(program);
  return program.write("\n}\n", source.length);
}

/**
 * Copies a script of an instance. Its last statement ends with it, where the source has no semicolon: else that of the template behind would be the
 * statement's, though it may stand far above.
 */
function copyInstance(program: RewrittenSource, { start, end }: Span): void {
  const length = program.source.slice(start, end).trimEnd().length;
  program.copy(start, end).write("\n;\n", start + Math.max(0, length - 1));
}

/** A call that only gives its argument a type: `export default defineComponent({ … })`. */
const TYPES_ITS_ARGUMENT = /^[ \t]*export\s+default\s+((?:define[A-Z]\w{0,100}|Vue\.extend)\s*)(?=\()/m;

/** Copies a script of the module. The object that a component is given as stands alone. */
function copyModule(program: RewrittenSource, { start, end }: Span): void {
  const found = TYPES_ITS_ARGUMENT.exec(program.source.slice(start, end));
  const callEnd = found === null ? start : start + found.index + found[0].length;
  program
    .copy(start, callEnd - (found?.[1]?.length ?? 0))
    .copy(callEnd, end)
    .write("\n", end);
}

/** The value of an attribute; null where it has none or is not there. */
export function attributeOf(source: string, tag: OpenTag, name: string): string | null {
  const value = tag.attributes.find((attribute) => attribute.name === name)?.value;
  return value ? source.slice(value.start, value.end) : null;
}

/** A program's lines of a tag alone, and what the grammar without tags reads there: a name. */
const TAG_LINE = /;<([\w$.]{1,200})((?: (?:[\w$:-]{1,110}|\{\.\.\.0\})){0,100})\/>;/g;

/** How such programs are read: by the grammar with tags, or, as it refuses `<A>b` and `<T>() => c`, by the one without. */
export function componentReader(
  language: string,
  made: Pick<Reader, "rewrite"> & { additions(): Additions; finish(result: ParseResult): ParseResult },
): Reader {
  const { rewrite, additions, finish } = made;
  return {
    grammar: async () => (await import("tree-sitter-typescript")).default.tsx,
    rewrite,
    maskForGrammar: maskTypes,
    maskBroken,
    otherwise: {
      grammar: () => (require("tree-sitter-typescript") as { typescript: unknown }).typescript,
      mask: (program) =>
        program.replace(TAG_LINE, (_, name: string, given: string) => `; ${name}${" ".repeat(given.length)}  ;`),
      maskLines: (masked) => masked,
    },
    extract: (tree) => finish(extractComponent(tree, language, additions())),
    partOf,
  };
}

/** Extracts the program of a component. Its symbols have offsets of the source. */
function extractComponent(tree: SyntaxTree, language: string, additions: Additions): ParseResult {
  const source = tree.rewritten?.source ?? tree.source;
  const result = extract(tree, language, { hasJsx: true, isJavaScript: !TYPED.test(source), additions });
  placeInSource(result, tree);
  const component = result.symbols.findIndex(isDefault);
  if (component === -1) return result;
  nth(result.symbols, component).kind = "component";
  // The script of an instance exports types besides.
  for (const [symbol, { parent, isExported, kind, name, nameLine }] of result.symbols.entries()) {
    if (parent !== component || !isExported || kind === "property") continue;
    result.exports.push({ exported: name, target: { in: "file", symbol }, isTypeOnly: false, line: nameLine });
  }
  return result;
}
