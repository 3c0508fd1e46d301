import Foundation
@testable import Shop
@_exported import struct Core.Money

/// Serves requests.
/// One instance for each port.
@available(iOS 13, *)
public final class Server<T: Codable>: Base, Running where T: Hashable {
    /** The port that it listens on. */
    @Published private(set) var port: Int = 80
    static let shared = Server<Int>(port: 8080)
    lazy var store: Store = { Store() }()
    var name: String { didSet { log(name) } }
    var size: Int { get { items.count } set { resize(newValue) } }
    public init?(port: Int, _ name: String = "x") throws {}
    deinit { stop() }
    subscript(index: Int) -> T { items[index] }
    func serve(_ request: Request, on port: Int...) async throws -> Response { fatalError() }
    override func stop() {}
    static func == (lhs: Server, rhs: Server) -> Bool { lhs.port == rhs.port }
    private struct Inner { typealias Key = String; let key: Key }
}

// Not a doc comment.
extension Server: Stopping where T == Int {
    func halt() {}
}

public extension Store.Shelf {
    var isEmpty: Bool { true }
}

indirect enum Expr: String, CaseIterable {
    case zero, one = "1"
    /// A sum.
    case add(Expr, right: Expr)
}

protocol Running: AnyObject {
    associatedtype Item: Codable = Int
    var port: Int { get set }
    func run(_ item: Item) -> Item
    init(a: Int)
}

actor Counter { nonisolated func peek() {} }
fileprivate struct Hidden {}
@available(*, deprecated, message: "old")
func free<T>(x: T, then: @escaping (Int) -> Void = { _ in }) -> [T] where T: Running {
    func local(_ y: Int) {}
    let z = 1
    return [x]
}
infix operator +++: AdditionPrecedence
func +++ (a: Int, b: Int) -> Int { a + b }
@freestanding(expression) macro stringify(_ value: Int) -> String = #externalMacro(module: "M", type: "S")
let limit = 5, other: Int = 6
var (left, right) = pair()
#if DEBUG
func debugOnly() {}
#endif
