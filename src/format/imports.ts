/** What a piece of code uses of its file's imports, as short as it can be said. Pure. */

const LONGEST_STATEMENT = 60;
/** How a line ends that goes on in the next. */
const UNFINISHED = /([,=({[+&|?:.]|\b(from|import|type|as))\s*$/;

/** The statement that begins in a line, from 1: up to where its brackets close. */
export function statementAt(lines: readonly string[], line: number): string {
  let text = "";
  let open = 0;
  for (const next of lines.slice(line - 1, line - 1 + LONGEST_STATEMENT)) {
    text += `${text === "" ? "" : " "}${next.trim()}`;
    open += (next.match(/[{(]/g)?.length ?? 0) - (next.match(/[})]/g)?.length ?? 0);
    if (open <= 0 && !UNFINISHED.test(next)) break;
  }
  return text.replaceAll(/\s+/g, " ").trim();
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
  return statement.replace(braces![0], `{ ${kept.join(", ")} }`);
}

const KEYWORDS = new Set(["import", "export", "type", "typeof", "const", "let", "var", "as", "from", "await", "defer"]);

/** `b as c`, `b: c` and `type b` are known as `c`, `c` and `b`. */
function localName(name: string): string {
  return (
    name
      .replace(/=.*$/, "")
      .split(/\bas\b|:/)
      .at(-1)!
      .trim()
      .split(/\s+/)
      .at(-1) ?? ""
  );
}

function withoutBraces(statement: string, braces: string): string {
  return statement.replace(new RegExp(`,\\s*${braces.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")}`), "");
}

/** The names that a text uses. */
export function namesIn(text: string): Set<string> {
  return new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
}
