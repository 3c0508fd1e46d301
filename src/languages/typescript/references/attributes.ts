/**
 * Uses of props and events: `size` of `<Button size="sm"/>` is a member of what the component takes as its first parameter, and `save` of
 * `<Button on:save={f}/>`, as components of Vue and Svelte are written in their programs, one of the second. A spread has no names here: it is a
 * use without a path, which leads nowhere.
 */
import type { Root, Step } from "../../../model/parse-result.js";
import type { Analysis } from "../analysis.js";
import { givenTypes } from "../context.js";
import { firstNamed } from "../syntax-helpers.js";
import { addReference, type Pass, standpointOf } from "./emit.js";

/** The name by which React tells elements of a list apart: no component is given it. */
const OF_THE_LIST = "key";
const EVENT = /^on:/;

/** Adds a use of each prop that an opening tag names. */
export function visitTag(a: Analysis, pass: Pass, tag: number): void {
  const { tree } = a;
  let roots: { props: Root; events: Root } | null = null;
  for (const attribute of tree.namedChildren(tag)) {
    const given = nameOf(a, attribute);
    if (given === null || given.name === OF_THE_LIST) continue;
    if (roots === null) {
      const types = givenTypes(a, tag, standpointOf(pass));
      if (types === null) return;
      roots = { props: { in: "instance", type: types.props }, events: { in: "instance", type: types.events } };
    }
    const { name, node } = given;
    const isEvent = name !== null && EVENT.test(name);
    const path: Step[] = name === null ? [] : [isEvent ? name.slice(3).replace(/^update-/, "update:") : name];
    addReference(a, pass, { kind: "prop", last: node, root: isEvent ? roots.events : roots.props, path });
  }
}

/** The name of an attribute and its node; the name of a spread is null. */
function nameOf({ tree }: Analysis, attribute: number): { name: string | null; node: number } | null {
  const type = tree.type(attribute);
  const inner = type === "jsx_attribute" || type === "jsx_expression" ? firstNamed(tree, attribute) : -1;
  if (inner === -1) return null;
  if (type === "jsx_attribute") return { name: tree.text(inner), node: inner };
  return tree.type(inner) === "spread_element" ? { name: null, node: inner } : null;
}
