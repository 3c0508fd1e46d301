/** The statements of a template: writes code that a template has as a program has it. */
import type { RewrittenSource } from "../rewritten.js";
import { pascalCase } from "./name.js";
import type { Span } from "./scan.js";

/** Entities of attributes' values that code may be written with. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&#39;", "'"],
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
]);
const ENTITY = /&(?:quot|apos|#39|amp|lt|gt);/g;
/** A name, and members of it. */
const PATH = /^\s*[A-Za-z_$][\w$]*(?:\s*\??\.\s*[\w$]+)*\s*$/;

/** A name, or a member by names: `save`, `form.save`. */
export const isPath = (code: string): boolean => code.length <= 200 && PATH.test(code);

/** Copies code, in which entities of markup stand for their characters. */
export function copyCode(program: RewrittenSource, { start, end }: Span): void {
  let from = start;
  for (const match of program.source.slice(start, end).matchAll(ENTITY)) {
    const offset = start + match.index;
    program.copy(from, offset).write(ENTITIES.get(match[0]) ?? "", offset);
    from = offset + match[0].length;
  }
  program.copy(from, end);
}

/** Writes an expression as a statement. Without code there is none. */
export function writeExpression(program: RewrittenSource, span: Span, before = ";("): void {
  if (program.source.slice(span.start, span.end).trim() === "") return;
  program.write(before, span.start);
  copyCode(program, span);
  program.write("\n);", span.end);
}

/** Writes a block that declares what a pattern binds: the block stays open. */
export function openWith(program: RewrittenSource, pattern: Span): void {
  program.write("{let ", pattern.start);
  copyCode(program, pattern);
  program.write(";", pattern.end);
}

/** An attribute of a component's tag: a prop by its name, an event as `on:save`, or what the tag spreads, `...`. */
export interface GivenAttribute {
  name: string;
  nameStart: number;
}

/** Names that an attribute may have in a program. */
const GIVEN = /^(?:on:)?[A-Za-z_$][\w$-]{0,100}$/;

/** Writes a component's tag with the names of its attributes. The program has it as it stands in code: `<NavBar/>` for `<nav-bar>`. */
export function writeTag(
  program: RewrittenSource,
  name: string,
  start: number,
  given: readonly GivenAttribute[],
): void {
  const inCode = /[-]/.test(name) ? pascalCase(name) : null;
  program.write(";<", start);
  if (inCode === null) program.copy(start, start + name.length);
  else program.write(inCode, start);
  for (const { name: attribute, nameStart } of given.slice(0, MOST_GIVEN)) {
    if (attribute === "...") program.write(" {...0}", nameStart);
    else if (GIVEN.test(attribute)) program.write(` ${attribute}`, nameStart);
  }
  program.write("/>;", start + name.length);
}

/** A tag has at most this many attributes that are read. */
const MOST_GIVEN = 100;

/** The offset of the first comma that stands in no brackets; `end` where there is none. */
export function topComma(source: string, start: number, end: number): number {
  for (let offset = start, depth = 0; offset < end; offset++) {
    const char = source.charAt(offset);
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
    else if (char === "," && depth === 0) return offset;
  }
  return end;
}
