/** Names in lists, where the path of their file stands beside them. */
import { expect, test } from "vitest";
import { nameBesidePath } from "../../src/graph/symbol.js";

test.each([
  {
    name: "Shop.Core.Orders.OrderService.Close",
    path: "src/Core/OrderService.cs",
    type: "method",
    want: "OrderService.Close",
  },
  { name: "Shop.Core.Orders.OrderService", path: "src/Core/OrderService.cs", type: "class", want: "OrderService" },
  { name: "Shop.Cache<Shop.Core.Order>.Get", path: "src/Cache.cs", type: "method", want: "Cache<Shop.Core.Order>.Get" },
  { name: "Shop.Core", path: "src/Core/OrderService.cs", type: "namespace", want: "Shop.Core" },
  {
    name: "OrderService.close.retry",
    path: "src/order-service.ts",
    type: "function",
    want: "OrderService.close.retry",
  },
  { name: "Shop.Core.Order", path: null, type: "external", want: "Shop.Core.Order" },
])("$name, a $type of $path", ({ name, path, type, want }) => {
  expect(nameBesidePath(name, path, type)).toBe(want);
});
