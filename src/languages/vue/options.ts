/**
 * A component that is an object of options: `methods`, `computed` and `props` hold its members, which the template names without more and functions by
 * `this`.
 */
import { nth } from "../../base/need.js";
import type { ParseResult, Reference, Root } from "../../model/parse-result.js";
import { isDefault } from "../markup/name.js";

/** Options whose members are those of the component. `setup` returns its own. */
const HOLD_MEMBERS = new Set(["methods", "computed", "props", "setup"]);

/** Leads names of the template and of `this` to the members of the component. */
export function resolveOptions(result: ParseResult): ParseResult {
  const { symbols, imports } = result;
  const component = symbols.findIndex(isDefault);
  const template = symbols.findIndex(({ name, parent }) => name === "template" && parent === 0);
  if (component === -1) return result;
  const options = symbols.flatMap(({ parent, name }, index) =>
    parent === component && HOLD_MEMBERS.has(name) ? [index] : [],
  );
  const members = new Map<string, number>();
  for (const [index, { name, parent }] of symbols.entries()) {
    if (options.includes(parent) && !members.has(name)) members.set(name, index);
  }
  const isWithin = (index: number): boolean => {
    for (let at = index; at > 0; at = nth(symbols, at).parent) if (at === component) return true;
    return false;
  };
  const nameOf = (root: Root): string | undefined =>
    root.in === "free" ? root.name : root.in === "import" ? imports[root.import]?.local : undefined;
  const ofTemplate = (reference: Reference): Reference => {
    const member = members.get(nameOf(reference.root) ?? "");
    return member === undefined ? reference : { ...reference, root: { in: "file", symbol: member } };
  };
  const ofSelf = (reference: Reference): Reference => {
    const { root, path, lines } = reference;
    const [first, ...rest] = path;
    const isSelf = root.in === "file" && root.isSelf === true && isWithin(root.symbol);
    const member = isSelf && typeof first === "string" ? members.get(first) : undefined;
    if (member === undefined) return reference;
    return { ...reference, root: { in: "file", symbol: member }, path: rest, ...(lines && { lines: lines.slice(1) }) };
  };
  const references = result.references.map((reference) =>
    reference.from === template && template !== -1 ? ofTemplate(reference) : ofSelf(reference),
  );
  return { ...result, references };
}
