/** What calls of the .NET library give, as far as the names of its methods tell: `users.Where(…).First()` is one of the users. */
import type { Program } from "./program.js";
import { elementValue, type Place, type WrittenType } from "./resolve-place.js";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Give a collection of what the receiver holds, or the receiver itself. */
const SAME = words(`
  Where OrderBy OrderByDescending ThenBy ThenByDescending Order OrderDescending Skip Take SkipWhile TakeWhile SkipLast TakeLast Distinct
  DistinctBy Reverse Concat Union Except Intersect Append Prepend AsEnumerable AsQueryable AsParallel DefaultIfEmpty ToList ToArray ToHashSet
  AsReadOnly GetRange FindAll ToImmutableArray ToImmutableList ToFrozenSet AsSpan AsAsyncEnumerable
`);

/** Give one of what the receiver holds. */
const ONE = words(`
  First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Find FindLast MinBy MaxBy GetValueOrDefault
  Peek Pop Dequeue
`);

/** Call the function they are given with each of what the receiver holds. */
const EACH_OF = words(`
  Where Select SelectMany Any All Count LongCount First FirstOrDefault Single SingleOrDefault Last LastOrDefault OrderBy OrderByDescending
  ThenBy ThenByDescending GroupBy ToDictionary ToLookup Sum Min Max MinBy MaxBy Average TakeWhile SkipWhile DistinctBy ForEach Exists Find
  FindAll FindIndex FindLast RemoveAll TrueForAll ConvertAll
`);

/** Give the task or awaiter itself. */
const SAME_TASK = words("ConfigureAwait GetAwaiter AsTask WaitAsync Preserve");

/** The value that `receiver.name(…)` gives where no source declares the method. */
export function libraryResult(program: Program, receiver: Place, name: string): Place {
  if (receiver.is !== "instance" && receiver.is !== "external") return { is: "unknown" };
  const { element } = receiver;
  if (element === undefined) return { is: "unknown" };
  const type = receiver.is === "external" ? (receiver.type ?? "") : "";
  if (/Task$/.test(type)) {
    if (SAME_TASK.has(name)) return receiver;
    return name === "GetResult" ? elementValue(program, element) : { is: "unknown" };
  }
  if (/Func$/.test(type)) return name === "Invoke" ? elementValue(program, element) : { is: "unknown" };
  const isKeyed = /(?:Dictionary|Lookup)$/.test(type);
  if (isKeyed)
    return name === "GetValueOrDefault" || name === "GetOrAdd" ? elementValue(program, element) : { is: "unknown" };
  if (SAME.has(name)) return collection(receiver, element);
  if (ONE.has(name)) return elementValue(program, element);
  if (!name.endsWith("Async")) return { is: "unknown" };
  const now = name.slice(0, -"Async".length);
  if (ONE.has(now)) return task(element);
  if (!SAME.has(now)) return { is: "unknown" };
  return task({ ...element, type: { root: { in: "free", name: "List`1" }, path: [], element: element.type } });
}

/** What `receiver.name(…)` calls the function with that it is given, where no source declares the method. */
export function libraryCallback(program: Program, receiver: Place, name: string): Place {
  if (receiver.is !== "instance" && receiver.is !== "external") return { is: "unknown" };
  const isKeyed = receiver.is === "external" && /(?:Dictionary|Lookup|Task|Func)$/.test(receiver.type ?? "");
  if (receiver.element === undefined || isKeyed || !EACH_OF.has(name)) return { is: "unknown" };
  return elementValue(program, receiver.element);
}

function collection(receiver: Place, element: WrittenType): Place {
  if (receiver.is === "external") return receiver;
  return { is: "external", module: null, name: "IEnumerable", type: "IEnumerable", element };
}

function task(element: WrittenType): Place {
  return { is: "external", module: null, name: "Task", type: "Task", element };
}
