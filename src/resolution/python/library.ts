/** Python: what the runtime's generic types give: the elements of collections, and the results of their methods. */
import { named } from "../../model/type-forms.js";
import { type External, type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { memberOfHeld } from "./descriptors.js";
import { memberOfQuery } from "./django/query-sets.js";
import { memberOfRegistry } from "./django/registry.js";
import { memberOfRequest } from "./django/requests.js";
import { memberOfHeldByView } from "./django/views.js";
import { memberOfMapped } from "./mapped.js";
import { memberOfTexts } from "./named-texts.js";
import { memberOfLikely } from "./services.js";
import { memberOfPage } from "./sqlalchemy.js";

/** Types that annotations name by the modules `typing`, `collections` and `contextlib`, and query sets; they stand for them as free names. */
export const LIBRARY_TYPES: ReadonlySet<string> = new Set(
  "AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Collection Container ContextManager Coroutine Counter ChainMap Generator ItemsView Iterable Iterator KeysView Mapping MutableMapping MutableSequence MutableSet OrderedDict QuerySet RelatedManager Reversible Sequence AbstractSet ValuesView defaultdict deque".split(
    " ",
  ),
);

const MAPPINGS: ReadonlySet<string> = new Set([
  "dict",
  "Mapping",
  "MutableMapping",
  "OrderedDict",
  "defaultdict",
  "ChainMap",
  "UserDict",
]);

/** Methods that give an element of a collection. */
const ELEMENT: ReadonlySet<string> = new Set(["pop", "popleft", "__next__", "__anext__", "__getitem__", "get_nowait"]);
/** Methods that give the collection, or another of its kind. */
const SAME: ReadonlySet<string> = new Set([
  "copy",
  "__iter__",
  "__aiter__",
  "union",
  "intersection",
  "difference",
  "__add__",
  "__or__",
]);
/** Methods of mappings that give a value. */
const VALUE: ReadonlySet<string> = new Set(["get", "pop", "setdefault", "__getitem__"]);

function valueAt(program: Program, written: WrittenType | undefined): Place {
  return written === undefined ? UNKNOWN : program.evaluate.typedValue(program, written);
}

/** The member of a library's value, which keeps the value's type arguments for the call. */
export function memberOfExternal(program: Program, place: External, name: string): Place | null {
  const { module, name: type, args } = place;
  if (args === undefined || place.isNameless === true) return null;
  const held =
    memberOfTexts(program, place, name) ??
    memberOfHeldByView(program, place, name) ??
    memberOfPage(place, name) ??
    memberOfHeld(program, place, name) ??
    memberOfMapped(program, place, name) ??
    memberOfLikely(program, place, name) ??
    memberOfRegistry(program, place, name) ??
    memberOfRequest(program, place, name) ??
    memberOfQuery(program, place, name);
  if (held !== null) return held;
  return { is: "external", module, name: `${type}.${name}`, type: null, args };
}

/** The result of a call of a library's method on a value with type arguments; null where they do not tell. */
export function resultOfMethod(program: Program, { module, name, args }: External): Place | null {
  const dot = name.lastIndexOf(".");
  if (dot < 0 || args === undefined) return null;
  const type = name.slice(0, dot);
  const method = name.slice(dot + 1);
  const [first, second] = args;
  if (/^(?:\w*Queue|ContextVar)$/.test(type) && method === "get") {
    if (module !== "asyncio") return valueAt(program, first);
    return { ...coroutineOf(first), args: first === undefined ? [] : [first] };
  }
  if (type === "Coroutine" && method === "result") return valueAt(program, first);
  if (MAPPINGS.has(type)) {
    if (VALUE.has(method)) return valueAt(program, second);
    if (method === "keys") return collectionOf(first);
    if (method === "values") return collectionOf(second);
    if (method === "items") return itemsOf(args);
  }
  if (/ContextManager$/.test(type) && /^__a?enter__$/.test(method)) {
    const entered = valueAt(program, first);
    return method === "__aenter__" ? { ...coroutineOf(first), args: first === undefined ? [] : [first] } : entered;
  }
  if (ELEMENT.has(method)) return valueAt(program, first);
  return SAME.has(method) ? { is: "external", module: null, name: type, type, args } : null;
}

const coroutineOf = (_of: WrittenType | undefined): External => ({
  is: "external",
  module: null,
  name: "Coroutine",
  type: "Coroutine",
});

function collectionOf(element: WrittenType | undefined): Place {
  return { is: "external", module: null, name: "list", type: "list", args: element === undefined ? [] : [element] };
}

/** Pairs of keys and values. */
function itemsOf(args: readonly WrittenType[]): Place {
  const [key, value] = args;
  if (key === undefined || value === undefined) return UNKNOWN;
  const env = new Map([
    ["key", key],
    ["value", value],
  ]);
  const part = (name: string) => named({ in: "parameter", name, bound: null });
  const pair: WrittenType = { ...key, type: { kind: "tuple", of: [part("key"), part("value")], names: [] }, env };
  return collectionOf(pair);
}

/** The elements that a loop over a library's value gives; null where it does not tell. */
export function elementsOf(program: Program, place: External): WrittenType[] | null {
  const { args, isTuple, type } = place;
  if (args === undefined || type === null || program.files.size === 0) return null;
  return isTuple === true ? args : args.slice(0, 1);
}

/** The element at a number, or at a key, of a library's value. */
export function elementAt(program: Program, place: External, number: number | null): Place {
  const { args, isTuple, type } = place;
  if (args === undefined || type === null) return UNKNOWN;
  if (isTuple === true) return number === null ? UNKNOWN : valueAt(program, args.at(number));
  return valueAt(program, MAPPINGS.has(type) ? args[1] : args[0]);
}
