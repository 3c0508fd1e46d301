/** Type arguments of Swift, by src/resolution/swift: of types in generic types, of aliases, of made values, and of associated types; dynamic members. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a type in a generic type has the type arguments of that one, also behind an alias and a superclass",
    files: {
      "Store.swift": `
class ScreenModel<State, Action> {
  final class Context { var state: State; func send(action: Action) {} }
  var context: Context
}`,
      "Cart.swift": `
struct CartState { var total = 0 }
enum CartAction { case pay, remove(Int) }
typealias CartModelType = ScreenModel<CartState, CartAction>
class CartModel: CartModelType {}`,
      "View.swift": `
struct CartView {
  var context: CartModel.Context
  func tap() { context.send(action: .pay); context.send(action: .remove(1)); print(context.state.total) }
}
func use(model: CartModel) { model.context.send(action: .pay) }`,
    },
    of: "View.swift",
    has: [
      "CartView.tap() calls Store.swift#ScreenModel.Context.send(action:) (import)",
      "CartView.tap() references Cart.swift#CartAction.pay (exact)",
      "CartView.tap() calls Cart.swift#CartAction.remove(_:) (import)",
      "CartView.tap() references Cart.swift#CartState.total (exact)",
      "use(model:) references Cart.swift#CartAction.pay (exact)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "a generic alias stands for a type with what its argument has",
    files: {
      "a.swift": `
protocol Feature { associatedtype State; associatedtype Action }
class Store<State, Action> { var state: State; func send(_ action: Action) {} }
typealias StoreOf<R: Feature> = Store<R.State, R.Action>
struct Cart: Feature { struct State { var total = 0 }; enum Action { case pay } }
func use(store: StoreOf<Cart>) { store.send(.pay); print(store.state.total) }`,
    },
    of: "a.swift",
    has: [
      "use(store:) references a.swift#Cart.Action.pay (exact)",
      "use(store:) references a.swift#Cart.State.total (exact)",
    ],
  },
  {
    name: "aliases that hang on each other, and types that nest themselves, have an end",
    files: {
      "a.swift": `
typealias One<T> = Two<One<T>, One<T>>
typealias Two<T, U> = One<Two<U, T>>
class Deep<T, U> { typealias More = Deep<Inner, Inner>; class Inner { var next: More.Inner; func go() {} } ; var inner: Inner }
func use(one: One<Int>, deep: Deep<Int, Int>) { one.stop(); deep.inner.next.next.next.next.go() }`,
    },
    of: "a.swift",
    has: ["use(one:deep:) calls a.swift#Deep.Inner.go() (exact)"],
  },
  {
    name: "the arguments of an initialiser tell the type arguments of what it makes",
    files: {
      "a.swift": `
struct Order { func pay() {} }
struct Box<Value> { let value: Value }
class Loader<Value> { init(load: @escaping () -> Value) {}; func get() -> Value { fatalError() } }
class Plain<Value> { init() {}; var value: Value? }
func use(order: Order) {
  Box(value: order).value.pay()
  Loader { order }.get().pay()
  Plain().value?.pay()
}`,
    },
    of: "a.swift",
    has: ["use(order:) calls a.swift#Order.pay() (exact)"],
  },
  {
    name: "an associated type of a type parameter is that of its type argument",
    files: {
      "a.swift": `
protocol HasBindings { associatedtype Bindings }
struct Fields { var query = ""; func clear() {} }
struct Search: HasBindings { typealias Bindings = Fields }
class Model<State: HasBindings> { func bindings() -> State.Bindings { fatalError() } }
func use(model: Model<Search>) { model.bindings().clear() }`,
    },
    of: "a.swift",
    has: ["use(model:) calls a.swift#Fields.clear() (exact)"],
  },
  {
    name: "a dynamic member is that of the type which the key path begins with",
    files: {
      "a.swift": `
struct State { var total = 0; var order = Order(); func sum() {} }
struct Order { var note = ""; func pay() {} }
@dynamicMemberLookup class Store<Held> {
  var held: Held
  var own = 0
  subscript<T>(dynamicMember path: KeyPath<Held, T>) -> T { held[keyPath: path] }
}
@dynamicMemberLookup struct Lens<Held> {
  subscript<T>(dynamicMember path: WritableKeyPath<Held, T>) -> Lens<T> { fatalError() }
}
func use(store: Store<State>, lens: Lens<State>) {
  print(store.total, store.own, store.missing)
  store.order.pay()
  print(lens.order.note)
}`,
    },
    of: "a.swift",
    has: [
      "use(store:lens:) references a.swift#State.total (exact)",
      "use(store:lens:) references a.swift#Store.own (exact)",
      "use(store:lens:) calls a.swift#Order.pay() (exact)",
      "use(store:lens:) references a.swift#Order.note (exact)",
    ],
    hasNot: [/sum/],
  },
  {
    name: "dynamic members that lead to themselves have an end",
    files: {
      "a.swift": `
@dynamicMemberLookup struct Loop { subscript<T>(dynamicMember path: KeyPath<Loop, T>) -> T { fatalError() } }
func use(loop: Loop) { print(loop.name.more) }`,
    },
    of: "a.swift",
    has: [],
    hasNot: [/ name/],
  },
  {
    name: "a superclass has the type arguments that the class names, also where that name is looked up first",
    files: {
      "a.swift": `
class Processor<State, Action> { var state: State; func receive(_ action: Action) {} }
struct CartState { func sum() {} }
enum CartAction { case pay }
final class CartProcessor: Processor<CartState, CartAction> { func run() { state.sum(); receive(.pay) } }
class Middle<Item>: Processor<Item, CartAction> {}
final class Last: Middle<CartState> { func go() { state.sum() } }`,
    },
    of: "a.swift",
    has: [
      "CartProcessor.run() calls a.swift#CartState.sum() (exact)",
      "CartProcessor.run() references a.swift#CartAction.pay (exact)",
      "Last.go() calls a.swift#CartState.sum() (exact)",
    ],
  },
  {
    name: "a list of options, and a list that makes a value, have members of the option's type",
    files: {
      "a.swift": `
struct Days: OptionSet { let rawValue: Int; static let monday = Days(rawValue: 1) }
struct Key { static let shift = Key() }
struct Keys: ExpressibleByArrayLiteral { init(arrayLiteral elements: Key...) {} }
func open(on days: Days) {}
func press(_ keys: Keys) {}
struct Order { func pay() {} }
func all(orders: IdentifiedArrayOf<Order>) { orders.first?.pay(); for order in orders { order.pay() } }
func use() { open(on: [.monday]); press([.shift]) }`,
    },
    of: "a.swift",
    has: [
      "all(orders:) calls a.swift#Order.pay() (exact)",
      "use() references a.swift#Days.monday (exact)",
      "use() references a.swift#Key.shift (exact)",
    ],
  },
  {
    name: "the first value of a static property means static members",
    files: {
      "a.swift": `
struct Order { func pay() {} }
struct Preview { static let order = makeOrder(); static func makeOrder() -> Order { Order() } ; func show() { Self.order.pay() } }`,
    },
    of: "a.swift",
    has: ["Preview.show() calls a.swift#Order.pay() (exact)"],
  },
]);
