/** Swift: calls on unknown values, and the only member of their name. */
import { describe } from "vitest";
import { testEdges } from "../helpers.js";

describe("calls on unknown values", () => {
  testEdges([
    {
      name: "a name behind a dot alone is no function of an enum that gives another type",
      files: {
        "a.swift": `
enum Texts { static func welcome(_ name: Any) -> String { "" } }
struct Paint { static func mixed(_ share: Int) -> Paint { Paint() } }
struct Tint { static func light(_ share: Int) -> Self { Tint() } }`,
        "b.swift": "import Outside\nfunc go() { show(.welcome(1)); show(.mixed(1)); show(.light(1)) }",
      },
      of: "b.swift",
      has: ["go() calls a.swift#Paint.mixed(_:) (unique)", "go() calls a.swift#Tint.light(_:) (unique)"],
      hasNot: [/welcome\(_:\) \(unique\)/],
    },
    {
      name: "a name behind a dot says nothing about the same name on a value",
      files: {
        "a.swift": "struct Motor { func ignite(_ times: Int) {} }",
        "b.swift": "import Outside\nfunc go() { show(.ignite(1)); let thing = make(); thing.ignite(1) }",
      },
      of: "b.swift",
      has: ["go() calls a.swift#Motor.ignite(_:) (unique)"],
    },
    {
      name: "a value that a library gives is of no type of the project, but may have what an extension adds",
      files: {
        "a.swift": `
import Outside
struct Sidebar { func updated(for state: Int) -> Sidebar { self } }
extension Sheet { func folded(times: Int) -> Sheet { self } }`,
        "b.swift":
          "import Outside\nfunc go() { _ = Sheet.blank().updated(for: 1); _ = Sheet.blank().folded(times: 2) }",
      },
      of: "b.swift",
      hasNot: [/updated\(for:\) \(unique\)/],
      hasMatch: /go\(\) calls a\.swift#Sheet\.folded\(times:\)/,
    },
    {
      name: "nothing but a test calls what a test declares",
      files: {
        "Sources/App/a.swift": "import Outside\nfunc go() { client.message() }",
        "Tests/AppTests/b.swift": "struct Checks { func message() {} }",
        "Tests/AppTests/c.swift": "import Outside\nfunc check() { checks.message() }",
      },
      of: "Sources/App/a.swift",
      hasNot: [/AppTests/],
    },
    {
      name: "an operator of Combine on an unknown value is not the project's",
      files: {
        "a.swift": "extension Array { mutating func removeDuplicates() {} }",
        "b.swift": "import Outside\nfunc go() { names.dropped().removeDuplicates() }",
      },
      of: "b.swift",
      hasNot: [/removeDuplicates\(\) \((?:unique|candidate)\)/],
    },
  ]);
});
