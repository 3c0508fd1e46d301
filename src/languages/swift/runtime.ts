/** Names of the Swift standard library. They are not imported, so a free name among them is external. */

const GLOBALS = `
Any AnyHashable AnyObject Array ArraySlice Bool Character ClosedRange CaseIterable Codable CodingKey Collection Comparable CustomStringConvertible
CustomDebugStringConvertible Decodable Decoder Dictionary Double Encodable Encoder Equatable Error Float Float32 Float64 Hashable Hasher Identifiable Int Int8 Int16
Int32 Int64 IteratorProtocol KeyPath LazySequence LosslessStringConvertible MainActor Mirror Never Optional OptionSet PartialKeyPath Range RandomAccessCollection
RawRepresentable Result ReferenceWritableKeyPath Sendable Sequence Set StaticString String Strideable Substring Task TaskGroup ThrowingTaskGroup UInt UInt8 UInt16
UInt32 UInt64 Unicode UnsafeMutablePointer UnsafePointer UnsafeRawPointer Void WritableKeyPath abs assert assertionFailure debugPrint dump fatalError max min numericCast
precondition preconditionFailure print readLine repeatElement sequence stride swap type withExtendedLifetime withUnsafeBytes withUnsafePointer zip
ExpressibleByStringLiteral ExpressibleByArrayLiteral ExpressibleByDictionaryLiteral ExpressibleByIntegerLiteral ExpressibleByBooleanLiteral ExpressibleByFloatLiteral
ExpressibleByNilLiteral ExpressibleByStringInterpolation AsyncSequence AsyncStream AsyncThrowingStream AsyncIteratorProtocol Actor Clock ContinuousClock Duration
CheckedContinuation withCheckedContinuation withCheckedThrowingContinuation withTaskGroup withThrowingTaskGroup CancellationError DecodingError EncodingError
MemoryLayout ObjectIdentifier OpaquePointer UnsafeMutableRawPointer UnsafeRawBufferPointer UnsafeBufferPointer ContiguousArray Metatype Self nil true false
`;

/** Global names of the standard library. */
export const runtimeGlobals: ReadonlySet<string> = new Set(GLOBALS.split(/\s+/).filter((name) => name !== ""));

const MEMBERS = `
map flatMap compactMap filter reduce forEach sorted sort reversed reverse contains first last append insert remove removeAll removeFirst removeLast removeValue
joined split prefix suffix dropFirst dropLast drop enumerated min max shuffled allSatisfy firstIndex lastIndex count isEmpty keys values description
debugDescription hash hashValue encode decode init subscript get set index startIndex endIndex hasPrefix hasSuffix lowercased uppercased
replacingOccurrences components trimmingCharacters padding data write read resume cancel wait signal lock unlock async sync after addTarget addSubview
removeFromSuperview store sink receive assign send publisher eraseToAnyPublisher frame background foregroundColor font overlay onAppear onTapGesture
update start stop load save close open run next makeIterator advanced distance merge union intersection subtracting formUnion isSubset print dump
nestedContainer nestedUnkeyedContainer superEncoder superDecoder encodeNil decodeNil container singleValueContainer unkeyedContainer encodeIfPresent decodeIfPresent
removeDuplicates debounce throttle combineLatest replaceNil replaceError replaceEmpty setFailureType handleEvents switchToLatest multicast autoconnect
collect tryMap mapError subscribe scan bold italic deinit add copy reset value add call yield finish dequeue enqueue popLast popFirst swapAt partition elementsEqual starts lexicographicallyPrecedes
`;

/** Members of the library's types: a call of one on an unknown value says nothing about the project. */
export const runtimeMembers: ReadonlySet<string> = new Set(MEMBERS.split(/\s+/).filter((name) => name !== ""));
