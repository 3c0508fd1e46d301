/**
 * The code of a Vue template as statements.
 *
 * | template                               | statements                                     |
 * |----------------------------------------|------------------------------------------------|
 * | `{{ total(item) }}`, `:key="item.id"`    | `;(total(item));`, `;(item.id);`                |
 * | `<li v-for="(item, i) in items">…</li>`  | `for(const item of items){let i; … }`           |
 * | `@click="save"`, `@click="n++; save()"`  | `;(save);`, `;{n++; save()};`                   |
 * | `<template #row="{ item }">…</template>` | `{let { item }; … }`                            |
 * | `<p v-focus>`, where the file has `vFocus` | `;(vFocus);`                                   |
 * | `<nav-bar/>`, `<NavBar/>`                | `;<NavBar/>;`                                   |
 */
import { writeElements } from "../markup/elements.js";
import { pascalCase } from "../markup/name.js";
import {
  copyCode,
  type GivenAttribute,
  isPath,
  openWith,
  topComma,
  writeExpression,
  writeTag,
} from "../markup/program.js";
import type { Attribute, MarkupToken, OpenTag, Span } from "../markup/scan.js";
import type { RewrittenSource } from "../rewritten.js";

/** Attributes whose value declares names for the content. */
const SLOT = /^(?:#|v-slot\b|slot-scope$)/;
const BOUND = /^(?::|\.|v-bind\b)/;
const HANDLER = /^(?:@|v-on\b)/;
/** A handler that is a function. */
const FUNCTION = /^\s*(?:async\s*)?(?:function\b|\([^()]{0,500}\)\s*(?::[^=]{0,200})?=>|[\w$]+\s*=>)/;
/** An attribute: how it is given, and its name. */
const GIVEN = /^(:|@|v-bind(?=:|$)|v-on:|v-model(?=:|$)|):?([A-Za-z_$][\w$:-]{0,100})?$/;
/** Attributes that are not props. */
const NOT_GIVEN = /^(?:key|ref|is|slot|slot-scope|class|style)$/;
const DIRECTIVE = /^v-([a-z][\w-]{0,100})/;
/** A name that a variable with a directive has. */
const DIRECTIVE_VARIABLE = /\bv[A-Z]\w{0,100}/g;
const LOOP = /^([\s\S]{1,500}?)\s+(?:in|of)\s+/;
/** `<NavBar>`, `<nav-bar>`, `<Form.Field>`. */
const COMPONENT = /^(?:[A-Z][\w$.]*|[a-z][\w]*(?:-[\w]+)+)$/;

/** The names that a file's own directives may have: `vFocus`. */
type Directives = ReadonlySet<string>;

/** Writes the statements of a template's tokens. */
export function writeTemplate(program: RewrittenSource, tokens: readonly MarkupToken[]): void {
  const ofFile: Directives = new Set(program.source.match(DIRECTIVE_VARIABLE));
  writeElements(program, tokens, {
    braced: (span) => writeExpression(program, span),
    element: (tag) => writeElement(program, tag, ofFile),
  });
}

/** Writes an element's tag and attributes; answers how many blocks it leaves open. */
function writeElement(program: RewrittenSource, tag: OpenTag, ofFile: Directives): number {
  let blocks = 0;
  const loop = tag.attributes.find(({ name }) => name === "v-for");
  if (loop?.value && openLoop(program, loop.value)) blocks++;
  if (COMPONENT.test(tag.name)) writeTag(program, tag.name, tag.nameStart, tag.attributes.flatMap(givenBy));
  for (const attribute of tag.attributes) {
    if (attribute === loop) continue;
    if (SLOT.test(attribute.name)) {
      if (attribute.value === null) continue;
      openWith(program, attribute.value);
      blocks++;
    } else {
      writeDirective(program, attribute, ofFile);
      writeAttribute(program, attribute);
    }
  }
  return blocks;
}

/** Opens the loop of `(item, index) in items`; answers whether it is one. */
function openLoop(program: RewrittenSource, value: Span): boolean {
  const text = program.source.slice(value.start, value.end);
  const head = LOOP.exec(text);
  if (head === null) return false;
  const [whole, left = ""] = head;
  const start = left.search(/\S/);
  const inBrackets = left.charAt(start) === "(";
  const from = value.start + start + (inBrackets ? 1 : 0);
  const to = value.start + (inBrackets ? left.lastIndexOf(")") : left.length);
  const comma = topComma(program.source, from, Math.max(from, to));
  program.write("for(const ", value.start).copy(from, comma).write(" of ", comma);
  copyCode(program, { start: value.start + whole.length, end: value.end });
  program.write("){", value.end);
  if (comma + 1 < to)
    program
      .write("let ", comma)
      .copy(comma + 1, to)
      .write(";", to);
  return true;
}

/** The prop or event that an attribute gives: `:user-name.sync`, `@save.once`, `v-model:title`; none for directives and slots. */
function givenBy({ name, nameStart }: Attribute): GivenAttribute[] {
  const [plain = ""] = name.split(".");
  const [, sign = "", bare = ""] = GIVEN.exec(name.startsWith(".") ? name.slice(1) : plain) ?? [];
  if (sign === "v-model") {
    const prop = bare === "" ? "modelValue" : bare;
    return [
      { name: prop, nameStart },
      { name: `on:update-${prop}`, nameStart },
    ];
  }
  if (sign === "v-bind" && bare === "") return [{ name: "...", nameStart }];
  if (bare === "" || NOT_GIVEN.test(bare)) return [];
  if (sign === "@" || sign === "v-on:") return [{ name: `on:${bare.replace(/^update:/, "update-")}`, nameStart }];
  return sign === "" && bare.startsWith("v-") ? [] : [{ name: bare, nameStart }];
}

/** A directive with its own name, `v-click-outside:arg.mod`, is a use of `vClickOutside` where the file has that name. */
function writeDirective(program: RewrittenSource, { name, nameStart }: Attribute, ofFile: Directives): void {
  const own = DIRECTIVE.exec(name)?.[1];
  if (own === undefined) return;
  const local = `v${pascalCase(own)}`;
  if (ofFile.has(local)) program.write(`;(${local});`, nameStart);
}

function writeAttribute(program: RewrittenSource, { name, nameStart, value }: Attribute): void {
  if (value === null) {
    // `:name` alone is `:name="name"`.
    if (/^:[A-Za-z_$][\w$]*$/.test(name))
      writeExpression(program, { start: nameStart + 1, end: nameStart + name.length });
    return;
  }
  const code = program.source.slice(value.start, value.end);
  if (HANDLER.test(name)) {
    if (isPath(code) || FUNCTION.test(code)) writeExpression(program, value);
    else if (code.trim() !== "") {
      program.write(";{", value.start);
      copyCode(program, value);
      program.write("\n};", value.end);
    }
  } else if (BOUND.test(name) || (name.startsWith("v-") && name !== "v-pre" && name !== "v-cloak"))
    writeExpression(program, value);
}
