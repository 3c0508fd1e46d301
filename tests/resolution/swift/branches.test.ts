/** Swift: values of branches, and patterns with several payloads in conditions. */
import { testEdges } from "../helpers.js";

const TYPES = `
struct User { func open() {} }
enum Event {
  case moved(User, to: User)
  case none
}
func make() -> User { User() }
`;

testEdges([
  {
    name: "a condition with a pattern of several payloads binds them all",
    files: {
      "a.swift": `${TYPES}
func ifs(e: Event) {
  if case .moved(let from, let to) = e, true { from.open() }
}
func guards(e: Event) {
  guard case .moved(_, let to) = e else { return }
  to.open()
}
func lets(e: Event) {
  guard case let .moved(from, to) = e, let user = Optional(to) else { return }
  from.open()
}`,
    },
    of: "a.swift",
    has: ["ifs", "guards", "lets"].map((name) => `${name}(e:) calls a.swift#User.open() (exact)`),
  },
  {
    name: "an if or a switch that is an expression has the value of its branches",
    files: {
      "a.swift": `${TYPES}
func ifs(flag: Bool) {
  let user = if flag { make() } else { User() }
  user.open()
}
func switches(flag: Bool) {
  let user = switch flag {
  case true: make()
  case false: User()
  }
  user.open()
}`,
    },
    of: "a.swift",
    has: ["ifs", "switches"].map((name) => `${name}(flag:) calls a.swift#User.open() (exact)`),
  },
]);
