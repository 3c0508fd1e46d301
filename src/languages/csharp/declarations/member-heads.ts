/**
 * Members inside ERROR nodes are recognized by their first line. Somebody in the middle of an edit leaves a method open, and the grammar then
 * reads all that follows as expressions.
 */
import type { SyntaxTree } from "../../syntax.js";

/** The first line of a member, and the member's end. Offsets are in UTF-16 units. */
export interface MemberHead {
  kind: "method" | "constructor" | "property";
  name: string;
  start: number;
  nameStart: number;
  end: number;
  modifiers: Set<string>;
  returnType: string | null;
  /** The parameters with their brackets; null where these are not closed. */
  parameters: string | null;
}

const MODIFIERS =
  "public|private|protected|internal|static|async|override|virtual|abstract|sealed|partial|unsafe|extern|new|readonly";

/** A head has a modifier, so that no statement looks like it; a type, but for a constructor; a name; a bracket or accessor that shows the kind. */
const HEAD = new RegExp(
  `^[ \\t]*((?:(?:${MODIFIERS})[ \\t]+)+)(?:([A-Za-z_][\\w.]*(?:<[\\w<>, .?\\[\\]]*>)?[\\[\\],?]*)[ \\t]+)?([A-Za-z_]\\w*)[ \\t]*(?:<[\\w, ]+>[ \\t]*)?(\\(|\\{[ \\t]*(?:get|set|init)\\b)`,
);

const NO_NAMES =
  /^(?:class|struct|interface|record|enum|delegate|event|operator|if|for|foreach|while|switch|return|new|void)$/;

/** Lines are looked at up to this length. */
const LONGEST_HEAD = 400;

/** A member's closing brace is looked for within this distance. */
const LONGEST_MEMBER = 100_000;

/** The members inside ERROR nodes, in source order, at most `most`. */
export function recoverMembers(tree: SyntaxTree, most: number): MemberHead[] {
  const heads: MemberHead[] = [];
  const { source } = tree;
  for (let node = 0; node < tree.size && heads.length < most; node++) {
    if (!tree.isError(node)) continue;
    const end = tree.end(node);
    for (let offset = lineStart(source, tree.start(node)); offset < end && heads.length < most; ) {
      const newline = source.indexOf("\n", offset);
      const next = newline === -1 ? source.length : newline + 1;
      const head = readMemberHead(source, offset, Math.min(next, offset + LONGEST_HEAD));
      if (head !== null && head.start >= tree.start(node)) heads.push(head);
      offset = next;
    }
    node = tree.subtreeEnd(node) - 1;
  }
  for (const [index, head] of heads.entries()) {
    const limit = heads[index + 1]?.start ?? source.length;
    if (head.end > limit) head.end = limit;
    while (head.end > head.nameStart && source.charCodeAt(head.end - 1) <= 32) head.end--;
  }
  return heads;
}

function lineStart(source: string, offset: number): number {
  return source.lastIndexOf("\n", offset - 1) + 1;
}

function readMemberHead(source: string, from: number, to: number): MemberHead | null {
  const found = HEAD.exec(source.slice(from, to));
  if (found === null) return null;
  const [all, words, type, name, opening] = found as unknown as [string, string, string | undefined, string, string];
  // `new Order(` opens a statement as well.
  if (/^new\s+$/.test(words)) return null;
  if (NO_NAMES.test(name) || (type !== undefined && NO_NAMES.test(type) && type !== "void")) return null;
  const isProperty = opening !== "(";
  if (isProperty && type === undefined) return null;
  const open = from + all.length - opening.length;
  const parameters = isProperty ? null : bracketed(source, open);
  const nameStart = from + all.lastIndexOf(name, all.length - opening.length);
  return {
    kind: isProperty ? "property" : type === undefined ? "constructor" : "method",
    name,
    start: from + all.search(/\S/),
    nameStart,
    end: memberEnd(source, open + (parameters?.length ?? 0)),
    modifiers: new Set(words.trim().split(/[ \t]+/)),
    returnType: type ?? null,
    parameters,
  };
}

/** The text `(…)` from its bracket on; null where a brace or semicolon stands before its end. */
function bracketed(source: string, open: number): string | null {
  let depth = 0;
  for (let index = open; index < source.length && index < open + 4000; index++) {
    const char = source[index];
    if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return source.slice(open, index + 1);
    else if (char === "{" || char === ";") return null;
  }
  return null;
}

/** The offset behind the brace that closes the first one, or behind a semicolon before any brace. */
function memberEnd(source: string, from: number): number {
  let depth = 0;
  const limit = Math.min(source.length, from + LONGEST_MEMBER);
  for (let index = from; index < limit; index++) {
    const char = source[index];
    if (char === "{") depth++;
    else if (char === "}" && --depth <= 0) return index + 1;
    else if (char === ";" && depth === 0) return index + 1;
  }
  return limit;
}
