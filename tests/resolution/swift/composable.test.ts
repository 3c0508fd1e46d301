/** Stores, reducers and effects of the Composable Architecture, and modifiers of SwiftUI, by src/resolution/swift: a dot alone means a member of what they take. */
import { testEdges } from "../helpers.js";

const FEATURE = `
import ComposableArchitecture
@Reducer struct Cart {
  struct State { var total = 0; var child: Item.State? }
  enum Action { case pay, paid(Int), child(PresentationAction<Item.Action>), items(IdentifiedActionOf<Item>) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pay:
        state.total = 1
        return .run { send in await send(.paid(2)) } catch: { error, send in await send(.pay) }
      case .paid(let sum):
        return .merge(.send(.pay), .send(.paid(sum)).cancellable(id: 1))
      case .child(.presented(.tapped)):
        return .none
      case .items(.element(id: _, action: .tapped)):
        return .none
      }
    }
    .ifLet(\\.child, action: \\.child) { Item() }
  }
}
struct Item { struct State { var name = "" }; enum Action { case tapped } }`;

testEdges([
  {
    name: "a reducer's closure takes the state and the action of the type around, and effects send its actions",
    files: { "a.swift": FEATURE },
    of: "a.swift",
    has: [
      "Cart.body references a.swift#Cart.Action.pay (exact)",
      "Cart.body references a.swift#Cart.State.total (exact)",
      "Cart.body calls a.swift#Cart.Action.paid(_:) (exact)",
      "Cart.body references a.swift#Item.Action.tapped (exact)",
      "Cart.body references a.swift#Cart.State.child (exact)",
      "Cart.body references a.swift#Cart.Action.child(_:) (exact)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "a store has the members of its state, and takes its actions; a part of it is of the part's state and action",
    files: {
      "a.swift": FEATURE,
      "View.swift": `
struct CartView: View {
  let store: StoreOf<Cart>
  var body: some View {
    Text(store.total)
    if let item = store.scope(state: \\.child, action: \\.child) { ItemView(store: item) }
  }
  func tap() { store.send(.paid(1)) }
  func part() { store.scope(state: \\.child, action: \\.child)?.send(.tapped) }
}
struct OldView: View {
  let store: Store<Cart.State, Cart.Action>
  var body: some View { WithViewStore(store, observe: { $0 }) { viewStore in Text(viewStore.total).onTapGesture { viewStore.send(.pay) } } }
}
struct Clock { func stop() {} }
extension DependencyValues { var clock: Clock { Clock() } }
func test() async {
  let store = TestStore(initialState: Cart.State()) { Cart() } withDependencies: { $0.clock.stop() }
  await store.send(.pay) { $0.total = 2 }
  await store.receive(\\.paid)
  await store.send(\\.child.tapped)
}`,
    },
    of: "View.swift",
    has: [
      "CartView.body references a.swift#Cart.State.total (exact)",
      "CartView.body references a.swift#Cart.State.child (exact)",
      "CartView.tap() calls a.swift#Cart.Action.paid(_:) (import)",
      "CartView.part() references a.swift#Item.Action.tapped (exact)",
      "OldView.body references a.swift#Cart.State.total (exact)",
      "OldView.body references a.swift#Cart.Action.pay (exact)",
      "test() references a.swift#Cart.Action.pay (exact)",
      "test() calls View.swift#Clock.stop() (exact)",
      "test() references a.swift#Cart.State.total (exact)",
      "test() references a.swift#Cart.Action.paid(_:) (exact)",
      "test() references a.swift#Item.Action.tapped (exact)",
    ],
  },
  {
    name: "a project's own Store, Reduce and Effect are its own",
    files: {
      "a.swift": `
struct State { var total = 0 }
enum Action { case pay }
class Store<A, B> { var total = ""; func send(_ text: Kind) {} }
enum Kind { case pay }
func use(store: Store<State, Action>) { print(store.total); store.send(.pay) }`,
    },
    of: "a.swift",
    has: ["use(store:) references a.swift#Store.total (exact)", "use(store:) references a.swift#Kind.pay (exact)"],
    hasNot: [/Action\.pay/, /State\.total/],
  },
  {
    name: "a modifier takes a value of its type, and two that are compared are of one type",
    files: {
      "a.swift": `
struct Fonts { var title: Font }
extension Font { static let shop = Fonts() }
extension Color { static let brand = Color.red }
extension ShapeStyle where Self == Color { static var ink: Color { .black } }
extension ButtonStyle where Self == Big { static var big: Big { Big() } }
struct Big: ButtonStyle {}
enum Mode { case wide, brand }
struct Row: View {
  @State var mode: Mode
  var body: some View { Text("x").font(.shop.title).foregroundStyle(.ink).tint(.brand).buttonStyle(.big).modifier(mode) }
}
func isWide(mode: Mode?) -> Bool { [.wide].contains(mode) }
func test(mode: Mode) { XCTAssertEqual(mode, .wide); XCTAssertEqual(.wide, mode); Row(mode: Binding<Mode>.constant(.wide)) }`,
    },
    of: "a.swift",
    has: [
      "Row.body references a.swift#Font.shop (exact)",
      "Row.body references a.swift#Fonts.title (exact)",
      "Row.body references a.swift#ShapeStyle.ink (exact)",
      "Row.body references a.swift#Color.brand (exact)",
      "Row.body references a.swift#ButtonStyle.big (exact)",
      "test(mode:) references a.swift#Mode.wide (exact)",
      "isWide(mode:) references a.swift#Mode.wide (exact)",
    ],
    hasNot: [/Mode\.brand/],
  },
]);
