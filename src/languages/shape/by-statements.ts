/**
 * Declarations of the family of C. A statement is read from its first word to its brace or semicolon, and its head tells what it is: a type, a function, a
 * variable. Bodies of functions are passed over.
 */
import type { Access } from "../../model/parse-result.js";
import { MOST_FOUND } from "./by-lines.js";
import { type Head, readHead } from "./head.js";
import type { FoundDeclaration, StatementShape } from "./shape.js";
import type { ShapeText } from "./text.js";

const DEEPEST = 40;
/** A head is read up to here. */
const LONGEST_HEAD = 1500;
const MOST_ENUMERATORS = 500;
/** A directive of the preprocessor is looked for behind at most this many blanks. */
const MOST_INDENT = 200;
const DEFINE = /#\s{0,20}define\s{1,20}(?<name>[A-Za-z_]\w{0,200})(?<takes>\(?)/y;
const LABEL = /^(public|protected|private|signals|(?:public|private|protected)?\s?slots|Q_SIGNALS|Q_SLOTS)$/;

/** The declarations of a source, in order. */
export function declarationsByStatements(text: ShapeText, declares: StatementShape): FoundDeclaration[] {
  const code = declares.hasPreprocessor ? withoutDirectives(text) : { code: text.code, defines: [] };
  const reader = new StatementReader(text, code.code, declares);
  reader.scope(0, code.code.length, -1, 0);
  return merged(reader.found, code.defines);
}

/** The code without the lines of the preprocessor, and the macros that they define. */
function withoutDirectives({ code, source }: ShapeText): { code: string; defines: FoundDeclaration[] } {
  const pieces: string[] = [];
  const defines: FoundDeclaration[] = [];
  let from = 0;
  for (let offset = code.indexOf("#"); offset >= 0; offset = code.indexOf("#", offset + 1)) {
    // Not further back: a line may be as long as the file, and full of these marks.
    const before = code.slice(Math.max(from, offset - MOST_INDENT), offset);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (line.trim() !== "" || line.length === MOST_INDENT) continue;
    let end = offset;
    do {
      end = code.indexOf("\n", end + 1);
      if (end < 0) end = code.length;
    } while (end < code.length && /\\\r?$/.test(code.slice(Math.max(0, end - 2), end)));
    DEFINE.lastIndex = offset;
    const { name, takes } = DEFINE.exec(code)?.groups ?? {};
    // A guard of a header has no value.
    if (
      name !== undefined &&
      defines.length < MOST_FOUND &&
      (takes === "(" || source.slice(DEFINE.lastIndex, end).trim() !== "")
    )
      defines.push({
        kind: takes === "(" ? "function" : "constant",
        name,
        owner: null,
        space: null,
        start: offset,
        end,
        nameAt: code.indexOf(name, offset + 7),
        parent: -1,
        access: "public",
        isMergeable: false,
      });
    pieces.push(code.slice(from, offset), code.slice(offset, end).replace(/[^\n]/g, " "));
    from = end;
    offset = end - 1;
  }
  pieces.push(code.slice(from));
  return { code: pieces.join(""), defines };
}

/** Both in the order of the source; macros are at the top level. */
function merged(found: readonly FoundDeclaration[], defines: readonly FoundDeclaration[]): FoundDeclaration[] {
  const order = [...found.map((one, index) => ({ one, index })), ...defines.map((one) => ({ one, index: -1 }))];
  order.sort((a, b) => a.one.start - b.one.start || a.index - b.index);
  const positions = new Map<number, number>();
  for (const [position, { index }] of order.entries()) if (index >= 0) positions.set(index, position);
  return order.map(({ one }) => ({ ...one, parent: one.parent < 0 ? -1 : (positions.get(one.parent) ?? -1) }));
}

class StatementReader {
  readonly found: FoundDeclaration[] = [];

  constructor(
    private readonly text: ShapeText,
    private readonly code: string,
    private readonly declares: StatementShape,
  ) {}

