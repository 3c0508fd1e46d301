/** Requests matched with the paths of routes, by src/graph/routes/route-path.ts. */
import { expect, test } from "vitest";
import { matchPaths, routePath } from "../../../src/graph/routes/route-path.js";

const rows: { route: string; request: string; want: "likely" | "possible" | null }[] = [
  { route: "/cats/:id", request: "/cats/1", want: "likely" },
  { route: "api/Cats/{id:int}", request: `/api/cats/\${cat.id}`, want: "likely" },
  { route: "/cats/[id]", request: "http://localhost:3000/cats/1?full=1#top", want: "likely" },
  { route: "/cats", request: `/cats\${query}`, want: "likely" },
  { route: "/cats", request: `\${base}/cats`, want: "likely" },
  { route: "/cats", request: "/api/v1/cats", want: "likely" },
  { route: "/cats/all", request: "/shop/cats/all", want: "possible" },
  { route: "/api/cats", request: "/cats", want: "possible" },
  { route: "/files/*", request: "/files/a/b", want: "possible" },
  { route: "/shop/cats/:id/feed", request: `/v1/shop/cats/\${id}/\${action}`, want: "possible" },
  // One word may be the end of any path.
  { route: "/cats", request: "/shop/cats", want: null },
  { route: "/cats/:id", request: "/cats", want: null },
  { route: "/cats/login", request: `/cats/\${action}`, want: null },
  { route: "/:id", request: "/1", want: null },
  { route: "/cats", request: "https://api.example.com/cats", want: null },
  // The name of a service beside this one.
  { route: "/cats/{id}", request: "http://cats-service/cats/{id}", want: "likely" },
  { route: "/cats/{id}", request: "lb://cats-service:8080/cats/{id}", want: "likely" },
  { route: "/cats", request: "http://cats.shop.svc.cluster.local/cats", want: "likely" },
  { route: "/owners/*/cats/{id}", request: "/owners/2/cats/3", want: "likely" },
  { route: "/owners/*/cats/{id}", request: "/owners/2/3/cats/3", want: null },
];

test.each(rows)("$request for $route: $want", ({ route, request, want }) => {
  expect(matchPaths(routePath(route), routePath(request), false)?.sureness ?? null).toBe(want);
});

test("a route whose prefix is not known is possible at most", () => {
  expect(matchPaths(routePath("Cats/all"), routePath("/cats/all"), true)?.sureness).toBe("possible");
});
