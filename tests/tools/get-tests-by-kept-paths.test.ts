/** Tests that request routes by a name for the path: a constant of another file, or a function that returns the path. */
import { expect, test } from "vitest";
import { requestsBy } from "../../src/graph/routes/kept-paths.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";
import { testsOverHttp } from "./tests-over-http.js";

describeStores("get_tests by names that keep paths", (store) => {
  const FASTAPI = {
    "shop/cats.py": dedent`
      from fastapi import APIRouter
      router = APIRouter(prefix="/cats")

      @router.get("")
      def list_cats(): ...

      @router.post("")
      def add_cat(): ...

      @router.delete("/{name}")
      def drop_cat(name: str): ...
    `,
    "tests/api_routes.py": dedent`
      prefix = "/api"
      cats = "/api/cats"
      dogs = "/api/dogs"

      def cats_name(name):
          return f"{prefix}/cats/{name}"
    `,
    "tests/test_cats.py": dedent`
      from . import api_routes

      def test_lists(client):
          assert client.get(api_routes.cats).json() == []

      def test_adds(client):
          client.post(
              api_routes.cats,
              json={},
          )

      def test_drops(client):
          client.delete(api_routes.cats_name("tom"))

      def test_dogs(client):
          client.get(api_routes.dogs)

      def test_name():
          assert api_routes.cats == "x"
    `,
  };

  test("Python: the attribute of a module, by the method that it is sent with", async () => {
    expect(await testsOverHttp(store(), FASTAPI, "list_cats")).toEqual([
      expect.stringContaining(
        'over HTTP: GET /cats (likely: by method and path)  function "test_lists" (line 3, by line 4)',
      ),
    ]);
    expect(await testsOverHttp(store(), FASTAPI, "add_cat")).toEqual([
      expect.stringContaining(
        'over HTTP: POST /cats (likely: by method and path)  function "test_adds" (line 6, by line 8)',
      ),
    ]);
  });

  test("Python: a function that gives the path", async () => {
    expect(await testsOverHttp(store(), FASTAPI, "drop_cat")).toEqual([
      expect.stringContaining(
        'DELETE /cats/{name} (likely: by method and path)  function "test_drops" (line 12, by line 13)',
      ),
    ]);
  });

  test("TypeScript: a constant, and an arrow function", async () => {
    const files = {
      "src/app.ts": dedent`
        import express from "express";
        import { findCat, listCats } from "./cats";
        export const app = express();
        app.get("/cats", (req, res) => res.json(listCats()));
        app.get("/cats/:id", (req, res) => res.json(findCat(req.params.id)));
      `,
      "src/cats.ts": dedent`
        export function listCats() { return []; }
        export function findCat(id: string) { return id; }
      `,
      "tests/paths.ts": dedent`
        export const CATS = "/cats";
        export const catPath = (id: string) => \`/cats/\${id}\`;
      `,
      "tests/cats.test.ts": dedent`
        import request from "supertest";
        import { server } from "./server";
        import { CATS, catPath } from "./paths";
        it("lists", async () => {
          await request(server).get(CATS);
        });
        it("finds", async () => {
          await request(server).get(catPath("tom"));
        });
      `,
    };
    expect(await testsOverHttp(store(), files, "listCats")).toEqual([
      expect.stringContaining('it "lists" (line 4, by line 5)'),
    ]);
    expect(await testsOverHttp(store(), files, "findCat")).toEqual([
      expect.stringContaining('it "finds" (line 7, by line 8)'),
    ]);
  });

  test("C#: a constant of a class", async () => {
    const files = {
      "src/CatsController.cs": dedent`
        [Route("cats")]
        public class CatsController {
          [HttpGet]
          public void List() {}
        }
      `,
      "tests/Routes.cs": dedent`
        public static class Routes {
          public const string Cats = "/cats";
        }
      `,
      "tests/CatsTests.cs": dedent`
        public class CatsTests {
          [Fact]
          public async Task Lists() {
            await client.GetAsync(Routes.Cats);
          }
        }
      `,
    };
    expect(await testsOverHttp(store(), files, "CatsController.List")).toEqual([
      expect.stringContaining("over HTTP: GET /cats (likely: by method and path)"),
    ]);
  });

  test("Go and Java: a constant of a package, and one of a class", async () => {
    const files = {
      "server.go": dedent`
        package shop
        import "net/http"
        func routes(mux *http.ServeMux) { mux.HandleFunc("GET /cats", listCats) }
        func listCats(w http.ResponseWriter, r *http.Request) {}
      `,
      "paths_test.go": dedent`
        package shop
        const catsPath = "/cats"
      `,
      "server_test.go": dedent`
        package shop
        import ("net/http"; "testing")
        func TestCats(t *testing.T) {
        	http.Get(catsPath)
        }
      `,
      "src/main/java/shop/DogController.java": dedent`
        package shop;
        @RestController
        @RequestMapping("/dogs")
        class DogController {
            @PostMapping
            void add() {}
        }
      `,
      "src/test/java/shop/Paths.java": dedent`
        package shop;
        class Paths {
            static final String DOGS = "/dogs";
        }
      `,
      "src/test/java/shop/DogControllerTest.java": dedent`
        package shop;
        class DogControllerTest {
            @Test
            void adds() throws Exception {
                mockMvc.perform(post(Paths.DOGS));
            }
        }
      `,
    };
    expect(await testsOverHttp(store(), files, "listCats")).toEqual([
      expect.stringContaining("server_test.go  over HTTP: GET /cats"),
    ]);
    expect(await testsOverHttp(store(), files, "DogController.add")).toEqual([
      expect.stringContaining("over HTTP: POST /dogs"),
    ]);
  });
});

test("lines without an end are looked at in part", () => {
  for (const piece of ["get<", "get ", ".get(", "getA"]) {
    const text = piece.repeat(100_000);
    const uses = Array.from({ length: 100 }, () => ({ path: "/cats", line: 1 }));
    expect(requestsBy(uses, text).length).toBeLessThanOrEqual(uses.length);
  }
});
