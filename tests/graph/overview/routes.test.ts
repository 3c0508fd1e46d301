/** Order in which src/graph/overview/routes.ts reads files that may declare routes. */
import { expect, test } from "vitest";
import { byLikelyRoutes } from "../../../src/graph/overview/routes.js";

test("files that speak of requests are read before a thousand models of a client", () => {
  const paths = [
    "frontend/src/openapi/models/addonSchema.ts",
    "src/api/orders.ts",
    "src/lib/features/project/project-controller.ts",
    "src/orders/views.py",
    "src/OrderController.cs",
    "src/order_handler.go",
    "src/reviews.ts",
  ];
  expect(byLikelyRoutes(paths.map((path) => ({ path }))).map(({ path }) => path)).toEqual([
    "src/lib/features/project/project-controller.ts",
    "src/orders/views.py",
    "src/OrderController.cs",
    "src/order_handler.go",
    "src/api/orders.ts",
    "frontend/src/openapi/models/addonSchema.ts",
    "src/reviews.ts",
  ]);
});
