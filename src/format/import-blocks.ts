/** Blocks of imports in source, and the modules that they name. Works on the text alone, for any language. Pure. */
import { nth } from "../base/need.js";

/** An import of more lines is not folded. */
const MOST_LINES_OF_ONE = 300;
/** Characters of the modules that a folded block names. */
const MOST_MODULES = 160;
/** No person writes longer lines of imports; expressions are not tried on these. */
const LONGEST_LINE = 1000;

const IMPORT =
  /^(?:import\b(?!\s*[(.])|export\s.*\bfrom\s+["']|(?:global\s+)?using\s+(?:static\s+)?[\w.=\s]+;|(?:const|let|var)\s.*=\s*require\(|\}?\s*from\s+["'])/;
const OPENS_IMPORT = /^(?:import|export)\b[^'"]*\{[^}]*$|^(?:const|let|var)\s*\{[^}]*$/;
const MODULE =
  /(?:\bfrom|\bimport|\brequire\()\s*["']([^"']+)["']|^(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)/;

/** Whether a line is a whole import, or the last of one. */
export const isImportLine = (line: string): boolean => line.length <= LONGEST_LINE && IMPORT.test(line);

/** The end of the imports that begin at a line, blank lines between them included; the line itself where none do. */
export function importsEnd(lines: readonly string[], from: number): number {
  let end = from;
  for (let index = from; index < lines.length; ) {
    const line = nth(lines, index);
    if (line.trim() === "" && index > from) {
      index++;
      continue;
    }
    const next = importEnd(lines, index);
    if (next === index) break;
    index = next;
    end = index;
  }
  return end;
}

/** The line behind the import at a line; the line itself where none is. */
function importEnd(lines: readonly string[], from: number): number {
  const first = nth(lines, from);
  if (first.length > LONGEST_LINE) return from;
  if (!OPENS_IMPORT.test(first)) return IMPORT.test(first) ? from + 1 : from;
  let close = from + 1;
  const most = Math.min(lines.length, from + MOST_LINES_OF_ONE);
  while (close < most && !nth(lines, close).includes("}")) close++;
  const isImport = close < most && nth(lines, close).length <= LONGEST_LINE && MODULE.test(nth(lines, close));
  return isImport ? close + 1 : from;
}

/** The modules that lines of imports name, at most 160 characters of them. */
export function modulesOf(lines: readonly string[]): string {
  const modules = lines.flatMap((line) => {
    const [, module, namespace] = MODULE.exec(line) ?? [];
    return module ?? namespace ?? [];
  });
  const all = [...new Set(modules)].join(", ");
  return all.length > MOST_MODULES ? `${all.slice(0, all.lastIndexOf(",", MOST_MODULES))}, …` : all;
}
