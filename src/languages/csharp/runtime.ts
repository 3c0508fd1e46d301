/** Names of the .NET runtime library: members whose name alone decides nothing, and types outside the project. */

/** Members of many runtime types. Their name says nothing about the receiver. */
export const runtimeMembers: ReadonlySet<string> = new Set(
  `
  Equals GetHashCode GetType ToString MemberwiseClone ReferenceEquals CompareTo Clone Dispose DisposeAsync Finalize
  Aggregate All Any Append AsEnumerable AsQueryable Average Cast Chunk Concat Contains Count CountBy DefaultIfEmpty Distinct DistinctBy
  ElementAt ElementAtOrDefault Except ExceptBy First FirstOrDefault GroupBy GroupJoin Index Intersect IntersectBy Join Last LastOrDefault
  LongCount Max MaxBy Min MinBy OfType Order OrderBy OrderByDescending OrderDescending Prepend Reverse Select SelectMany SequenceEqual Single
  SingleOrDefault Skip SkipLast SkipWhile Sum Take TakeLast TakeWhile ThenBy ThenByDescending ToArray ToDictionary ToHashSet ToList
  ToLookup Union UnionBy Where Zip
  Add AddRange BinarySearch Clear ContainsKey ContainsValue ConvertAll CopyTo Dequeue Enqueue Exists Find FindAll FindIndex FindLast
  ForEach GetEnumerator GetOrAdd GetRange GetValueOrDefault IndexOf Insert InsertRange Keys LastIndexOf MoveNext Peek Pop Push Remove RemoveAll
  RemoveAt RemoveRange Reset Sort TryAdd TryDequeue TryGetValue TryPeek TryPop TryRemove TryUpdate TrueForAll UnionWith Values Current
  Length Key Value Item Item1 Item2 Item3 Item4
  EndsWith Format Intern IsNullOrEmpty IsNullOrWhiteSpace PadLeft PadRight Replace Split StartsWith Substring ToCharArray ToLower
  ToLowerInvariant ToUpper ToUpperInvariant Trim TrimEnd TrimStart AppendFormat AppendJoin AppendLine AsSpan AsMemory Slice
  Parse TryParse HasFlag HasValue
  ConfigureAwait ContinueWith GetAwaiter GetResult Result RunSynchronously Start Wait WhenAll WhenAny IsCompleted Delay Run FromResult
  Cancel ThrowIfCancellationRequested Token
  BeginInvoke DynamicInvoke EndInvoke Invoke GetInvocationList
  Close CopyToAsync Flush FlushAsync Read ReadAsync ReadByte ReadLine ReadLineAsync ReadToEnd ReadToEndAsync Seek SetLength Write WriteAsync
  WriteByte WriteLine WriteLineAsync
  AddDays AddHours AddMilliseconds AddMinutes AddMonths AddSeconds AddTicks AddYears Subtract ToLocalTime ToUniversalTime
  GetConstructor GetConstructors GetCustomAttribute GetCustomAttributes GetField GetFields GetInterfaces GetMethod GetMethods GetProperties
  GetProperty GetTypeInfo GetGenericArguments GetGenericTypeDefinition MakeGenericMethod MakeGenericType IsAssignableFrom IsDefined
  IsInstanceOfType IsSubclassOf GetValue SetValue
  Message StackTrace InnerException Data
  `
    .trim()
    .split(/\s+/),
);