  /** Reads the statements between two offsets. */
  scope(from: number, to: number, parent: number, depth: number): void {
    let start = from;
    let access: Access | null = null;
    for (let offset = from; offset < to && this.found.length < MOST_FOUND; offset++) {
      const unit = this.code.charCodeAt(offset);
      if (unit === 40 || unit === 91) offset = this.skip(offset, to);
      else if (unit === 58 && parent >= 0) {
        const label = this.code.slice(Math.max(start, offset - 40), offset).trim();
        if (!LABEL.test(label)) continue;
        const word = /public|protected|private/.exec(label)?.[0];
        access = word === "protected" || word === "private" ? word : "public";
        start = offset + 1;
      } else if (unit === 59) {
        this.ended(start, offset, { parent, access });
        start = offset + 1;
      } else if (unit === 123) {
        const close = this.text.closes.get(offset);
        if (close === undefined || close > to) {
          this.unclosed(start, offset, { parent, access });
          start = offset + 1;
          continue;
        }
        const next = this.braces(start, offset, close, { parent, access, depth });
        if (next >= 0) start = next;
        offset = Math.max(offset, (next >= 0 ? next : close + 1) - 1);
      } else if (unit === 125) start = offset + 1;
    }
  }

  /** Behind the brackets that open at an offset; the offset itself if they are never closed. */
  private skip(offset: number, to: number): number {
    const close = this.text.closes.get(offset);
    return close === undefined || close > to ? offset : close;
  }

  private head(start: number, end: number, parent: number): Head | null {
    let from = start;
    while (from < end && this.code.charCodeAt(from) <= 32) from++;
    if (from === end) return null;
    const cut = this.code.slice(from, Math.min(end, from + LONGEST_HEAD));
    return readHead(cut, from, this.found[parent] ?? null);
  }

  /** A statement that ends with a semicolon. */
  private ended(start: number, offset: number, { parent, access }: { parent: number; access: Access | null }): void {
    const head = this.head(start, offset, parent);
    if (head === null || head.isForward) return;
    const isMember = parent >= 0 && this.found[parent]?.kind !== "namespace";
    if (head.is === "callable" && !isMember && !this.declares.isHeader && !head.hasBody && head.owner === null) return;
    if (head.is === "block" || (head.is === "type" && head.kind !== "type" && !head.hasBody)) return;
    if (head.isExtern) return;
    this.add(head, offset + 1, parent, access);
  }

  /** A function or type whose brace nothing closes: it ends with its line, and what follows is read as if it stood beside it. */
  private unclosed(start: number, offset: number, { parent, access }: { parent: number; access: Access | null }): void {
    const head = this.head(start, offset, parent);
    const lineEnd = this.code.indexOf("\n", offset);
    if (head?.is === "callable" || head?.is === "type")
      this.add(head, lineEnd < 0 ? this.code.length : lineEnd, parent, access);
  }

