/** Pieces of source as agents ask for them: symbols, files, and lines of files, read from the index. */
import { need } from "../base/need.js";
import type { Db } from "../store/db/db.js";
import { readLedgerPaths } from "../store/files.js";
import { headsOfFile, type SymbolHead } from "../store/symbol-heads.js";
import { readSources } from "../store/texts.js";
import type { View } from "../store/views.js";
import { depthOf } from "./source-lines.js";
import { isContainer } from "./symbol.js";

/** Lines of one file. */
export interface Piece {
  path: string;
  /** The lines, the first as the editor counts it. */
  start: number;
  lines: string[];
}

/** Lines above a declaration that belong to it: comments, decorators and attributes. */
const ABOVE = /^\s*(?:\/\/|\/?\*|@\w|\[[A-Za-z].*\]\s*$|#)/;
export const MOST_ABOVE = 60;
/** The end of a decorator of several lines, and its begin. */
const CLOSES = /^\s*[)\]}]+\s*$/;
const DECORATES = /^\s*(?:@\w|\[[A-Za-z])/;

/** The lines of files by path, with their secrets masked; those without a text in the index are left out. */
export async function readFiles(db: Db, view: View, paths: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, [...new Set(paths)]);
  const files = rows.flatMap(({ path, contentHash }) => (contentHash ? [{ path, contentHash }] : []));
  const sources = await readSources(db, view.projectId, files);
  return new Map(
    files.flatMap(({ path, contentHash }) => {
      const text = sources.get(contentHash.toString("hex"));
      return text === undefined ? [] : [[path, linesOf(text)] as const];
    }),
  );
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The lines of a declaration, with the comments and decorators above it. */
export function pieceOf(head: SymbolHead, lines: readonly string[]): Piece {
  const top = Math.max(1, head.lineStart - MOST_ABOVE);
  let start = head.lineStart;
  while (start > top) {
    const above = lines[start - 2] ?? "";
    const first = ABOVE.test(above) ? start - 1 : CLOSES.test(above) ? decoratorStart(lines, start - 1, top) : null;
    if (first === null) break;
    start = first;
  }
  return { path: head.path, start, lines: lines.slice(start - 1, head.lineEnd) };
}

/** The line of the decorator whose brackets end in the line `end`; null where none does. */
function decoratorStart(lines: readonly string[], end: number, top: number): number | null {
  let depth = 0;
  for (let line = end; line >= top; line--) {
    const text = lines[line - 1] ?? "";
    depth += depthOf(text);
    if (depth >= 0) return depth === 0 && line < end && DECORATES.test(text) ? line : null;
  }
  return null;
}

/**
 * Declarations of a type or file, in their order: of a type its members; of a file its top level, with the members of the types there, and those that a
 * function has outside of its own lines: `Panel.prototype.show = function () {}`.
 */
export async function declaredIn(db: Db, view: View, head: SymbolHead): Promise<{ head: SymbolHead; depth: number }[]> {
  const heads = await headsOfFile(db, view, head.versionId);
  const byOrdinal = new Map(heads.map((each) => [each.ordinal, each]));
  const depths = new Map([[head.ordinal, 0]]);
  const declared: { head: SymbolHead; depth: number }[] = [];
  for (const each of heads) {
    const parent = depths.get(each.parentOrdinal);
    if (parent === undefined || each.ordinal === head.ordinal) continue;
    const owner = need(byOrdinal, each.parentOrdinal);
    if (!isContainer(owner.nodeType) && owner.ordinal !== head.ordinal && each.lineStart <= owner.lineEnd) continue;
    // Parents stand before their children.
    depths.set(each.ordinal, parent + 1);
    declared.push({ head: each, depth: parent });
  }
  return declared.sort((a, b) => a.head.lineStart - b.head.lineStart || a.head.ordinal - b.head.ordinal);
}

/** Decorators and attributes that say how a function is typed or kept, and not that anything calls it. */
const SILENT =
  /^(?:Override|override|Deprecated|deprecated|Obsolete|SuppressWarnings|abstractmethod|classmethod|staticmethod|property|overload|cached_property|MethodImpl|inline|must_use|cfg|allow|derive|inlinable|discardableResult|available|MainActor|objc)$/;

/** The most characters of a decorator's arguments that an answer shows. */
const MOST_ARGUMENTS = 60;

/**
 * The decorators and attributes above a function, by which a framework may call it: `AfterCreate`, `HttpGet`, `app.route`; with what stands behind the
 * name in its line, `receiver(post_save, sender=Order)`.
 */
export async function decoratorsOf(db: Db, view: View, head: SymbolHead): Promise<string[]> {
  const lines = (await readFiles(db, view, [head.path])).get(head.path) ?? [];
  const { start, lines: own } = pieceOf(head, lines);
  const above = own.slice(0, head.lineStart - start);
  const found = above.flatMap((line) => {
    const [, name, given = ""] = /^\s*(?:@|#?\[)([A-Za-z][\w.]*)(\([^\n]{0,200}\))?/.exec(line) ?? [];
    if (name === undefined || SILENT.test(name)) return [];
    return [given.length > MOST_ARGUMENTS ? `${name}${given.slice(0, MOST_ARGUMENTS - 1)}…` : `${name}${given}`];
  });
  return [...new Set(found)];
}
