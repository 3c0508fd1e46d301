/** A route in place of a symbol: its handler is meant, or the lines of a handler without a name. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "server/auth.ts": dedent`
    import { Router } from "express";
    import { check, leave } from "./session.js";
    export const auth = Router();
    auth.post("/login", async (req, res) => {
      const user = check(req.body);
      res.json(user);
    });
    auth.post("/logout", leave);
    auth.get("/:id", async (req, res) => {
      res.json(check(req.params.id));
    });
  `,
  "server/app.ts": dedent`
    import express from "express";
    import { auth } from "./auth.js";
    const app = express();
    app.use("/auth", auth);
  `,
  "server/session.ts": dedent`
    export function check(body: string) {
      return body;
    }
    export function leave(req, res) {
      res.end();
    }
  `,
  "web/login.ts": dedent`
    export async function login() {
      return fetch("/auth/login", { method: "POST" });
    }
  `,
  "tests/auth.test.ts": dedent`
    import request from "supertest";
    it("logs in", async () => {
      await request(app).post("/auth/login");
    });
  `,
  "src/Cats.java": dedent`
    package shop;
    @RestController
    @RequestMapping("/api/cats")
    class Cats {
      @GetMapping("/{id}")
      Cat find(String id) { return null; }
      @DeleteMapping("/{id}")
      void remove(String id) {}
    }
  `,
});

const source = async (route: string) => (await call("get_source", { symbols: [route] })).text;

test.each([
  ["POST /auth/login", "server/auth.ts:4-7  function POST /auth/login"],
  ["post /auth/login", "server/auth.ts:4-7  function POST /auth/login"],
  ["/auth/login", "server/auth.ts:4-7  function POST /auth/login"],
  ["POST /auth/logout", "function leave"],
  ["GET /auth/{id}", "server/auth.ts:9-11  function GET /auth/:id"],
  ["GET /api/cats/:id", "method shop.Cats.find"],
  ["DELETE /api/cats/*", "method shop.Cats.remove"],
])("get_source %s", async (route, want) => {
  expect(await source(route)).toContain(want);
});

test("a path alone means all its methods", async () => {
  const text = await source("/api/cats/{id}");
  expect(text).toContain("Cats.find");
  expect(text).toContain("Cats.remove");
});

test("a route that is not there tells those that are near", async () => {
  expect(await source("DELETE /auth/login")).toContain(
    "No route here is 'DELETE /auth/login'. Near it: POST /auth/login (server/auth.ts:4)",
  );
});

test("a handler without a name has callees of its lines alone, and requests", async () => {
  const { text } = await call("get_relations", { symbols: ["POST /auth/login"] });
  expect(text).toContain("5  check  server/session.ts:1");
  expect(text).not.toContain("10  check");
  expect(text).toContain("web/login.ts:2  login  likely, requests POST /auth/login");
});

test("trace follows a handler without a name", async () => {
  const { text } = await call("trace", { from: "POST /auth/login", to: "check" });
  expect(text).toContain("server/auth.ts:5");
  const around = await call("trace", { from: "POST /auth/login", direction: "out" });
  expect(around.text).toContain("POST /auth/login → check  (calls, import, line 5)");
});

test("the tests of a route are those that request it", async () => {
  expect((await call("get_tests", { symbols: ["POST /auth/login"] })).text).toContain("tests/auth.test.ts");
});

test("the id of a handler without a name may be given in its place", async () => {
  const id = /\[([\w-]+~4-7)\]/.exec(await source("POST /auth/login"))?.[1] ?? "";
  expect((await call("get_symbol", { node_id: id })).text).toContain("POST /auth/login");
  expect(await source(id)).toContain("POST /auth/login");
});

test.each([
  ["POST /auth/login", {}, /^server\/auth\.ts:4 function POST \/auth\/login \[.*\]$/],
  ["/auth/logout", {}, /^server\/session\.ts:4 function leave\(req, res\), handles POST \/auth\/logout \[.*\]$/],
  [
    "GET /api/cats/1",
    { node_type: "method" },
    /^src\/Cats\.java:6 method shop\.Cats\.find\(String id\): Cat, handles GET/,
  ],
])("search_symbols finds the handler of %s", async (query, filters, want) => {
  // Behind an empty line stands the state of the index, where there is something to say of it.
  const [results = ""] = (await call("search_symbols", { query, ...filters })).text.split("\n\n");
  const [, first, ...others] = results.split("\n");
  expect(first).toMatch(want);
  expect(others).toEqual([]);
});

test("search_symbols keeps to its filters for a route, too", async () => {
  const { text } = await call("search_symbols", { query: "/auth/logout", path_filter: "web" });
  expect(text).not.toContain("leave");
});
