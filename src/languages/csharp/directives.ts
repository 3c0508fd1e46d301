/** `#if` directives inside a statement or declaration are blanked here. The grammar reads directives only between these. */
import { lastOf, nth } from "../../base/need.js";

// An unclosed comment or string ends with its line or file. A search for its end from each quote inside would take too long on a long line.
const COMMENT = String.raw`\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)`;
const STRING = String.raw`"""(?:[\s\S]*?"""|[\s\S]*)|(?:@\$?|\$@)"(?:[^"]|"")*(?:"|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
const NO_CODE = new RegExp(`${COMMENT}|${STRING}`, "g");
const DIRECTIVE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*/gm;

/** Directives nested deeper than this stay as they are. Each level reads its inside again. */
const DEEPEST = 20;

/** A directive and where its line stands. */
interface Directive {
  kind: string;
  start: number;
  end: number;
}

/** The directives of one `#if`, from it to its `#endif`. */
type Group = [Directive, ...Directive[]];

/** Blanks the directives of each `#if` whose branches are not whole statements or declarations, and all its branches but the first. */
export function withoutCuts(source: string): string {
  if (!/#[ \t]*if\b/.test(source)) return source;
  const code = source.replace(NO_CODE, blank);
  const blanked: [start: number, end: number][] = [];
  const open: Group[] = [];
  for (const match of code.matchAll(DIRECTIVE)) {
    const directive = { kind: nth(match, 1), start: match.index, end: match.index + match[0].length };
    if (directive.kind === "if") open.push([directive]);
    else open.at(-1)?.push(directive);
    if (directive.kind !== "endif") continue;
    const group = open.pop();
    if (group !== undefined && open.length < DEEPEST && cuts(code, group)) blanked.push(...cutRanges(group));
  }
  if (blanked.length === 0) return source;
  blanked.sort((a, b) => a[0] - b[0]);
  let text = "";
  let copied = 0;
  for (const [start, end] of blanked) {
    if (end <= copied) continue;
    const from = Math.max(start, copied);
    text += source.slice(copied, from) + blank(source.slice(from, end));
    copied = end;
  }
  return text + source.slice(copied);
}

/** The ranges to blank: the `#if` line, and all from the second directive to the last. */
function cutRanges([first, ...others]: Group): [start: number, end: number][] {
  return [
    [first.start, first.end],
    [nth(others, 0).start, lastOf(others).end],
  ];
}

/** Whether an `#if` stands inside a statement or declaration, or one of its branches is not whole. */
function cuts(code: string, [first, ...others]: Group): boolean {
  if (!/(?:^|[;{}:])\s*$/.test(withoutDirectives(code.slice(Math.max(0, first.start - 2000), first.start))))
    return true;
  let from = first.end;
  for (const { start, end } of others) {
    if (!isWhole(withoutDirectives(code.slice(from, start)))) return true;
    from = end;
  }
  return false;
}

function withoutDirectives(code: string): string {
  return code.replace(/^[ \t]*#[^\n]*$/gm, "");
}

/** Whether code is a run of statements, declarations or list items: its brackets are balanced, and it ends like one of these. */
function isWhole(branch: string): boolean {
  let depth = 0;
  for (const [bracket] of branch.matchAll(/[()[\]{}]/g)) {
    depth += "([{".includes(bracket) ? 1 : -1;
    if (depth < 0) return false;
  }
  return (
    depth === 0 && /(?:^|[;},])\s*$/.test(branch) && !/^\s*(?:[.,?:=&|)+<>]|(?:else|catch|finally)\b)/.test(branch)
  );
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
