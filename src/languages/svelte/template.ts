/**
 * The code of Svelte's markup as statements.
 *
 * | markup                                         | statements                                 |
 * |------------------------------------------------|--------------------------------------------|
 * | `{total(item)}`, `value={item.id}`, `{...rest}`  | `;(total(item));`, `;(item.id);`, `;(rest);`  |
 * | `{#each items as item, i (item.id)} … {/each}`   | `for(const item of items){let i;(item.id); … }` |
 * | `{#if a} … {:else if b} … {/if}`                 | `if(a){ … }else if(b){ … }`                  |
 * | `{#await load() then list} … {/await}`           | `{(load());let list; … }`                    |
 * | `{#snippet row(item)} … {/snippet}`              | `function row(item){ … }`                    |
 * | `<p use:tip={text} on:click={save}>`             | `;tip(text);`, `;(save);`                     |
 * | `<NavBar let:item> … </NavBar>`                  | `;<NavBar/>;{let item; … }`                  |
 */
import { lastOf } from "../../base/need.js";
import { writeElements } from "../markup/elements.js";
import { type GivenAttribute, openWith, topComma, writeExpression, writeTag } from "../markup/program.js";
import { type Attribute, closingBrace, type MarkupToken, type OpenTag, type Span } from "../markup/scan.js";
import type { RewrittenSource } from "../rewritten.js";

/** Directives whose name is that of a function. */
const CALLED = /^(?:use|transition|in|out|animate):([A-Za-z_$][\w$.]*)/;
const COMPONENT = /^(?:[A-Z][\w$.]*|[a-z][\w$]*\.[\w$.]+)$/;
const SHORTHAND = /^(?:bind|class|style):([A-Za-z_$][\w$]*)$/;
/** An attribute: how it is given, and its name. */
const GIVEN = /^(on:|bind:|)([A-Za-z_$][\w$-]{0,100})$/;
const NAME = /^[A-Za-z_$][\w$]{0,100}$/;
const LET = /^let:([A-Za-z_$][\w$]*)$/;

/** The longest head of a loop that is read. */
const LONGEST_HEAD = 2000;

/** Writes the statements of the markup's tokens. Blocks that nothing closes end with it. */
export function writeMarkup(program: RewrittenSource, tokens: readonly MarkupToken[]): void {
  const blocks: string[] = [];
  writeElements(program, tokens, {
    braced: (span) => writeBraced(program, span, blocks),
    element: (tag) => writeElement(program, tag),
  });
  program.write("\n}".repeat(blocks.length), program.source.length);
}

/** Writes an element's tag and attributes; answers how many blocks it leaves open. */
function writeElement(program: RewrittenSource, tag: OpenTag): number {
  let blocks = 0;
  if (COMPONENT.test(tag.name))
    writeTag(
      program,
      tag.name,
      tag.nameStart,
      tag.attributes.flatMap((each) => givenBy(program, each)),
    );
  for (const { name, nameStart, value, isBraced } of tag.attributes) {
    const nameEnd = nameStart + name.length;
    const declared = LET.exec(name);
    const called = CALLED.exec(name)?.[1];
    if (declared !== null) {
      openWith(program, isBraced && value !== null ? value : { start: nameStart + "let:".length, end: nameEnd });
      blocks++;
    } else if (called !== undefined) {
      const start = nameStart + name.indexOf(":") + 1;
      program
        .write(";", start)
        .copy(start, start + called.length)
        .write("(", start);
      if (isBraced && value !== null) program.copy(value.start, value.end);
      program.write("\n);", nameEnd);
    } else if (value === null) {
      const of = SHORTHAND.exec(name)?.[1];
      if (of !== undefined) writeExpression(program, { start: nameEnd - of.length, end: nameEnd });
    } else if (isBraced) writeValue(program, value);
    else writeParts(program, value);
  }
  return blocks;
}

/** The prop or event that an attribute gives: `title`, `{title}`, `bind:title`, `on:save`, `{...rest}`; none for other directives. */
function givenBy({ source }: RewrittenSource, { name, nameStart, value }: Attribute): GivenAttribute[] {
  if (name === "" && value !== null) {
    const code = source.slice(value.start, value.end).trim();
    if (code.startsWith("...")) return [{ name: "...", nameStart }];
    return NAME.test(code) ? [{ name: code, nameStart }] : [];
  }
  const [plain = ""] = name.split("|");
  const [, sign = "", bare = ""] = GIVEN.exec(plain) ?? [];
  if (bare === "" || bare === "this") return [];
  return [{ name: sign === "on:" ? `on:${bare}` : bare, nameStart }];
}

