/** `#if` directives inside a statement or declaration are blanked here. The grammar reads directives only between these. */

// An unclosed comment or string ends with its line or file. A search for its end from each quote inside would take too long on a long line.
const COMMENT = String.raw`\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)`;
const STRING = String.raw`"""(?:[\s\S]*?"""|[\s\S]*)|(?:@\$?|\$@)"(?:[^"]|"")*(?:"|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
const NO_CODE = new RegExp(`${COMMENT}|${STRING}`, "g");
const DIRECTIVE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*/gm;

/** Directives nested deeper than this stay as they are. Each level reads its inside again. */
const MAX_DEPTH = 20;

interface Directive {
  kind: string;
  start: number;
  end: number;
}

/** Blanks the directives of each `#if` whose branches are not whole statements or declarations, and all its branches but the first. */
export function withoutCuts(source: string): string {
  if (!/#[ \t]*if\b/.test(source)) return source;
  const code = source.replace(NO_CODE, blank);
  const blanked: [start: number, end: number][] = [];
  const open: Directive[][] = [];
  for (const match of code.matchAll(DIRECTIVE)) {
    const directive = { kind: match[1]!, start: match.index, end: match.index + match[0].length };
    if (directive.kind === "if") open.push([directive]);
    else open.at(-1)?.push(directive);
    if (directive.kind !== "endif") continue;
    const group = open.pop();
    if (group !== undefined && open.length < MAX_DEPTH && cuts(code, group)) blanked.push(...cutRanges(group));
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
function cutRanges(group: Directive[]): [start: number, end: number][] {
  const [first, second] = [group[0]!, group[1]!];
  return [
    [first.start, first.end],
    [second.start, group.at(-1)!.end],
  ];
}

function cuts(code: string, group: Directive[]): boolean {
  if (
    !/(?:^|[;{}:])\s*$/.test(
      code.slice(Math.max(0, group[0]!.start - 2000), group[0]!.start).replace(/^[ \t]*#[^\n]*$/gm, ""),
    )
  )
    return true;
  for (let index = 0; index + 1 < group.length; index++) {
    const branch = code.slice(group[index]!.end, group[index + 1]!.start).replace(/^[ \t]*#[^\n]*$/gm, "");
    if (!isWhole(branch)) return true;
  }
  return false;
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
