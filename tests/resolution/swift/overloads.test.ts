/** Choice among overloads of Swift, by src/resolution/swift. */
import { testEdges } from "../helpers.js";

/** Which overload a call means shows in the value that it gives: `Cup` of the one, `Pot` of the other. */
const KINDS = `
struct Cup { func sip() {} }
struct Pot { func pour() {} }
`;

testEdges([
  {
    name: "an associated type is the type parameter of its name, and of extensions that fit the most constrained is meant",
    files: {
      "a.swift": `
protocol Record {}
protocol Column {}
protocol Fast {}
protocol Request { associatedtype Decoder }
struct Row {}
class Player: Record {}
struct Query<Decoder> {}
extension Query: Request {}
extension Int: Column {}
extension Int: Fast {}
extension String: Column {}
extension Record { static func all() -> Query<Self> { Query() } }
extension Request where Decoder: Record { func fetch() -> Cup { Cup() } }
extension Request where Decoder: Column { func fetch() -> Pot { Pot() } }
extension Request where Decoder: Column & Fast { func fetch() -> Jug { Jug() } }
extension Request where Decoder == Row { func fetch() -> Row { Row() } }
extension Column { static func one(_ sql: String) -> Cup { Cup() } }
extension Column where Self: Fast { static func one(_ sql: String) -> Pot { Pot() } }
func records() { Player.all().fetch().sip() }
func texts(_ query: Query<String>) { query.fetch().pour() }
func numbers(_ query: Query<Int>) { query.fetch().tip() }
func number() { Int.one("a").pour() }
func text() { String.one("a").sip() }`,
      "kinds.swift": `${KINDS}\nstruct Jug { func tip() {} }`,
    },
    of: "a.swift",
    has: [
      "records() calls kinds.swift#Cup.sip() (import)",
      "texts(_:) calls kinds.swift#Pot.pour() (import)",
      "numbers(_:) calls kinds.swift#Jug.tip() (import)",
      "number() calls kinds.swift#Pot.pour() (import)",
      "text() calls kinds.swift#Cup.sip() (import)",
    ],
    hasNot: [/\(candidate\)/],
  },
  {
    name: "an initialiser that a type of the library has itself is one of the project where an argument tells it",
    files: {
      "a.swift": `
protocol Cursor {}
struct Rows: Cursor {}
extension Set { init(_ cursor: some Cursor) { self.init() } }
extension Set { init(cursor: some Cursor) { self.init() } }
func known(_ rows: Rows) { Set(rows) }
func named() { Set(cursor: other()) }
func open() { Set(other().names) }
func list() { Set([1, 2]) }`,
    },
    of: "a.swift",
    has: ["known(_:) calls a.swift#Set.init(_:) (exact)", "named() calls a.swift#Set.init(cursor:) (exact)"],
    hasNot: [/(?:open|list)\(\) calls a\.swift/],
  },
  {
    name: "functions that differ in async: a call behind await means the async one, any other call the other one",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
func heat() -> Cup { Cup() }
func heat() async -> Pot { Pot() }
func now() { heat().sip() }
func later() async { await heat().pour() }
func bound() async {
  async let pot = heat()
  await pot.pour()
}
func inner() async { await each { heat().sip() } }
func given() async { await take(heat().pour()) }`,
    },
    of: "a.swift",
    has: [
      "now() calls kinds.swift#Cup.sip() (import)",
      "later() calls kinds.swift#Pot.pour() (import)",
      "bound() calls kinds.swift#Pot.pour() (import)",
      "inner() calls kinds.swift#Cup.sip() (import)",
      "given() calls kinds.swift#Pot.pour() (import)",
    ],
    hasNot: [/heat\(\) \(candidate\)/],
  },
  {
    name: "a value is not a closure: it means the overload that takes a value, and a closure the one that takes a closure",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
func expect<T>(_ value: @autoclosure @escaping () throws -> T?) -> Cup { Cup() }
func expect<T>(_ value: @autoclosure () -> (() throws -> T)) -> Pot { Pot() }
func number() { expect(1).sip() }
func pair() { expect((1, "two")).sip() }
func list(names: Set<String>) { expect(names).sip() }
func none() { expect([]).sip() }
func closure() { expect { 1 }.pour() }`,
    },
    of: "a.swift",
    has: [
      "number() calls kinds.swift#Cup.sip() (import)",
      "pair() calls kinds.swift#Cup.sip() (import)",
      "list(names:) calls kinds.swift#Cup.sip() (import)",
      "none() calls kinds.swift#Cup.sip() (import)",
      "closure() calls kinds.swift#Pot.pour() (import)",
    ],
    hasNot: [/candidate/],
  },
  {
    name: "closures tell overloads apart by the number of their parameters and by what they give",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
func run(_ body: () -> Void) -> Cup { Cup() }
func run<T>(_ body: () -> T) -> Pot { Pot() }
func visit(_ body: (Int) -> Int) -> Cup { Cup() }
func visit(_ body: (Int, Int) -> Int) -> Pot { Pot() }
func steps() { run { log(1); log(2) }.sip() }
func value() { run { 1 }.pour() }
func one() { visit { $0 }.sip() }
func two() { visit { $0 + $1 }.pour() }`,
    },
    of: "a.swift",
    has: [
      "steps() calls kinds.swift#Cup.sip() (import)",
      "value() calls kinds.swift#Pot.pour() (import)",
      "one() calls kinds.swift#Cup.sip() (import)",
      "two() calls kinds.swift#Pot.pour() (import)",
    ],
    hasNot: [/(?:run|visit)\(_:\) \(candidate\)/],
  },
  {
    name: "a number is not a value of a protocol that numbers do not conform to, and needs no optional",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
protocol Stamp {}
func be<T: Comparable>(_ value: T) -> Cup { Cup() }
func be<T: Stamp>(_ value: T) -> Pot { Pot() }
func take<T>(_ value: T) -> Cup { Cup() }
func take<T>(_ value: T?) -> Pot { Pot() }
func most() { be(1).sip() }
func plain() { take(1).sip() }`,
    },
    of: "a.swift",
    has: ["most() calls kinds.swift#Cup.sip() (import)", "plain() calls kinds.swift#Cup.sip() (import)"],
    hasNot: [/candidate/],
  },
  {
    name: "the closure behind a call is its last argument where the call is the first value of a variable",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
func make(_ name: String, then: () -> Void) -> Pot { Pot() }
struct Kitchen {
  let spare = make("b") { }
  func use() {
    let pot = make("a") { }
    pot.pour()
    let other = try make("c") { }
    other.pour()
    spare.pour()
  }
}`,
    },
    of: "a.swift",
    has: ["Kitchen.use() calls a.swift#make(_:then:) (exact)", "Kitchen.use() calls kinds.swift#Pot.pour() (import)"],
    hasNot: [/unresolved/],
  },
  {
    name: "an autoclosure is a value at calls and a function in the body",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
func lazily(_ make: @autoclosure () -> Pot) { make().pour() }
func use() { lazily(Pot()) }`,
    },
    of: "a.swift",
    has: ["lazily(_:) calls kinds.swift#Pot.pour() (import)", "use() calls a.swift#lazily(_:) (exact)"],
  },
  {
    name: "ForEach gives its closure the elements of its first argument",
    files: {
      "kinds.swift": KINDS,
      "a.swift": "func body(pots: [Pot]) { ForEach(pots, id: \\.self) { pot in pot.pour() } }",
    },
    of: "a.swift",
    has: ["body(pots:) calls kinds.swift#Pot.pour() (import)"],
  },
  {
    name: "an argument that begins with a dot waits for the overload, and the overload does not wait for it",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
enum Body { static var collect: Body { .collect(max: 1) }; case collect(max: Int) }
struct Routes {
  func on(_ path: String..., body: Body, use: @Sendable @escaping (Cup) async throws -> Int) {}
  func on(_ path: [String], body: Body, use: @Sendable @escaping (Cup) async throws -> Int) {}
}
func routes(_ app: Routes) {
  app.on("upload", body: .collect(max: 2)) { cup in cup.sip() }
}`,
    },
    of: "a.swift",
    has: ["routes(_:) calls a.swift#Body.collect(max:) (exact)", "routes(_:) calls kinds.swift#Cup.sip() (import)"],
    hasNot: [/routes.*candidate/],
  },
  {
    name: "of functions that take an argument, the one that asks most of it is meant",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
protocol Content: Codable {}
struct User: Content {}
struct Plain: Decodable {}
func read<D: Decodable>(_ type: D.Type) -> Cup { Cup() }
func read<C: Content>(_ type: C.Type) -> Pot { Pot() }
func write(_ value: some Encodable) -> Cup { Cup() }
func write(_ value: some Content) -> Pot { Pot() }
func keep<T>(_ value: T) -> Cup { Cup() }
func keep(_ value: Content) -> Pot { Pot() }
func user() { read(User.self).pour() }
func plain() { read(Plain.self).sip() }
func pass(content: some Content) { write(content).pour() }
func hold(content: User) { keep(content).pour() }`,
    },
    of: "a.swift",
    has: [
      "user() calls kinds.swift#Pot.pour() (import)",
      "plain() calls kinds.swift#Cup.sip() (import)",
      "pass(content:) calls kinds.swift#Pot.pour() (import)",
      "hold(content:) calls kinds.swift#Pot.pour() (import)",
    ],
    hasNot: [/candidate/],
  },
  {
    name: "a literal makes a value of a type that says so, and of no other",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
struct Parsed {}
struct Path: ExpressibleByStringLiteral { init(stringLiteral: String) {} }
func load(options: [Int]?) -> Cup { Cup() }
func load(options: Parsed) -> Pot { Pot() }
func open(_ path: Path) -> Cup { Cup() }
func open(_ path: Parsed) -> Pot { Pot() }
func list() { load(options: [1]).sip() }
func text() { open("a").sip() }`,
    },
    of: "a.swift",
    has: ["list() calls kinds.swift#Cup.sip() (import)", "text() calls kinds.swift#Cup.sip() (import)"],
    hasNot: [/candidate/],
  },
  {
    name: "a member that is named with a dot alone tells the overload whose parameter has it, in a list too",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
enum Source { case network(String); case cached }
protocol Provider {}
enum Option { case fresh(Int) }
struct Flags: OptionSet { static let all = Flags() }
func show(_ source: Source?) -> Cup { Cup() }
func show(_ provider: Provider?) -> Pot { Pot() }
enum Other { case stale(Int) }
func load(_ options: [Option]) -> Cup { Cup() }
func load(_ others: [Other]) -> Pot { Pot() }
func set(_ options: [Option]) -> Cup { Cup() }
func set(_ flags: Flags) -> Pot { Pot() }
func made() { show(.network("a")).sip() }
func named() { show(.cached).sip() }
func list() { load([.fresh(1)]).sip() }
func flags() { set(.all).pour() }`,
    },
    of: "a.swift",
    has: [
      "made() calls a.swift#Source.network(_:) (exact)",
      "made() calls kinds.swift#Cup.sip() (import)",
      "named() calls kinds.swift#Cup.sip() (import)",
      "list() calls kinds.swift#Cup.sip() (import)",
      "flags() calls kinds.swift#Pot.pour() (import)",
    ],
    hasNot: [/candidate/],
  },
  {
    name: "an operator is found in the types of its operands; one of the library is never the project's where the operands are unknown",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
struct Step { static func >>> (one: Step, next: Step) -> Cup { Cup() } }
struct Price { static func != (one: Price, other: Price) -> Bool { true } }
func join(one: Step, next: Step) { (one >>> next).sip() }
func differ(one: Price, other: Price) -> Bool { true && one != other }
func unknown() -> Bool { true && signal() != 0 }`,
    },
    of: "a.swift",
    has: [
      "join(one:next:) calls a.swift#Step.>>>(_:_:) (exact)",
      "join(one:next:) calls kinds.swift#Cup.sip() (import)",
      "differ(one:other:) calls a.swift#Price.!=(_:_:) (exact)",
    ],
    hasNot: [/^unknown.*a\.swift/],
  },
  {
    name: "ranges are of types of their own, and what operators join is of one type",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
struct Rule {
  static func range(_ range: ClosedRange<Int>) -> Rule { Rule() }
  static func range(_ range: PartialRangeFrom<Int>) -> Rule { Rule() }
  static func range(_ range: Range<Int>) -> Rule { Rule() }
  static var short: Rule { Rule() }
}
func && (one: Rule, other: Rule) -> Rule { one }
func check(_ rule: Rule) {}
func within(_ range: ClosedRange<Int>) -> Cup { Cup() }
func within(_ range: PartialRangeFrom<Int>) -> Pot { Pot() }
func closed() { within(1...6).sip() }
func open() { within(18...).pour() }
func both() { check(.range(1..<6) && .short) }`,
    },
    of: "a.swift",
    has: [
      "closed() calls kinds.swift#Cup.sip() (import)",
      "open() calls kinds.swift#Pot.pour() (import)",
      "both() calls a.swift#Rule.range(_:) (exact)",
      "both() references a.swift#Rule.short (exact)",
    ],
    hasNot: [/candidate/, /both.*unresolved/],
  },
  {
    name: "a closure that waits means the overload that takes an async one; what waits in a closure of it says nothing",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
func run<T>(_ body: () -> T) -> Cup { Cup() }
func run<T>(_ body: () async -> T?) -> Pot { Pot() }
func waits() { run { await load(); return 1 }.pour() }
func starts() { run { Task { await load() }; return 1 }.sip() }`,
    },
    of: "a.swift",
    has: ["waits() calls kinds.swift#Pot.pour() (import)", "starts() calls kinds.swift#Cup.sip() (import)"],
    hasNot: [/candidate/],
  },
  {
    name: "a list of what is not known yet is a list, and what is named with a dot alone is not a method of values",
    files: {
      "kinds.swift": KINDS,
      "a.swift": `
struct Parsed {}
struct Setter { func fresh(_ count: Int) {} }
enum Option { case fresh(Int) }
func load(options: [Option]?) -> Cup { Cup() }
func load(options: Parsed) -> Pot { Pot() }
func list() { load(options: [.fresh(1)]).sip() }
func unknown() { other([.fresh(1)]); other(.fresh(2)) }
class View { var cup: Cup!; func show(_ cup: Cup) -> Cup { cup }; func show(_ image: Image) -> Pot { Pot() }; func use() { show(cup).sip() } }`,
    },
    of: "a.swift",
    has: [
      "list() calls kinds.swift#Cup.sip() (import)",
      "list() calls a.swift#Option.fresh(_:) (exact)",
      "View.use() calls kinds.swift#Cup.sip() (import)",
    ],
    hasNot: [/candidate/, /Setter\.fresh/],
  },
  {
    name: "a parameter of a closure tells overloads apart, as does the raw value of an enum",
    files: {
      "a.swift": `
enum Key: String { case token }
struct Item {}
struct Row { func show() {} }
struct Title { func show() {} }
func make(_ item: Item) -> Row { Row() }
func make(_ name: String) -> Title { Title() }
func rows(items: [Item]) { items.map { make($0).show() } }
func title(of key: Key) { make(key.rawValue).show() }`,
    },
    of: "a.swift",
    has: ["rows(items:) calls a.swift#Row.show() (exact)", "title(of:) calls a.swift#Title.show() (exact)"],
    hasNot: [/candidate/],
  },
  {
    name: "a string is not a key path, and has none of the members of an enum",
    files: {
      "a.swift": `
struct Part {
  enum Form { case word(String), any }
  init(_ form: Form) {}
  init(_ text: String) {}
  static func word(_ text: String) -> Part { .init(.word(text)) }
}
struct Scan {
  func read(until text: Character) {}
  func read(until path: KeyPath<Character, Bool>) {}
  func use() { read(until: "x") }
}`,
    },
    of: "a.swift",
    has: [
      "Part.word(_:) calls a.swift#Part.Form.word(_:) (exact)",
      "Scan.use() calls a.swift#Scan.read(until:) (exact)",
    ],
    hasNot: [/candidate|unique/],
  },
]);
