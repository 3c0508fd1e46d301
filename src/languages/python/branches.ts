/** Names that branches bind in several ways: `try: from fast import f` and `except ImportError: from slow import f`. */
import { nth } from "../../base/need.js";
import type { BoundName } from "../../model/parse-result.js";
import type { Analysis, Binding, WalkRoot } from "./analysis.js";
import { lasting } from "./scopes.js";

/** At most this many meanings of a name are kept. */
const MOST_MEANINGS = 6;

/** The root of bindings that declare, any of which may be in effect; null where none declares. Of several symbols the last stands for all. */
export function rootOfBindings(a: Analysis, bindings: readonly Binding[]): WalkRoot | null {
  const imports: number[] = [];
  let symbol = -1;
  for (const binding of bindings) {
    if (binding.kind === "symbol") symbol = binding.symbol;
    else if (binding.kind === "import" && !imports.some((other) => isSame(a, other, binding.import)))
      imports.push(binding.import);
  }
  const [first, ...more] = imports;
  if (first === undefined) return symbol < 0 ? null : { in: "file", symbol };
  const others: BoundName[] = more.map((position) => ({ in: "import", import: position }));
  if (symbol >= 0) others.push({ in: "file", symbol });
  return { in: "import", import: others.length === 0 ? first : importWith(a, first, others.slice(0, MOST_MEANINGS)) };
}

/** Whether two imports bring in the same. */
function isSame({ imports }: Analysis, one: number, other: number): boolean {
  const [first, second] = [nth(imports, one), nth(imports, other)];
  return first.specifier === second.specifier && first.imported === second.imported;
}

/** The number of the import that stands for an import and others. */
function importWith({ imports, eithers }: Analysis, first: number, others: BoundName[]): number {
  const key = [first, ...others.map((other) => (other.in === "file" ? -other.symbol : other.import))].join();
  const known = eithers.get(key);
  if (known !== undefined) return known;
  eithers.set(key, imports.length);
  imports.push({ ...nth(imports, first), others });
  return imports.length - 1;
}

/** Has a module hand on, of each name that it imports, what may be in effect when the module has run. */
export function settleExports(a: Analysis): void {
  const settled = new Map<string, WalkRoot | null>();
  for (const [name, bindings] of a.module.names) {
    if (bindings.length > 1 && bindings.some(({ kind }) => kind === "import"))
      settled.set(name, rootOfBindings(a, lasting(a, bindings)));
  }
  if (settled.size === 0) return;
  const seen = new Set<string>();
  a.exports = a.exports.flatMap((item) => {
    const root = settled.get(item.exported);
    if (root === undefined || item.target.in !== "import") return [item];
    // In the end a symbol of the module has the name, and modules hand these on anyway.
    if (root?.in !== "import" || seen.has(item.exported)) return [];
    seen.add(item.exported);
    return [{ ...item, target: { in: "import", import: root.import } }];
  });
}
