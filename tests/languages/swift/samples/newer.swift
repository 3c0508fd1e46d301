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
