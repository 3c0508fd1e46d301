/** Results of .NET members, as far as their names tell: `users.Where(…).First()` is one of the users. */
import { words } from "../../base/words.js";
import type { Program } from "../program.js";
import { elementOf } from "./collections.js";
import { isCollection, isKeyed } from "./library-kinds.js";
import { runtimeMember } from "./runtime-library.js";
import { signatureOf } from "./signatures.js";
import { basesOfValue } from "./types.js";
import { formValue, libraryValue, NOTHING, onlyOf, type Value } from "./value.js";

/** Methods that give a collection of the receiver's items. */
const SAME = words(`
  Where OrderBy OrderByDescending ThenBy ThenByDescending Order OrderDescending Skip Take SkipWhile TakeWhile SkipLast TakeLast Distinct
  DistinctBy Reverse Concat Union Except Intersect Append Prepend AsEnumerable AsQueryable AsParallel DefaultIfEmpty ToList ToArray ToHashSet
  AsReadOnly GetRange FindAll ToImmutableArray ToImmutableList ToFrozenSet AsSpan AsAsyncEnumerable ExceptBy UnionBy IntersectBy Slice
`);

/** Those of them whose collection is of another type than the receiver. */
const MADE: Record<string, string> = {
  ToList: "List",
  ToArray: "Array",
  ToHashSet: "HashSet",
  FindAll: "List",
  GetRange: "List",
  ToImmutableArray: "ImmutableArray",
  ToImmutableList: "ImmutableList",
  AsQueryable: "IQueryable",
};

/** Methods that give one of the receiver's items. */
const ONE = words(`
  First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Find FindLast MinBy MaxBy Peek Pop Dequeue
`);

/** Methods that call a given function with each of the receiver's items. */
const EACH_OF = words(`
  Where Select SelectMany Any All Count LongCount First FirstOrDefault Single SingleOrDefault Last LastOrDefault OrderBy OrderByDescending
  ThenBy ThenByDescending GroupBy ToDictionary ToLookup Sum Min Max MinBy MaxBy Average TakeWhile SkipWhile DistinctBy ForEach Exists Find
  FindAll FindIndex FindLast RemoveAll TrueForAll ConvertAll Join GroupJoin Sort RemoveWhere
`);

/** Methods that give the task or awaiter itself. */
const SAME_TASK = words("ConfigureAwait GetAwaiter AsTask WaitAsync Preserve");

/** Results of methods on any receiver. */
const PLAIN: Record<string, string> = {
  ToString: "string",
  GetHashCode: "int",
  Equals: "bool",
  GetType: "Type",
  CompareTo: "int",
};
/** Methods that give a value of their only type argument, or a list of such values. */
const OF_TYPE_ARGUMENT = words(`
  GetKeyedService GetRequiredKeyedService Deserialize DeserializeObject GetCustomAttribute ToObject GetValue GetFieldValue CreateDelegate
  Get GetMetadata GetRequiredFeature Resolve GetInstance QueryFirst QueryFirstOrDefault QuerySingle QuerySingleOrDefault ExecuteScalar
`);
/** Methods that give a task of it. */
const TASK_OF_TYPE_ARGUMENT = words(`
  GetFromJsonAsync ReadFromJsonAsync ReadAsAsync DeserializeAsync GetFieldValueAsync
  QueryFirstAsync QueryFirstOrDefaultAsync QuerySingleAsync QuerySingleOrDefaultAsync ExecuteScalarAsync
`);
/** Static methods that do the same. Some are of libraries for tests. */
const STATIC_OF_TYPE_ARGUMENT = words(`
  It.IsAny It.Is It.IsNotNull It.IsIn It.IsNotIn Arg.Any Arg.Is Mock.Of Substitute.For Substitute.ForPartsOf Activator.CreateInstance Unsafe.As
`);
const LIST_OF_TYPE_ARGUMENT = words("Cast OfType GetServices GetKeyedServices GetCustomAttributes Query");
/** Methods that give a value of the receiver's only type argument: `IDbContextFactory<Shop>.CreateDbContext()`. */
const OF_RECEIVER = words("CreateDbContext");
/** Results of methods on the way to a service. */
const OF_SERVICES: Record<string, string> = {
  BuildServiceProvider: "ServiceProvider",
  CreateScope: "IServiceScope",
  CreateAsyncScope: "AsyncServiceScope",
};
const OF_STRING: Record<string, string> = {
  ...Object.fromEntries(
    "Trim TrimStart TrimEnd Substring Replace ToUpper ToLower ToUpperInvariant ToLowerInvariant PadLeft PadRight Insert Remove Join Concat Format"
      .split(" ")
      .map((name) => [name, "string"]),
  ),
  ...Object.fromEntries(
    "StartsWith EndsWith Contains IsNullOrEmpty IsNullOrWhiteSpace".split(" ").map((name) => [name, "bool"]),
  ),
  IndexOf: "int",
  LastIndexOf: "int",
};
const COUNTED: Record<string, string> = {
  ...Object.fromEntries(
    "Any All Contains Exists TrueForAll SequenceEqual ContainsKey TryAdd".split(" ").map((name) => [name, "bool"]),
  ),
  Count: "int",
  LongCount: "long",
  IndexOf: "int",
  FindIndex: "int",
};

