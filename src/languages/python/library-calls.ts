/** The results of functions of the standard library that hand on what they are given: a copy, a task, a chain of collections. */
import { isWalk, type Step, type TypeExpr } from "../../model/parse-result.js";
import { AWAITED, CALLED, calledStep, EACH } from "../../model/steps.js";
import { freeNamed, functionOf, tuple, UNKNOWN_TYPE } from "../../model/type-forms.js";
import type { Walk } from "./analysis.js";
import { DEPENDS } from "./dependencies.js";
import { unionOf } from "./names.js";

/** The arguments of a call, as values. */
export interface GivenValues {
  /** The nodes of the arguments that have no names. */
  nodes: readonly number[];
  isSplat(node: number): boolean;
  /** The value of an argument, after steps from it. */
  value(node: number | undefined, ...steps: readonly Step[]): Walk | null;
  /** The value of any of some arguments. */
  either(nodes: readonly number[]): Walk | null;
  type(walk: Walk | null): TypeExpr | null;
}

/** Functions that give their first argument, a copy of it, or a function that calls it; and those of another argument, by its number. */
const HANDING_ON: ReadonlyMap<string, number> = new Map([
  ["attr.evolve", 0],
  ["attrs.evolve", 0],
  ["contextlib.aclosing", 0],
  ["copy.copy", 0],
  ["copy.deepcopy", 0],
  ["dataclasses.replace", 0],
  ["functools.partial", 0],
  ["typing.NewType", 1],
  ["typing_extensions.NewType", 1],
  ["weakref.proxy", 0],
]);
/** Functions of itertools that give elements of their first collection; of the others the collection comes second. */
const FROM_FIRST: ReadonlySet<string> = new Set(["islice", "cycle", "compress"]);
const FROM_SECOND: ReadonlySet<string> = new Set(["takewhile", "dropwhile", "filterfalse"]);
/** Functions of asyncio: to await their result gives the same as to await their first argument. */
const TASKS: ReadonlySet<string> = new Set(["create_task", "ensure_future", "shield", "wait_for"]);

/** The result of a call of a function of a module; undefined for those that tell nothing. */
export function resultOfLibrary(module: string, name: string, given: GivenValues): Walk | null | undefined {
  const [first, second] = given.nodes;
  const handed = HANDING_ON.get(`${module}.${name}`);
  if (handed !== undefined) return given.value(given.nodes[handed]);
  const instance = (type: TypeExpr): Walk => ({ root: { in: "instance", type }, path: [] });
  const element = (node: number | undefined) => given.type(given.value(node, EACH)) ?? UNKNOWN_TYPE;
  switch (module) {
    case "asyncio":
      return resultOfAsyncio(name, given);
    case "fastapi":
    case "fastapi.params":
      return DEPENDS.has(name) ? given.value(first, CALLED) : undefined;
    case "contextlib":
      if (name !== "closing" && name !== "nullcontext") return undefined;
      return instance(freeNamed("ContextManager", [given.type(given.value(first)) ?? UNKNOWN_TYPE]));
    case "weakref":
      return name === "ref" ? instance(functionOf(given.type(given.value(first)))) : undefined;
    case "itertools":
      if (name === "chain") return instance(freeNamed("list", [unionOf(given.nodes.map(element)) ?? UNKNOWN_TYPE]));
      if (FROM_FIRST.has(name)) return instance(freeNamed("list", [element(first)]));
      return FROM_SECOND.has(name) ? instance(freeNamed("list", [element(second)])) : undefined;
    default:
      return undefined;
  }
}

function resultOfAsyncio(name: string, { nodes, isSplat, value, type }: GivenValues): Walk | null | undefined {
  const [first] = nodes;
  if (TASKS.has(name)) return value(first);
  if (name === "run") return value(first, AWAITED);
  const instance = (of: TypeExpr): Walk => ({ root: { in: "instance", type: of }, path: [] });
  if (name === "to_thread") return instance(freeNamed("Coroutine", [type(value(first, CALLED)) ?? UNKNOWN_TYPE]));
  if (name !== "gather") return undefined;
  const results = nodes.map(
    (each) => type(isSplat(each) ? value(each, EACH, AWAITED) : value(each, AWAITED)) ?? UNKNOWN_TYPE,
  );
  const all = nodes.some(isSplat) ? freeNamed("list", [unionOf(results) ?? UNKNOWN_TYPE]) : tuple(results);
  return instance(freeNamed("Coroutine", [all]));
}

/** Functions that give a collection with the elements of their argument. */
const COLLECTING: ReadonlySet<string> = new Set([
  "list",
  "sorted",
  "reversed",
  "set",
  "frozenset",
  "tuple",
  "iter",
  "filter",
]);

/** The result of a call of a function that needs no import; undefined for those that tell nothing. */
export function resultOfBuiltIn(name: string, { nodes, value, either, type }: GivenValues): Walk | null | undefined {
  const [first, second] = nodes;
  const instance = (of: TypeExpr): Walk => ({ root: { in: "instance", type: of }, path: [] });
  const elementOf = (node: number | undefined) => type(value(node, EACH)) ?? UNKNOWN_TYPE;
  if (COLLECTING.has(name)) {
    const from = name === "filter" ? second : first;
    return instance(freeNamed(name === "set" ? "set" : "list", from === undefined ? undefined : [elementOf(from)]));
  }
  switch (name) {
    case "enumerate":
      return instance(freeNamed("list", [tuple([freeNamed("int"), elementOf(first)])]));
    case "zip":
      return instance(freeNamed("list", [tuple(nodes.map(elementOf))]));
    case "next":
      return value(first, EACH);
    case "min":
    case "max":
      return second === undefined ? value(first, EACH) : either(nodes);
    case "type":
      return second === undefined ? classOf(type(value(first))) : null;
    case "map":
      return instance(freeNamed("list", [type(value(first, calledStep(nodes.length - 1))) ?? UNKNOWN_TYPE]));
    case "getattr":
    case "vars":
      return null;
    default:
      return undefined;
  }
}

/** The class of a value: `type(order)`, `order.__class__`. */
export function classOf(type: TypeExpr | null): Walk | null {
  if (type?.kind !== "named" || isWalk(type)) return null;
  const { root, path } = type;
  return { root: root.in === "this" ? { in: "file", symbol: root.type, isSelf: true } : (root as Walk["root"]), path };
}
