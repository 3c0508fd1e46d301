/** Middleware of a route stands with the callers of its handler. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "src/orders.ts": dedent`
    export function findOrder() {}
  `,
  "src/routes.ts": dedent`
    import { Router } from "express";
    import { auth, log } from "./guards.js";
    import { findOrder } from "./orders.js";
    const router = Router();
    router.use(log);
    router.get("/orders/:id", auth, findOrder);
  `,
  "src/guards.ts": dedent`
    export function log() {}
    export function auth() {}
  `,
  "go.mod": "module shop\n",
  "server.go": dedent`
    package shop

    func show() {}

    func Routes(r Router) {
    \tr.Group(func(r Router) {
    \t\tr.Use(auth)
    \t\tr.Get("/orders", show)
    \t})
    }
  `,
});

test("of the router of a route, and of its registration", async () => {
  const { text } = await call("get_relations", { symbols: ["findOrder"] });
  expect(text).toContain('src/routes.ts:6  (top level): router.get("/orders/:id", auth, findOrder);');
  expect(text).toContain("before it in src/routes.ts: 5 router.use(log);");
});

test("of the group around a route", async () => {
  const { text } = await call("get_relations", { symbols: ["server.go:3"] });
  expect(text).toContain("before it in server.go: 7 r.Use(auth)");
});

test("nothing for a function that no route has", async () => {
  const { text } = await call("get_relations", { symbols: ["log"] });
  expect(text).not.toContain("before it");
});
