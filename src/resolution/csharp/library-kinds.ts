/** Kinds of .NET types by their names: value types, enums, collections, delegates, and types with known bases. */
import { words } from "../../base/words.js";
import { RUNTIME_BASES } from "../../languages/csharp/runtime-types.js";
import { libraryValue, NOTHING, type Value } from "./value.js";

export const NUMBERS = "sbyte byte short ushort int uint long ulong float double decimal".split(" ");

const CLOSED = words(`
  bool char string nint nuint ${NUMBERS.join(" ")} DateTime DateTimeOffset DateOnly TimeOnly TimeSpan Guid Type Uri StringBuilder
  CancellationToken Version
`);

/** Whether no other type derives from a value's type. Such types convert to few others. */
export function isClosed({ name, form }: Extract<Value, { is: "library" }>): boolean {
  return form === "anonymous" || CLOSED.has(name);
}

export const OF_CLOSED = words("IComparable IEquatable IFormattable ISpanFormattable IConvertible IParsable ValueType");

export const OF_STRING = words(
  "IEnumerable ReadOnlySpan IComparable IEquatable IConvertible ICloneable ReadOnlyMemory",
);

/** The enums of .NET whose values code names most. */
export const ENUMS = words(`
  DayOfWeek DateTimeKind StringComparison HttpStatusCode ConsoleColor ConsoleKey BindingFlags FileMode FileAccess FileShare SeekOrigin CommandType
  DbType ParameterDirection IsolationLevel LogLevel ServiceLifetime RegexOptions NumberStyles DateTimeStyles UriKind TypeCode JsonTokenType
  JsonValueKind XmlNodeType TaskStatus TaskCreationOptions ExpressionType MemberTypes SocketType ProtocolType AddressFamily SslPolicyErrors
`);

export const VALUE_TYPES = words(`
  bool char nint nuint ${NUMBERS.join(" ")} Half Int128 UInt128 IntPtr UIntPtr DateTime DateTimeOffset DateOnly TimeOnly TimeSpan Guid CancellationToken
  KeyValuePair BigInteger Complex Index Range Rune JsonElement
`);

/** Whether a library type is an exception, by its name. */
export function isException(name: string): boolean {
  return name.endsWith("Exception");
}

/** Bases of library types, by patterns of names. These are bases that libraries extend by methods. */
export const LIBRARY_BASES: [RegExp, ReadonlySet<string>][] = [
  [/^\w*Connection$/, words("DbConnection IDbConnection")],
  [/^\w*Command$/, words("DbCommand IDbCommand")],
  [/^\w*DataReader$/, words("DbDataReader IDataReader IDataRecord")],
  [/^\w*Transaction$/, words("DbTransaction IDbTransaction")],
  [/^(?:String|Stream)Writer$/, words("TextWriter")],
  [/^(?:String|Stream)Reader$/, words("TextReader")],
  [/^\w*Stream$/, words("Stream")],
  [/^\w*Exception$/, words("Exception")],
  [/^CultureInfo$/, words("IFormatProvider")],
  [/^WebApplication$/, words("IApplicationBuilder IEndpointRouteBuilder IHost")],
  [/^\w*ApplicationBuilder$/, words("IHostApplicationBuilder")],
  [/^ServiceCollection$/, words("IServiceCollection")],
  [/^\w*ServiceProvider$/, words("IServiceProvider")],
  [/^\w*ServiceScope$/, words("IServiceScope")],
  [/^Expression$/, words("LambdaExpression")],
  [/^\w+Expression$/, words("Expression")],
  [/^(?:Configuration\w*|IConfigurationRoot|IConfigurationSection)$/, words("IConfiguration")],
  [/^(?:I\w+Connection)$/, words("IDbConnection")],
];

/** Whether a library type derives from another, as far as the names tell. */
export function isLibraryBase(from: string, to: string): boolean {
  if (RUNTIME_BASES[from]?.includes(to)) return true;
  return (
    from !== to &&
    LIBRARY_BASES.some(([name, bases]) => bases.has(to) && name.test(from)) &&
    !(from.startsWith("I") && !to.startsWith("I"))
  );
}

export const DELEGATES = words("Action Func Predicate Comparison Converter EventHandler");

/** Interfaces of collections with one type argument. */
export const COLLECTIONS = words(`IEnumerable ICollection IList IReadOnlyCollection IReadOnlyList`);

const HOLDERS = words(`
  Array List HashSet SortedSet Queue Stack LinkedList IEnumerable ICollection IList IReadOnlyCollection IReadOnlyList ISet IReadOnlySet IQueryable
  IOrderedEnumerable IOrderedQueryable IAsyncEnumerable ImmutableArray ImmutableList ImmutableHashSet FrozenSet ConcurrentBag ConcurrentQueue
  ConcurrentStack ObservableCollection Collection ReadOnlyCollection BlockingCollection Span ReadOnlySpan Memory ReadOnlyMemory ParallelQuery
  IEnumerator ArraySegment PriorityQueue DbSet
`);

export const KEYED = /(?:Dictionary|SortedList)$/;

/** Whether values of a library type are collections. */
export function isCollection(name: string): boolean {
  return HOLDERS.has(name) || KEYED.test(name) || name === "IGrouping" || name === "ILookup" || name === "Lookup";
}

/** Whether a library type looks up values by keys. */
export function isKeyed(name: string): boolean {
  return KEYED.test(name);
}

/** The items that a library value holds; null for one that is not a collection. */
export function heldBy({ name, args }: Extract<Value, { is: "library" }>): Value | null {
  if (name === "string") return libraryValue("char");
  if (HOLDERS.has(name)) return args[0] ?? NOTHING;
  if (KEYED.test(name)) return libraryValue("KeyValuePair", args);
  if (name === "IGrouping") return args[1] ?? NOTHING;
  return name === "ILookup" || name === "Lookup" ? libraryValue("IGrouping", args) : null;
}