/** The arguments of a call, as far as its result may depend on them. */
export interface LibraryCall {
  name: string;
  /** The result of the function that is an argument, by number; unknown for none. */
  gives: (argument: number) => Value;
  /** The value of an argument, by number. */
  given: (argument: number) => Value;
  /** The number of parameters of the lambda that is an argument, by number; 0 for none. */
  takes: (argument: number) => number;
  typeArguments: readonly Value[] | null;
}

/** The value that `receiver.name(…)` gives, if no source declares the method. With `isType`, it is called on the type itself. */
export function libraryResult(program: Program, receiver: Value, isType: boolean, call: LibraryCall): Value {
  const { name, typeArguments } = call;
  const plain = PLAIN[name];
  if (plain !== undefined) return libraryValue(plain);
  const [argument, ...others] = typeArguments ?? [];
  if (argument !== undefined && others.length === 0) {
    if (OF_TYPE_ARGUMENT.has(name)) return argument;
    if (LIST_OF_TYPE_ARGUMENT.has(name)) return libraryValue("IEnumerable", [argument]);
    if (TASK_OF_TYPE_ARGUMENT.has(name)) return libraryValue("Task", [argument]);
    if (name === "QueryAsync") return libraryValue("Task", [libraryValue("IEnumerable", [argument])]);
  }
  const isTask = name.endsWith("Async");
  const type = receiver.is === "library" ? receiver.name : "";
  const ofDatabase = databaseResult(type, isTask ? name.slice(0, -"Async".length) : name);
  if (ofDatabase !== null) return isTask ? libraryValue("Task", [ofDatabase]) : ofDatabase;
  const told = runtimeMember(program, receiver, name);
  if (told !== null) return told;
  if (isType) return staticResult(program, receiver, call);
  const ofServices = OF_SERVICES[name];
  if (ofServices !== undefined) return libraryValue(ofServices);
  if (receiver.is === "library" && OF_RECEIVER.has(isTask ? name.slice(0, -"Async".length) : name)) {
    const only = onlyOf(receiver.args);
    if (only !== undefined) return isTask ? libraryValue("Task", [only]) : only;
  }
  if (type === "string" && OF_STRING[name] !== undefined) return libraryValue(OF_STRING[name]);
  if (type === "string" && name === "Split") return libraryValue("Array", [libraryValue("string")]);
  if (/Task$/.test(type)) {
    if (SAME_TASK.has(name)) return receiver;
    return name === "GetResult" && receiver.is === "library" ? (receiver.args[0] ?? NOTHING) : NOTHING;
  }
  if (type === "IAsyncEnumerable" && (name === "ConfigureAwait" || name === "WithCancellation")) return receiver;
  const signature = name === "Invoke" ? signatureOf(program, receiver) : null;
  if (signature !== null && signature !== "unknown") return signature.result ?? NOTHING;
  if (type !== "" && isKeyed(type) && (name === "GetValueOrDefault" || name === "GetOrAdd")) {
    return receiver.is === "library" ? (receiver.args[1] ?? NOTHING) : NOTHING;
  }
  const element = elementOf(program, receiver);
  if (element.is === "unknown" && element.parameter === undefined) return NOTHING;
  return collectionResult(program, receiver, element, call);
}

/** The result of a method of ADO.NET. The types of a provider have names alike: `SqliteConnection`, `SqliteCommand`, `SqliteDataReader`. */
function databaseResult(type: string, method: string): Value | null {
  const [, provider, role] = /^(\w*?)(Connection|DataSource|Command)$/.exec(type) ?? [];
  if (provider === undefined) return null;
  if (role !== "Command") {
    if (method === "CreateCommand") return libraryValue(`${provider}Command`);
    return method === "BeginTransaction" ? libraryValue(`${provider}Transaction`) : null;
  }
  if (method === "ExecuteReader") return libraryValue(provider === "IDb" ? "IDataReader" : `${provider}DataReader`);
  return method === "ExecuteNonQuery" ? libraryValue("int") : null;
}

