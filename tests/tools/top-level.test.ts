/** Callers that a framework calls: the route or test around a line at the top level of a file, and the route of a method. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const ask = useProject({
  "src/store.ts": "export function save(name: string): void {}\n",
  "src/routes.ts": dedent`
    import { Router } from "express";
    import { save } from "./store";
    const router = Router();
    save("start");
    router.post("/users", async (request, response) => {
      save("user");
      save(
        "audit",
      );
    });
    router.delete("/users/:id", (request, response) => {
      save("gone");
    });
  `,
  "src/users.controller.ts": dedent`
    import { Controller, Patch } from "@nestjs/common";
    import { save } from "./store";
    @Controller("users")
    export class UsersController {
      @Patch(":id/name")
      rename(name: string) {
        save(name);
      }
      warn() {
        save("no route");
      }
    }
  `,
  "src/cats.ts": dedent`
    import { save } from "./store";
    export function catRoutes(router: Router) {
      router.put("/cats/:id", (request, response) => {
        save("cat");
      });
      router.post("/cats", (request, response) => {
        save("new");
      });
      save("done");
    }
  `,
  "tests/store.test.ts": dedent`
    import { save } from "../src/store";
    describe("save", () => {
      it("takes a name", () => {
        save("a");
      });
    });
  `,
});
test("are named by these, line by line", async () => {
  const { text } = await ask("get_relations", { symbols: ["save"], relations: ["callers"] });
  expect(text).toContain("\nsrc/routes.ts:4; 6, 7 POST /users; 12 DELETE /users/:id\n");
  expect(text).toContain('\ntests/store.test.ts:4 it "takes a name"\n');
});

test("a method is told with the route that it handles", async () => {
  const { text, structured } = await ask("get_relations", { symbols: ["save"], relations: ["callers"] });
  expect(text).toContain(dedent`
    src/users.controller.ts
      7  UsersController.rename  PATCH /users/:id/name
          save(name);
      10  UsersController.warn
  `);
  expect(JSON.stringify(structured)).toContain("PATCH /users/:id/name");
});

test("a function that registers routes is told with the route of each line", async () => {
  const { text } = await ask("get_relations", { symbols: ["save"], relations: ["callers"] });
  expect(text).toContain("\nsrc/cats.ts:4 PUT /cats/:id; 7 POST /cats; 9  catRoutes\n");
});