/** Types and root namespaces of the runtime, and the language's own names of types. */
export const runtimeGlobals: ReadonlySet<string> = new Set(
  `
  System
  bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint ulong ushort void
  Boolean Byte Char Decimal Double Int16 Int32 Int64 Int128 IntPtr Object SByte Single String UInt16 UInt32 UInt64 UInt128 UIntPtr Half Void
  Activator Action AggregateException AppContext AppDomain ArgumentException ArgumentNullException ArgumentOutOfRangeException
  ArithmeticException Array ArraySegment ArrayTypeMismatchException Attribute AttributeTargets AttributeUsage AttributeUsageAttribute
  BitConverter Buffer CLSCompliant Comparison Console ConsoleColor ConsoleKey Convert Converter DateOnly DateTime DateTimeKind DateTimeOffset
  DayOfWeek DBNull Delegate DivideByZeroException Enum Environment EventArgs EventHandler Exception Flags FlagsAttribute FormatException
  FormattableString Func GC Guid HashCode IAsyncDisposable IAsyncResult ICloneable IComparable IConvertible IDisposable IEquatable IFormatProvider
  IFormattable IndexOutOfRangeException Index InvalidCastException InvalidOperationException IObservable IObserver IProgress IServiceProvider
  ISpanFormattable Lazy LoaderOptimization MarshalByRefObject Math MathF MemberAccessException Memory MemoryExtensions MethodAccessException
  MissingMethodException MulticastDelegate NonSerialized NotFiniteNumberException NotImplementedException NotSupportedException Nullable
  NullReferenceException ObjectDisposedException Obsolete ObsoleteAttribute OperatingSystem OperationCanceledException OutOfMemoryException
  OverflowException ParamArrayAttribute PlatformNotSupportedException Predicate Progress Random Range RankException ReadOnlyMemory
  ReadOnlySpan Serializable SerializableAttribute Span StackOverflowException StringComparer StringComparison StringSplitOptions
  SystemException ThreadStatic TimeOnly TimeProvider TimeSpan TimeZoneInfo TimeoutException Tuple Type TypeCode TypeInitializationException
  TypeLoadException UnauthorizedAccessException Uri UriBuilder UriKind ValueTuple ValueType Version WeakReference
  BitArray BlockingCollection Comparer ConcurrentBag ConcurrentDictionary ConcurrentQueue ConcurrentStack Dictionary EqualityComparer
  FrozenDictionary FrozenSet HashSet Hashtable IAsyncEnumerable IAsyncEnumerator ICollection IComparer IDictionary IEnumerable IEnumerator
  IEqualityComparer IGrouping IImmutableDictionary IImmutableList IImmutableSet IList ILookup ImmutableArray ImmutableDictionary ImmutableHashSet
  ImmutableList IOrderedEnumerable IOrderedQueryable IQueryable IQueryProvider IReadOnlyCollection IReadOnlyDictionary IReadOnlyList
  IReadOnlySet ISet KeyNotFoundException KeyValuePair LinkedList LinkedListNode List Lookup ObservableCollection PriorityQueue Queue
  ReadOnlyCollection ReadOnlyDictionary SortedDictionary SortedList SortedSet Stack
  Enumerable Queryable Expression ExpressionVisitor LambdaExpression MethodCallExpression ParameterExpression
  Barrier CancellationToken CancellationTokenRegistration CancellationTokenSource Interlocked ManualResetEvent Monitor Mutex
  Parallel ReaderWriterLockSlim Semaphore SemaphoreSlim SynchronizationContext Task TaskCanceledException TaskCompletionSource TaskFactory
  TaskScheduler Thread ThreadLocal ThreadPool Timer ValueTask Volatile AsyncLocal AutoResetEvent CountdownEvent
  BinaryReader BinaryWriter Directory DirectoryInfo File FileInfo FileMode FileAccess FileShare FileNotFoundException FileStream
  FileSystemWatcher IOException MemoryStream Path SearchOption Stream StreamReader StreamWriter StringReader StringWriter TextReader
  TextWriter
  CultureInfo Encoding Rune StringBuilder UTF8Encoding Regex RegexOptions Match JsonSerializer JsonSerializerOptions JsonDocument JsonElement
  JsonConverter JsonProperty JsonIgnore JsonPropertyName Utf8JsonReader Utf8JsonWriter
  Assembly AssemblyName BindingFlags ConstructorInfo CustomAttributeData EventInfo FieldInfo ICustomAttributeProvider MemberInfo MethodBase
  MethodInfo ParameterInfo PropertyInfo TargetInvocationException TypeInfo ILGenerator DynamicMethod OpCodes
  CallerArgumentExpression CallerFilePath CallerLineNumber CallerMemberName CompilerGenerated ExtensionAttribute InternalsVisibleTo
  IsExternalInit MethodImpl MethodImplOptions ModuleInitializer RuntimeHelpers Unsafe ConditionalWeakTable Conditional Debug Debugger
  DebuggerDisplay DebuggerNonUserCode DebuggerStepThrough EditorBrowsable EditorBrowsableState ExcludeFromCodeCoverage Process Stopwatch Trace
  Activity DiagnosticListener DiagnosticSource
  AllowNull DisallowNull DoesNotReturn DynamicallyAccessedMembers MaybeNull MaybeNullWhen MemberNotNull NotNull NotNullIfNotNull NotNullWhen
  RequiresDynamicCode RequiresUnreferencedCode SetsRequiredMembers StringSyntax SuppressMessage UnconditionalSuppressMessage
  Marshal DllImport GCHandle SafeHandle StructLayout LayoutKind
  HttpClient HttpContent HttpMethod HttpRequestMessage HttpResponseMessage HttpStatusCode IPAddress IPEndPoint Socket TcpClient WebSocket
  DataTable DataRow DataSet DbCommand DbConnection DbDataReader DbException DbParameter DbTransaction DbProviderFactory DbType CommandType
  IDataParameter IDataReader IDataRecord IDbCommand IDbConnection IDbDataParameter IDbTransaction IsolationLevel
  BigInteger Complex Vector Vector2 Vector3 Vector4 Matrix4x4 BitOperations
  INotifyPropertyChanged INotifyPropertyChanging PropertyChangedEventArgs PropertyChangedEventHandler TypeConverter TypeDescriptor
  DefaultValue Description Category Browsable
  `
    .trim()
    .split(/\s+/),
);