function staticResult(program: Program, receiver: Value, { name, given, gives, typeArguments }: LibraryCall): Value {
  if (receiver.is !== "library") return NOTHING;
  const method = `${receiver.name}.${name}`;
  if (STATIC_OF_TYPE_ARGUMENT.has(method)) return onlyOf(typeArguments ?? []) ?? NOTHING;
  switch (method) {
    case "Task.FromResult":
    case "ValueTask.FromResult":
      return libraryValue("Task", [typeArguments?.[0] ?? given(0)]);
    case "Task.WhenAny": {
      const one = given(0);
      const task = one.is === "library" && one.name === "Task" ? one : elementOf(program, one);
      return task.is === "unknown" ? NOTHING : libraryValue("Task", [task]);
    }
    case "Task.WhenAll": {
      const one = given(0);
      const task = one.is === "library" && one.name === "Task" ? one : elementOf(program, one);
      if (task.is !== "library" || task.name !== "Task") return NOTHING;
      return task.args.length === 0 ? task : libraryValue("Task", [libraryValue("Array", task.args)]);
    }
    case "Tuple.Create":
      return libraryValue("Tuple", typeArguments ?? [given(0), given(1), given(2)]);
    case "Task.Run": {
      const result = gives(0);
      if (result.is === "unknown" || (result.is === "library" && /Task$/.test(result.name))) return result;
      return libraryValue("Task", [result]);
    }
    case "Array.Empty":
    case "Enumerable.Empty":
      return libraryValue("Array", typeArguments ?? []);
    case "Enumerable.Range":
      return libraryValue("IEnumerable", [libraryValue("int")]);
    case "Enumerable.Repeat":
      return libraryValue("IEnumerable", [given(0)]);
    case "string.Join":
    case "string.Concat":
    case "string.Format":
      return libraryValue("string");
    default:
      return name === "Parse" ? receiver : NOTHING;
  }
}

function collectionResult(program: Program, receiver: Value, element: Value, call: LibraryCall): Value {
  const { name, gives, given, takes } = call;
  const list = (value: Value) => libraryValue("IEnumerable", [value]);
  const counted = COUNTED[name];
  if (counted !== undefined) return libraryValue(counted);
  if (SAME.has(name)) return libraryValue(MADE[name] ?? "IEnumerable", [element]);
  if (ONE.has(name)) return element;
  switch (name) {
    case "Select":
    case "ConvertAll":
      return list(gives(0));
    case "SelectMany":
      return list(takes(1) === 2 ? gives(1) : elementOf(program, gives(0)));
    case "GroupBy": {
      const ofGroups = [1, 2].find((argument) => takes(argument) === 2);
      if (ofGroups !== undefined) return list(gives(ofGroups));
      return list(libraryValue("IGrouping", [gives(0), known(gives(1), element)]));
    }
    case "Join":
    case "GroupJoin":
    case "LeftJoin":
      return list(gives(3));
    case "Aggregate":
      if (takes(0) === 2) return element;
      return takes(2) > 0 ? gives(2) : given(0);
    case "ToDictionary":
      return libraryValue("Dictionary", [gives(0), known(gives(1), element)]);
    case "ToLookup":
      return libraryValue("ILookup", [gives(0), known(gives(1), element)]);
    case "Zip":
      if (takes(1) === 2) return list(gives(1));
      return list(formValue("tuple", [element, elementOf(program, given(0))], ["First", "Second"]));
    case "Max":
    case "Min":
      return known(gives(0), element);
    case "GetEnumerator":
      return libraryValue("IEnumerator", [element]);
    case "Chunk":
      return list(libraryValue("Array", [element]));
    default: {
      if (!name.endsWith("Async")) return NOTHING;
      const now = collectionResult(program, receiver, element, { ...call, name: name.slice(0, -"Async".length) });
      return now.is === "unknown" ? NOTHING : libraryValue("Task", [now]);
    }
  }
}

function known(value: Value, otherwise: Value): Value {
  return value.is === "unknown" ? otherwise : value;
}

/** A parameter of a function that a library's method is given. */
interface LibraryCallback {
  /** The name of the method. */
  readonly name: string;
  /** The number of the argument that is the function. */
  readonly argument: number;
  /** The number of the function's parameter. */
  readonly parameter: number;
  readonly given: (argument: number) => Value;
  /** The result of the function that is an argument; unknown for none. */
  readonly gives: (argument: number) => Value;
  /** The number of parameters of the lambda that is an argument; 0 for none. */
  readonly takes: (argument: number) => number;
}

