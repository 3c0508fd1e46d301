/** Imports of a file that a piece of its code uses, in as few words as possible. Pure. */
import escapeStringRegexp from "escape-string-regexp";
import { lastOf, nth, present } from "../base/need.js";

/** The most lines of an import: the compiler of TypeScript imports a thousand names at once. */
const LONGEST_STATEMENT = 2000;
/** How a line begins that a statement begins with. */
const FIRST = /^\s*(import|export|const|let|var|(global\s+)?using|extern)\b/;
/** How a line ends that no import goes on after. */
const LAST = /[;"'`]\s*$/;
/** How a line ends that goes on in the next. */
const UNFINISHED = /([,=({[+&|?:.]|\b(from|import|type|as))\s*$/;

export interface Statement {
  text: string;
  /** Its first and last line, from 1. */
  start: number;
  end: number;
}

/** The imports that stand in some lines, in their order, each once: of `import {` with a name a line any of those lines may be known. */
export function statementsAt(lines: readonly string[], numbers: Iterable<number>): Statement[] {
  const statements: Statement[] = [];
  for (const line of [...new Set(numbers)].sort((a, b) => a - b)) {
    const end = statements.at(-1)?.end ?? 0;
    if (line <= end) continue;
    const start = firstLine(lines, line, end);
    const statement = start === null ? null : statementFrom(lines, start);
    if (statement !== null && statement.end >= line) statements.push(statement);
  }
  return statements;
}

/** The first line of the import statement that a line is part of; null where the statement imports nothing. */
function firstLine(lines: readonly string[], line: number, before: number): number | null {
  for (let index = line; index > Math.max(before, line - LONGEST_STATEMENT); index--) {
    const text = lines[index - 1] ?? "";
    if (FIRST.test(text)) return index;
    if (index < line && LAST.test(text)) return null;
  }
  return null;
}

/** The statement that begins in a line: up to where its brackets close. */
function statementFrom(lines: readonly string[], start: number): Statement | null {
  const parts: string[] = [];
  let open = 0;
  for (let index = start; index <= lines.length && index < start + LONGEST_STATEMENT; index++) {
    const next = withoutComment(nth(lines, index - 1));
    parts.push(next.trim());
    open += (next.match(/[{(]/g)?.length ?? 0) - (next.match(/[})]/g)?.length ?? 0);
    if (open > 0 || UNFINISHED.test(next)) continue;
    const text = parts.join(" ").replaceAll(/\/\*.*?\*\//g, "");
    return { text: text.replaceAll(/\s+/g, " ").trim(), start, end: index };
  }
  return null;
}

/** A line without the comment at its end, which would be one for all that is joined to it. */
function withoutComment(line: string): string {
  return line.replace(/^([^"'`]*?(?:(["'`])[^"'`]*\2[^"'`]*?)*)\/\/.*$/, "$1");
}

/**
 * An import with those of its names that are used; null where none is. `import { a, b as c } from "x"` of which `c` is used is
 * `import { b as c } from "x"`. A statement that names nothing, such as C#'s `using`, is told where it leads into the project.
 */
export function usedImport(statement: string, used: ReadonlySet<string>, leadsIntoProject: boolean): string | null {
  if (/^(global )?using\b/.test(statement)) {
    const alias = /using (?:static )?(\w+) =/.exec(statement)?.[1];
    return (alias === undefined ? leadsIntoProject : used.has(alias)) ? statement : null;
  }
  const braces = /\{([^{}]*)\}/.exec(statement);
  const listed = (braces?.[1] ?? "").split(",").map((name) => name.trim());
  const kept = listed.filter((name) => name !== "" && used.has(localName(name)));
  const outside = braces === null ? statement : statement.replace(braces[0], "");
  const before = outside.replace(/\bfrom\b.*$|=\s*(await )?(require|import)\b.*$|["'].*$/, "");
  const names = (before.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).filter((name) => !KEYWORDS.has(name));
  const isNamed = names.some((name) => used.has(name));
  if (kept.length === 0) return isNamed ? (braces === null ? statement : withoutBraces(statement, braces[0])) : null;
  return statement.replace(present(braces)[0], () => `{ ${kept.join(", ")} }`);
}

/** An import of braces with as many of its names as a line has room for: `import { a, b, /* 9 more *\/ } from "x"`; null for any other statement. */
export function shortImport(statement: string, length: number): string | null {
  if (statement.length <= length) return statement;
  const braces = /\{([^{}]*)\}/.exec(statement);
  if (braces === null) return null;
  const names = nth(braces, 1)
    .split(",")
    .flatMap((name) => name.trim() || []);
  for (let kept = names.length - 1; kept > 0; kept--) {
    const list = `{ ${names.slice(0, kept).join(", ")}, /* ${names.length - kept} more */ }`;
    const said = statement.replace(braces[0], () => list);
    if (said.length <= length) return said;
  }
  return null;
}

const KEYWORDS = new Set(["import", "export", "type", "typeof", "const", "let", "var", "as", "from", "await", "defer"]);

/** `b as c`, `b: c` and `type b` are known as `c`, `c` and `b`. */
function localName(name: string): string {
  return (
    lastOf(name.replace(/=.*$/, "").split(/\bas\b|:/))
      .trim()
      .split(/\s+/)
      .at(-1) ?? ""
  );
}

function withoutBraces(statement: string, braces: string): string {
  return statement.replace(new RegExp(`,\\s*${escapeStringRegexp(braces)}`), "");
}

/** The names that a text uses. */
export function namesIn(text: string): Set<string> {
  return new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
}
