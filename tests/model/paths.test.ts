/** Where files stand beside the code that people look for first. */
import { expect, test } from "vitest";
import { type PathClass, pathClassOf } from "../../src/model/paths.js";

const PATHS: [PathClass, string[]][] = [
  ["source", ["src/cart.ts", "lib/latest/cart.js", "src/Contest.cs", "src/attestation/key.ts", "testing.go"]],
  ["test", ["test/cart.js", "src/__fixtures__/cart.ts", "integration-tests/http/cart.ts", "e2e/login.ts"]],
  ["test", ["src/cart-test.js", "src/cart.tests.ts", "lisp/cart-tests.el"]],
  [
    "source",
    [
      "api/openapi-spec.json",
      "api/payment.spec.yaml",
      "src/run-tests.ts",
      "src/tools/get-specs.js",
      "src/base/test-connection/service.ts",
    ],
  ],
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
  ["example", ["examples/plugin.js", "sample/Program.cs", "com/examples/Shop.java"]],
  // Below the sources that a build ships folders are parts of packages.
  [
    "source",
    [
      "src/main/java/com/example/demo/Cart.java",
      "core/src/main/java/org/springframework/samples/petclinic/Owner.java",
      "core/src/main/java/org/springframework/test/Mvc.java",
      "app/src/main/kotlin/org/shop/docs/Page.kt",
      "lib/src/commonMain/kotlin/org/shop/mocks/Cart.kt",
      "src/com/example/Cart.java",
    ],
  ],
  ["test", ["core/src/test/java/com/example/Cart.java", "src/main/java/org/shop/CartTest.java"]],
  ["test", ["test-kit/core/src/main/java/org/shop/Cart.java", "Shop.Tests/src/main/java/Cart.java"]],
  ["example", ["examples/shop/src/main/java/org/shop/Cart.java"]],
  ["generated", ["src/main/java/org/shop/generated/Cart.java"]],
  [
    "generated",
    [
      "api/order.pb.go",
      "api/order_grpc.pb.go",
      "api/rpc.pb.gw.go",
      "shop_pb2_grpc.py",
      "web/shop_pb.js",
      "apis/v1/zz_generated.deepcopy.go",
      "apis/v1/openapi_generated.go",
      "cmd/shop/wire_gen.go",
    ],
  ],
  ["source", ["internal/regenerated.go", "api/pb.go", "gen.go"]],
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
