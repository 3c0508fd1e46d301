/**
 * Writes a tag: of a component what it is given, and of all what their attributes hold.
 *
 * | attribute                                       | in the program                                      |
 * |-------------------------------------------------|-----------------------------------------------------|
 * | `@onclick="Save"`, `@bind="name"`, `@ref="box"` | the value is code                                   |
 * | `class="line @kind"`                            | the parts behind an `@` are code                    |
 * | `Line="@line"` of a component                   | also `new CartLine{Line=default};`                  |
 * | `OnRemove="Remove"`, `Line="() => Find(1)"`     | code, where it looks like some                      |
 * | `TItem="Cart"`                                  | a type                                              |
 * | `asp-for="Email"`, `asp-items="Sizes"`          | `Model.Email`, `Sizes`                              |
 * | `asp-controller="Cart" asp-action="Edit"`       | `nameof(CartController.Edit)`                       |
 */
import { closing, identifierAt, implicitEnd, type Scanned, skipSpace } from "./scan.js";
import { copy, type Span, type Writing, write, writeExpression } from "./writing.js";

interface Attribute {
  /** With its `@`; "" for an `@` expression that stands alone. */
  name: string;
  offset: number;
  /** Without quotes; null for an attribute without one. */
  value: Span | null;
}

export interface Tag extends Span {
  name: string;
  /** Written as `<a/>`. */
  isClosed: boolean;
  attributes: readonly Attribute[];
  /** The blocks that it opens in the program. */
  blocks: number;
}

