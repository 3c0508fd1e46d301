/** The uses of values that calls give, as the texts of files tell them: see `usesOfResult`. */
import { usesOfResult } from "../../format/result-uses.js";
import { type CodeLines, codeLines } from "../../format/step-code.js";
import { isCallable } from "../../graph/symbol.js";
import type { SymbolHead } from "../../store/symbol-heads.js";

/** Longer lines are not code that a person wrote. */
const LONGEST_LINE = 1000;

/** A call of `name` in a line of the symbol `caller`. */
interface Call {
  name: string;
  line: number;
  caller: SymbolHead;
}

/** Tells how the value of a call is used, within the function or file that it stands in; undefined where no text, or nothing of it, is known. */
export function valueUses(texts: ReadonlyMap<string, string>): (call: Call) => string | undefined {
  const sources = new Map<string, CodeLines>();
  return ({ name, line, caller }) => {
    const { path, ordinal, lineEnd } = caller;
    const text = texts.get(path);
    if (text === undefined) return undefined;
    const source = sources.get(path) ?? codeLines(text.split("\n"), LONGEST_LINE);
    sources.set(path, source);
    const end = ordinal === 0 ? source.code.length : lineEnd;
    const declares = isCallable(caller.nodeType) ? undefined : caller.name;
    return usesOfResult(source, { line, name, end, declares }) ?? undefined;
  };
}
