/**
 * What a function does with the value that a call gives it: whether a change of what is given breaks the caller. It is read from the text when it is asked
 * for, line by line in the form that most languages share; a form that it does not know is "used". Pure.
 */
import { groupBy } from "./symbol.js";

/** `const x = `, `x, err := `, `List<Cat> x = `, `guard let x = `, `(a, b) = `, `x: Cat = `. */
const ASSIGNED =
  /^(?:(?:export|const|let|var|val|final|auto|readonly|static|guard|if|using|await|ref)\s*\(?\s*)*(?:[\p{Lu}][\w<>,.?[\]|]*\s+(?=[\p{L}_$]))?(?<names>[\p{L}_$][\w$]*(?:\s*,\s*[\p{L}_$][\w$]*){0,4})\s*(?::\s*[^=;()]{1,80})?\s*:?=(?![=>])(?<value>.*)$/su;
/** A function that is kept, which makes the call later; or a new object, whose type tells what it has. */
const IS_OTHER = /^\s*(?:new\b|(?:async\s*)?(?:function\b|\(?[\w\s,:$]*\)?\s*=>|lambda\b|func\b|\{))/;
/** The end of an assignment whose value stands on the next line. */
const BEGINS =
  /^\s*(?:[\w<>,.?[\]|]+\s+){0,3}(?<name>[\p{L}_$][\w$]*)\s*(?::\s*[^=;()]{1,80})?\s*:?=\s*(?:await|try)?\s*$/u;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\{))/;
/** Names that nobody asks about. */
const IGNORED = /^(?:_+|err|error|ok)$/;
/** Lines below a call that are looked at, and uses of one value that are told. */
const MOST_LINES = 150;
const MOST_USES = 6;

/** The lines of a file and a call in it: the line, the statement as it is shown, and the last line of the function around it. */
export interface CallInText {
  lines: readonly string[];
  line: number;
  statement: string;
  lastLine: number;
}

/** `integration: tested 47; .providerId 52, 61; returned 70`; undefined where the call's value has no name. */
export function resultUses({ lines, line, statement, lastLine }: CallInText): string | undefined {
  const names = namesOf(lines[line - 2] ?? "", statement).filter((name) => !IGNORED.test(name));
  const [name] = names;
  if (name === undefined) return undefined;
  const uses: { how: string; line: number }[] = [];
  for (let below = line + 1; below <= Math.min(lastLine, line + MOST_LINES); below++) {
    const text = lines[below - 1] ?? "";
    if (COMMENT.test(text)) continue;
    const found = usesIn(text, name);
    if (found.includes(ANOTHER)) break;
    uses.push(...found.map((how) => ({ how, line: below })));
    if (found.includes(SET_ANEW)) break;
  }
  if (uses.length === 0) return `${name}: not used below`;
  const byHow = [...groupBy(uses, ({ how }) => how)];
  const told = byHow
    .slice(0, MOST_USES)
    .map(([how, own]) => `${how} ${[...new Set(own.map((use) => use.line))].slice(0, MOST_USES).join(", ")}`);
  const more = byHow.length - told.length;
  return `${name}: ${told.join("; ")}${more > 0 ? `; ${more} more` : ""}`;
}

function namesOf(above: string, statement: string): string[] {
  const { names, value = "" } = ASSIGNED.exec(statement.slice(0, 400))?.groups ?? {};
  if (names !== undefined) return IS_OTHER.test(value) ? [] : names.split(/\s*,\s*/);
  const { name } = BEGINS.exec(above)?.groups ?? {};
  return name === undefined ? [] : [name];
}

/** How a line uses a name, each way once. */
function usesIn(text: string, name: string): string[] {
  const ways = new Set<string>();
  for (let offset = text.indexOf(name); offset >= 0; offset = text.indexOf(name, offset + name.length)) {
    const before = text.slice(0, offset);
    const after = text.slice(offset + name.length);
    if (/[\w$.]$/.test(before) && !/(?:\.\.\.|\$\{?)$/.test(before)) continue;
    if (/^[\w$]/.test(after)) continue;
    const way = wayOf(before.trimEnd(), after);
    if (way !== null) ways.add(way);
  }
  return [...ways];
}

const SET_ANEW = "set anew";
/** The name is declared again: from there on it is another value. */
const ANOTHER = "another";
const MEMBER = /^\s*(?:[?!]?\.|->)\s*([\p{L}_$][\w$]*)(\s*(?:<[^<>()]*>)?\()?/u;
const TESTED = /^\s*(?:[=!]==?|[<>]=?(?!>)|\?\?|&&|\|\||\?(?!\.)|is\b|in\b|instanceof\b|and\b|or\b)/;

/** How one use stands between what is before and behind it; null: it is no use, such as a key of its name. */
function wayOf(before: string, after: string): string | null {
  const member = MEMBER.exec(after);
  if (member) return `.${member[1]}${member[2] ? "()" : ""}`;
  if (/^\s*\[/.test(after)) return "[…]";
  if (/^\s*(?:[-+*/%|&?]{0,2})=(?![=>])/.test(after) && !/[([{,]$/.test(before))
    return /\b(?:const|let|var|val|final)$/.test(before) ? ANOTHER : SET_ANEW;
  if (/^\s*:(?!:)/.test(after) && /(?:^|[{,])$/.test(before)) return null;
  if (/\b(?:return|yield|await)(?:\s+await)?$/.test(before)) return /\breturn/.test(before) ? "returned" : "used";
  if (/\.\.\.$/.test(before)) return "spread";
  if (/\b(?:of|in|range)$/.test(before)) return "looped over";
  if (/(?:!|\bnot|\b(?:if|elif|unless|while|guard)\s*\(?)$/.test(before) || TESTED.test(after)) return "tested";
  const called = /([\p{L}_$][\w$]*)\s*(?:<[^<>()]*>)?\((?:[^()]*,)?$/u.exec(before)?.[1];
  if (called !== undefined && !/^(?:if|while|for|switch|return|and|or)$/.test(called)) return `to ${called}()`;
  if (/[=!]==?$|[<>]=?$|&&$|\|\|$|\?\?$/.test(before)) return "tested";
  if (/(?:^|[{,[])$/.test(before) && /^\s*[,}\]]|^\s*$/.test(after)) return "passed on";
  return "used";
}
