/**
 * The class that a Razor file is, as its compiler makes one: directives say what it is, blocks of code are its members, and the markup is a method.
 *
 * | source                       | program                                                     |
 * |------------------------------|-------------------------------------------------------------|
 * | `@using Shop.Data`           | `using Shop.Data;`                                          |
 * | `@namespace Shop`            | `namespace Shop {` … `}`                                    |
 * | `@inherits Page`, `@implements IDisposable`, `@attribute [Authorize]`, `@typeparam T` | of the class      |
 * | `@page "/carts"`             | `[Route("/carts")]` of the class                            |
 * | `@layout Main`               | `[Layout(typeof(Main))]` of the class                       |
 * | `@inject ICarts Carts`       | `ICarts Carts { get; set; }`                                |
 * | `@model Cart`                | `Cart Model { get; }`                                       |
 * | `@code { … }`, `@functions { … }` | members                                                |
 * | markup                       | the statements of a method (markup.ts)                      |
 */
import { RewrittenSource } from "../rewritten.js";
import { writeFile } from "./markup.js";
import { UNNAMED } from "./name.js";
import { createWriting, type Piece, type Span, type Writing } from "./writing.js";

/** The form of the class. */
export interface FileClass {
  /** Its base, where the file names none. */
  base: string;
  /** The method that the markup is. */
  method: string;
}

/** A directive with what follows its word on the line. */
interface Directive extends Span {
  word: string;
}

const DIRECTIVE =
  /^[ \t]*@(using|namespace|inherits|implements|attribute|typeparam|page|layout|inject|model)[ \t]+(?![ \t(=])([^\r\n]*)/gm;
const COMMENT = /@\*[\s\S]*?(?:\*@|$)/g;
const INJECTED = /^(.*\S)\s+(@?[\p{L}_][\p{L}\p{N}_]*)$/su;

/** Makes the program. */
export function rewrite(source: string, { base, method }: FileClass): RewrittenSource {
  const program = new RewrittenSource(source);
  const directives = directivesOf(source);
  const of = (...words: string[]) => directives.filter(({ word }) => words.includes(word));
  const textOf = ({ start, end }: Span) => source.slice(start, end);
  const copyAll = (spans: readonly Span[], before: string, after: string) => {
    for (const { start, end } of spans) program.write(before, start).copy(start, end).write(after, end);
  };
  copyAll(of("using"), "using ", "\n;");
  const space = of("namespace")[0];
  if (space) program.write("namespace ", space.start).copy(space.start, space.end).write("{", space.end);
  copyAll(of("attribute"), "\n", "\n");
  copyAll(
    of("page").filter((span) => textOf(span).startsWith('"')),
    "[Microsoft.AspNetCore.Components.RouteAttribute(",
    ")]",
  );
  copyAll(of("layout"), "[Microsoft.AspNetCore.Components.LayoutAttribute(typeof(", "))]");
  const writing = createWriting(source);
  writeFile(writing);
  if (isOfDirectivesAlone(source, directives, writing)) return program.write(space ? "}" : "", source.length);
  const model = of("model")[0];
  program.write(`\npublic partial class ${UNNAMED}`, 0);
  writeTypeParameters(program, of("typeparam"));
  const inherited = of("inherits")[0];
  program.write(":", inherited?.start ?? 0);
  if (inherited) program.copy(inherited.start, inherited.end);
  else program.write(base, 0);
  copyAll(of("implements"), ",", "");
  program.write("{\n", 0);
  if (model) program.write("public ", model.start).copy(model.start, model.end).write(" Model{get;}\n", model.end);
  for (const span of of("inject")) writeInjected(program, span);
  writePieces(program, writing.members);
  if (writing.pieces.length > 0) {
    const { first, last } = extentOf(writing.pieces, source.length);
    program.write(`\nprotected override void ${method}(){`, first);
    writePieces(program, writing.pieces);
    program.write("\n}", last);
  }
  return program.write(space ? "\n}}" : "\n}", source.length);
}

/** Whether a file is no class: its usings and the like are for others. */
function isOfDirectivesAlone(source: string, directives: readonly Directive[], { pieces, members }: Writing): boolean {
  if (pieces.length + members.length > 0 || directives.some(({ word }) => word === "page")) return false;
  return (
    source
      .replace(COMMENT, "")
      .replace(/^[ \t]*@\w+[ \t][^\r\n]*$/gm, "")
      .trim() === ""
  );
}

function directivesOf(source: string): Directive[] {
  const text = source.replace(COMMENT, (comment) => comment.replace(/[^\r\n]/g, " "));
  const found: Directive[] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const [whole, word = "", rest = ""] = match;
    const start = match.index + whole.length - rest.length;
    const length = rest.replace(/[;\s]+$/, "").length;
    if (length > 0) found.push({ word, start, end: start + length });
  }
  return found;
}

/** `<T,U>`, of `@typeparam T where T : Cart` and `@typeparam U`: constraints are left out. */
function writeTypeParameters(program: RewrittenSource, spans: readonly Span[]): void {
  for (const [index, { start, end }] of spans.entries()) {
    const name = /^\w+/.exec(program.source.slice(start, end))?.[0] ?? "T";
    program.write(index === 0 ? "<" : ",", start).copy(start, Math.min(end, start + name.length));
    if (index === spans.length - 1) program.write(">", end);
  }
}

function writeInjected(program: RewrittenSource, { start, end }: Span): void {
  const found = INJECTED.exec(program.source.slice(start, end));
  if (found) program.copy(start, end).write("{get;set;}\n", end);
}

function writePieces(program: RewrittenSource, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    if (piece.text === null) program.copy(piece.start, piece.end);
    else program.write(piece.text, piece.start);
  }
}

/** Where some pieces begin and end in the source. */
function extentOf(pieces: readonly Piece[], length: number): { first: number; last: number } {
  let [first, last] = [length, 0];
  for (const { start, end } of pieces) {
    first = Math.min(first, start);
    last = Math.max(last, end);
  }
  return { first, last };
}
