/**
 * The props and events that a component of Svelte declares.
 *
 * | source                                                   | declares             |
 * |----------------------------------------------------------|----------------------|
 * | `export let user: User`                                    | a prop               |
 * | `let { user }: Props = $props()`, `let { user } = $props()`  | props                |
 * | `const dispatch = createEventDispatcher<{ save: Item }>()`   | events by a type     |
 * | `dispatch("save", item)`                                   | an event, and its use |
 */
import {
  additionsOf,
  addMember,
  calledText,
  componentAround,
  createNoted,
  firstArgument,
  firstTypeArgument,
  type Noted,
  noteEvents,
  noteType,
} from "../markup/props.js";
import { symbolOf } from "../symbol-of.js";
import type { Additions, Analysis } from "../typescript/analysis.js";
import { memberName, stringText } from "../typescript/syntax-helpers.js";

/** The additions to the reading of one component of Svelte. */
export function runes(): Additions {
  const noted = createNoted();
  const dispatchers = new Set<string>();
  return additionsOf(
    noted,
    new Map([
      ["variable_declarator", (a, node) => visitVariable(a, node, noted, dispatchers)],
      ["call_expression", (a, node) => visitCall(a, node, noted, dispatchers)],
    ]),
  );
}

function visitVariable(a: Analysis, node: number, noted: Noted, dispatchers: Set<string>): void {
  const { tree } = a;
  const component = componentAround(a);
  const name = tree.child(node, "name");
  if (component === -1 || name === -1) return;
  if (tree.type(tree.parent(tree.parent(node))) === "export_statement") {
    noted.props ??= { type: null, holder: component };
    return;
  }
  const value = tree.child(node, "value");
  if (value === -1 || tree.type(value) !== "call_expression") return;
  const called = calledText(a, value);
  if (called === "$props") {
    const annotation = tree.child(node, "type");
    const type = annotation === -1 ? firstTypeArgument(a, value) : (tree.namedChildren(annotation)[0] ?? -1);
    if (type !== -1) noted.props = noteType(a, type, component);
    else if (tree.type(name) === "object_pattern") {
      noted.props = { type: null, holder: component };
      for (const part of tree.namedChildren(name)) addPart(a, noted, part, component);
    }
  } else if (called === "createEventDispatcher") {
    dispatchers.add(tree.text(name));
    const type = firstTypeArgument(a, value);
    noted.events = type === -1 ? { type: null, holder: component } : noteEvents(a, noted, type, component);
  }
}

/** Adds the prop that a part of a pattern takes: `user`, `user = null`, `user: own`. */
function addPart(a: Analysis, noted: Noted, part: number, holder: number): void {
  const { tree } = a;
  const type = tree.type(part);
  const named =
    type === "pair_pattern"
      ? tree.child(part, "key")
      : type === "object_assignment_pattern"
        ? tree.child(part, "left")
        : part;
  if (type === "rest_pattern" || named === -1) return;
  const before = a.symbols.length;
  addMember(a, noted, { name: memberName(tree, named), kind: "property", node: part, nameNode: part, holder });
  if (a.symbols.length > before) symbolOf(a, before).isOptional = type === "object_assignment_pattern";
}

/** A call of a dispatcher emits an event, and declares it where no type does. */
function visitCall(a: Analysis, node: number, noted: Noted, dispatchers: ReadonlySet<string>): void {
  if (noted.events === null || !dispatchers.has(calledText(a, node))) return;
  const argument = firstArgument(a, node);
  const name = stringText(a.tree, argument);
  if (name === null) return;
  const { holder, type } = noted.events;
  if (type === null) addMember(a, noted, { name, kind: "event", node: argument, nameNode: argument, holder });
  noted.emitted.push({ node: argument, name });
}
