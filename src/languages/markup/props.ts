/**
 * The props and events of a component. They are members of the component's symbol where they are declared without a type of their own; the types of its first
 * and second parameter tell where a tag's attributes lead.
 */
import { foldSpace } from "../../base/words.js";
import type { ParsedSymbol, SymbolKind, TypeExpr } from "../../model/parse-result.js";
import { VALUE } from "../../model/steps.js";
import { named } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import type { Additions, Analysis, Standpoint } from "../typescript/analysis.js";
import { addReference } from "../typescript/references/emit.js";
import { regionAt } from "../typescript/regions.js";
import { addSymbol } from "../typescript/symbols.js";
import { firstNamed, memberName, stringText } from "../typescript/syntax-helpers.js";
import { typeNameOf } from "../typescript/types.js";
import { isDefault } from "./name.js";

/** The nodes that declare what a component takes. */
export interface Taken {
  /** The type that is written for it, with the place of its names. */
  type: { node: number; from: Standpoint } | null;
  /** The symbol that holds its members. */
  holder: number;
}

/** The declarations of a component that were seen so far. */
export interface Noted {
  props: Taken | null;
  events: Taken | null;
  /** The members that were added. */
  members: Set<string>;
  /** Calls by which a component may emit an event: the function, and the string that names the event. */
  emitted: { node: number; name: string }[];
}

/** Begins the reading of a component. */
export function createNoted(): Noted {
  return { props: null, events: null, members: new Set(), emitted: [] };
}

/** The component that the current node belongs to directly: the function that its instance's script is; -1 for none. */
export function componentAround(a: Analysis): number {
  const { symbol } = a.current;
  return symbol > 0 && isDefault(symbolOf(a, symbol)) ? symbol : -1;
}

/** Notes the type argument of a call. A type without a name has its members in the component. */
export function noteType(a: Analysis, node: number, component: number): Taken {
  const { scope, classSymbol } = a.current;
  if (a.tree.type(node) === "object_type") a.valueOf.set(node, component);
  return { type: { node, from: { scope, self: null, classSymbol } }, holder: component };
}

