/** Modules of Swift by their manifest, by src/resolution/swift/layout.ts, and labels of calls, by labels.ts. */
import { expect, test } from "vitest";
import { matchArguments } from "../../../src/resolution/swift/labels.js";
import { createSwiftLayout, targetsOf } from "../../../src/resolution/swift/layout.js";
import { programOf } from "../helpers.js";

test("a manifest names its targets and their folders", () => {
  const manifest = `
    let package = Package(name: "Shop", products: [.library(name: "Shop", targets: ["Shop"])], targets: [
      .target(name: "Shop", dependencies: [.target(name: "Core"), .product(name: "NIO", package: "swift-nio")]),
      .executableTarget(name: "run", path: "Apps/Run"),
      .target(
        name: "Core"
      ),
      // .target(name: "Gone"),
      .testTarget(name: "ShopTests", dependencies: ["Shop"]),
    ])`;
  expect(targetsOf("kit/Package.swift", manifest)).toEqual([
    { name: "Shop", folder: "kit/Sources/Shop" },
    { name: "run", folder: "kit/Apps/Run" },
    { name: "Core", folder: "kit/Sources/Core" },
    { name: "ShopTests", folder: "kit/Tests/ShopTests" },
  ]);
  const layout = createSwiftLayout({ files: new Map([["kit/Package.swift", manifest]]) });
  expect(layout.moduleOf("kit/Sources/Shop/Deep/cart.swift")).toBe("Shop");
  expect(layout.moduleOf("App/main.swift")).toBe("");
  expect(layout.hasModule("NIO")).toBe(false);
});

test("a manifest that is not Swift gives no targets", () => {
  expect(targetsOf("Package.swift", ".target(name:")).toEqual([]);
  expect(targetsOf("Package.swift", ".target(((((")).toEqual([]);
});

const { program } = programOf({
  "a.swift": `
func plain(_ a: Int, b: Int) {}
func defaults(a: Int = 1, _ b: Int, c: String = ",") {}
func variadic(_ list: Int..., end: Int = 0) {}
func closures(a: Int, then: () -> Void = {}, onError: ((Error) -> Void)? = nil) {}
func none() {}
`,
});

const CALLS: { of: string; labels: string[]; want: number[] | null }[] = [
  { of: "plain", labels: ["_", "b"], want: [0, 1] },
  { of: "plain", labels: ["_"], want: null },
  { of: "plain", labels: ["b", "_"], want: null },
  { of: "defaults", labels: ["_"], want: [1] },
  { of: "defaults", labels: ["a", "_", "c"], want: [0, 1, 2] },
  { of: "defaults", labels: ["c"], want: null },
  { of: "variadic", labels: ["_", "_", "_"], want: [0, 0, 0] },
  { of: "variadic", labels: [], want: [] },
  { of: "variadic", labels: ["_", "_", "end"], want: [0, 0, 1] },
  { of: "closures", labels: ["a", "*"], want: [0, 1] },
  { of: "closures", labels: ["a", "*", "onError"], want: [0, 1, 2] },
  { of: "none", labels: [], want: [] },
  { of: "none", labels: ["_"], want: null },
];

test.each(CALLS)("$of takes the arguments $labels", ({ of, labels, want }) => {
  const symbol = program.files.get("a.swift")?.symbols.find(({ name }) => name === of);
  expect(symbol && matchArguments(symbol, labels)).toEqual(want);
});
