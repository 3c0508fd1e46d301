/** Edges of Swift across files, by src/resolution/swift: labels, extensions, protocols, initialisers and cases. */
import { testEdges } from "../helpers.js";

const PACKAGE = `
let package = Package(name: "Shop", targets: [
  .target(name: "Core"),
  .target(name: "App", dependencies: [.target(name: "Core")]),
  .testTarget(name: "AppTests", dependencies: ["App"]),
])
`;

testEdges([
  {
    name: "an object made by the initialiser of a superclass is a use of its own class; a type that is named in another is a use of both",
    files: {
      "a.swift":
        "class Base { init(id: Int) {} }; class Admin: Base { class Key {} }; class Own: Base { init() { super.init(id: 1) } }",
      "b.swift":
        "func make() { _ = Admin(id: 1); _ = Own() }; func take(key: Admin.Key) {}; let keys: [Admin.Key] = []",
    },
    of: "b.swift",
    has: [
      "make() calls a.swift#Base.init(id:) (import)",
      "make() references a.swift#Admin (import)",
      "make() calls a.swift#Own.init() (import)",
      "take(key:) references a.swift#Admin (import)",
      "take(key:) accepts a.swift#Admin.Key (import)",
      "keys references a.swift#Admin (import)",
    ],
    hasNot: ["make() references a.swift#Own (import)"],
  },
  {
    name: "labels tell functions of one name apart",
    files: {
      "a.swift": `
class Cart {
  func add(_ item: Int) {}
  func add(_ item: Int, at index: Int) {}
  func add(named name: String = "x", then: () -> Void) {}
  func fill() { add(1); add(1, at: 2); self.add { } }
}`,
    },
    of: "a.swift",
    has: [
      "Cart.fill() calls a.swift#Cart.add(_:) (exact)",
      "Cart.fill() calls a.swift#Cart.add(_:at:) (exact)",
      "Cart.fill() calls a.swift#Cart.add(named:then:) (exact)",
    ],
  },
  {
    name: "an extension in another file is a part of its type",
    files: {
      "Server.swift": "struct Server { let port: Int }",
      "Server+Run.swift": "extension Server { func run() {} }",
      "main.swift": "func start(server: Server) { server.run() }",
    },
    of: "main.swift",
    has: [
      "start(server:) calls Server+Run.swift#Server.run() (import)",
      "start(server:) accepts Server.swift#Server (import)",
    ],
  },
  {
    name: "an extension of a type of the library adds to its values",
    files: {
      "a.swift": `
extension String { func slug() -> String { self } }
extension Collection { func second() -> Int { 1 } }
func use(title: String, list: [Int]) { title.slug().slug(); list.second(); "x".slug() }`,
    },
    of: "a.swift",
    has: [
      "use(title:list:) calls a.swift#String.slug() (exact)",
      "use(title:list:) calls a.swift#Collection.second() (exact)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "a call on a protocol means its requirement, and members that stand for it override it",
    files: {
      "a.swift": `
protocol Store { func save(_ x: Int); func load() -> Int }
extension Store { func load() -> Int { 1 } }
struct Disk: Store { func save(_ x: Int) {} }
class Memory {}
extension Memory: Store { func save(_ x: Int) {} ; func load() -> Int { 2 } }
func run(store: any Store, disk: Disk) { store.save(1); disk.load() }`,
    },
    of: "a.swift",
    has: [
      "run(store:disk:) calls a.swift#Store.save(_:) (exact)",
      "run(store:disk:) calls a.swift#Store.load() (exact)",
      "Disk implements a.swift#Store (exact)",
      "Memory implements a.swift#Store (exact)",
      "Disk.save(_:) overrides a.swift#Store.save(_:) (exact)",
      "Memory.save(_:) overrides a.swift#Store.save(_:) (exact)",
      "Memory.load() overrides a.swift#Store.load() (exact)",
      "Store.load() overrides a.swift#Store.load() (exact)",
    ],
  },
  {
    name: "classes inherit members, and super means those of the base",
    files: {
      "a.swift": `
class Base { func go() {} ; init(a: Int) {} }
class Sub: Base {
  override func go() { super.go(); helper() }
  override init(a: Int) { super.init(a: a) }
}
extension Base { func helper() {} }`,
    },
    of: "a.swift",
    has: [
      "Sub inherits a.swift#Base (exact)",
      "Sub.go() overrides a.swift#Base.go() (exact)",
      "Sub.go() calls a.swift#Base.go() (exact)",
      "Sub.go() calls a.swift#Base.helper() (exact)",
      "Sub.init(a:) calls a.swift#Base.init(a:) (exact)",
    ],
  },
  {
    name: "initialisers are called by the name of their type, by Self and by a leading dot",
    files: {
      "a.swift": `
struct Point { let x: Int; init(x: Int) { self.x = x } ; static func zero() -> Point { Self(x: 0) } }
struct Size { let width: Int }
func make() -> Point { .init(x: 1) }
func more() { let p = Point(x: 2); let s = Size(width: 3); take(.zero()) }
func take(_ p: Point) {}`,
    },
    of: "a.swift",
    has: [
      "Point.zero() calls a.swift#Point.init(x:) (exact)",
      "make() calls a.swift#Point.init(x:) (exact)",
      "more() calls a.swift#Point.init(x:) (exact)",
      "more() calls a.swift#Size (exact)",
      "more() calls a.swift#Point.zero() (exact)",
    ],
  },
  {
    name: "enum cases are found by a leading dot, and their payloads have types",
    files: {
      "a.swift": `
struct User { func greet() {} }
enum State { case idle, loaded(User), failed(code: Int) }
class View {
  var state: State = .idle
  func show() {
    switch state {
    case .loaded(let user): user.greet()
    case .failed, .idle: break
    }
    if case let .loaded(user) = state { user.greet() }
    state = .loaded(User())
  }
}`,
    },
    of: "a.swift",
    has: [
      "View.state references a.swift#State.idle (exact)",
      "View.show() calls a.swift#User.greet() (exact)",
      "View.show() references a.swift#State.loaded(_:) (exact)",
      "View.show() calls a.swift#State.loaded(_:) (exact)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "optionals are unwrapped by guard, if, chains and marks",
    files: {
      "a.swift": `
class Node { var next: Node?; func visit() {} }
func walk(start: Node?) {
  guard let start else { return }
  start.visit()
  if let next = start.next { next.visit() }
  start.next?.next!.visit()
  (start.next ?? start).visit()
  [start].first?.visit()
}`,
    },
    of: "a.swift",
    has: ["walk(start:) calls a.swift#Node.visit() (exact)"],
    hasNot: [/unresolved/],
  },
  {
    name: "closures know their parameters by the function that takes them",
    files: {
      "a.swift": `
struct Item { let parts: [Part]; func touch() {} }
struct Part { func weld() {} }
func each(_ items: [Item], work: (Item) -> Void) {}
func apply<T>(_ value: T, _ work: (T) -> Void) {}
func use(items: [Item]) {
  items.forEach { $0.touch() }
  items.flatMap { $0.parts }.forEach { part in part.weld() }
  each(items) { item in item.touch() }
  apply(Part()) { $0.weld() }
  for (index, item) in items.enumerated() { item.touch() }
}`,
    },
    of: "a.swift",
    has: ["use(items:) calls a.swift#Item.touch() (exact)", "use(items:) calls a.swift#Part.weld() (exact)"],
    hasNot: [/Item\.touch\(\) \((?:unique|candidate)\)/, /calls \?(?:touch|weld)/],
  },
  {
    name: "generic types carry their arguments, and constraints name the members of parameters",
    files: {
      "a.swift": `
protocol Named { func name() -> String }
class Box<T> { let value: T; init(_ value: T) { self.value = value } ; func get() -> T { value } }
struct Cat { func purr() {} }
func show<N: Named>(_ n: N) { n.name() }
func keep<N>(_ n: N) where N: Named { n.name() }
func open(box: Box<Cat>) { box.value.purr(); box.get().purr() }`,
    },
    of: "a.swift",
    has: [
      "show(_:) calls a.swift#Named.name() (exact)",
      "keep(_:) calls a.swift#Named.name() (exact)",
      "open(box:) calls a.swift#Cat.purr() (exact)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "types of properties are found through their first values",
    files: {
      "a.swift": `
class Store { static let shared = Store(); func save() {} ; func copy() -> Store { self } }
class View {
  let store = Store()
  lazy var other = Store.shared.copy()
  func go() { store.save(); self.other.save(); Store.shared.save() }
}`,
    },
    of: "a.swift",
    has: ["View.go() calls a.swift#Store.save() (exact)"],
    hasNot: [/unresolved/, /candidate/],
  },
  {
    name: "a file sees the modules that it imports, and no others",
    files: {
      "Package.swift": PACKAGE,
      "Sources/Core/money.swift": "public struct Money { public func add() {} }",
      "Sources/App/run.swift": "import Core\nfunc run(m: Money) { m.add() }",
      "Sources/App/blind.swift": "func blind() { let m = Money() }",
      "Sources/Other/money.swift": "struct Money {}",
    },
    of: "Sources/App/run.swift",
    has: [
      "file imports Sources/Core/money.swift#Core (import)".replace("#Core", "#"),
      "run(m:) accepts Sources/Core/money.swift#Money (import)",
      "run(m:) calls Sources/Core/money.swift#Money.add() (import)",
    ],
  },
  {
    name: "a name of a module that is not imported is not that module's",
    files: {
      "Package.swift": PACKAGE,
      "Sources/Core/money.swift": "public struct Money {}",
      "Sources/App/blind.swift": "func blind() { let m = Money() }",
    },
    of: "Sources/App/blind.swift",
    hasNot: [/Sources\/Core/],
  },
  {
    name: "private members of other files are not seen",
    files: {
      "a.swift": "class A { private func hidden() {} ; fileprivate func mine() {} }\nprivate func helper() {}",
      "b.swift": "func use(a: A) { a.hidden(); helper() }",
    },
    of: "b.swift",
    hasNot: [/a\.swift#A\.hidden/, /a\.swift#helper/],
  },
  {
    name: "associated types and Self mean those of the type that conforms",
    files: {
      "a.swift": `
protocol Source { associatedtype Item; func next() -> Item; func twin() -> Self }
struct Apple { func bite() {} }
struct Tree: Source { typealias Item = Apple; func next() -> Apple { Apple() } ; func twin() -> Tree { self } ; func shake() {} }
extension Source { func pick() -> Item { next() } ; func again() -> Self { self } }
func eat(tree: Tree) { tree.pick().bite(); tree.again().shake() }`,
    },
    of: "a.swift",
    has: ["eat(tree:) calls a.swift#Apple.bite() (exact)", "eat(tree:) calls a.swift#Tree.shake() (exact)"],
    hasNot: [/unresolved/],
  },
  {
    name: "a call on a value of unknown type is one of the only function with its labels",
    files: {
      "a.swift": "class Motor { func ignite(slowly: Bool) {} ; func ignite(in seconds: Int) {} }",
      "b.swift": "import Outside\nfunc go() { let thing = make(); thing.ignite(slowly: true); thing.ignite(never: 1) }",
    },
    of: "b.swift",
    has: ["go() calls a.swift#Motor.ignite(slowly:) (unique)"],
    hasNot: [/ignite\(in:\)/],
  },
  {
    name: "a name with labels is the function itself, and no call",
    files: {
      "a.swift": `
struct Log { func write(_ x: Int) {} ; func write(_ x: Int, to y: Int) {} }
func use(log: Log) { let f = log.write(_:to:) }`,
    },
    of: "a.swift",
    has: ["use(log:) references a.swift#Log.write(_:to:) (exact)"],
    hasNot: [/calls/, /write\(_:\)/],
  },
  {
    name: "cycles of types end",
    files: {
      "a.swift": `
protocol A: B {} ; protocol B: A {}
class C: C { func go() { missing() } }
typealias X = Y
typealias Y = X
extension X { func f() {} }
struct S { let a = b; let b = a; func g() { a.f() } }`,
    },
    of: "a.swift",
    hasNot: [/S\.g\(\) calls a\.swift#X\.f\(\) \((?:exact|import)\)/],
  },
  {
    name: "a type that stands in an extension of a library's type may be extended itself",
    files: {
      "fields.swift": "extension HTTPFields { struct Range {} }",
      "value.swift": "extension HTTPFields.Range { enum Value { case start(Int) } }",
      "use.swift": "func first() -> HTTPFields.Range.Value { .start(1) }",
    },
    of: "use.swift",
    has: [
      "first() references value.swift#HTTPFields.Range.Value (import)",
      "first() calls value.swift#HTTPFields.Range.Value.start(_:) (import)",
    ],
  },
  {
    name: "a closure of several statements gives the value that it returns; one that is called where it stands is not a call of something unknown",
    files: {
      "a.swift": `
struct Oven { func heat() {}; static let hot = Oven() }
let oven: Oven = { log("made"); return .hot }()
func use(names: [String]) {
  names.map { name in
    log(name)
    return Oven()
  }.first?.heat()
  let made = { Oven() }()
  made.heat()
}`,
    },
    of: "a.swift",
    has: ["oven references a.swift#Oven.hot (exact)", "use(names:) calls a.swift#Oven.heat() (exact)"],
    hasNot: [/\? \(unresolved\)/],
  },
  {
    name: "a closure has the arguments that the function which takes it gives it",
    files: {
      "a.swift": `
enum Outcome { case done(Int), failed }
func load(then: (Outcome) -> Void, later: ((Outcome) -> Void)?) { then(.done(1)); later?(.failed) }
func pick(_ given: Outcome?) -> Outcome { given ?? .failed }`,
    },
    of: "a.swift",
    has: [
      "load(then:later:) calls a.swift#Outcome.done(_:) (exact)",
      "load(then:later:) references a.swift#Outcome.failed (exact)",
      "pick(_:) references a.swift#Outcome.failed (exact)",
    ],
  },
  {
    name: "a macro is named by # and @, and no function is",
    files: {
      "macros.swift": `
@freestanding(expression) public macro twice(_ value: Int) -> Int = #externalMacro(module: "M", type: "T")
@attached(member) public macro Controller() = #externalMacro(module: "M", type: "T")`,
      "a.swift": `
func expect(_ value: Bool) {}
@Controller struct Users { func run() { let two = #twice(1); #expect(two == 2); expect(true) } }`,
    },
    of: "a.swift",
    has: [
      "Users.run() calls macros.swift#twice(_:) (import)",
      "Users.run() calls a.swift#expect(_:) (exact)",
      "Users references macros.swift#Controller() (import)",
    ],
    hasMatch: /^Users\.run\(\) calls !#expect \(external\)/,
  },
  {
    name: "an extension of an alias adds to the library's types that the arms of an #if make of it",
    files: {
      "platform.swift": `
#if os(macOS)
typealias PlatformView = NSView
#else
typealias PlatformView = UIView
#endif
struct Wrapper<Base> { let base: Base }
protocol Wrappable {}
extension Wrappable { var kit: Wrapper<Self> { Wrapper(base: self) } }
extension PlatformView: Wrappable {}`,
      "use.swift": `
extension Wrapper where Base: PlatformView { func show() {}; func load() { show() } }
extension Wrapper where Base: Picture { func show() {}; func load() { show() } }
class Picture: Wrappable {}
func ios(view: UIView) { view.kit.show() }
func own(view: PlatformView, picture: Picture) { view.kit.load() }`,
      "picture.swift": "func show(picture: Picture) { picture.kit.show() }",
    },
    of: "use.swift",
    has: [
      "ios(view:) references platform.swift#Wrappable.kit (exact)",
      "ios(view:) calls use.swift#Wrapper.show() (exact)",
      "own(view:picture:) accepts platform.swift#PlatformView (import)",
      "own(view:picture:) calls use.swift#Wrapper.load() (exact)",
      "Wrapper.load() calls use.swift#Wrapper.show() (exact)",
    ],
    hasNot: [/candidate/],
  },
  {
    name: "a name without a call in a class of a framework is what it inherits rather than one of several methods of the name",
    files: {
      "a.swift": `
class Feeds: UICollectionViewController {
  func collectionView(_ view: View, count section: Int) {}
  func collectionView(_ view: View, cell path: Int) {}
  func update() { collectionView.reload() }
}
class Plain {
  func step(_ one: Int) {}
  func step(_ one: String) {}
  func use() { run(step) }
}`,
    },
    of: "a.swift",
    has: ["Plain.use() references a.swift#Plain.step(_:) (candidate)"],
    hasNot: [/Feeds\.update\(\) references/],
  },
  {
    name: "a call on a property of a framework's class may be of what the project adds to the framework, and is never of its own types",
    files: {
      "a.swift": `
extension NSWindow { func centerOnScreen() {} }
class Main: NSWindowController { func show() { window.centerOnScreen(); window.reload(1) } }
class Feed { func reload(_ count: Int) {} }`,
    },
    of: "a.swift",
    has: ["Main.show() calls a.swift#NSWindow.centerOnScreen() (unique)"],
    hasNot: [/Feed\.reload/],
  },
  {
    name: "the instance that a framework's class has of itself has what the project adds to the class",
    files: {
      "a.swift": `
extension NotificationCenter { func postLater() {} }
extension UIViewController { func presentError(_ error: Error) {} }
func use(error: Error) { NotificationCenter.default.postLater(); NSApplication.shared.presentError(error) }`,
    },
    of: "a.swift",
    has: ["use(error:) calls a.swift#NotificationCenter.postLater() (exact)"],
    hasNot: [/presentError\(_:\)/],
  },
  {
    name: "first, last and values of collections have the type of their elements",
    files: {
      "a.swift": `
struct Order { func pay() {} }
func payAll(orders: [Order], byName: [String: Order]) {
  orders.first?.pay()
  for order in byName.values { order.pay() }
}`,
    },
    of: "a.swift",
    has: ["payAll(orders:byName:) calls a.swift#Order.pay() (exact)"],
    hasNot: [/unique|candidate/],
  },
  {
    name: "a collection tells the type of the member that is put into it, or looked up, with a dot alone",
    files: {
      "a.swift": `
enum Kind { case card, cash(Int), gift }
func fill(kinds: [Kind], prices: [Kind: Int]) { kinds.append(.cash(1)); kinds.contains(.card); prices[.gift] }`,
    },
    of: "a.swift",
    has: [
      "fill(kinds:prices:) calls a.swift#Kind.cash(_:) (exact)",
      "fill(kinds:prices:) references a.swift#Kind.card (exact)",
      "fill(kinds:prices:) references a.swift#Kind.gift (exact)",
    ],
  },
  {
    name: "an initialiser that a struct has by itself tells the type of .name in a static member, too",
    files: {
      "a.swift": `
struct Policy {
  enum Value { case none, age(Int) }
  let value: Value
  static var none: Self { .init(value: .none) }
  static func age(_ days: Int) -> Self { .init(value: .age(days)) }
}`,
    },
    of: "a.swift",
    has: [
      "Policy.none references a.swift#Policy.Value.none (exact)",
      "Policy.age(_:) calls a.swift#Policy.Value.age(_:) (exact)",
    ],
    hasNot: [/unique/],
  },
  {
    name: "the first value of a property may end with an exclamation mark or have another one behind ??",
    files: {
      "a.swift": `
struct Color { func dark() {} ; static func named(_ name: String) -> Color? { nil } }
struct Style {
  static let main = Color.named("main")!
  static let other = Color.named("other") ?? main
  func use() { Style.main.dark() }
  func useOther() { Style.other.dark() }
}`,
    },
    of: "a.swift",
    has: ["Style.use() calls a.swift#Color.dark() (exact)", "Style.useOther() calls a.swift#Color.dark() (exact)"],
  },
  {
    name: "a prefix, and the second operand of + and *, are those of the whole chain behind them",
    files: {
      "a.swift": `
struct Cart {
  var isPaid = false
  func total(_ tax: Int) -> Int { 1 }
  func isEmpty() -> Bool { true }
}
func check(cart: Cart) { if !cart.isPaid && !cart.isEmpty() {} }
func sum(cart: Cart) -> Int { 1 + cart.total(2) * rate(3) }
func rate(_ tax: Int) -> Int { 1 }
func rest(cart: Cart) -> Int { -rate(cart.total(1)) }`,
    },
    of: "a.swift",
    has: [
      "check(cart:) references a.swift#Cart.isPaid (exact)",
      "check(cart:) calls a.swift#Cart.isEmpty() (exact)",
      "sum(cart:) calls a.swift#Cart.total(_:) (exact)",
      "sum(cart:) calls a.swift#rate(_:) (exact)",
      "rest(cart:) calls a.swift#rate(_:) (exact)",
      "rest(cart:) calls a.swift#Cart.total(_:) (exact)",
    ],
    hasNot: [/external|unresolved/],
  },
  {
    name: "a class function is one of the class itself",
    files: {
      "a.swift": `
class Shop { class func open() -> Shop { Shop() } ; static func main() { Shop.open(); Self.open(); open() } }`,
    },
    of: "a.swift",
    has: ["Shop.main() calls a.swift#Shop.open() (exact)"],
    hasNot: [/external|unresolved/],
  },
  {
    name: "an extension of an alias adds to the type inside another one that the alias stands for",
    files: {
      "a.swift": `
enum Shop { struct Cart {} }
typealias ShopCart = Shop.Cart
extension ShopCart { func empty() {} }`,
      "b.swift":
        "func use(cart: ShopCart, other: Shop.Cart) { cart.empty() }\nfunc also(cart: Shop.Cart) { cart.empty() }",
    },
    of: "b.swift",
    has: [
      "use(cart:other:) calls a.swift#ShopCart.empty() (import)",
      "also(cart:) calls a.swift#ShopCart.empty() (import)",
    ],
  },
  {
    name: "a library's type is not the project's of that name",
    files: {
      "a.swift": "protocol Filter { func apply() }",
      "b.swift": `
import Outside
typealias Trait = Outside.Filter
extension Trait { func drop() {} }
func use(filter: Filter) { filter.drop() }`,
    },
    of: "b.swift",
    hasNot: [/use\(filter:\) calls b\.swift#Trait\.drop\(\) \((?:exact|import)\)/],
  },
  {
    name: "a case behind an operator is one of what the call before it gives",
    files: {
      "a.swift": `
enum Target { case inner(Int), other }
struct Version { func target() -> Target? { nil } }
func check(version: Version) { _ = version.target() == .inner(1) }`,
    },
    of: "a.swift",
    has: ["check(version:) calls a.swift#Target.inner(_:) (exact)"],
  },
]);
