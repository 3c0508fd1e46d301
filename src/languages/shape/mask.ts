/**
 * Blanks comments and strings out of a source, so that only code is left. All offsets stay. Each character is looked at a bounded number of times, whatever
 * the source: a mark without an end on its line is not a mark, and after too many without an end in the file none is looked for.
 */
import { nth } from "../../base/need.js";
import type { TextSyntax } from "./shape.js";

/** A source without comments and strings. */
export interface Masked {
  /** The source with spaces in place of comments and strings. */
  code: string;
  /** Where comments begin and end, in pairs, in order. */
  comments: number[];
}

/** Marks that open something of several lines and are never closed, after which no more of them are looked for. */
const MOST_UNCLOSED = 50;
const HEREDOC = /<<(?:[~-]\s?\\?(["']?)([A-Za-z_]\w{0,60})\1|\s?(["'])([A-Za-z_]\w{0,60})\3|\s?\\?([A-Z_]\w{0,60}))/y;
/** Behind the name that ends a text, on its line. */
const BEHIND_HEREDOC = /[ \t;),\]]*(?:\r?\n|$)/y;
const RAW_RUST = /b?r(#{0,20})"/y;
const RAW_CPP = /(?:u8|[uUL])?R"([^\s()\\]{0,16})\(/y;
const CHAR = /'(?:\\(?:x[\da-fA-F]{2}|u\{[\da-fA-F]{1,6}\}|[^\n])|[^\\'\n])'/uy;

interface Mark {
  open: string;
  isComment: boolean;
  /** It counts at the beginning of a word alone. */
  isWord: boolean;
  /** Where it ends, given the offset behind the mark; -1: it is not a mark here. */
  end(source: string, from: number): number;
}

/** Blanks the comments and strings of a source. */
export function mask(source: string, syntax: TextSyntax): Masked {
  return new Masker(source, syntax).run();
}

/** Blanks the comments of a source alone. */
export function maskComments(source: string, syntax: TextSyntax): string {
  const { comments } = mask(source, syntax);
  const pieces: string[] = [];
  let from = 0;
  for (let index = 0; index < comments.length; index += 2) {
    const start = nth(comments, index);
    const end = nth(comments, index + 1);
    pieces.push(source.slice(from, start), source.slice(start, end).replace(/[^\n]/g, " "));
    from = end;
  }
  pieces.push(source.slice(from));
  return pieces.join("");
}

class Masker {
  private readonly pieces: string[] = [];
  private readonly comments: number[] = [];
  private from = 0;
  private unclosed = 0;
  /** For each mark of strings, up to where there is none that closes one. */
  private readonly unclosedUntil = new Map<string, number>();
  private readonly marks = new Map<number, Mark[]>();
  /** Texts that begin below the line that is read. */
  private readonly ahead: [start: number, end: number][] = [];

