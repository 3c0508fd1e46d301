/** Groups of symbol kinds that the C# passes tell apart. */
import type { SymbolKind } from "../../../model/parse-result.js";

export const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(["class", "interface", "struct", "record", "enum", "type"]);

const BODY_KINDS: ReadonlySet<SymbolKind> = new Set(["method", "constructor", "function", "property", "event"]);

/** Whether symbols of the kind hold statements, and so local functions. */
export function holdsStatements(kind: SymbolKind): boolean {
  return BODY_KINDS.has(kind);
}