/** Notes the type argument of a call that declares events: `{ save: [id: number] }`, or `{ (event: "save", id: number): void }`. */
export function noteEvents(a: Analysis, noted: Noted, node: number, component: number): Taken {
  const { tree } = a;
  const signatures =
    tree.type(node) === "object_type"
      ? tree.namedChildren(node).filter((member) => tree.type(member) === "call_signature")
      : [];
  for (const signature of signatures.slice(0, MOST_SHOWN)) {
    const text = tree.text(signature).slice(0, LONGEST_SIGNATURE);
    const names = /^\(\s*\w+\s*:\s*([^,)]*)/.exec(text)?.[1] ?? "";
    for (const [, , name = ""] of names.matchAll(/(["'])([\w:-]{1,100})\1/g))
      addMember(a, noted, { name, kind: "event", node: signature, nameNode: signature, holder: component });
  }
  return signatures.length > 0 ? { type: null, holder: component } : noteType(a, node, component);
}

/** A signature is read this far. */
const LONGEST_SIGNATURE = 2000;

/** Notes the names that an object or a list of names declares, as members of a symbol. */
export function noteNames(a: Analysis, noted: Noted, node: number, holder: number, kind: SymbolKind): Taken {
  const { tree } = a;
  if (tree.type(node) === "object" && kind === "property") {
    a.valueOf.set(node, holder);
    a.objectsOfProps.add(node);
  } else if (tree.type(node) === "object") {
    for (const member of tree.namedChildren(node).slice(0, MOST_MEMBERS)) {
      const key = tree.child(member, tree.type(member) === "pair" ? "key" : "name");
      if (key !== -1) addMember(a, noted, { name: memberName(tree, key), kind, node: member, nameNode: key, holder });
    }
  } else if (tree.type(node) === "array") {
    // The names are the members, and no strings of a list are.
    if (!isDefault(symbolOf(a, holder))) a.typeSources.delete(holder);
    for (const item of tree.namedChildren(node).slice(0, MOST_MEMBERS)) {
      const name = stringText(tree, item);
      if (name !== null) addMember(a, noted, { name, kind, node: item, nameNode: item, holder });
    }
  }
  return { type: null, holder };
}

/** Adds a prop or event as a member of a symbol, once. */
export function addMember(
  a: Analysis,
  { members }: Noted,
  { holder, ...draft }: { name: string; kind: SymbolKind; node: number; nameNode: number; holder: number },
): void {
  const key = `${draft.kind} ${draft.name} ${holder}`;
  if (members.has(key)) return;
  members.add(key);
  addSymbol(a, { ...draft, parent: holder });
}

/** The additions of a language of components: its `visitors`, and the types of props and events as those of parameters. */
export function additionsOf(noted: Noted, visitors: Additions["visitors"]): Additions {
  return { visitors, finish: (a) => finish(a, noted) };
}

function finish(a: Analysis, { props, events, emitted }: Noted): void {
  const component = a.symbols.findIndex(isDefault);
  if (component === -1) return;
  if (events !== null) markEvents(a, events);
  // Svelte's `export let`.
  for (const each of a.symbols)
    if (each.parent === component && each.isExported && each.kind === "variable") each.kind = "property";
  const symbol = symbolOf(a, component);
  const types = [props, events].map((taken) => (taken === null ? null : typeOf(a, taken)));
  if (types.some((type) => type !== null)) symbol.parameterTypes = types;
  const text = props === null ? null : signatureOf(a, props);
  if (text !== null) {
    symbol.parameterSignature = text;
    symbol.parameterCount = 1;
  }
  if (events !== null) addEmits(a, events, emitted);
}

/** The members of a type without a name that declares events are events. */
function markEvents(a: Analysis, { type }: Taken): void {
  if (type === null || a.tree.type(type.node) !== "object_type") return;
  for (const member of a.tree.namedChildren(type.node)) {
    const symbol = a.symbolAt.get(member);
    if (symbol !== undefined) symbolOf(a, symbol).kind = "event";
  }
}

function typeOf(a: Analysis, { type, holder }: Taken): TypeExpr | null {
  const written = type === null ? null : typeNameOf(a, type.node, type.from.scope, type.from.classSymbol);
  // The members of an option are those of its value.
  return written ?? named({ in: "file", symbol: holder }, isDefault(symbolOf(a, holder)) ? [] : [VALUE]);
}

/** At most this many props or events of one component are read from a list or an object. */
const MOST_MEMBERS = 500;
/** At most this many names of props are shown. */
const MOST_SHOWN = 30;

/** `({ user, compact? })`, by the members of a component, or `(props: Props)`. */
function signatureOf(a: Analysis, { type, holder }: Taken): string | null {
  if (type !== null && a.tree.type(type.node) !== "object_type")
    return `(props: ${foldSpace(a.tree.text(type.node)).slice(0, 300)})`;
  const members = a.symbols.filter(({ parent, kind }) => parent === holder && kind !== "event" && isMember(kind));
  if (members.length === 0) return null;
  const names = members.slice(0, MOST_SHOWN).map(({ name, isOptional }) => (isOptional ? `${name}?` : name));
  return `({ ${names.join(", ")}${members.length > MOST_SHOWN ? ", …" : ""} })`;
}

const isMember = (kind: ParsedSymbol["kind"]): boolean => kind === "property" || kind === "method";

/** Adds a use of an event for each call that emits it. */
function addEmits(a: Analysis, { holder }: Taken, emitted: Noted["emitted"]): void {
  const events = new Map(
    a.symbols.flatMap(({ parent, kind, name }, index) =>
      parent === holder && kind === "event" ? [[name, index] as const] : [],
    ),
  );
  for (const { node, name } of emitted) {
    const symbol = events.get(name);
    if (symbol === undefined) continue;
    const pass = { region: regionAt(a, node), acceptsUntil: 0 };
    addReference(a, pass, { kind: "value", last: node, root: { in: "file", symbol }, path: [] });
  }
}

/** The end of the function's text in a call: enough to tell its name. */
export function calledText({ tree }: Analysis, call: number): string {
  const callee = tree.child(call, "function");
  return callee === -1
    ? ""
    : tree.source.slice(Math.max(tree.start(callee), tree.end(callee) - LONGEST_NAME), tree.end(callee));
}

const LONGEST_NAME = 100;

/** The first argument of a call; -1 for none. */
export function firstArgument({ tree }: Analysis, call: number): number {
  const args = tree.child(call, "arguments");
  return args === -1 ? -1 : firstNamed(tree, args);
}

/** The first type argument of a call; -1 for none. */
export function firstTypeArgument({ tree }: Analysis, call: number): number {
  const types = tree.child(call, "type_arguments");
  return types === -1 ? -1 : firstNamed(tree, types);
}