  constructor(
    private readonly source: string,
    private readonly syntax: TextSyntax,
  ) {
    const add = (open: string, isComment: boolean, end: Mark["end"], isWord = false) => {
      const code = open.charCodeAt(0);
      const list = this.marks.get(code) ?? [];
      list.push({ open, isComment, isWord, end });
      this.marks.set(code, list);
    };
    for (const [open, close] of syntax.long ?? []) add(open, false, (_, from) => this.closeOf(close, from, false));
    for (const [open, close] of syntax.block ?? [])
      add(open, true, (_, from) =>
        syntax.nests ? this.nestedEnd(open, close, from) : this.closeOf(close, from, true),
      );
    for (const open of syntax.line ?? []) add(open, true, (_, from) => this.lineEnd(from), /^[#A-Za-z]/.test(open));
    for (const quote of syntax.strings ?? "") add(quote, false, (_, from) => this.stringEnd(quote, from));
  }

  run(): Masked {
    const { source, syntax } = this;
    const hasPods = syntax.pods !== undefined;
    for (let offset = 0; offset < source.length; ) {
      const [ahead] = this.ahead;
      if (ahead !== undefined && offset >= ahead[0]) {
        this.ahead.shift();
        offset = this.blank(offset, Math.max(offset, ahead[1]), false);
        continue;
      }
      const code = source.charCodeAt(offset);
      const pod = hasPods && (offset === 0 || source.charCodeAt(offset - 1) === 10) ? this.podEnd(offset) : -1;
      if (pod > 0) {
        offset = this.blank(offset, pod, true);
        continue;
      }
      if (syntax.heredocs && code === 60 && this.isHeredoc(offset)) {
        offset += 2;
        continue;
      }
      const end = this.rawEnd(offset, code);
      offset = end > 0 ? this.blank(offset, end, false) : this.markAt(offset, code);
    }
    this.pieces.push(source.slice(this.from));
    return { code: this.pieces.join(""), comments: this.comments };
  }

  /** Blanks what a mark opens here; the offset to go on at. */
  private markAt(offset: number, code: number): number {
    for (const mark of this.marks.get(code) ?? []) {
      if (!this.source.startsWith(mark.open, offset) || (mark.isWord && !this.isWordStart(offset))) continue;
      const end = mark.end(this.source, offset + mark.open.length);
      if (end >= 0) return this.blank(offset, end, mark.isComment);
    }
    return offset + 1;
  }

  private isWordStart(offset: number): boolean {
    return offset === 0 || /[\s;({]/.test(this.source.charAt(offset - 1));
  }

  /** The end of a string of a form of its own; -1 where none begins. */
  private rawEnd(offset: number, code: number): number {
    const { syntax, source } = this;
    if (syntax.raw === "rust") {
      if (code === 39) return stickyEnd(CHAR, source, offset);
      if ((code === 114 || code === 98) && this.isNoName(offset))
        return this.rawStringEnd(RAW_RUST, offset, (hashes) => `"${hashes}`);
    }
    if (syntax.raw === "cpp" && (code === 82 || code === 117 || code === 85 || code === 76) && this.isNoName(offset))
      return this.rawStringEnd(RAW_CPP, offset, (delimiter) => `)${delimiter}"`);
    return -1;
  }

  private isNoName(offset: number): boolean {
    return offset === 0 || !/\w/.test(this.source.charAt(offset - 1));
  }

  private rawStringEnd(opens: RegExp, offset: number, closeOf: (mark: string) => string): number {
    opens.lastIndex = offset;
    const found = opens.exec(this.source);
    return found === null ? -1 : this.closeOf(closeOf(found[1] ?? ""), offset + found[0].length, false);
  }

  /** Whether a text begins below this line, which is blanked when it is reached: the rest of the line is code. */
  private isHeredoc(offset: number): boolean {
    HEREDOC.lastIndex = offset;
    const found = HEREDOC.exec(this.source);
    const name = found?.[2] ?? found?.[4] ?? found?.[5];
    if (name === undefined || this.unclosed >= MOST_UNCLOSED) return false;
    const first = this.ahead.at(-1)?.[1] ?? this.lineEnd(offset);
    for (let close = this.source.indexOf(name, first); close >= 0; close = this.source.indexOf(name, close + 1)) {
      let begin = close;
      while (begin > first && /[ \t|]/.test(this.source.charAt(begin - 1))) begin--;
      BEHIND_HEREDOC.lastIndex = close + name.length;
      if (this.source.charCodeAt(begin - 1) !== 10 || !BEHIND_HEREDOC.test(this.source)) continue;
      this.ahead.push([first, close + name.length]);
      return true;
    }
    this.unclosed++;
    return false;
  }

  private podEnd(offset: number): number {
    for (const [open, close] of this.syntax.pods ?? []) {
      if (!this.source.startsWith(open, offset)) continue;
      const end = this.source.indexOf(`\n${close}`, offset);
      return end < 0 ? this.source.length : this.lineEnd(end + 1);
    }
    return -1;
  }

  private lineEnd(from: number): number {
    const end = this.source.indexOf("\n", from);
    return end < 0 ? this.source.length : end;
  }

  /** Where something of several lines ends. A comment without an end goes on to the end of the file. */
  private closeOf(close: string, from: number, isComment: boolean): number {
    if (this.unclosed >= MOST_UNCLOSED) return -1;
    const end = this.source.indexOf(close, from);
    if (end >= 0) return end + close.length;
    this.unclosed++;
    return isComment ? this.source.length : -1;
  }

  private nestedEnd(open: string, close: string, from: number): number {
    let depth = 1;
    for (let offset = from; offset < this.source.length; ) {
      if (this.source.startsWith(close, offset)) {
        offset += close.length;
        if (--depth === 0) return offset;
      } else if (this.source.startsWith(open, offset)) {
        depth++;
        offset += open.length;
      } else offset++;
    }
    return this.source.length;
  }

  private stringEnd(quote: string, from: number): number {
    if (from <= (this.unclosedUntil.get(quote) ?? -1)) return -1;
    const close = quote.charCodeAt(0);
    let offset = from;
    for (; offset < this.source.length; offset++) {
      const code = this.source.charCodeAt(offset);
      if (code === 92) offset++;
      else if (code === close) return offset + 1;
      else if (code === 10) break;
    }
    this.unclosedUntil.set(quote, offset);
    return -1;
  }

  /** Notes that a range is not code; its end. */
  private blank(start: number, end: number, isComment: boolean): number {
    this.pieces.push(this.source.slice(this.from, start), this.source.slice(start, end).replace(/[^\n]/g, " "));
    this.from = end;
    if (isComment) this.comments.push(start, end);
    return end;
  }
}

function stickyEnd(expression: RegExp, source: string, offset: number): number {
  expression.lastIndex = offset;
  return expression.test(source) ? expression.lastIndex : -1;
}
