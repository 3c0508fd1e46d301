/** The results of generic functions and types of Go's standard library, and of others that many use: `slices.Clone(users)[0]` and `atomic.Pointer[User].Load()` are users. */
import { basic, type GoType, NO_ARGS } from "./type.js";

/** A type without the names that it is made of. */
type Under = (type: GoType) => GoType;
/** By the first argument, and the second where that is a function. */
type Result = (given: GoType, under: Under, second: GoType) => GoType | null;

const FIRST: Result = (given) => given;
const list = (of: GoType): GoType => ({ is: "list", of, word: "[]" });
const pointerTo = (of: GoType): GoType => ({ is: "pointer", of });
const sequence = (...args: readonly GoType[]): GoType => ({
  is: "outside",
  module: "iter",
  name: args.length === 1 ? "Seq" : "Seq2",
  args,
});

function ofList(give: (element: GoType) => GoType): Result {
  return (given, under) => {
    const type = under(given);
    return type.is === "list" ? give(type.of) : null;
  };
}

function ofMap(give: (key: GoType, element: GoType) => GoType): Result {
  return (given, under) => {
    const type = under(given);
    return type.is === "map" ? give(type.key, type.of) : null;
  };
}

function ofSequence(give: (...elements: readonly GoType[]) => GoType): Result {
  return (given, under) => {
    const elements = elementsOfSequence(under(given));
    return elements === null ? null : give(...elements);
  };
}

/** The result of the function that is the second argument. */
function ofFunction(give: (results: readonly GoType[], under: Under) => GoType | null): Result {
  return (_given, under, second) => {
    const type = under(second);
    return type.is === "function" ? give(type.results, under) : null;
  };
}

const MAPPED = ofFunction(([result = null]) => result && list(result));
const FLATTENED = ofFunction(([result], under) =>
  result !== undefined && under(result).is === "list" ? result : null,
);
const FOUND = ofList((element) => ({ is: "tuple", of: [element, basic("bool")] }));
const KEYED = ofFunction(([key, element]) =>
  key === undefined || element === undefined ? null : { is: "map", key, of: element },
);
/** A map from the results of the second argument to elements, or lists of these. */
const byKey =
  (held: (given: GoType, element: GoType) => GoType): Result =>
  (given, under, second) => {
    const [type, keyed] = [under(given), under(second)];
    const [key] = keyed.is === "function" ? keyed.results : [];
    return type.is === "list" && key !== undefined ? { is: "map", key, of: held(given, type.of) } : null;
  };

const LISTED = ofSequence((element = basic("any")) => list(element));
const ELEMENT = ofList((element) => element);
const NUMBERED = ofList((element) => sequence(basic("int"), element));

/** Where packages stood before they came into the standard library. */
const FIRST_NAMES = /^golang\.org\/x\/exp\/(?=slices$|maps$)/;

