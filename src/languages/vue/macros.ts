/**
 * The props and events that a component of Vue declares.
 *
 * | source                                              | declares              |
 * |-----------------------------------------------------|-----------------------|
 * | `defineProps<{ user: User }>()`, `defineProps<Props>()` | props by a type     |
 * | `defineProps({ user: Object })`, `defineProps(["user"])` | props by name      |
 * | `props: { user: Object }`, `props: ["user"]`           | the same, as options |
 * | `defineModel("title")`                                | a prop and its event |
 * | `defineEmits<{ save: [id: number] }>()`, `emits: ["save"]` | events           |
 * | `emit("save")`, `$emit("save")`                        | a use of the event   |
 */
import type { SymbolKind } from "../../model/parse-result.js";
import { isDefault } from "../markup/name.js";
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
  noteNames,
  noteType,
} from "../markup/props.js";
import { symbolOf } from "../symbol-of.js";
import type { Additions, Analysis } from "../typescript/analysis.js";
import { stringText } from "../typescript/syntax-helpers.js";

/** The additions to the reading of one component of Vue. */
export function macros(): Additions {
  const noted = createNoted();
  return additionsOf(
    noted,
    new Map([
      ["call_expression", (a, node) => visitCall(a, node, noted)],
      ["object", (a, node) => visitOption(a, node, noted)],
      ["array", (a, node) => visitOption(a, node, noted)],
    ]),
  );
}

const EMITS = /(?:^|\.)\$?emit$/;

function visitCall(a: Analysis, node: number, noted: Noted): void {
  const name = calledText(a, node);
  if (EMITS.test(name)) noteEmit(a, node, noted);
  const component = componentAround(a);
  if (component === -1) return;
  if (name === "defineProps") noted.props = declared(a, noted, node, component, "property") ?? noted.props;
  else if (name === "defineEmits") noted.events = declared(a, noted, node, component, "event") ?? noted.events;
  else if (name === "defineModel") defineModel(a, node, component, noted);
}

/** The types or the names that a call declares. */
function declared(a: Analysis, noted: Noted, call: number, component: number, kind: SymbolKind) {
  const type = firstTypeArgument(a, call);
  if (type !== -1) return kind === "event" ? noteEvents(a, noted, type, component) : noteType(a, type, component);
  const names = firstArgument(a, call);
  return names === -1 ? null : noteNames(a, noted, names, component, kind);
}

/** Adds the prop of `v-model` and the event that changes it. */
function defineModel(a: Analysis, call: number, holder: number, noted: Noted): void {
  const name = stringText(a.tree, firstArgument(a, call)) ?? "modelValue";
  addMember(a, noted, { name, kind: "property", node: call, nameNode: call, holder });
  addMember(a, noted, { name: `update:${name}`, kind: "event", node: call, nameNode: call, holder });
  noted.props ??= { type: null, holder };
  noted.events ??= { type: null, holder };
}

/** Notes `props` and `emits` of an object of options. */
function visitOption(a: Analysis, node: number, noted: Noted): void {
  const { tree } = a;
  const option = a.symbolAt.get(tree.parent(node));
  if (option === undefined || tree.type(tree.parent(node)) !== "pair") return;
  const { name, parent } = symbolOf(a, option);
  if (parent <= 0 || !isDefault(symbolOf(a, parent))) return;
  if (name === "props") noted.props = noteNames(a, noted, node, option, "property");
  if (name === "emits") noted.events = noteNames(a, noted, node, option, "event");
}

function noteEmit(a: Analysis, call: number, noted: Noted): void {
  const node = firstArgument(a, call);
  const name = stringText(a.tree, node);
  if (name !== null) noted.emitted.push({ node, name });
}
