/** The sources of random edits in Swift: targets of a package, extensions in other files, protocols with default implementations, and values without written types. */
import { dedent } from "../../helpers/dedent.js";
import type { Vocabulary } from "../random-edits.js";

export const SWIFT: Vocabulary = {
  types: ["Alpha", "Beta", "Gamma", "Delta", "Omega", "Sigma"],
  members: ["run", "stop", "find"],
  values: ["one", "two", "three"],
  modules: ["Lib", "App", "Odd", "Foundation"],
  homes: {
    "Sources/App/a.swift": ["Alpha", "one"],
    "Sources/App/b.swift": ["Beta"],
    "Sources/Lib/c.swift": ["Gamma"],
    "Sources/Lib/d.swift": ["Delta", "two"],
    "Odd/e.swift": ["Omega", "three"],
    "Tests/AppTests/f.swift": ["Sigma"],
    "g.swift": [],
  },
  base: {
    "Sources/App/a.swift": [
      "import Lib",
      "class Alpha: Beta { var field: Gamma; func find() -> Gamma { field } }",
      "let one = make()",
      "func make() -> Alpha { Alpha() }",
      "extension Gamma { func twice() -> Alpha { Alpha() } }",
    ],
    "Sources/App/b.swift": [
      "@_exported import Lib",
      "class Beta: Runs { var inner = Gamma(); init(x: Int = 1) {}; func own() {}; func next() -> Gamma { inner } }",
    ],
    "Sources/Lib/c.swift": [
      "public protocol Runs { associatedtype Item; func next() -> Item; func run() }",
      "extension Runs { public func run() {}; public func each(_ use: (Item) -> Void) {} }",
      "public struct Gamma { public init() {}; public func stop() -> Gamma { self }; public static let shared = Gamma(); public struct Inner { public func run() {} } }",
    ],
    "Sources/Lib/d.swift": [
      "public enum Delta { case small(Gamma), large; public var gamma: Gamma { .shared } }",
      "extension Gamma: Runs { public func next() -> Inner { Inner() } }",
      "public func two() -> Delta { .large }",
    ],
    "Odd/e.swift": ["import App", "typealias Omega = Alpha", "func three(x: Omega) -> [Omega] { [x] }"],
    "Tests/AppTests/f.swift": [
      "@testable import App",
      "func use1() { one.run(); one.find().stop().next().run(); make().own(); one.inner.twice().own(); one.each { $0.stop() } }",
      "func use2(d: Delta, all: [Alpha]) { d.gamma.stop(); if case .small(let g) = d { g.run() }; for a in all { a.own() }; all.map { $0.find() }.first?.stop() }",
      "class Last: Alpha { override func own() { super.own(); find().run(); inner.stop() } }",
    ],
    "g.swift": [
      "import Odd",
      "func use3() { three(x: one).first!.find().twice().own(); Gamma.shared.next().run(); two().gamma.run() }",
    ],
  },
  bring: (_name, _from, home, way) =>
    way % 3 === 0 ? `import ${home.replace(/^(?:Sources|Tests)\//, "").replace(/\/?[^/]*$/, "") || "Odd"}` : null,
  lines: [
    "class $T! { func $m() {} }",
    "struct $T! { subscript<X>(dynamicMember path: KeyPath<$T, X>) -> X { fatalError() } }",
    "class $T!<Held> { class Inner { var held: Held; func $m() -> Held { held } }; var inner: Inner }",
    "func use$m(x: $T<$T>) { x.inner.held.$m(); x.inner.$m().$m(); x.$m() }",
    "class $T!: $T { var next: $T }",
    "struct $T!: $T { func $m() -> $T { next }; var next = $T() }",
    "class $T!: $T { override func $m() { super.$m(); self.$m(); next.$m(); next.next.$m() } }",
    "protocol $T! { func $m() -> $T; var next: $T { get } }",
    "protocol $T!: $T { associatedtype X: $T; func $m() -> X }",
    "extension $T { func $m() { $m2() } }",
    "extension $T { var next: $T { $v }; static func $m() -> $T { $T() } }",
    "extension $T: $T2 { func $m(x: $T) { x.$m() } }",
    "extension $T where X == $T2 { func $m() -> X { one } }",
    "struct $T!<X: $T> { var one: X; func $m() -> X { one } }",
    "enum $T! { case $m($T), other; func go() { switch self { case .$m(let x): x.$m(); case .other: break } } }",
    "class $T! { class $T { func $m() {} }; static let $v = $T() }",
    "class $T! { init(x: $T) { x.$m() }; init(_ y: $T2, $v: Int = 1) {}; func go() { $T(x: $v).$m(); $T($v) } }",
    "class $T! { func $m(_ x: $T) {}; func $m(_ x: $T2) {}; func $m(with x: $T) {}; func go(a: $T, b: $T2) { $m(a); $m(b); $m(with: a); $m(b.$m()) } }",
    "typealias $T! = $T",
    "private class $T { func $m() {} }",
    "let $v! = $T()",
    "let $v!: $T = .$m()",
    "let $v! = $v",
    "var $v!: $T { $v.next }",
    "func $v!() -> $T { $v() }",
    "func $v!(x: $T) -> $T? { x.$m(); return x.next }",
    "func $v!<X: $T>(x: X, use: (X) -> $T) -> X { use(x).$m(); x.$m(); return x }",
    "func $v!(_ use: ($T) -> Void) { $v { $0.$m() } }",
    "func use4(x: $T, all: [$T2], some: $T?) { x.$m(); x.next.$m(); all.forEach { $0.$m() }; some?.$m(); guard let y = some else { return }; y.$m() }",
    "func use5(x: Any, y: some $T, z: $T<$T2>) { if let w = x as? $T { w.$m() }; y.$m().$m(); z.one.$m(); $T.$m(); $v.$m() }",
    "func use6() { $v().$m(); $v(x: $v)?.$m(); let x = $v(x: $T()) { $0.$m() }; x.$m(); $f.$T().$m() }",
    "import $f",
    "@_exported import $f",
    "@testable import $f",
    "fileprivate func $v() -> $T { $T() }",
    dedent`
      #if os(Linux)
      class $T! { func $m() {} }
      #endif`,
  ],
  configs: {
    "Package.swift": [
      'let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Lib"), .testTarget(name: "AppTests")])',
      'let package = Package(name: "P", targets: [.target(name: "App", path: "Sources"), .target(name: "Odd", path: "Odd")])',
    ],
  },
};
