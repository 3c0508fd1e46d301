/**
 * Valid C# that the grammar cannot read, written so that it can: `async` as an ordinary name, types that end with a semicolon instead of a
 * body, assignments through `?.` and `?[`, empty collections, quotes at the border of an interpolated verbatim string, and `#if` that cuts
 * through a statement. The masked text is only parsed; names are read from the source.
 */

const COMMENT = String.raw`\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)`;
const STRING = String.raw`"""(?:[\s\S]*?"""|[\s\S]*)|(?:@\$?|\$@)"(?:[^"]|"")*(?:"|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
/** Up to three brackets inside each other: the arguments of a base constructor may hold lambdas and initializers. */
const PARENTHESES = String.raw`\((?:[^()]|\((?:[^()]|\([^()]{0,500}\)){0,500}\)){0,1000}\)`;
const BODYLESS = String.raw`\b(?:class|struct|interface)\s+(?!where\b)\w(?:[^;{}"'()]|${PARENTHESES}){0,400};\s`;
const ASSIGNED_MEMBER = String.raw`\?\.(?=[\w.]{1,200}\s*(?:\?\?|[-+*/%&|^])?=(?![=>]))`;
const EMPTY_COLLECTION = String.raw`(?<=(?:\?\s|:\s|=>\s?|=\s|\(|,\s|\breturn\s)\s*)\[\]`;

/** What is stepped over, and what is masked. */
const TOKENS = new RegExp(
  [
    COMMENT,
    STRING,
    String.raw`(?<![@\w])async\b`,
    BODYLESS,
    ASSIGNED_MEMBER,
    String.raw`(?<=[\w)\]])\?\[`,
    EMPTY_COLLECTION,
  ].join("|"),
  "g",
);
const STEPPED_OVER = new RegExp(`${COMMENT}|${STRING}`, "g");
const MAY_NEED_MASK =
  /\basync\b|\?\[|\[\]|\?\.[\w.]+\s*[^\w\s.()]|\$@"|@\$"|\b(?:class|struct|interface)\s+\w[^;{}(]{0,400}[;(]/;
const DIRECTIVE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*/gm;

/** Words that can follow a name, so that an `async` before them is one. */
const OPERATORS: ReadonlySet<string> = new Set(["is", "as", "and", "or", "switch", "with", "when", "in"]);

/** The text to parse instead of a source: of the same length, with the same lines. */
export function maskForGrammar(source: string): string {
  const text = /^[ \t]*#[ \t]*if\b/m.test(source) ? withoutCuts(source) : source;
  if (!MAY_NEED_MASK.test(text)) return text;
  let masked = "";
  let copied = 0;
  for (const match of text.matchAll(TOKENS)) {
    const replacement = maskOf(text, match[0], match.index);
    if (replacement === match[0]) continue;
    masked += text.slice(copied, match.index) + replacement;
    copied = match.index + match[0].length;
  }
  return copied === 0 ? text : masked + text.slice(copied);
}

function maskOf(source: string, token: string, start: number): string {
  if (token === "async") return isName(source, start, start + token.length) ? "asynk" : token;
  if (token === "?[") return " [";
  if (token === "?.") return " .";
  if (token === "[]") return '""';
  if (/^[csi]/.test(token)) return `${token.slice(0, -2)}{}`;
  if (token.length < 4 || !/^(?:@\$|\$@)/.test(token)) return token;
  return token.slice(0, 3) + token.slice(3, -1).replaceAll('""', "''") + token.slice(-1);
}

/** Whether the `async` at [start, end) is a name: a modifier stands before a type, a lambda or another modifier. */
function isName(source: string, start: number, end: number): boolean {
  let after = end;
  while (after < source.length && source.charCodeAt(after) <= 32) after++;
  const next = source[after] ?? "";
  if (/[A-Za-z_@]/.test(next)) {
    return OPERATORS.has(/^@?\w*/.exec(source.slice(after, after + 12))?.[0] ?? "");
  }
  return next !== "(" || source[start - 1] === ".";
}

interface Directive {
  kind: string;
  start: number;
  end: number;
}

/**
 * Blanks the directives of each `#if` whose branches are no whole statements or declarations, and all its branches but the first: the grammar
 * reads `#if` only where a statement could stand.
 */
function withoutCuts(source: string): string {
  const code = source.replace(STEPPED_OVER, blank);
  const blanked: [start: number, end: number][] = [];
  const open: Directive[][] = [];
  for (const match of code.matchAll(DIRECTIVE)) {
    const directive = { kind: match[1]!, start: match.index, end: match.index + match[0].length };
    if (directive.kind === "if") open.push([directive]);
    else open.at(-1)?.push(directive);
    if (directive.kind !== "endif") continue;
    const group = open.pop();
    if (group !== undefined && cuts(code, group)) blanked.push(...cutRanges(group));
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

/** What goes: the `#if` line, and from the second directive to the last. */
function cutRanges(group: Directive[]): [start: number, end: number][] {
  const [first, second] = [group[0]!, group[1]!];
  return [
    [first.start, first.end],
    [second.start, group.at(-1)!.end],
  ];
}

function cuts(code: string, group: Directive[]): boolean {
  if (
    !/(?:^|[;{}\]:>])\s*$/.test(
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

/** Whether code is a run of statements, declarations or attributes: its brackets are balanced and it ends like one. */
function isWhole(branch: string): boolean {
  let depth = 0;
  for (const [bracket] of branch.matchAll(/[()[\]{}]/g)) {
    depth += "([{".includes(bracket) ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0 && /(?:^|[;}\],])\s*$/.test(branch) && !/^\s*[.,?:=&|)+<>]/.test(branch);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
