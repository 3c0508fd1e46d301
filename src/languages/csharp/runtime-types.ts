/**
 * The .NET types that code uses most, with their members and the types of these. The result of a call on one decides overloads further on. A line is
 * a type and its members, `Name:Type` each; all overloads of a listed method give the same. `T0` and `T1` are the type's own arguments, and `self` is
 * the type of the receiver.
 */

const TABLE = `
object ToString:string GetHashCode:int Equals:bool GetType:Type ReferenceEquals:bool
string Length:int Empty:string Trim:string TrimStart:string TrimEnd:string Substring:string Replace:string ToUpper:string ToLower:string ToUpperInvariant:string ToLowerInvariant:string PadLeft:string PadRight:string Insert:string Remove:string Join:string Concat:string Format:string Intern:string Normalize:string Create:string StartsWith:bool EndsWith:bool Contains:bool IsNullOrEmpty:bool IsNullOrWhiteSpace:bool IndexOf:int LastIndexOf:int IndexOfAny:int Compare:int CompareOrdinal:int CompareTo:int Split:Array<string> ToCharArray:Array<char> AsSpan:ReadOnlySpan<char> Chars:char
char IsDigit:bool IsLetter:bool IsLetterOrDigit:bool IsWhiteSpace:bool IsUpper:bool IsLower:bool IsPunctuation:bool ToUpper:char ToLower:char ToUpperInvariant:char ToLowerInvariant:char GetNumericValue:double Parse:char
bool Parse:bool TryParse:bool TrueString:string FalseString:string
sbyte MaxValue:self MinValue:self Parse:self TryParse:bool
byte MaxValue:self MinValue:self Parse:self TryParse:bool
short MaxValue:self MinValue:self Parse:self TryParse:bool
ushort MaxValue:self MinValue:self Parse:self TryParse:bool
int MaxValue:self MinValue:self Parse:self TryParse:bool
uint MaxValue:self MinValue:self Parse:self TryParse:bool
long MaxValue:self MinValue:self Parse:self TryParse:bool
ulong MaxValue:self MinValue:self Parse:self TryParse:bool
float MaxValue:self MinValue:self NaN:self Epsilon:self PositiveInfinity:self NegativeInfinity:self Parse:self TryParse:bool IsNaN:bool IsInfinity:bool
double MaxValue:self MinValue:self NaN:self Epsilon:self PositiveInfinity:self NegativeInfinity:self Parse:self TryParse:bool IsNaN:bool IsInfinity:bool
decimal MaxValue:self MinValue:self Zero:self One:self MinusOne:self Parse:self TryParse:bool Round:self Floor:self Ceiling:self Truncate:self GetBits:Array<int>
Guid NewGuid:Guid Empty:Guid Parse:Guid ParseExact:Guid TryParse:bool ToByteArray:Array<byte>
DateTime Now:DateTime UtcNow:DateTime Today:DateTime MinValue:DateTime MaxValue:DateTime UnixEpoch:DateTime Date:DateTime TimeOfDay:TimeSpan Year:int Month:int Day:int Hour:int Minute:int Second:int Millisecond:int DayOfYear:int Ticks:long Kind:DateTimeKind DayOfWeek:DayOfWeek Add:DateTime AddDays:DateTime AddHours:DateTime AddMilliseconds:DateTime AddMinutes:DateTime AddMonths:DateTime AddSeconds:DateTime AddTicks:DateTime AddYears:DateTime ToLocalTime:DateTime ToUniversalTime:DateTime SpecifyKind:DateTime Parse:DateTime ParseExact:DateTime FromBinary:DateTime FromFileTimeUtc:DateTime TryParse:bool TryParseExact:bool DaysInMonth:int IsLeapYear:bool ToShortDateString:string ToLongDateString:string ToShortTimeString:string ToBinary:long ToFileTimeUtc:long
DateTimeOffset Now:DateTimeOffset UtcNow:DateTimeOffset MinValue:DateTimeOffset MaxValue:DateTimeOffset UnixEpoch:DateTimeOffset DateTime:DateTime UtcDateTime:DateTime LocalDateTime:DateTime Date:DateTime Offset:TimeSpan TimeOfDay:TimeSpan Year:int Month:int Day:int Hour:int Minute:int Second:int Millisecond:int Ticks:long UtcTicks:long DayOfWeek:DayOfWeek Add:DateTimeOffset AddDays:DateTimeOffset AddHours:DateTimeOffset AddMilliseconds:DateTimeOffset AddMinutes:DateTimeOffset AddMonths:DateTimeOffset AddSeconds:DateTimeOffset AddTicks:DateTimeOffset AddYears:DateTimeOffset ToUniversalTime:DateTimeOffset ToLocalTime:DateTimeOffset ToOffset:DateTimeOffset Parse:DateTimeOffset ParseExact:DateTimeOffset FromUnixTimeSeconds:DateTimeOffset FromUnixTimeMilliseconds:DateTimeOffset ToUnixTimeSeconds:long ToUnixTimeMilliseconds:long TryParse:bool
DateOnly Year:int Month:int Day:int FromDateTime:DateOnly AddDays:DateOnly AddMonths:DateOnly AddYears:DateOnly ToDateTime:DateTime Parse:DateOnly MinValue:DateOnly MaxValue:DateOnly
TimeOnly Hour:int Minute:int Second:int FromDateTime:TimeOnly FromTimeSpan:TimeOnly Add:TimeOnly AddHours:TimeOnly AddMinutes:TimeOnly ToTimeSpan:TimeSpan Parse:TimeOnly
TimeSpan Zero:TimeSpan MaxValue:TimeSpan MinValue:TimeSpan FromDays:TimeSpan FromHours:TimeSpan FromMinutes:TimeSpan FromSeconds:TimeSpan FromMilliseconds:TimeSpan FromMicroseconds:TimeSpan FromTicks:TimeSpan Parse:TimeSpan ParseExact:TimeSpan TryParse:bool Add:TimeSpan Subtract:TimeSpan Multiply:TimeSpan Negate:TimeSpan Duration:TimeSpan Days:int Hours:int Minutes:int Seconds:int Milliseconds:int Ticks:long TotalDays:double TotalHours:double TotalMinutes:double TotalSeconds:double TotalMilliseconds:double TicksPerSecond:long TicksPerMillisecond:long TicksPerDay:long
TimeZoneInfo Utc:TimeZoneInfo Local:TimeZoneInfo Id:string DisplayName:string BaseUtcOffset:TimeSpan FindSystemTimeZoneById:TimeZoneInfo ConvertTime:DateTime ConvertTimeToUtc:DateTime ConvertTimeFromUtc:DateTime GetUtcOffset:TimeSpan
TimeProvider System:TimeProvider GetUtcNow:DateTimeOffset GetLocalNow:DateTimeOffset GetTimestamp:long GetElapsedTime:TimeSpan
Stopwatch StartNew:Stopwatch GetTimestamp:long GetElapsedTime:TimeSpan Elapsed:TimeSpan ElapsedMilliseconds:long ElapsedTicks:long IsRunning:bool Frequency:long Start:void Stop:void Reset:void Restart:void
Exception Message:string InnerException:Exception StackTrace:string Source:string HelpLink:string HResult:int Data:IDictionary TargetSite:MethodBase GetBaseException:Exception
AggregateException InnerExceptions:ReadOnlyCollection<Exception> Flatten:AggregateException
ArgumentException ParamName:string ThrowIfNullOrEmpty:void ThrowIfNullOrWhiteSpace:void
ArgumentNullException ParamName:string ThrowIfNull:void
ArgumentOutOfRangeException ParamName:string ActualValue:object
ObjectDisposedException ObjectName:string ThrowIf:void
OperationCanceledException CancellationToken:CancellationToken
TaskCanceledException CancellationToken:CancellationToken Task:Task
FileNotFoundException FileName:string
HttpRequestException StatusCode:HttpStatusCode?
Type Name:string FullName:string Namespace:string AssemblyQualifiedName:string Assembly:Assembly BaseType:Type DeclaringType:Type ReflectedType:Type UnderlyingSystemType:Type GUID:Guid Module:Module Attributes:TypeAttributes IsAbstract:bool IsArray:bool IsClass:bool IsEnum:bool IsGenericType:bool IsGenericTypeDefinition:bool IsGenericParameter:bool IsConstructedGenericType:bool IsInterface:bool IsPrimitive:bool IsPublic:bool IsNotPublic:bool IsSealed:bool IsValueType:bool IsNested:bool IsPointer:bool IsByRef:bool IsVisible:bool ContainsGenericParameters:bool EmptyTypes:Array<Type> GenericTypeArguments:Array<Type> GetGenericArguments:Array<Type> GetGenericParameterConstraints:Array<Type> GetGenericTypeDefinition:Type MakeGenericType:Type MakeArrayType:Type MakeByRefType:Type GetElementType:Type GetInterfaces:Array<Type> GetInterface:Type GetNestedType:Type GetNestedTypes:Array<Type> GetEnumUnderlyingType:Type GetEnumNames:Array<string> GetTypeInfo:TypeInfo GetType:Type GetTypeCode:TypeCode GetConstructor:ConstructorInfo GetConstructors:Array<ConstructorInfo> GetField:FieldInfo GetFields:Array<FieldInfo> GetMethod:MethodInfo GetMethods:Array<MethodInfo> GetProperty:PropertyInfo GetProperties:Array<PropertyInfo> GetMember:Array<MemberInfo> GetMembers:Array<MemberInfo> GetEvent:EventInfo GetEvents:Array<EventInfo> IsAssignableFrom:bool IsAssignableTo:bool IsInstanceOfType:bool IsSubclassOf:bool IsDefined:bool IsEnumDefined:bool GetCustomAttributes:Array<object> GetCustomAttributesData:IList<CustomAttributeData> InvokeMember:object
TypeInfo DeclaredMethods:IEnumerable<MethodInfo> DeclaredProperties:IEnumerable<PropertyInfo> DeclaredFields:IEnumerable<FieldInfo> DeclaredConstructors:IEnumerable<ConstructorInfo> DeclaredMembers:IEnumerable<MemberInfo> DeclaredNestedTypes:IEnumerable<TypeInfo> ImplementedInterfaces:IEnumerable<Type> GenericTypeParameters:Array<Type> AsType:Type GetDeclaredMethod:MethodInfo GetDeclaredMethods:IEnumerable<MethodInfo> GetDeclaredProperty:PropertyInfo GetDeclaredField:FieldInfo
MemberInfo Name:string DeclaringType:Type ReflectedType:Type MemberType:MemberTypes Module:Module MetadataToken:int GetCustomAttributes:Array<object> GetCustomAttributesData:IList<CustomAttributeData> IsDefined:bool
MethodBase GetParameters:Array<ParameterInfo> IsStatic:bool IsPublic:bool IsPrivate:bool IsAbstract:bool IsVirtual:bool IsFinal:bool IsConstructor:bool IsGenericMethod:bool IsGenericMethodDefinition:bool IsSpecialName:bool IsAssembly:bool IsFamily:bool ContainsGenericParameters:bool Invoke:object GetGenericArguments:Array<Type> GetCurrentMethod:MethodBase GetMethodFromHandle:MethodBase
MethodInfo ReturnType:Type ReturnParameter:ParameterInfo GetBaseDefinition:MethodInfo GetGenericMethodDefinition:MethodInfo MakeGenericMethod:MethodInfo
ConstructorInfo Invoke:object
PropertyInfo PropertyType:Type CanRead:bool CanWrite:bool GetMethod:MethodInfo SetMethod:MethodInfo GetGetMethod:MethodInfo GetSetMethod:MethodInfo GetIndexParameters:Array<ParameterInfo> GetAccessors:Array<MethodInfo> GetValue:object SetValue:void
FieldInfo FieldType:Type IsStatic:bool IsPublic:bool IsPrivate:bool IsInitOnly:bool IsLiteral:bool GetValue:object SetValue:void GetRawConstantValue:object
ParameterInfo Name:string ParameterType:Type Position:int IsOptional:bool IsOut:bool HasDefaultValue:bool DefaultValue:object RawDefaultValue:object Member:MemberInfo GetCustomAttributes:Array<object>
EventInfo EventHandlerType:Type AddEventHandler:void RemoveEventHandler:void
CustomAttributeData AttributeType:Type Constructor:ConstructorInfo ConstructorArguments:IList<CustomAttributeTypedArgument> NamedArguments:IList<CustomAttributeNamedArgument>
Assembly FullName:string Location:string CodeBase:string IsDynamic:bool EntryPoint:MethodInfo ExportedTypes:IEnumerable<Type> DefinedTypes:IEnumerable<TypeInfo> GetName:AssemblyName GetTypes:Array<Type> GetExportedTypes:Array<Type> GetType:Type GetExecutingAssembly:Assembly GetCallingAssembly:Assembly GetEntryAssembly:Assembly GetAssembly:Assembly Load:Assembly LoadFrom:Assembly LoadFile:Assembly GetManifestResourceStream:Stream GetManifestResourceNames:Array<string> GetReferencedAssemblies:Array<AssemblyName> GetCustomAttributes:Array<object>
AssemblyName Name:string FullName:string Version:Version GetPublicKeyToken:Array<byte>
AppDomain CurrentDomain:AppDomain BaseDirectory:string GetAssemblies:Array<Assembly> FriendlyName:string
Activator CreateInstance:object
Attribute GetCustomAttribute:Attribute GetCustomAttributes:Array<Attribute> IsDefined:bool
Enum GetName:string GetNames:Array<string> GetValues:Array GetUnderlyingType:Type IsDefined:bool Parse:object ToObject:object HasFlag:bool
Delegate Method:MethodInfo Target:object DynamicInvoke:object GetInvocationList:Array<Delegate> Combine:Delegate Remove:Delegate CreateDelegate:Delegate
Version Major:int Minor:int Build:int Revision:int Parse:Version TryParse:bool
Environment NewLine:string MachineName:string UserName:string CurrentDirectory:string ProcessorCount:int TickCount:int TickCount64:long CurrentManagedThreadId:int StackTrace:string ProcessId:int ProcessPath:string GetEnvironmentVariable:string SetEnvironmentVariable:void GetFolderPath:string GetCommandLineArgs:Array<string> ExpandEnvironmentVariables:string
Math Floor:double Ceiling:double Sqrt:double Pow:double Log:double Log10:double Exp:double Sin:double Cos:double Tan:double PI:double E:double Sign:int
Convert ToBoolean:bool ToByte:byte ToSByte:sbyte ToInt16:short ToUInt16:ushort ToInt32:int ToUInt32:uint ToInt64:long ToUInt64:ulong ToSingle:float ToDouble:double ToDecimal:decimal ToChar:char ToDateTime:DateTime ToString:string ToBase64String:string FromBase64String:Array<byte> ToHexString:string FromHexString:Array<byte> ChangeType:object IsDBNull:bool
BitConverter GetBytes:Array<byte> ToInt16:short ToInt32:int ToInt64:long ToUInt16:ushort ToUInt32:uint ToUInt64:ulong ToSingle:float ToDouble:double ToString:string ToBoolean:bool IsLittleEndian:bool
Buffer BlockCopy:void
Interlocked MemoryBarrier:void
Random Next:int NextInt64:long NextDouble:double NextSingle:float NextBytes:void Shared:Random
Uri AbsoluteUri:string AbsolutePath:string OriginalString:string Host:string Scheme:string Port:int Query:string Fragment:string Authority:string PathAndQuery:string LocalPath:string UserInfo:string IsAbsoluteUri:bool IsFile:bool IsDefaultPort:bool Segments:Array<string> EscapeDataString:string UnescapeDataString:string EscapeUriString:string MakeRelativeUri:Uri IsWellFormedUriString:bool TryCreate:bool GetLeftPart:string GetComponents:string
UriBuilder Uri:Uri Host:string Scheme:string Port:int Path:string Query:string
StringBuilder Length:int Capacity:int Append:StringBuilder AppendLine:StringBuilder AppendFormat:StringBuilder AppendJoin:StringBuilder Insert:StringBuilder Remove:StringBuilder Replace:StringBuilder Clear:StringBuilder EnsureCapacity:int Chars:char
StringComparer Ordinal:StringComparer OrdinalIgnoreCase:StringComparer InvariantCulture:StringComparer InvariantCultureIgnoreCase:StringComparer CurrentCulture:StringComparer CurrentCultureIgnoreCase:StringComparer Compare:int Equals:bool
CultureInfo InvariantCulture:CultureInfo CurrentCulture:CultureInfo CurrentUICulture:CultureInfo InstalledUICulture:CultureInfo DefaultThreadCurrentCulture:CultureInfo Name:string DisplayName:string EnglishName:string TwoLetterISOLanguageName:string Parent:CultureInfo TextInfo:TextInfo NumberFormat:NumberFormatInfo DateTimeFormat:DateTimeFormatInfo GetCultureInfo:CultureInfo CreateSpecificCulture:CultureInfo GetCultures:Array<CultureInfo> IsNeutralCulture:bool
NumberFormatInfo InvariantInfo:NumberFormatInfo CurrentInfo:NumberFormatInfo
TextInfo ToTitleCase:string ToLower:string ToUpper:string
Encoding UTF8:Encoding ASCII:Encoding Unicode:Encoding UTF32:Encoding Default:Encoding Latin1:Encoding BigEndianUnicode:Encoding GetEncoding:Encoding GetBytes:Array<byte> GetString:string GetByteCount:int GetCharCount:int GetChars:Array<char> GetMaxByteCount:int WebName:string EncodingName:string
Regex Match:Match Matches:MatchCollection IsMatch:bool Replace:string Split:Array<string> Escape:string Unescape:string GetGroupNames:Array<string>
Match Groups:GroupCollection Success:bool Value:string Index:int Length:int NextMatch:Match Name:string Captures:CaptureCollection Result:string
Group Success:bool Value:string Index:int Length:int Name:string Captures:CaptureCollection
Capture Value:string Index:int Length:int
Hub Clients:IHubCallerClients<T0> Context:HubCallerContext Groups:IGroupManager
IHubContext Clients:IHubClients<T1> Groups:IGroupManager
IHubCallerClients All:T0 AllExcept:T0 Caller:T0 Client:T0 Clients:T0 Group:T0 GroupExcept:T0 Groups:T0 Others:T0 OthersInGroup:T0 User:T0 Users:T0
IHubClients All:T0 AllExcept:T0 Client:T0 Clients:T0 Group:T0 GroupExcept:T0 Groups:T0 User:T0 Users:T0
Task CompletedTask:Task Delay:Task Yield:YieldAwaitable FromException:Task FromCanceled:Task WaitAll:void WaitAny:int Id:int IsCompleted:bool IsCanceled:bool IsFaulted:bool IsCompletedSuccessfully:bool Status:TaskStatus Exception:AggregateException Factory:TaskFactory Start:void RunSynchronously:void Dispose:void
ValueTask CompletedTask:ValueTask IsCompleted:bool IsCompletedSuccessfully:bool IsFaulted:bool IsCanceled:bool
TaskCompletionSource SetResult:void SetException:void SetCanceled:void TrySetResult:bool TrySetException:bool TrySetCanceled:bool
CancellationToken None:CancellationToken IsCancellationRequested:bool CanBeCanceled:bool ThrowIfCancellationRequested:void Register:CancellationTokenRegistration WaitHandle:WaitHandle
CancellationTokenSource Token:CancellationToken IsCancellationRequested:bool Cancel:void CancelAfter:void CancelAsync:Task Dispose:void CreateLinkedTokenSource:CancellationTokenSource
Thread CurrentThread:Thread ManagedThreadId:int Name:string Sleep:void Start:void Join:bool CurrentCulture:CultureInfo CurrentUICulture:CultureInfo Yield:bool SpinWait:void
SemaphoreSlim Wait:void WaitAsync:Task Release:int CurrentCount:int
ManualResetEventSlim Set:void Reset:void Wait:void IsSet:bool
ManualResetEvent Set:bool Reset:bool WaitOne:bool
AutoResetEvent Set:bool Reset:bool WaitOne:bool
CountdownEvent Signal:bool Wait:void CurrentCount:int
Monitor Enter:void Exit:void TryEnter:bool Wait:bool Pulse:void PulseAll:void
Console WriteLine:void Write:void ReadLine:string ReadKey:ConsoleKeyInfo Out:TextWriter Error:TextWriter In:TextReader
Debug WriteLine:void Write:void Assert:void Fail:void
Trace WriteLine:void TraceInformation:void TraceWarning:void TraceError:void
Debugger IsAttached:bool Break:void Launch:bool
GC Collect:void SuppressFinalize:void KeepAlive:void WaitForPendingFinalizers:void GetTotalMemory:long
Path Combine:string Join:string GetFileName:string GetFileNameWithoutExtension:string GetExtension:string GetDirectoryName:string GetFullPath:string GetTempPath:string GetTempFileName:string GetRandomFileName:string GetPathRoot:string GetRelativePath:string ChangeExtension:string HasExtension:bool IsPathRooted:bool DirectorySeparatorChar:char PathSeparator:char GetInvalidFileNameChars:Array<char> GetInvalidPathChars:Array<char>
File Exists:bool ReadAllText:string ReadAllLines:Array<string> ReadAllBytes:Array<byte> ReadLines:IEnumerable<string> ReadAllTextAsync:Task<string> ReadAllLinesAsync:Task<Array<string>> ReadAllBytesAsync:Task<Array<byte>> WriteAllText:void WriteAllLines:void WriteAllBytes:void WriteAllTextAsync:Task WriteAllBytesAsync:Task AppendAllText:void AppendAllLines:void Delete:void Copy:void Move:void Open:FileStream OpenRead:FileStream OpenWrite:FileStream Create:FileStream OpenText:StreamReader CreateText:StreamWriter GetLastWriteTime:DateTime GetLastWriteTimeUtc:DateTime GetCreationTimeUtc:DateTime GetAttributes:FileAttributes
Directory Exists:bool CreateDirectory:DirectoryInfo Delete:void Move:void GetFiles:Array<string> GetDirectories:Array<string> GetFileSystemEntries:Array<string> EnumerateFiles:IEnumerable<string> EnumerateDirectories:IEnumerable<string> GetCurrentDirectory:string SetCurrentDirectory:void GetParent:DirectoryInfo
FileSystemInfo Name:string FullName:string Exists:bool Extension:string LastWriteTime:DateTime LastWriteTimeUtc:DateTime CreationTimeUtc:DateTime Delete:void Refresh:void
FileInfo Name:string FullName:string Exists:bool Extension:string Length:long DirectoryName:string Directory:DirectoryInfo LastWriteTimeUtc:DateTime OpenRead:FileStream OpenWrite:FileStream Open:FileStream OpenText:StreamReader Create:FileStream CreateText:StreamWriter CopyTo:FileInfo MoveTo:void Delete:void
DirectoryInfo Name:string FullName:string Exists:bool Parent:DirectoryInfo Root:DirectoryInfo GetFiles:Array<FileInfo> GetDirectories:Array<DirectoryInfo> EnumerateFiles:IEnumerable<FileInfo> Create:void Delete:void CreateSubdirectory:DirectoryInfo
Stream Length:long Position:long CanRead:bool CanSeek:bool CanWrite:bool Read:int ReadByte:int Write:void WriteByte:void Seek:long SetLength:void Flush:void Close:void CopyTo:void CopyToAsync:Task ReadAsync:Task<int> WriteAsync:Task FlushAsync:Task Dispose:void DisposeAsync:ValueTask Null:Stream
MemoryStream ToArray:Array<byte> GetBuffer:Array<byte> Capacity:int WriteTo:void TryGetBuffer:bool
TextReader ReadLine:string ReadToEnd:string Read:int Peek:int ReadBlock:int ReadLineAsync:Task<string> ReadToEndAsync:Task<string> ReadAsync:Task<int> Close:void Dispose:void Null:TextReader
StreamReader BaseStream:Stream EndOfStream:bool CurrentEncoding:Encoding
TextWriter Write:void WriteLine:void WriteAsync:Task WriteLineAsync:Task Flush:void FlushAsync:Task Close:void Dispose:void NewLine:string Encoding:Encoding Null:TextWriter
StringWriter GetStringBuilder:StringBuilder
StreamWriter BaseStream:Stream AutoFlush:bool
BinaryReader ReadByte:byte ReadBytes:Array<byte> ReadInt16:short ReadUInt16:ushort ReadInt32:int ReadUInt32:uint ReadInt64:long ReadUInt64:ulong ReadSingle:float ReadDouble:double ReadDecimal:decimal ReadBoolean:bool ReadChar:char ReadString:string BaseStream:Stream
BinaryWriter Write:void Flush:void BaseStream:Stream
List Add:void AddRange:void Insert:void InsertRange:void Clear:void RemoveAt:void RemoveRange:void Sort:void ForEach:void CopyTo:void Reverse:void Remove:bool RemoveAll:int Contains:bool IndexOf:int FindIndex:int Exists:bool TrueForAll:bool Capacity:int BinarySearch:int
IList Add:void Insert:void RemoveAt:void Clear:void Remove:bool Contains:bool IndexOf:int CopyTo:void
ICollection Add:void Clear:void Remove:bool Contains:bool CopyTo:void
Collection Add:void Insert:void RemoveAt:void Clear:void Remove:bool Contains:bool IndexOf:int
ObservableCollection Add:void Insert:void RemoveAt:void Clear:void Remove:bool Move:void
HashSet Add:bool Remove:bool Clear:void Contains:bool UnionWith:void ExceptWith:void IntersectWith:void SetEquals:bool IsSubsetOf:bool IsSupersetOf:bool Overlaps:bool RemoveWhere:int TryGetValue:bool
ISet Add:bool Remove:bool Clear:void Contains:bool UnionWith:void ExceptWith:void IntersectWith:void SetEquals:bool
SortedSet Add:bool Remove:bool Clear:void Contains:bool
Queue Enqueue:void Clear:void TryDequeue:bool TryPeek:bool
Stack Push:void Clear:void TryPop:bool TryPeek:bool
ConcurrentQueue Enqueue:void TryDequeue:bool TryPeek:bool IsEmpty:bool Clear:void
ConcurrentStack Push:void TryPop:bool TryPeek:bool IsEmpty:bool
ConcurrentBag Add:void TryTake:bool TryPeek:bool IsEmpty:bool
BlockingCollection Add:void TryAdd:bool Take:T0 TryTake:bool CompleteAdding:void IsCompleted:bool
LinkedList AddFirst:LinkedListNode<T0> AddLast:LinkedListNode<T0> AddBefore:LinkedListNode<T0> AddAfter:LinkedListNode<T0> First:LinkedListNode<T0> Last:LinkedListNode<T0> RemoveFirst:void RemoveLast:void Clear:void Find:LinkedListNode<T0>
LinkedListNode Value:T0 Next:LinkedListNode<T0> Previous:LinkedListNode<T0> List:LinkedList<T0>
Dictionary Add:void Clear:void Remove:bool TryAdd:bool TryGetValue:bool ContainsKey:bool ContainsValue:bool EnsureCapacity:int Comparer:IEqualityComparer<T0>
IDictionary Add:void Clear:void Remove:bool TryGetValue:bool ContainsKey:bool
IReadOnlyDictionary TryGetValue:bool ContainsKey:bool
SortedDictionary Add:void Clear:void Remove:bool TryGetValue:bool ContainsKey:bool
ConcurrentDictionary TryAdd:bool TryRemove:bool TryUpdate:bool TryGetValue:bool ContainsKey:bool AddOrUpdate:T1 Clear:void IsEmpty:bool
Array Length:int Rank:int LongLength:long GetLength:int GetLowerBound:int GetUpperBound:int GetValue:object SetValue:void CopyTo:void Copy:void Sort:void Reverse:void Clear:void Fill:void IndexOf:int LastIndexOf:int Resize:void Exists:bool BinarySearch:int
IEnumerator MoveNext:bool Reset:void
IDisposable Dispose:void
IAsyncDisposable DisposeAsync:ValueTask
Lazy IsValueCreated:bool
WeakReference IsAlive:bool Target:object TryGetTarget:bool
XName LocalName:string NamespaceName:string Namespace:XNamespace Get:XName
XNamespace NamespaceName:string None:XNamespace Get:XNamespace Xml:XNamespace
XObject Parent:XElement Document:XDocument NodeType:XmlNodeType BaseUri:string
XNode NextNode:XNode PreviousNode:XNode Remove:void Ancestors:IEnumerable<XElement> ElementsAfterSelf:IEnumerable<XElement> ElementsBeforeSelf:IEnumerable<XElement> AddAfterSelf:void AddBeforeSelf:void ReplaceWith:void
XContainer Add:void AddFirst:void Descendants:IEnumerable<XElement> Element:XElement Elements:IEnumerable<XElement> Nodes:IEnumerable<XNode> DescendantNodes:IEnumerable<XNode> FirstNode:XNode LastNode:XNode RemoveNodes:void ReplaceNodes:void
XElement Name:XName Value:string HasElements:bool HasAttributes:bool IsEmpty:bool Attribute:XAttribute Attributes:IEnumerable<XAttribute> FirstAttribute:XAttribute SetAttributeValue:void SetElementValue:void SetValue:void Parse:XElement Load:XElement DescendantsAndSelf:IEnumerable<XElement> AncestorsAndSelf:IEnumerable<XElement> Save:void RemoveAttributes:void GetDefaultNamespace:XNamespace
XAttribute Name:XName Value:string Remove:void SetValue:void IsNamespaceDeclaration:bool NextAttribute:XAttribute PreviousAttribute:XAttribute
XDocument Root:XElement Declaration:XDeclaration Parse:XDocument Load:XDocument Save:void
XmlNode Name:string LocalName:string NamespaceURI:string Prefix:string Value:string InnerText:string InnerXml:string OuterXml:string ParentNode:XmlNode FirstChild:XmlNode LastChild:XmlNode NextSibling:XmlNode ChildNodes:XmlNodeList Attributes:XmlAttributeCollection OwnerDocument:XmlDocument AppendChild:XmlNode RemoveChild:XmlNode InsertBefore:XmlNode SelectNodes:XmlNodeList SelectSingleNode:XmlNode HasChildNodes:bool
XmlDocument DocumentElement:XmlElement Load:void LoadXml:void Save:void CreateElement:XmlElement CreateAttribute:XmlAttribute CreateTextNode:XmlText
XmlElement GetAttribute:string SetAttribute:void HasAttribute:bool GetElementsByTagName:XmlNodeList IsEmpty:bool
JsonDocument RootElement:JsonElement Parse:JsonDocument ParseAsync:Task<JsonDocument>
JsonElement ValueKind:JsonValueKind GetProperty:JsonElement TryGetProperty:bool GetString:string GetInt32:int GetInt64:long GetDouble:double GetDecimal:decimal GetBoolean:bool GetGuid:Guid GetDateTime:DateTime GetDateTimeOffset:DateTimeOffset GetRawText:string GetArrayLength:int EnumerateArray:IEnumerable<JsonElement> EnumerateObject:IEnumerable<JsonProperty> Clone:JsonElement TryGetInt32:bool TryGetInt64:bool WriteTo:void
JsonProperty Name:string Value:JsonElement
JsonSerializer Serialize:string SerializeToUtf8Bytes:Array<byte> SerializeAsync:Task
Utf8JsonWriter WriteStartObject:void WriteEndObject:void WriteStartArray:void WriteEndArray:void WriteString:void WriteNumber:void WriteBoolean:void WriteNull:void WritePropertyName:void WriteStringValue:void WriteNumberValue:void WriteBooleanValue:void WriteNullValue:void WriteRawValue:void Flush:void FlushAsync:Task
Utf8JsonReader GetString:string GetInt32:int GetInt64:long GetDouble:double GetDecimal:decimal GetBoolean:bool GetGuid:Guid GetDateTime:DateTime GetDateTimeOffset:DateTimeOffset Read:bool Skip:void TrySkip:bool TokenType:JsonTokenType ValueTextEquals:bool
HttpClient GetAsync:Task<HttpResponseMessage> PostAsync:Task<HttpResponseMessage> PutAsync:Task<HttpResponseMessage> DeleteAsync:Task<HttpResponseMessage> PatchAsync:Task<HttpResponseMessage> SendAsync:Task<HttpResponseMessage> Send:HttpResponseMessage GetStringAsync:Task<string> GetStreamAsync:Task<Stream> GetByteArrayAsync:Task<Array<byte>> BaseAddress:Uri Timeout:TimeSpan DefaultRequestHeaders:HttpRequestHeaders
HttpRequestMessage Method:HttpMethod RequestUri:Uri Content:HttpContent Headers:HttpRequestHeaders Version:Version
HttpResponseMessage StatusCode:HttpStatusCode Content:HttpContent Headers:HttpResponseHeaders RequestMessage:HttpRequestMessage ReasonPhrase:string IsSuccessStatusCode:bool Version:Version EnsureSuccessStatusCode:HttpResponseMessage
HttpContent Headers:HttpContentHeaders ReadAsStringAsync:Task<string> ReadAsStreamAsync:Task<Stream> ReadAsByteArrayAsync:Task<Array<byte>> CopyToAsync:Task
HttpMethod Get:HttpMethod Post:HttpMethod Put:HttpMethod Delete:HttpMethod Patch:HttpMethod Head:HttpMethod Options:HttpMethod Trace:HttpMethod Method:string
IPAddress Loopback:IPAddress Any:IPAddress Parse:IPAddress TryParse:bool AddressFamily:AddressFamily GetAddressBytes:Array<byte>
Process Start:Process GetCurrentProcess:Process Id:int ProcessName:string ExitCode:int HasExited:bool Kill:void WaitForExit:void StandardOutput:StreamReader StandardError:StreamReader
Activity Current:Activity Id:string TraceId:ActivityTraceId SpanId:ActivitySpanId ParentId:string OperationName:string DisplayName:string SetTag:Activity AddTag:Activity AddEvent:Activity AddBaggage:Activity Start:Activity Stop:void
DbConnection Open:void OpenAsync:Task Close:void CreateCommand:DbCommand BeginTransaction:DbTransaction State:ConnectionState ConnectionString:string Database:string ConnectionTimeout:int
IDbConnection Open:void Close:void CreateCommand:IDbCommand BeginTransaction:IDbTransaction State:ConnectionState ConnectionString:string Database:string ConnectionTimeout:int ChangeDatabase:void
DbCommand CommandText:string CommandType:CommandType CommandTimeout:int Connection:DbConnection Transaction:DbTransaction Parameters:DbParameterCollection ExecuteNonQuery:int ExecuteScalar:object ExecuteReader:DbDataReader ExecuteNonQueryAsync:Task<int> ExecuteScalarAsync:Task<object> ExecuteReaderAsync:Task<DbDataReader> CreateParameter:DbParameter Prepare:void Cancel:void
IDbCommand CommandText:string CommandType:CommandType CommandTimeout:int Connection:IDbConnection Transaction:IDbTransaction Parameters:IDataParameterCollection ExecuteNonQuery:int ExecuteScalar:object ExecuteReader:IDataReader CreateParameter:IDbDataParameter Prepare:void Cancel:void
DbDataReader Read:bool ReadAsync:Task<bool> NextResult:bool NextResultAsync:Task<bool> FieldCount:int HasRows:bool IsClosed:bool GetName:string GetOrdinal:int GetValue:object GetValues:int GetString:string GetInt16:short GetInt32:int GetInt64:long GetBoolean:bool GetByte:byte GetChar:char GetDateTime:DateTime GetDecimal:decimal GetDouble:double GetFloat:float GetGuid:Guid GetFieldType:Type GetDataTypeName:string GetStream:Stream IsDBNull:bool IsDBNullAsync:Task<bool> Close:void CloseAsync:Task
IDataRecord FieldCount:int GetName:string GetOrdinal:int GetValue:object GetValues:int GetString:string GetInt16:short GetInt32:int GetInt64:long GetBoolean:bool GetByte:byte GetChar:char GetDateTime:DateTime GetDecimal:decimal GetDouble:double GetFloat:float GetGuid:Guid GetFieldType:Type GetDataTypeName:string IsDBNull:bool
IDataReader Read:bool NextResult:bool Close:void IsClosed:bool Depth:int RecordsAffected:int
DbTransaction Commit:void Rollback:void CommitAsync:Task RollbackAsync:Task Connection:DbConnection IsolationLevel:IsolationLevel
IDbTransaction Commit:void Rollback:void Connection:IDbConnection IsolationLevel:IsolationLevel
Expression Type:Type NodeType:ExpressionType Reduce:Expression CanReduce:bool Constant:ConstantExpression Parameter:ParameterExpression Variable:ParameterExpression Property:MemberExpression Field:MemberExpression PropertyOrField:MemberExpression MakeMemberAccess:MemberExpression Call:MethodCallExpression Convert:UnaryExpression ConvertChecked:UnaryExpression TypeAs:UnaryExpression Not:UnaryExpression Negate:UnaryExpression Quote:UnaryExpression Throw:UnaryExpression Unbox:UnaryExpression ArrayLength:UnaryExpression Equal:BinaryExpression NotEqual:BinaryExpression GreaterThan:BinaryExpression LessThan:BinaryExpression GreaterThanOrEqual:BinaryExpression LessThanOrEqual:BinaryExpression AndAlso:BinaryExpression OrElse:BinaryExpression And:BinaryExpression Or:BinaryExpression Add:BinaryExpression Subtract:BinaryExpression Multiply:BinaryExpression Divide:BinaryExpression Assign:BinaryExpression Coalesce:BinaryExpression ArrayIndex:BinaryExpression ReferenceEqual:BinaryExpression MakeBinary:BinaryExpression Condition:ConditionalExpression IfThen:ConditionalExpression IfThenElse:ConditionalExpression Block:BlockExpression New:NewExpression NewArrayInit:NewArrayExpression NewArrayBounds:NewArrayExpression MemberInit:MemberInitExpression ListInit:ListInitExpression Bind:MemberAssignment ListBind:MemberListBinding Invoke:InvocationExpression Default:DefaultExpression Empty:DefaultExpression TypeIs:TypeBinaryExpression TypeEqual:TypeBinaryExpression TryCatch:TryExpression TryFinally:TryExpression Loop:LoopExpression Label:LabelTarget Goto:GotoExpression Return:GotoExpression Break:GotoExpression Continue:GotoExpression Switch:SwitchExpression MakeIndex:IndexExpression ArrayAccess:IndexExpression Dynamic:DynamicExpression ElementInit:ElementInit
LambdaExpression Body:Expression Parameters:ReadOnlyCollection<ParameterExpression> ReturnType:Type Compile:Delegate Name:string
MemberExpression Member:MemberInfo Expression:Expression
MethodCallExpression Method:MethodInfo Object:Expression Arguments:ReadOnlyCollection<Expression>
UnaryExpression Operand:Expression Method:MethodInfo
BinaryExpression Left:Expression Right:Expression Method:MethodInfo
ConstantExpression Value:object
ParameterExpression Name:string IsByRef:bool
NewExpression Constructor:ConstructorInfo Arguments:ReadOnlyCollection<Expression> Members:ReadOnlyCollection<MemberInfo>
MemberInitExpression NewExpression:NewExpression Bindings:ReadOnlyCollection<MemberBinding>
InvocationExpression Expression:Expression Arguments:ReadOnlyCollection<Expression>
ConditionalExpression Test:Expression IfTrue:Expression IfFalse:Expression
NewArrayExpression Expressions:ReadOnlyCollection<Expression>
BlockExpression Expressions:ReadOnlyCollection<Expression> Variables:ReadOnlyCollection<ParameterExpression> Result:Expression
MemberAssignment Expression:Expression Member:MemberInfo
IServiceProvider GetService:object
IServiceScopeFactory CreateScope:IServiceScope CreateAsyncScope:AsyncServiceScope
IHost Services:IServiceProvider StartAsync:Task StopAsync:Task Run:void RunAsync:Task Start:void
WebApplication Services:IServiceProvider Configuration:IConfiguration Environment:IWebHostEnvironment Logger:ILogger Lifetime:IHostApplicationLifetime Run:void RunAsync:Task
WebApplicationBuilder Services:IServiceCollection Configuration:ConfigurationManager Environment:IWebHostEnvironment Host:ConfigureHostBuilder WebHost:ConfigureWebHostBuilder Logging:ILoggingBuilder Build:WebApplication
HostApplicationBuilder Services:IServiceCollection Configuration:ConfigurationManager Environment:IHostEnvironment Logging:ILoggingBuilder Build:IHost
IHostBuilder Build:IHost ConfigureServices:IHostBuilder ConfigureAppConfiguration:IHostBuilder ConfigureHostConfiguration:IHostBuilder ConfigureLogging:IHostBuilder ConfigureWebHostDefaults:IHostBuilder ConfigureWebHost:IHostBuilder UseServiceProviderFactory:IHostBuilder UseConsoleLifetime:IHostBuilder UseEnvironment:IHostBuilder UseContentRoot:IHostBuilder
Host CreateDefaultBuilder:IHostBuilder CreateApplicationBuilder:HostApplicationBuilder
WebHost CreateDefaultBuilder:IWebHostBuilder
IWebHostBuilder Build:IWebHost ConfigureServices:IWebHostBuilder Configure:IWebHostBuilder UseStartup:IWebHostBuilder UseUrls:IWebHostBuilder UseKestrel:IWebHostBuilder ConfigureAppConfiguration:IWebHostBuilder
IConfiguration GetSection:IConfigurationSection GetChildren:IEnumerable<IConfigurationSection> GetConnectionString:string
IConfigurationSection Key:string Value:string Path:string
IServiceCollection AddSingleton:IServiceCollection AddScoped:IServiceCollection AddTransient:IServiceCollection AddLogging:IServiceCollection AddHostedService:IServiceCollection Configure:IServiceCollection PostConfigure:IServiceCollection TryAddSingleton:void TryAddScoped:void TryAddTransient:void TryAdd:void BuildServiceProvider:ServiceProvider
HttpContext Request:HttpRequest Response:HttpResponse User:ClaimsPrincipal RequestServices:IServiceProvider RequestAborted:CancellationToken TraceIdentifier:string Session:ISession Connection:ConnectionInfo Features:IFeatureCollection
HttpRequest Path:PathString PathBase:PathString Method:string Host:HostString Scheme:string Query:IQueryCollection Headers:IHeaderDictionary Form:IFormCollection Cookies:IRequestCookieCollection Body:Stream HttpContext:HttpContext ContentType:string QueryString:QueryString IsHttps:bool HasFormContentType:bool ReadFormAsync:Task<IFormCollection>
HttpResponse StatusCode:int Headers:IHeaderDictionary Body:Stream ContentType:string Cookies:IResponseCookies HttpContext:HttpContext HasStarted:bool Redirect:void OnStarting:void WriteAsync:Task
ILogger Log:void LogTrace:void LogDebug:void LogInformation:void LogWarning:void LogError:void LogCritical:void IsEnabled:bool BeginScope:IDisposable
ILoggerFactory CreateLogger:ILogger AddProvider:void
ClaimsPrincipal Identity:IIdentity Identities:IEnumerable<ClaimsIdentity> Claims:IEnumerable<Claim> FindFirst:Claim FindAll:IEnumerable<Claim> HasClaim:bool IsInRole:bool
Claim Type:string Value:string Issuer:string
IIdentity Name:string IsAuthenticated:bool AuthenticationType:string
ControllerBase ModelState:ModelStateDictionary User:ClaimsPrincipal HttpContext:HttpContext Request:HttpRequest Response:HttpResponse Url:IUrlHelper
Controller TempData:ITempDataDictionary ViewData:ViewDataDictionary
PageModel ModelState:ModelStateDictionary User:ClaimsPrincipal HttpContext:HttpContext Request:HttpRequest Response:HttpResponse Url:IUrlHelper TempData:ITempDataDictionary
HubCallerContext User:ClaimsPrincipal ConnectionId:string UserIdentifier:string ConnectionAborted:CancellationToken
SqlConnection CreateCommand:SqlCommand BeginTransaction:SqlTransaction
NpgsqlConnection CreateCommand:NpgsqlCommand BeginTransaction:NpgsqlTransaction
`;

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The text of a member's type, by type and name of the member. */
export const RUNTIME_TYPES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  TABLE.trim()
    .split("\n")
    .map((line) => {
      const [type = "", ...members] = words(line);
      return [type, new Map(members.map((member) => member.split(":", 2) as [string, string]))];
    }),
);

