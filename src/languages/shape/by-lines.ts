/** Declarations that are found by the beginnings of lines, and their ends by braces or indentation. */
import { nth } from "../../base/need.js";
import { int32At } from "../../base/numbers.js";
import type { Access, SymbolKind } from "../../model/parse-result.js";
import type { FoundDeclaration, LinePattern, LineShape, Shape } from "./shape.js";
import { lineAt, type ShapeText } from "./text.js";

/** A line is looked at up to here. */
const LONGEST = 400;
/** How far behind a name its body may begin. */
const LONGEST_HEAD = 3000;
/** Declarations of a file beyond these are not kept. */
export const MOST_FOUND = 20_000;
const CALLABLES: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor"]);
const VALUES: ReadonlySet<SymbolKind> = new Set(["constant", "variable"]);
/** Lines that only close what stands above. */
const CLOSING = /^(?:[)\]}>]+|end\b|END\b|fi\b|done\b|esac\b)/;
/** Lines at the indentation of a declaration that are a part of it. */
const CONTINUES = /^(?:rescue|ensure|else|elsif|elseif|catch|finally|when|then|where|deriving)\b/;
/** One that closes a head and goes on: `) -> bool {`. */
const GOES_ON = /^[)\]}>]+\s*[^\s);,\]}]/;

interface Open {
  index: number;
  /** The access that a line of its own gives to the members below it. */
  access: Access | null;
  pattern: LinePattern;
  indent: number;
  /** The least indentation of the lines in it; -1 before the first. */
  inner: number;
  /** null: indentation or a closing line tells it. */
  end: number | null;
}

/** The declarations of a source, in order. */
export function declarationsByLines(text: ShapeText, shape: Shape, declares: LineShape): FoundDeclaration[] {
  const found: FoundDeclaration[] = [];
  const open: Open[] = [];
  let leading = "";
  for (let line = 0; line < text.starts.length && found.length < MOST_FOUND; line++) {
    const indent = int32At(text.indents, line);
    if (indent < 0) continue;
    const start = nth(text.starts, line);
    const lineStop = text.starts[line + 1] ?? text.source.length;
    const cut = text.code.slice(start, Math.min(lineStop, start + LONGEST));
    const code = cut.trimStart();
    const offset = start + cut.length - code.length;
    closeBefore(text, found, open, { line, indent, code, offset });
    const inner = open.at(-1);
    if (inner !== undefined && indent > inner.indent && (inner.inner < 0 || indent < inner.inner)) inner.inner = indent;
    if (inner !== undefined && CALLABLES.has(nth(found, inner.index).kind) && !declares.nestsFunctions) continue;
    const access = declares.access?.exec(code)?.[1];
    if (access !== undefined && inner !== undefined) inner.access = access === "public" ? null : accessWord(access);
    for (const pattern of declares.patterns) {
      const match = pattern.matches.exec(pattern.inSource ? text.source.slice(offset, offset + code.length) : code);
      const name = match?.groups?.name;
      if (match === null || name === undefined) continue;
      if (pattern.next !== undefined && !pattern.next.test(nextCode(text, line))) continue;
      if (pattern.leads) {
        leading = name;
        break;
      }
      // It stands in a block of code: `get("/carts") { val cart = … }`.
      if (VALUES.has(pattern.kind) && inner !== undefined && indent > inner.inner) break;
      const parent = inner === undefined ? -1 : inner.index;
      const one = foundBy(pattern, match, { offset, parent, leading, shape, found });
      one.access = inheritedAccess(one, inner, found);
      const end = endOf(text, pattern, declares, one, { from: offset + match[0].length, lineStop });
      found.push({ ...one, end: end ?? text.source.length });
      open.push({ index: found.length - 1, access: null, pattern, indent, inner: -1, end });
      break;
    }
  }
  for (const { index, end } of open) {
    const one = nth(found, index);
    if (end === null) one.end = lastCode(text, text.starts.length - 1, one.nameAt);
  }
  return found;
}

/** Ends the declarations that a line no longer belongs to, or that it closes. */
function closeBefore(
  text: ShapeText,
  found: readonly FoundDeclaration[],
  open: Open[],
  { line, indent, code, offset }: { line: number; indent: number; code: string; offset: number },
): void {
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const one = nth(found, last.index);
    if (last.end !== null) {
      if (last.end > offset) return;
    } else if (last.pattern.close !== undefined) {
      if (!last.pattern.close.test(code)) return;
      one.end = stop(text, line);
      open.pop();
      return;
    } else {
      if (indent > last.indent || (indent === last.indent && CONTINUES.test(code))) return;
      if (last.pattern.repeatsName && code.startsWith(one.name) && !/[\w']/.test(code.charAt(one.name.length))) return;
      if (indent === last.indent && CLOSING.test(code)) {
        if (GOES_ON.test(code) && !/^[)\]}>]+\s*(?:while|catch|else)\b/.test(code) && !/^end\b/.test(code)) return;
        one.end = stop(text, line);
        open.pop();
        return;
      }
      one.end = lastCode(text, line - 1, one.nameAt);
    }
    open.pop();
  }
}