  /** A statement that has come to a brace; the offset that the next one begins at, or -1 if it goes on behind its braces. */
  private braces(
    start: number,
    offset: number,
    close: number,
    { parent, access, depth }: { parent: number; access: Access | null; depth: number },
  ): number {
    const head = this.head(start, offset, parent);
    if (head === null) return close + 1;
    if (head.is === "block") {
      if (head.isTransparent && depth < DEEPEST) this.scope(offset + 1, close, parent, depth + 1);
      return close + 1;
    }
    if (head.is === "value") {
      // An initializer: the statement ends behind it.
      if (!head.isProperty) {
        if (/^\}\s{0,200}[;,=)]/.test(this.code.slice(close, close + 220))) return -1;
        // Nothing of a value follows: a macro may have opened a namespace.
        if (depth < DEEPEST) this.scope(offset + 1, close, parent, depth + 1);
        return close + 1;
      }
      this.add(head, close + 1, parent, access);
      return close + 1;
    }
    if (head.is === "callable") {
      if (head.isInitializer) return -1;
      this.add(head, close + 1, parent, access);
      return close + 1;
    }
    const behind = this.namedBehind(close);
    const name = head.name ?? behind?.name;
    const end = behind?.end ?? close + 1;
    if (name === undefined) {
      if (depth < DEEPEST) this.scope(offset + 1, close, parent, depth + 1);
      return end;
    }
    const nameAt = head.name === null ? (behind?.nameAt ?? head.nameAt) : head.nameAt;
    const index = this.add({ ...head, name, nameAt }, head.isNamespace ? close + 1 : end, parent, access);
    if (head.kind === "enum") this.enumerators(offset + 1, close, index);
    // `typedef struct cart { … } cart_t;` gives two names.
    if (behind !== null && behind.name !== name && /^typedef\b/.test(this.code.slice(head.start, head.start + 8)))
      this.add(
        { ...head, kind: "type", name: behind.name, owner: null, start: close, nameAt: behind.nameAt },
        end,
        parent,
        access,
      );
    if (depth < DEEPEST && (head.kind !== "enum" || this.code.slice(offset, close).includes(";")))
      this.scope(offset + 1, close, index, depth + 1);
    return end;
  }

  /** The name behind a body: `typedef struct { … } Cart;`. */
  private namedBehind(close: number): { name: string; nameAt: number; end: number } | null {
    const found = /^\}[^;{}()=]{0,200}?\b([A-Za-z_]\w{0,100})\s{0,20}(?:\[[^\]]{0,50}\]\s{0,5})?;/.exec(
      this.code.slice(close, close + 400),
    );
    if (found === null) {
      const semicolon = /^\}\s{0,50};/.exec(this.code.slice(close, close + 60));
      return semicolon && null;
    }
    const name = found[1] ?? "";
    return { name, nameAt: close + found[0].lastIndexOf(name), end: close + found[0].length };
  }

  private enumerators(from: number, to: number, parent: number): void {
    const body = this.code.slice(from, Math.min(to, from + 60_000));
    let count = 0;
    let start = 0;
    for (let offset = 0; offset <= body.length && count < MOST_ENUMERATORS; offset++) {
      const unit = offset === body.length ? 44 : body.charCodeAt(offset);
      if (unit === 40 || unit === 123) {
        offset = (this.text.closes.get(from + offset) ?? from + offset) - from;
        continue;
      }
      if (unit !== 44 && unit !== 59) continue;
      const one = /^\s*(?:@\w+\s+)?([A-Za-z_]\w*)/.exec(body.slice(start, Math.min(offset, start + 300)));
      if (one?.[1] !== undefined) {
        const nameAt = from + start + one[0].length - one[1].length;
        this.found.push({
          kind: "constant",
          name: one[1],
          owner: null,
          space: null,
          start: nameAt,
          end: Math.max(
            nameAt + one[1].length,
            from + offset - (/\s*$/.exec(body.slice(Math.max(start, offset - 80), offset))?.[0].length ?? 0),
          ),
          nameAt,
          parent,
          access: "public",
          isMergeable: false,
        });
        count++;
      }
      start = offset + 1;
      if (unit === 59) return;
    }
  }

  private add(
    head: Exclude<Head, { is: "block" }> & { name: string | null },
    end: number,
    parent: number,
    access: Access | null,
  ): number {
    if (head.name === null) return parent;
    const holder = this.found[parent];
    const isMember = (holder !== undefined && holder.kind !== "namespace") || head.owner !== null;
    let { kind } = head;
    if (kind === "function" && isMember) kind = "method";
    if (kind === "variable" && isMember) kind = "field";
    this.found.push({
      kind,
      name: head.name,
      owner: head.owner,
      space: null,
      start: head.start,
      end,
      nameAt: head.nameAt,
      parent,
      access: head.access ?? access ?? (holder?.kind === "class" && this.declares.hidesMembers ? "private" : "public"),
      isMergeable: kind === "namespace",
    });
    return this.found.length - 1;
  }
}
