/**
 * Writes the statements that a file's markup stands for.
 *
 * | source                                            | statements                                    |
 * |---------------------------------------------------|-----------------------------------------------|
 * | `@cart.Total`, `@(a + b)`, `@await Load()`        | `if(cart.Total){}`                            |
 * | `@foreach (var line in cart.Lines) { <li>…</li> }` | `foreach (var line in cart.Lines) {` … `}`     |
 * | `@{ var total = 1; <p>@total</p> }`               | `var total = 1;` …                            |
 * | `<CartLine Line="@line" OnRemove="Remove" />`     | `new CartLine{Line=default,OnRemove=default};` and what the attributes hold (tag.ts) |
 * | `@<li>@item</li>` in code                         | `()=>{` … `}`                                 |
 *
 * It reads whatever a person types: what nothing closes ends with the file.
 */
import { lastOf } from "../../base/need.js";
import { closing, identifierAt, implicitEnd, literalEnd, skipSpace } from "./scan.js";
import { readTag, type Tag, writeTag } from "./tag.js";
import { copy, type Writing, write, writeExpression } from "./writing.js";

/** Tags that have no content. */
const VOID: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
const RAW = /^(?:script|style)$/i;
/** Directives that take the rest of their line. */
const DIRECTIVES: ReadonlySet<string> = new Set(
  "addTagHelper attribute implements inherits inject layout model namespace page preservewhitespace removeTagHelper rendermode tagHelperPrefix typeparam using".split(
    " ",
  ),
);
/** Statements of the markup, and the words that go on with them. */
const CONTROL: Readonly<Record<string, readonly string[]>> = {
  if: ["else"],
  else: ["else"],
  for: [],
  foreach: [],
  while: [],
  switch: [],
  lock: [],
  using: [],
  do: ["while"],
  try: ["catch", "finally"],
  catch: ["catch", "finally"],
  finally: [],
};
/** Elements and blocks in each other that are read; no person writes more. */
const DEEPEST = 200;
const LONGEST_LABEL = 300;

/** Where markup ends: with the file, its first element, its line, or a brace that closes what is around it. */
type Extent = "file" | "element" | "line" | "brace";

/** Writes the markup of a file, and the members that it declares. */
export function writeFile(writing: Writing): void {
  if (/\bcontext\b/.test(writing.source)) write(writing, "dynamic context=null;", 0);
  writeMarkup(writing, 0, "file");
}