/** The beginning of the next line with code, without the white space before it. */
function nextCode({ code, starts, indents }: ShapeText, line: number): string {
  let next = line + 1;
  while (next < starts.length && int32At(indents, next) < 0) next++;
  const start = starts[next];
  return start === undefined ? "" : code.slice(start, start + LONGEST).trimStart();
}

/** The end of the last line with code, from a line upwards; at least that of the line of `least`. */
function lastCode(text: ShapeText, from: number, least: number): number {
  const first = lineAt(text, least);
  let line = from;
  while (line > first && int32At(text.indents, line) < 0) line--;
  return stop(text, Math.max(line, first));
}

/** Where a line ends, without its line break. */
function stop({ source, starts }: ShapeText, line: number): number {
  let end = starts[line + 1] ?? source.length;
  while (end > nth(starts, line) && /[\r\n]/.test(source.charAt(end - 1))) end--;
  return end;
}

interface Around {
  offset: number;
  parent: number;
  leading: string;
  shape: Shape;
  found: readonly FoundDeclaration[];
}

function foundBy(
  pattern: LinePattern,
  match: RegExpExecArray,
  { offset, parent, leading, shape, found }: Around,
): FoundDeclaration {
  const name = match.groups?.name ?? "";
  const owner = match.groups?.owner ?? null;
  const space = match.groups?.space ?? (parent < 0 && leading !== "" ? leading : null);
  const holder = found[parent];
  const isMember = (holder !== undefined && !isSpace(found, parent)) || owner !== null;
  const kind = pattern.kind === "function" && isMember ? "method" : pattern.kind;
  return {
    kind,
    name: unquoted(name),
    owner,
    space,
    start: offset,
    end: offset,
    nameAt: offset + Math.max(0, match[0].lastIndexOf(name)),
    parent,
    access:
      pattern.extends || pattern.isPrivate ? (pattern.isPrivate ? "private" : "public") : accessOf(match[0], shape),
    isMergeable: pattern.extends === true,
  };
}

/** Whether a declaration is a module, which has functions and no methods. */
function isSpace(found: readonly FoundDeclaration[], index: number): boolean {
  const one = nth(found, index);
  return (one.kind === "module" || one.kind === "namespace") && !one.isMergeable;
}

/** Members of an interface are as open as it is; others may stand below a line that says who sees them. */
function inheritedAccess(
  one: FoundDeclaration,
  inner: Open | undefined,
  found: readonly FoundDeclaration[],
): Access | null {
  if (inner === undefined) return one.access;
  const holder = nth(found, inner.index);
  if (holder.kind === "interface") return holder.access;
  if (inner.pattern.opens) return "public";
  return inner.access ?? one.access;
}

const accessWord = (word: string): Access => (word === "protected" ? "protected" : "private");

function accessOf(head: string, { publicWord }: Shape): Access {
  const said = /\b(private|protected|internal|fileprivate|local)\b/.exec(head)?.[1];
  if (said === "protected" || said === "internal") return said;
  if (said !== undefined) return "private";
  return publicWord === undefined || publicWord.test(head) ? "public" : "private";
}

function unquoted(name: string): string {
  return name.replace(/^["'`]|["'`]$/g, "").replace(/["']\s+["']/g, ".");
}

/** The end of a declaration; null where indentation or a line to come tells it. `from`: the end of its match; `lineStop`: that of the line. */
function endOf(
  text: ShapeText,
  pattern: LinePattern,
  declares: LineShape,
  { start }: FoundDeclaration,
  { from, lineStop }: { from: number; lineStop: number },
): number | null {
  if (pattern.isLine) return stop(text, lineAt(text, start));
  if (pattern.close !== undefined || declares.ends === "indent") return null;
  // A brace may already stand in what the pattern matched.
  const limit = Math.min(text.code.length, from + LONGEST_HEAD);
  let offset = start;
  for (; offset < limit; offset++) {
    const unit = text.code.charCodeAt(offset);
    if (unit === 59 && offset >= from) return offset + 1;
    if (unit === 123) return closed(text, offset);
    if (unit === 40 || unit === 91) offset = text.closes.get(offset) ?? offset;
    else if (unit === 10 && offset + 1 >= lineStop && !headGoesOn(text, offset))
      return stop(text, lineAt(text, offset));
  }
  return null;
}

function closed({ closes }: ShapeText, brace: number): number | null {
  const end = closes.get(brace);
  return end === undefined ? null : end + 1;
}

/** Whether a head goes on behind a line break: its next line is indented further, or begins with its body. */
function headGoesOn(text: ShapeText, lineBreak: number): boolean {
  const here = lineAt(text, lineBreak);
  let next = here + 1;
  while (next < text.starts.length && next < here + 5 && int32At(text.indents, next) < 0) next++;
  if (next >= text.starts.length) return false;
  const indent = int32At(text.indents, next);
  const start = nth(text.starts, next);
  if (/^\s*(?:\{|where\b|->|=>|throws\b|:)/.test(text.code.slice(start, start + 200))) return true;
  const before = text.code.slice(Math.max(0, lineBreak - 200), lineBreak).trimEnd();
  return /(?:[=,(+&|<]|\bwhere)$/.test(before) && indent > int32At(text.indents, here);
}
