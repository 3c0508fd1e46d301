/**
 * A component that is an object of options: `methods`, `computed` and `props` hold its members, which the template names without more and functions by
 * `this`. A template names the props of a setup without more, too.
 */
import { nth } from "../../base/need.js";
import type { ParsedSymbol, ParseResult, Reference, Root } from "../../model/parse-result.js";
import { isDefault } from "../markup/name.js";

/** Options whose members are those of the component. `setup` returns its own. */
const HOLD_MEMBERS = new Set(["methods", "computed", "props", "setup"]);

/** The props of a component with a setup, by their names: its own members, or those of a type of the file. */
function propsOfSetup(symbols: readonly ParsedSymbol[], component: number): Map<string, number> {
  const [type] = nth(symbols, component).parameterTypes ?? [];
  const isOwn = type?.kind === "named" && type.root.in === "file" && type.path.length === 0;
  const holder = isOwn && type.root.in === "file" ? type.root.symbol : component;
  return new Map(
    symbols.flatMap(({ name, parent, kind }, index) =>
      parent === holder && (kind === "property" || kind === "method") ? [[name, index] as const] : [],
    ),
  );
}

/** Leads names of the template and of `this` to the members of the component, and names of its props to these. */
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
    for (let symbol = index; symbol > 0; symbol = nth(symbols, symbol).parent) if (symbol === component) return true;
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
  const props = options.length === 0 ? propsOfSetup(symbols, component) : new Map<string, number>();
  const ofSetup = (reference: Reference): Reference => {
    const { root, from } = reference;
    const prop = from === component && root.in === "free" ? props.get(root.name) : undefined;
    return prop === undefined ? ofSelf(reference) : { ...reference, root: { in: "file", symbol: prop } };
  };
  const references = result.references.map((reference) =>
    reference.from === template && template !== -1 ? ofTemplate(reference) : ofSetup(reference),
  );
  return { ...result, references };
}
