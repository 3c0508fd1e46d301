/** Arguments of a call in Python, by name and by place. Pure. */
import { codeOf, type NamedCall, type Range, type RouteSource, textIn } from "../routing.js";

/** The range of a keyword argument's value; undefined where the call has none of these names. */
export function keyword(source: RouteSource, { args }: Pick<NamedCall, "args">, names: string): Range | undefined {
  const form = new RegExp(`^\\s*(?:${names})\\s*=(?!=)`);
  for (const arg of args) {
    const match = form.exec(codeOf(source, arg));
    if (match) return { start: arg.start + match[0].length, end: arg.end };
  }
  return undefined;
}

const isKeyword = (source: RouteSource, arg: Range) => /^\s*\w+\s*=(?!=)/.test(codeOf(source, arg));

/** The text of an argument that is a constant. */
export const constant = (source: RouteSource, range: Range | undefined): string | undefined =>
  (range && textIn(source, range)) ?? undefined;

/** The arguments without a name. */
export const positional = (source: RouteSource, call: NamedCall): Range[] =>
  call.args.filter((arg) => !isKeyword(source, arg));

/** The last two names of a module: where a repository begins to name its modules is not known. */
export const lastParts = (names: readonly string[]) => names.slice(-2).join(".");
