/** Where files stand beside the code that people look for first. */
import { expect, test } from "vitest";
import { type PathClass, pathClassOf } from "../../src/model/paths.js";

const PATHS: [PathClass, string[]][] = [
  ["source", ["src/cart.ts", "lib/latest/cart.js", "src/Contest.cs", "src/attestation/key.ts", "testing.go"]],
  ["test", ["test/cart.js", "src/__fixtures__/cart.ts", "integration-tests/http/cart.ts", "e2e/login.ts"]],
  ["test", ["src/cart-test.js", "src/cart.tests.ts", "lisp/cart-tests.el"]],
  ["source", ["src/run-tests.ts", "src/tools/get-specs.js", "src/base/test-connection/service.ts"]],
  ["test", ["src/test-connections-mocks/cart.ts", "test_messages/cart.py", "packages/test-utils/cart.ts"]],
  ["test", ["src/__mocks__/cart.ts", "src/cart.spec.ts", "src/cart.test-d.ts", "cart_test.go", "app/test_cart.py"]],
  [
    "test",
    [
      "test/Shop.Tests/Cart.cs",
      "testassets/Server/Cart.cs",
      "Shop.UnitTests/Cart.cs",
      "Shop.Tests.Common/Cart.cs",
      "src/CartTests.cs",
    ],
  ],
  [
    "test",
    ["src/CartTest.php", "src/CartSpec.scala", "src/cart/tests.rs", "t/cart.t", "spec/cart_spec.rb", "cart_test.exs"],
  ],
  ["test", ["benchmarks/router.ts", "packages/core/bench/run.ts", "benches/parse.rs", "src/Shop.Benchmarks/Cart.cs"]],
  ["source", ["apps/api/src/services/benchmark/benchmark.service.ts", "app/benchmarks/page.tsx"]],
  ["source", ["src/cmd/test.rs", "src/KeySpec.java", "lib/testing.ex"]],
  ["example", ["examples/plugin.js", "sample/Program.cs"]],
  [
    "generated",
    ["types/cart.d.ts", "src/generated/dates.mjs", "Resources.Designer.cs", "third_party/jq/core.js", "app.min.js"],
  ],
  ["generated", ["vendor/bundle/rack.rb", "assets/vendors/ace/mode.js"]],
  ["generated", ["alembic/versions/2024-07-12_add_carts.py", "db/migrate/20240712_add_carts.rb"]],
  ["source", ["src/versions/cart.py", "app/migrate/cart.rb"]],
  ["prose", ["README.md", "docs/guide.mdx"]],
];

test.each(PATHS.flatMap(([want, paths]) => paths.map((path) => ({ path, want }))))(
  "$path is $want",
  ({ path, want }) => {
    expect(pathClassOf(path)).toBe(want);
  },
);
