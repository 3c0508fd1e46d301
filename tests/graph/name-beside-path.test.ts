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
  { name: "org.shop.core.Orders.Line.close", path: "src/Orders.java", type: "method", want: "Orders.Line.close" },
  { name: "org.shop.core.Orders", path: "src/Orders.kt", type: "class", want: "Orders" },
  { name: "org.shop.core.closeAll", path: "src/Orders.kt", type: "function", want: "closeAll" },
  { name: "org.shop.core", path: "src/Orders.java", type: "namespace", want: "org.shop.core" },
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