/** Writes the markup that begins at an offset, and gives the offset behind it. */
function writeMarkup(writing: Writing, from: number, extent: Extent): number {
  const { source } = writing;
  if (++writing.depth > DEEPEST) return source.length;
  const open: Tag[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  let braces = 0;
  let raw = "";
  let offset = from;
  const close = (): string => {
    const { name, blocks } = lastOf(open);
    open.pop();
    count(name, -1);
    write(writing, "\n}".repeat(blocks), offset);
    return name;
  };
  for (let isOver = false; offset < source.length && !isOver; ) {
    const char = source.charAt(offset);
    if (char === "@") offset = writeTransition(writing, offset);
    else if (char === "<" && raw === "" && source.startsWith("<!--", offset)) offset = behind(source, "-->", offset);
    else if (char === "<" && source.charAt(offset + 1) === "/") {
      const name = /^[\w.:-]*/.exec(source.slice(offset + 2, offset + 202))?.[0] ?? "";
      if (raw !== "" && name.toLowerCase() !== raw) {
        offset++;
        continue;
      }
      raw = "";
      if ((counts.get(name) ?? 0) > 0) while (close() !== name);
      offset = behind(source, ">", offset);
      isOver = extent === "element" && open.length === 0;
    } else if (char === "<" && raw === "" && /[A-Za-z]/.test(source.charAt(offset + 1))) {
      const tag = readTag(writing.scanned, offset);
      writeTag(writing, tag, open.at(-1), writeTransition);
      offset = tag.end;
      open.push(tag);
      count(tag.name, 1);
      if (tag.isClosed || VOID.has(tag.name)) close();
      else if (RAW.test(tag.name)) raw = tag.name.toLowerCase();
      isOver = extent === "element" && open.length === 0;
    } else if (extent === "line" && char === "\n") isOver = true;
    else {
      if (char === "{") braces++;
      else if (char === "}" && extent === "brace" && braces-- === 0) isOver = true;
      offset++;
    }
  }
  while (open.length > 0) close();
  writing.depth--;
  return offset;
}

/** Writes what an `@` begins, and gives the offset behind it. */
function writeTransition(writing: Writing, offset: number): number {
  const { source } = writing;
  const next = source.charAt(offset + 1);
  if (next === "@") return offset + 2;
  if (next === "*") return behind(source, "*@", offset + 2);
  if (next === "(") {
    const close = closing(writing.scanned, offset + 1);
    if (close === null) return offset + 2;
    writeExpression(writing, { start: offset + 2, end: close });
    return close + 1;
  }
  if (next === "{") {
    write(writing, ";", offset);
    const end = writeCode(writing, offset + 2);
    write(writing, ";", end - 1);
    return end;
  }
  const word = identifierAt(source, offset + 1);
  // An address: ann@shop.example
  if (word === "" || /[\p{L}\p{N}]/u.test(source.charAt(offset - 1))) return offset + 1;
  return writeWord(writing, offset + 1, word);
}

/** Writes what a word behind an `@` begins. */
function writeWord(writing: Writing, start: number, word: string): number {
  const { source } = writing;
  const end = start + word.length;
  const next = skipSpace(source, end);
  const sign = source.charAt(next);
  if (DIRECTIVES.has(word) && !(word === "using" && sign === "(")) return behind(source, "\n", end);
  if ((word === "code" || word === "functions") && sign === "{") return writeMembers(writing, next + 1);
  if (word === "section") {
    const brace = skipSpace(source, next + identifierAt(source, next).length);
    return source.charAt(brace) === "{" ? writeMarkup(writing, brace + 1, "brace") : end;
  }
  if (CONTROL[word] && /[({]/.test(sign)) return writeControl(writing, start, word);
  if (word === "await") {
    const last = implicitEnd(writing.scanned, next);
    writeExpression(writing, { start, end: last });
    return last;
  }
  const last = implicitEnd(writing.scanned, start);
  writeExpression(writing, { start, end: last });
  return last;
}

function writeMembers(writing: Writing, from: number): number {
  const { out } = writing;
  writing.out = writing.members;
  const end = writeCode(writing, from);
  write(writing, "\n", end);
  writing.out = out;
  return end;
}

/** Writes `if (…) { … } else { … }` and the like; `start` is where its word begins. */
function writeControl(writing: Writing, start: number, first: string): number {
  const { source } = writing;
  let end = start;
  for (let [offset, word] = [start, first]; ; ) {
    const brace = headEnd(writing, offset + word.length);
    if (source.charAt(brace) !== "{") {
      copy(writing, offset, brace);
      write(writing, ";", brace);
      return brace;
    }
    write(writing, " ", offset);
    copy(writing, offset, brace + 1);
    end = writeCode(writing, brace + 1);
    write(writing, "}", end - 1);
    offset = skipSpace(source, end);
    const follows = identifierAt(source, offset);
    if (CONTROL[word]?.includes(follows) !== true) return end;
    word = follows;
  }
}

/** The offset of what stands behind `(…)`, ` if (…)` or `(…) when (…)`. */
function headEnd(writing: Writing, from: number): number {
  const { source, scanned } = writing;
  let offset = skipSpace(source, from);
  for (let word = identifierAt(source, offset); word === "if" || word === "when"; word = identifierAt(source, offset))
    offset = skipSpace(source, offset + word.length);
  if (source.charAt(offset) !== "(") return offset;
  const close = closing(scanned, offset);
  if (close === null) return source.length;
  const behindHead = skipSpace(source, close + 1);
  return identifierAt(source, behindHead) === "when" ? headEnd(writing, behindHead) : behindHead;
}

/** Copies code up to the brace that closes it, with the markup in it as statements, and gives the offset behind the brace. */
function writeCode(writing: Writing, from: number): number {
  const { source } = writing;
  if (++writing.depth > DEEPEST) return source.length;
  let depth = 0;
  let copied = from;
  /** Where the statement begins; markup stands at such places alone. */
  let statement = from;
  let isStart = true;
  let offset = from;
  const goOn = (to: number): void => {
    offset = to;
    copied = to;
  };
  for (; offset < source.length; ) {
    const char = source.charAt(offset);
    if (isStart && char === "<" && /[A-Za-z]/.test(source.charAt(offset + 1))) {
      copy(writing, copied, offset);
      goOn(writeMarkup(writing, offset, "element"));
      statement = offset;
    } else if (isStart && char === "<" && source.charAt(offset + 1) === "!") {
      copy(writing, copied, offset);
      goOn(behind(source, source.startsWith("<!--", offset) ? "-->" : ">", offset));
      statement = offset;
    } else if (char === "@" && /[*:<({\p{L}_]/u.test(source.charAt(offset + 1))) {
      const isTransition = writeTransitionInCode(writing, { copied, offset, isStart }, goOn);
      if (!isTransition) offset++;
      else if (isStart) statement = offset;
    } else {
      const end = literalEnd(writing.scanned, offset);
      if (end > offset) {
        isStart &&= char === "/";
        offset = end;
        continue;
      }
      if (char === "}" && depth-- === 0) break;
      if (char === "{") depth++;
      const endsStatement = /[{};]/.test(char) || (char === ":" && isLabel(source, statement, offset));
      if (endsStatement) statement = offset + 1;
      isStart = endsStatement || (isStart && /\s/.test(char));
      offset++;
    }
  }
  copy(writing, copied, offset);
  writing.depth--;
  return Math.min(source.length, offset + 1);
}

/** Writes what an `@` in code begins; false where it is of the code: `@class`. */
function writeTransitionInCode(
  writing: Writing,
  { copied, offset, isStart }: { copied: number; offset: number; isStart: boolean },
  goOn: (to: number) => void,
): boolean {
  const { source } = writing;
  const next = source.charAt(offset + 1);
  if (next === "*") {
    copy(writing, copied, offset);
    goOn(behind(source, "*@", offset + 2));
  } else if (next === ":" && isStart) {
    copy(writing, copied, offset);
    goOn(writeMarkup(writing, offset + 2, "line"));
  } else if (next === "<") {
    copy(writing, copied, offset);
    write(writing, "()=>{", offset);
    const end = writeMarkup(writing, offset + 1, "element");
    write(writing, "}", end);
    goOn(end);
  } else if (isStart) {
    copy(writing, copied, offset);
    goOn(writeTransition(writing, offset));
  } else return false;
  return true;
}

const isLabel = (source: string, start: number, end: number): boolean =>
  end - start < LONGEST_LABEL && /^\s*(?:case\b[\s\S]*|default\s*)$/.test(source.slice(start, end));

/** The offset behind the next mark; the end of the source where there is none. */
function behind(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + mark.length;
}
