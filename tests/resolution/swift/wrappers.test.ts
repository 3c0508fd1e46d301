/** Property wrappers and key paths of Swift, by src/resolution/swift. */
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a property without a type has that of the wrappedValue of its wrapper",
    files: {
      "a.swift": `
@propertyWrapper struct Routed { struct Value { func go(to route: Route) {} }; var wrappedValue: Value { Value() } }
struct Route { static let home = Route() }
struct Toast { func go(to route: Int) {} }
struct Page { @MainActor @Routed private var router; func open() { router.go(to: .home) } }`,
    },
    of: "a.swift",
    has: [
      "Page.open() calls a.swift#Routed.Value.go(to:) (exact)",
      "Page.open() references a.swift#Route.home (exact)",
    ],
  },
  {
    name: "context.coordinator is of the Coordinator of a representable view",
    files: {
      "a.swift": `
struct Web: UIViewRepresentable {
  final class Coordinator { func load() {} }
  func makeCoordinator() -> Coordinator { Coordinator() }
  func updateUIView(_ view: UIView, context: Context) { context.coordinator.load() }
}
struct Other { func load() {}; func update(context: Context) { context.coordinator.load() } }`,
    },
    of: "a.swift",
    has: ["Web.updateUIView(_:context:) calls a.swift#Web.Coordinator.load() (exact)"],
    hasNot: ["Other.update(context:) calls a.swift#Web.Coordinator.load() (exact)"],
  },
  {
    name: "a static member that an extension alone adds to a library's type is likely meant by its name behind a dot",
    files: {
      "a.swift": `
extension Defaults.Keys { enum Cart { static let size = Key("size") }; static let theme = Key("theme"); static let dark = Key("dark") }
enum Style { case dark, light }
extension Style { static let plain = Style.light }`,
      "b.swift": `
struct Page {
  @Default(.Cart.size) var size
  @Default(.theme) var theme
  func show() { paint(.dark); paint(.plain); watch(key: Defaults[.theme]) }
}`,
    },
    of: "b.swift",
    has: [
      "Page.size references a.swift#Defaults.Keys.Cart (unique)",
      "Page.size references a.swift#Defaults.Keys.Cart.size (unique)",
      "Page.theme references a.swift#Defaults.Keys.theme (unique)",
      "Page.show() references a.swift#Defaults.Keys.theme (unique)",
    ],
    hasNot: [/dark/, /plain/],
  },
  {
    name: "a wrapper with arguments is made by its initialiser, which tells what a key path begins with",
    files: {
      "a.swift": `
@propertyWrapper struct Setting<T> {
  init(_ path: KeyPath<Settings, T>, store: Store = .main) {}
  var wrappedValue: T { fatalError() }
}
enum Store { case main, other }
struct Settings { var general: General }
struct General { var wraps: Bool }
struct Page {
  @Setting(\\.general.wraps) var wraps
  @Setting(\\.general, store: .other) private var general: General
}`,
    },
    of: "a.swift",
    has: [
      "Page.wraps calls a.swift#Setting.init(_:store:) (exact)",
      "Page.wraps references a.swift#Settings.general (exact)",
      "Page.wraps references a.swift#General.wraps (exact)",
      "Page.general references a.swift#Store.other (exact)",
    ],
  },
  {
    name: "$name and _name are uses of the property, and $order.note is one of the property of the order",
    files: {
      "a.swift": `
struct Order { var note: String }
struct OrderView: View {
  @State private var order: Order
  @State private var isOpen = false
  init(order: Order) { _order = State(initialValue: order) }
  var body: some View { TextField("Note", text: $order.note); Toggle(isOn: self.$isOpen) { } }
}`,
    },
    of: "a.swift",
    has: [
      "OrderView.init(order:) references a.swift#OrderView.order (exact)",
      "OrderView.body references a.swift#OrderView.order (exact)",
      "OrderView.body references a.swift#Order.note (exact)",
      "OrderView.body references a.swift#OrderView.isOpen (exact)",
    ],
  },
  {
    name: "$name may be a publisher: its calls are none of the property's value",
    files: {
      "a.swift": `
struct Cart { func sink(_ work: (Int) -> Void) {} }
class Shop {
  @Published var cart = Cart()
  func watch() { $cart.sink { _ in } }
}`,
    },
    of: "a.swift",
    has: ["Shop.watch() references a.swift#Shop.cart (exact)"],
    hasNot: [/watch\(\) calls .*Cart\.sink/],
  },
  {
    name: "a name with a line in front of it that is declared is meant itself",
    files: { "a.swift": "class Task { var _done = false; var done = true; func end() { _done = true } }" },
    of: "a.swift",
    has: ["Task.end() references a.swift#Task._done (exact)"],
    hasNot: [/end\(\) references .*Task\.done/],
  },
  {
    name: "an environment value has the type that its key path, or its type, tells",
    files: {
      "Values.swift": "extension EnvironmentValues { @Entry var store: Store = .init() }",
      "Store.swift": "class Store { func load() {} }\nclass Theme { func apply() {} }",
      "a.swift": `
struct Screen: View {
  @Environment(\\.store) private var store
  @Environment(Theme.self) private var theme
  @Environment(\\.dismiss) private var dismiss
  var body: some View { Text("x").environment(\\.store, store).onAppear { store.load(); theme.apply() } }
}`,
    },
    of: "a.swift",
    has: [
      "Screen.store references Values.swift#EnvironmentValues.store (exact)",
      "Screen.theme references Store.swift#Theme (exact)",
      "Screen.body references Values.swift#EnvironmentValues.store (exact)",
      "Screen.body calls Store.swift#Store.load() (import)",
      "Screen.body calls Store.swift#Theme.apply() (import)",
    ],
  },
  {
    name: "the arguments of an attribute are uses",
    files: {
      "a.swift": `
enum Keys { static let name = "name" }
struct Settings { @AppStorage(Keys.name, store: .standard) var name = "" }
let sums = [1, 2]
@Test("adds", arguments: sums) func adds(sum: Int) {}`,
    },
    of: "a.swift",
    has: ["Settings.name references a.swift#Keys.name (exact)", "adds(sum:) references a.swift#sums (exact)"],
  },
  {
    name: "ForEach over a binding, and a sheet for one, give the value in it",
    files: {
      "a.swift": `
struct Order { var note: String; func pay() {} }
struct OrdersView: View {
  @State var orders: [Order]
  @State var chosen: Order?
  var body: some View {
    ForEach($orders) { $order in TextField("Note", text: $order.note).onTapGesture { order.pay() } }
      .sheet(item: $chosen) { shown in Text(shown.note) }
  }
}`,
    },
    of: "a.swift",
    has: ["OrdersView.body references a.swift#Order.note (exact)", "OrdersView.body calls a.swift#Order.pay() (exact)"],
  },
  {
    name: "#keyPath names a type and members of its values, and a key path begins with the type that its parameter names",
    files: {
      "a.swift": `
class Customer { var name = "" }
class Order { var customer = Customer() }
func sort(by path: String) {}
func sum<Value>(_ path: KeyPath<Order, Value>) {}
func use() { sort(by: #keyPath(Order.customer.name)) }
func add() { sum(\\.customer) }`,
    },
    of: "a.swift",
    has: [
      "use() references a.swift#Order.customer (exact)",
      "use() references a.swift#Customer.name (exact)",
      "add() references a.swift#Order.customer (exact)",
    ],
  },
  {
    name: "a view of the library has what the project adds to View, also behind the library's modifiers and in a view of the project",
    files: {
      "View+Shop.swift": "extension View { func shopFont(_ size: Int) -> some View { font(size) } }",
      "Row.swift": 'struct Row: View { var body: some View { Text("x") } }',
      "a.swift": `
struct Screen: View {
  var body: some View {
    Text("x").shopFont(1)
    Image("y").resizable().padding(2).shopFont(2).background(3).shopFont(4)
  }
  var rows: some View { Row().padding().shopFont(5) }
}`,
    },
    of: "a.swift",
    has: [
      "Screen.body calls View+Shop.swift#View.shopFont(_:) (import)",
      "Screen.rows calls View+Shop.swift#View.shopFont(_:) (import)",
    ],
    hasNot: [/unique|candidate|unresolved/],
  },
  {
    name: "a library's value that may conform to a protocol may have what the project adds to it; a string is no date",
    files: {
      "a.swift": `
extension Publisher { func sinkOnMain() {} }
extension Date { func inWords() -> String { "" } }
func watch(subject: PassthroughSubject<Int, Never>) { subject.sinkOnMain() }
func show(title: String) { title.inWords() }`,
    },
    of: "a.swift",
    has: ["watch(subject:) calls a.swift#Publisher.sinkOnMain() (unique)"],
    hasNot: [/show\(title:\) calls a\.swift/],
  },
  {
    name: "a wrapper tells the type of a local variable, too",
    files: {
      "Values.swift":
        "extension DependencyValues { var store: Store { get { self[Store.self] } } }\nstruct Store { func load() {} }",
      "a.swift": dedent`
        func use() {
          @Dependency(\\.store) var store
          store.load()
        }`,
    },
    of: "a.swift",
    has: [
      "use() calls Values.swift#Store.load() (import)",
      "use() references Values.swift#DependencyValues.store (exact)",
    ],
  },
  {
    name: "a container of Factory makes what its wrapper gives",
    files: {
      "Values.swift": `
import Factory
extension Container { var session: Factory<Session?> { self { nil } } }
class Session { func end() {} }`,
      "a.swift": `
import Factory
struct Screen {
  @Injected(\\.session) var session
  func close() { session?.end() }
  func leave() { Container.shared.session()?.end() }
}`,
    },
    of: "a.swift",
    has: [
      "Screen.close() calls Values.swift#Session.end() (import)",
      "Screen.leave() calls Values.swift#Session.end() (import)",
      "Screen.session references Values.swift#Container.session (exact)",
    ],
  },
  {
    name: "a subject of Combine takes its value, and gives it on through operators",
    files: {
      "a.swift": `
enum Event { case added(Int), done }
extension Event { func show() {} }
class Feed {
  let events = PassthroughSubject<Event, Never>()
  func add() { events.send(.added(1)) }
  func watch() { events.receive(on: queue).filter { _ in true }.sink { event in event.show() } }
  func end() { events.sink(receiveCompletion: { end in end.show() }, receiveValue: { _ in }) }
}`,
    },
    of: "a.swift",
    has: ["Feed.add() calls a.swift#Event.added(_:) (exact)", "Feed.watch() calls a.swift#Event.show() (exact)"],
    hasNot: [/Feed\.end\(\) calls a\.swift#Event\.show\(\) \(exact\)/],
  },
  {
    name: "an error behind throw is one of the type that the function names",
    files: {
      "a.swift": `
enum CartError: Error { case missing(String), empty }
struct Cart {
  enum Failure: Error { case gone(Int) }
  func find(name: String) throws(CartError) -> Int {
    guard name != "" else { throw .empty }
    throw .missing(name)
  }
  func drop() throws(Cart.Failure) { throw .gone(1) }
  func other() throws -> Cart { throw Failure.gone(2) }
}`,
    },
    of: "a.swift",
    has: [
      "Cart.find(name:) references a.swift#CartError.empty (exact)",
      "Cart.find(name:) calls a.swift#CartError.missing(_:) (exact)",
      "Cart.drop() calls a.swift#Cart.Failure.gone(_:) (exact)",
      "Cart.other() calls a.swift#Cart.Failure.gone(_:) (exact)",
    ],
  },
]);