/** The names of all members above. */
export const RUNTIME_MEMBERS: ReadonlySet<string> = new Set(
  Array.from(RUNTIME_TYPES.values()).flatMap((members) => [...members.keys()]),
);

/** The bases of the types above, nearest first, as far as these are listed as well. */
export const RUNTIME_BASES: Readonly<Record<string, readonly string[]>> = {
  Type: ["MemberInfo"],
  TypeInfo: ["Type", "MemberInfo"],
  MethodInfo: ["MethodBase", "MemberInfo"],
  ConstructorInfo: ["MethodBase", "MemberInfo"],
  MethodBase: ["MemberInfo"],
  PropertyInfo: ["MemberInfo"],
  FieldInfo: ["MemberInfo"],
  EventInfo: ["MemberInfo"],
  XElement: ["XContainer", "XNode", "XObject"],
  XDocument: ["XContainer", "XNode", "XObject"],
  XContainer: ["XNode", "XObject"],
  XNode: ["XObject"],
  XAttribute: ["XObject"],
  XmlDocument: ["XmlNode"],
  XmlElement: ["XmlNode"],
  XmlAttribute: ["XmlNode"],
  FileInfo: ["FileSystemInfo"],
  DirectoryInfo: ["FileSystemInfo"],
  MemoryStream: ["Stream"],
  FileStream: ["Stream"],
  StreamReader: ["TextReader"],
  StringReader: ["TextReader"],
  StreamWriter: ["TextWriter"],
  StringWriter: ["TextWriter"],
  Match: ["Group", "Capture"],
  Group: ["Capture"],
  Regex: [],
  UTF8Encoding: ["Encoding"],
  IDataReader: ["IDataRecord"],
  IConfigurationRoot: ["IConfiguration"],
  IConfigurationSection: ["IConfiguration"],
  ConfigurationManager: ["IConfiguration"],
  WebApplication: ["IHost"],
  Controller: ["ControllerBase"],
  ServiceProvider: ["IServiceProvider"],
  ServiceCollection: ["IServiceCollection"],
  ClaimsIdentity: ["IIdentity"],
  ArgumentNullException: ["ArgumentException", "Exception"],
  ArgumentOutOfRangeException: ["ArgumentException", "Exception"],
  TaskCanceledException: ["OperationCanceledException", "Exception"],
};