/** The value that `receiver.name(…)` calls a function among its arguments with. */
export function libraryCallback(program: Program, receiver: Value, call: LibraryCallback): Value {
  const { name, argument, parameter, given, gives, takes } = call;
  const element = elementOf(program, receiver);
  const now = name.endsWith("Async") ? name.slice(0, -"Async".length) : name;
  if (now === "Aggregate") {
    if (argument === 0) return element;
    return parameter === 0 ? given(0) : element;
  }
  if (now === "Zip" && argument === 1) return parameter === 0 ? element : elementOf(program, given(0));
  if (/^(?:Group|Left)?Join$/.test(now) && argument > 0) {
    const joined = elementOf(program, given(0));
    if (argument === 2) return joined;
    if (argument !== 3) return NOTHING;
    if (parameter === 0) return element;
    return now === "GroupJoin" ? libraryValue("IEnumerable", [joined]) : joined;
  }
  if (takes(argument) === 2 && argument > 0) {
    if (now === "SelectMany") return parameter === 0 ? element : elementOf(program, gives(0));
    if (now === "GroupBy") {
      const item = argument === 2 ? known(gives(1), element) : element;
      return parameter === 0 ? gives(0) : libraryValue("IEnumerable", [item]);
    }
  }
  if (now === "GetOrAdd" || now === "AddOrUpdate")
    return receiver.is === "library" ? (receiver.args[parameter] ?? NOTHING) : NOTHING;
  if (now === "Add") {
    const signature = signatureOf(program, element);
    return signature === null || signature === "unknown" ? NOTHING : (signature.parameters[parameter] ?? NOTHING);
  }
  if (!EACH_OF.has(now)) return NOTHING;
  if (now === "Sort") return element;
  return parameter === 0 ? element : parameter === 1 && now !== "GroupBy" ? libraryValue("int") : NOTHING;
}

/** The value that `receiver.name(…)` sets a variable among its arguments to, by number. */
export function libraryOut(receiver: Value, name: string, argument: number): Value {
  if (receiver.is !== "library") return NOTHING;
  if (isKeyed(receiver.name)) return argument === 1 ? (receiver.args[1] ?? NOTHING) : NOTHING;
  if (name === "TryParse") return receiver;
  return argument === 0 && isCollection(receiver.name) ? (receiver.args[0] ?? NOTHING) : NOTHING;
}

/** Properties that give the only type argument of their type: `Lazy<T>.Value`, `Task<T>.Result`. */
const UNWRAPPING = words("Value Result CurrentValue Current Target Object");
const NUMBERED = /^Item([1-7])$/;

/** The value of a property that no source declares. */
export function libraryProperty(program: Program, value: Value, name: string): Value {
  const found = collectionProperty(program, value, name);
  return found.is === "unknown" && found.parameter === undefined
    ? (runtimeMember(program, value, name) ?? NOTHING)
    : found;
}

function collectionProperty(program: Program, value: Value, name: string): Value {
  if (value.is === "type") {
    const collection = basesOfValue(program, value).find(
      (base) => base.is === "library" && (isCollection(base.name) || base.args.length === 1),
    );
    return collection === undefined ? NOTHING : collectionProperty(program, collection, name);
  }
  if (value.is !== "library") return NOTHING;
  const { args } = value;
  if (value.form === "tuple" || value.form === "anonymous" || value.name === "Tuple") {
    const index = value.names?.indexOf(name) ?? -1;
    return args[index >= 0 ? index : Number(NUMBERED.exec(name)?.[1] ?? 0) - 1] ?? NOTHING;
  }
  if (name === "Length" || name === "Count") return libraryValue("int");
  if (name === "ServiceProvider" && value.name.endsWith("Scope")) return libraryValue("IServiceProvider");
  if (isKeyed(value.name)) {
    if (name === "Values") return libraryValue("ICollection", args.slice(1));
    return name === "Keys" ? libraryValue("ICollection", args.slice(0, 1)) : NOTHING;
  }
  if (name === "Key") return args[0] ?? NOTHING;
  if (value.name === "KeyValuePair") return name === "Value" ? (args[1] ?? NOTHING) : NOTHING;
  return UNWRAPPING.has(name) ? (onlyOf(args) ?? NOTHING) : NOTHING;
}

/** The value of an index into a value, if no source declares the indexer. */
export function libraryItem(program: Program, value: Value): Value {
  if (value.is === "library" && isKeyed(value.name)) return value.args[1] ?? NOTHING;
  if (value.is === "type") {
    const base = basesOfValue(program, value).find((each) => each.is === "library" && isCollection(each.name));
    return base === undefined ? NOTHING : libraryItem(program, base);
  }
  return elementOf(program, value);
}

/** The result of awaiting a value. */
export function awaitedValue(value: Value): Value {
  return value.is === "library" && /Task$/.test(value.name) ? (value.args[0] ?? libraryValue("void")) : NOTHING;
}

/** The part of a value that a pattern such as `(a, b)` takes at a place, if no source says how to take the value apart. */
export function libraryPart(value: Value, index: number): Value {
  const isTaken = value.is === "library" && (value.form === "tuple" || value.name === "KeyValuePair");
  return isTaken ? (value.args[index] ?? NOTHING) : NOTHING;
}