/** Writes what stands in braces as an expression: `...rest` as `rest`, `@attach tip` as `tip`. */
function writeValue(program: RewrittenSource, { start, end }: Span): void {
  const skipped = /^\s*(?:\.\.\.|@attach\b)/.exec(program.source.slice(start, end))?.[0].length ?? 0;
  writeExpression(program, { start: start + skipped, end });
}

/** Writes the code in braces of a text in quotes. */
function writeParts(program: RewrittenSource, { start, end }: Span): void {
  for (let open = program.source.indexOf("{", start); open !== -1 && open < end; ) {
    const close = closingBrace(program.source, open, end);
    writeExpression(program, { start: open + 1, end: close });
    open = program.source.indexOf("{", close + 1);
  }
}

/** Writes what stands in braces among the text. `blocks`: the kinds of blocks that are open. */
function writeBraced(program: RewrittenSource, span: Span, blocks: string[]): void {
  const text = program.source.slice(span.start, span.end);
  const found = /^\s*([#:/@])\s*([a-z]+)\s*/.exec(text);
  if (found === null) {
    writeExpression(program, span);
    return;
  }
  const [whole, sign, word = ""] = found;
  const rest = { start: span.start + whole.length, end: span.end };
  if (sign === "@") {
    if (word !== "const") writeExpression(program, rest);
    else program.write(";const ", rest.start).copy(rest.start, rest.end).write("\n;", rest.end);
  } else if (sign === "#") {
    blocks.push(word);
    openBlock(program, word, rest);
  } else if (sign === ":" && blocks.length > 0) continueBlock(program, word, rest, lastOf(blocks));
  else if (sign === "/" && blocks.length > 0) {
    blocks.pop();
    program.write("\n}", span.start);
  }
}

function openBlock(program: RewrittenSource, word: string, rest: Span): void {
  const { source } = program;
  if (word === "if") program.write("if(", rest.start).copy(rest.start, rest.end).write("\n){", rest.end);
  else if (word === "each") openLoop(program, rest);
  else if (word === "snippet") program.write("function ", rest.start).copy(rest.start, rest.end).write("{", rest.end);
  else {
    // `{#await load() then list}` and `{#await load()}`, `{#key value}`
    const then = /\s(then|catch)\s+/.exec(source.slice(rest.start, rest.end));
    const end = then === null ? rest.end : rest.start + then.index;
    program.write("{", rest.start);
    writeExpression(program, { start: rest.start, end });
    if (then !== null) declare(program, { start: end + then[0].length, end: rest.end });
  }
}

/** Opens the loop of `items as item, i (item.id)`; without `as`, a block. */
function openLoop(program: RewrittenSource, { start, end }: Span): void {
  const text = program.source.slice(start, end);
  const as = text.length > LONGEST_HEAD ? -1 : text.search(/\sas\s+(?![\s\S]*\sas\s)/);
  if (as === -1) {
    program.write("{", start);
    writeExpression(program, { start, end });
    return;
  }
  const left = start + as + (/^\sas\s+/.exec(text.slice(as))?.[0].length ?? 0);
  const key = /\s\(([\s\S]*)\)\s*$/.exec(program.source.slice(left, end));
  const leftEnd = key === null ? end : left + key.index;
  const comma = topComma(program.source, left, leftEnd);
  program.write("for(const ", left).copy(left, comma).write(" of ", comma);
  program.copy(start, start + as).write("\n){", end);
  if (comma + 1 < leftEnd) declare(program, { start: comma + 1, end: leftEnd });
  if (key !== null) writeExpression(program, { start: leftEnd + 2, end: leftEnd + key[0].trimEnd().length - 1 });
}

function continueBlock(program: RewrittenSource, word: string, rest: Span, block: string): void {
  const condition = /^if\s+/.exec(program.source.slice(rest.start, rest.end))?.[0].length;
  if (word !== "else") {
    program.write("\n}{", rest.start);
    declare(program, rest);
  } else if (condition !== undefined) {
    const start = rest.start + condition;
    program.write("\n}else if(", start).copy(start, rest.end).write("\n){", rest.end);
  } else program.write(block === "if" ? "\n}else{" : "\n}{", rest.start);
}

/** Declares what a pattern binds; nothing for an empty one. */
function declare(program: RewrittenSource, pattern: Span): void {
  if (program.source.slice(pattern.start, pattern.end).trim() === "") return;
  program.write("let ", pattern.start).copy(pattern.start, pattern.end).write(";", pattern.end);
}