/** Results by the first argument. The functions of x/exp/maps gave lists. */
const RESULTS: Readonly<Record<string, Result>> = {
  "slices.AppendSeq": FIRST,
  "slices.Clip": FIRST,
  "slices.Clone": FIRST,
  "slices.Compact": FIRST,
  "slices.CompactFunc": FIRST,
  "slices.Concat": FIRST,
  "slices.Delete": FIRST,
  "slices.DeleteFunc": FIRST,
  "slices.Grow": FIRST,
  "slices.Insert": FIRST,
  "slices.Repeat": FIRST,
  "slices.Replace": FIRST,
  "slices.Max": ELEMENT,
  "slices.MaxFunc": ELEMENT,
  "slices.Min": ELEMENT,
  "slices.MinFunc": ELEMENT,
  "slices.Collect": LISTED,
  "slices.Sorted": LISTED,
  "slices.SortedFunc": LISTED,
  "slices.SortedStableFunc": LISTED,
  "slices.Values": ofList((element) => sequence(element)),
  "slices.All": NUMBERED,
  "slices.Backward": NUMBERED,
  "slices.Chunk": (given) => sequence(given),
  "maps.Clone": FIRST,
  "maps.Keys": ofMap((key) => sequence(key)),
  "maps.Values": ofMap((_key, element) => sequence(element)),
  "maps.All": ofMap((key, element) => sequence(key, element)),
  "maps.Collect": ofSequence((key = basic("any"), element = basic("any")) => ({ is: "map", key, of: element })),
  "golang.org/x/exp/maps.Keys": ofMap((key) => list(key)),
  "golang.org/x/exp/maps.Values": ofMap((_key, element) => list(element)),
  "cmp.Or": FIRST,
  "sync.OnceValue": FIRST,
  "sync.OnceValues": FIRST,
  ...Object.fromEntries(
    [
      [
        "Filter Reject Uniq UniqBy Shuffle Reverse Drop DropRight DropWhile DropRightWhile Subset Slice Compact Replace",
        FIRST,
      ],
      ["PickBy PickByKeys OmitBy OmitByKeys Assign Must", FIRST],
      ["FirstOrEmpty LastOrEmpty MaxBy MinBy Sample", ELEMENT],
      ["Find First Last", FOUND],
      ["Map FilterMap MapToSlice", MAPPED],
      ["FlatMap", FLATTENED],
      ["Associate SliceToMap", KEYED],
      ["KeyBy", byKey((_given, element) => element)],
      ["GroupBy", byKey((given) => given)],
      ["Keys", ofMap((key) => list(key))],
      ["Values", ofMap((_key, element) => list(element))],
      ["Chunk", (given: GoType) => list(given)],
      ["ToPtr", (given: GoType) => pointerTo(given)],
      ["FromPtr", (given: GoType) => (given.is === "pointer" ? given.of : null)],
    ].flatMap(([names, result]) =>
      String(names)
        .split(" ")
        .map((name) => [`github.com/samber/lo.${name}`, result as Result]),
    ),
  ),
};

/** The result of a call of a function of a library, by the types of its first two arguments; null where these do not tell. */
export function resultOfLibrary(
  { module, name }: { module: string | null; name: string },
  [given, second]: readonly [GoType, GoType],
  under: Under,
): GoType | null {
  if (module === null || given.is === "unknown") return null;
  const result = RESULTS[`${module}.${name}`] ?? RESULTS[`${module.replace(FIRST_NAMES, "")}.${name}`];
  return result?.(given, under, second) ?? null;
}

/** The second type argument, and whether there is one. */
const kept = (_key: GoType, value: GoType = basic("any")): GoType => ({ is: "tuple", of: [value, basic("bool")] });

/** Methods of generic types that give their type arguments. */
const METHODS: Readonly<Record<string, (...args: readonly [GoType, ...GoType[]]) => GoType>> = {
  "sync/atomic.Pointer.Load": pointerTo,
  "sync/atomic.Pointer.Swap": pointerTo,
  "unique.Handle.Value": (argument) => argument,
  "weak.Pointer.Value": pointerTo,
  "github.com/hashicorp/golang-lru/v2.Cache.Get": kept,
  "github.com/hashicorp/golang-lru/v2.Cache.Peek": kept,
  "github.com/hashicorp/golang-lru/v2/expirable.LRU.Get": kept,
  "github.com/hashicorp/golang-lru/v2/expirable.LRU.Peek": kept,
  "github.com/puzpuzpuz/xsync/v3.MapOf.Load": kept,
  "github.com/puzpuzpuz/xsync/v4.Map.Load": kept,
};

/** The result of a method of a generic type of a library, by its type arguments; null where they do not tell. */
export function resultOfMethod(module: string | null, name: string, args: readonly GoType[]): GoType | null {
  const [first, ...others] = args;
  return first === undefined ? null : (METHODS[`${module}.${name}`]?.(first, ...others) ?? null);
}

/** The types of the elements that a loop over `iter.Seq[T]` or `iter.Seq2[K, V]` gives; null for any other type. */
export function elementsOfSequence(type: GoType): readonly GoType[] | null {
  if (type.is !== "outside" || type.module !== "iter" || !/^Seq2?$/.test(type.name)) return null;
  return type.args === NO_ARGS ? null : type.args;
}
