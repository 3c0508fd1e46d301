extension [Item] { func total() -> Int { 0 } }
final class Guarded: Sendable {
    #if canImport(Darwin)
    private let lock = DarwinLock()
    #else
    private let lock = OtherLock()
    #endif
    nonisolated(unsafe) static var count = 0
    func load(_ source: sending Source, to sink: consuming Sink) async throws(LoadError) -> Item {
        if let item = try? await source.next() { return consume item }
        await finish(.success(()))
        #if DEBUG
        if isSlow {
        #else
        if false {
        #endif
            log()
        }
        return unsafe make()
    }
}
protocol Shape { var area: Double { get }; func draw(); init(side: Int) }
@Test("adds", .tags(.fast), arguments: [1, 2])
func adds(location: SourceLocation = #_sourceLocation) {}
func on(_ path: String, use closure: @Sendable @escaping (Source) async throws -> Item, done: @MainActor @escaping (Item) async -> Void) {}
func lead(reader: consuming sending Source, isolation: isolated (any Actor)? = #isolation) async throws {
    nonisolated(unsafe) var total = 0
    for try await item in try reader.items { total += item.count }
    finish(returning: ())
    cast(to: (() throws -> Item).self)()
}
struct Options {
    @Option() var name: Item
}
