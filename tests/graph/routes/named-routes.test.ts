/** Routes in the words of a question. */
import { expect, test } from "vitest";
import { routesNamedIn, withoutMethods } from "../../../src/graph/routes/named-routes.js";

test.each([
  ["what happens on POST /api/hook, step by step", ["POST /api/hook"]],
  ["how does /api/v1/{token}/telemetry get to the database?", ["/api/v1/{token}/telemetry"]],
  ["GET /orders/:id and DELETE /orders/:id.", ["GET /orders/:id", "DELETE /orders/:id"]],
  ["the module src/shop/cart and and/or", []],
  ["files below /usr/lib/shop.conf", []],
  ["see https://shop.example/api/orders", []],
])("%s", (text, want) => {
  expect(routesNamedIn(text).map(({ method, path }) => (method ? `${method} ${path}` : path))).toEqual(want);
});

test("the method of a route is not a word of the question", () => {
  expect(withoutMethods("import by POST /api/scan, then POST it")).toBe("import by /api/scan, then POST it");
});

test("a text of 800,000 characters names no more routes than it has", () => {
  expect(routesNamedIn(`${"/a".repeat(200_000)} ${"GET ".repeat(100_000)}`).length).toBeLessThanOrEqual(1);
});