const NAME = /[A-Za-z][\w.:-]*/y;
const ATTRIBUTE = /@?[^\s=>/"'@]+/y;
/** Attributes of Blazor whose values are text. */
const OF_TEXT = /^@(?:formname|[\w-]+:(?:event|format|culture|preventDefault|stopPropagation))$/;
/** Component attributes that look like code: a function, an object, or a name that a handler is given by. */
const FUNCTION = /^\s*(?:(?:async\s+)?(?:\(|\w+\s*=>)|new\b|\w+\s*\()/;
const HANDLER = /^On[A-Z]/;
const PATH = /^[\p{Lu}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;
const TYPE_ARGUMENT = /^T(?:[A-Z]\w*)?$/;
const MEMBER = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const OF_MODEL: ReadonlySet<string> = new Set(["asp-for", "asp-validation-for"]);

const isComponent = (name: string): boolean => /^\p{Lu}[\p{L}\p{N}_.]*$/u.test(name);

/** Reads the tag that begins at an offset. */
export function readTag(scanned: Scanned, start: number): Tag {
  const { text: source } = scanned;
  NAME.lastIndex = start + 1;
  const name = NAME.exec(source)?.[0] ?? "";
  const attributes: Attribute[] = [];
  let isClosed = false;
  let offset = start + 1 + name.length;
  for (;;) {
    offset = skipSpace(source, offset);
    const char = source.charAt(offset);
    if (char === "" || char === ">") break;
    if (char === "/") {
      isClosed = source.charAt(offset + 1) === ">";
      offset++;
    } else if (char === "<") return { name, isClosed, attributes, blocks: 0, start, end: offset };
    else offset = readAttribute(scanned, offset, attributes);
  }
  return { name, isClosed, attributes, blocks: 0, start, end: Math.min(source.length, offset + 1) };
}

/** Adds the attribute that begins at an offset, and gives the offset behind it. */
function readAttribute(scanned: Scanned, offset: number, into: Attribute[]): number {
  const { text: source } = scanned;
  ATTRIBUTE.lastIndex = offset;
  const name = ATTRIBUTE.exec(source)?.[0] ?? "";
  const equals = skipSpace(source, offset + name.length);
  const isAlone = name === "" || name === "@" || (name.startsWith("@") && source.charAt(equals) !== "=");
  if (isAlone && source.charAt(offset) === "@") {
    into.push({ name: "", offset, value: { start: offset, end: offset + 1 } });
    return Math.max(offset + 1, expressionEnd(scanned, offset));
  }
  if (name === "") return offset + 1;
  if (source.charAt(equals) !== "=") {
    into.push({ name, offset, value: null });
    return offset + name.length;
  }
  const open = skipSpace(source, equals + 1);
  const quote = source.charAt(open);
  const isQuoted = quote === '"' || quote === "'";
  const start = isQuoted ? open + 1 : open;
  let end = start;
  while (end < source.length && !(isQuoted ? source.charAt(end) === quote : /[\s>]/.test(source.charAt(end))))
    end = source.charAt(end) === "@" ? Math.max(end + 1, expressionEnd(scanned, end)) : end + 1;
  into.push({ name, offset, value: { start, end } });
  return isQuoted ? end + 1 : Math.max(end, offset + name.length);
}

/** The offset behind the expression that an `@` begins. */
function expressionEnd(scanned: Scanned, offset: number): number {
  const { text: source } = scanned;
  const next = source.charAt(offset + 1);
  if (next === "@") return offset + 2;
  if (next === "*") return Math.max(offset + 2, source.indexOf("*@", offset + 2) + 2);
  if (next === "(") return (closing(scanned, offset + 1) ?? offset) + 1;
  const word = identifierAt(source, offset + 1);
  if (word === "") return offset + 1;
  return implicitEnd(scanned, word === "await" ? skipSpace(source, offset + 1 + word.length) : offset + 1);
}

/** Writes a tag. `around`: the tag around it. `transition` writes what an `@` begins, and gives the offset behind it. */
export function writeTag(
  writing: Writing,
  tag: Tag,
  around: Tag | undefined,
  transition: (writing: Writing, offset: number) => number,
): void {
  const { source } = writing;
  const textOf = ({ start, end }: Span) => source.slice(start, end);
  const isOfComponent = isComponent(tag.name);
  const context = tag.attributes.find(({ name, value }) => name === "Context" && value && MEMBER.test(textOf(value)));
  if (isOfComponent) {
    const given = tag.attributes.filter((one) => one !== context);
    // Content that a component is given: <Header> of a <Card>
    const isContent = given.length === 0 && !tag.isClosed && around !== undefined && isComponent(around.name);
    if (isContent) writeContent(writing, tag, around);
    else writeGiven(writing, tag, given);
  }
  for (const { name, value } of tag.attributes) {
    if (value === null || OF_TEXT.test(name)) continue;
    const text = textOf(value);
    if (isOfComponent && TYPE_ARGUMENT.test(name)) writeExpression(writing, withoutSign(value, text), "null is ");
    else if (name.startsWith("@") || name === "asp-items") writeExpression(writing, withoutSign(value, text));
    else if (OF_MODEL.has(name) && !text.startsWith("@")) writeExpression(writing, value, "Model.");
    else if (isOfComponent && (FUNCTION.test(text) || (HANDLER.test(name) && PATH.test(text))))
      writeExpression(writing, value);
    else writeParts(writing, value, transition);
  }
  writeAction(writing, tag);
  if (!isOfComponent || tag.isClosed || !context?.value) return;
  write(writing, "{dynamic ", context.value.start);
  copy(writing, context.value.start, context.value.end);
  write(writing, "=null;", context.value.end);
  tag.blocks = 1;
}

/** Writes the code in a text. */
function writeParts(
  writing: Writing,
  { start, end }: Span,
  transition: (writing: Writing, offset: number) => number,
): void {
  for (let offset = start; offset < end; )
    offset = writing.source.charAt(offset) === "@" ? transition(writing, offset) : offset + 1;
}

/** `@value` and `@(value)` as `value` where the whole is code anyway. */
function withoutSign({ start, end }: Span, text: string): Span {
  if (/^@\([\s\S]*\)$/.test(text)) return { start: start + 2, end: end - 1 };
  return { start: text.startsWith("@") ? start + 1 : start, end };
}

/** `new Cart{Lines=default,Total=default};` */
function writeGiven(writing: Writing, { name, start }: Tag, attributes: readonly Attribute[]): void {
  write(writing, ";new ", start);
  copy(writing, start + 1, start + 1 + name.length);
  write(writing, "{", start + 1);
  for (const { name: written, offset } of attributes) {
    const [bound = written] = /^@bind-[\p{L}\p{N}_]+/u.exec(written) ?? [];
    const member = bound.replace(/^@bind-/, "");
    if (!MEMBER.test(member) || !/^\p{Lu}/u.test(member) || TYPE_ARGUMENT.test(member)) continue;
    const from = offset + bound.length - member.length;
    copy(writing, from, from + member.length);
    write(writing, "=default,", from + member.length);
  }
  write(writing, "};", start + 1);
}

/** A tag that is what the component around it is given: `null is Card{Header:null}`. */
function writeContent(writing: Writing, { name, start }: Tag, around: Tag): void {
  write(writing, ";if(null is ", start);
  copy(writing, around.start + 1, around.start + 1 + around.name.length);
  write(writing, "{", start);
  copy(writing, start + 1, start + 1 + name.length);
  write(writing, ":null}){}", start + 1);
}

/** The action of a controller that a tag leads to. */
function writeAction(writing: Writing, { attributes }: Tag): void {
  const [controller, action] = ["asp-controller", "asp-action"].map(
    (wanted) => attributes.find(({ name }) => name === wanted)?.value ?? null,
  );
  if (!controller || !action) return;
  const names = [controller, action].map(({ start, end }) => writing.source.slice(start, end));
  if (!names.every((name) => MEMBER.test(name))) return;
  write(writing, ";if(nameof(", controller.start);
  copy(writing, controller.start, controller.end);
  write(writing, "Controller.", controller.end);
  copy(writing, action.start, action.end);
  write(writing, ")==null){}", action.end);
}
