/** Callers at the top level of a file: the route and the test that they are in. */
import { expect, test } from "vitest";
import { asker, useApp } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const app = useApp({
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
  "tests/store.test.ts": dedent`
    import { save } from "../src/store";
    describe("save", () => {
      it("takes a name", () => {
        save("a");
      });
    });
  `,
});
const ask = asker(app);

test("are named by these, line by line", async () => {
  const { text } = await ask("get_relations", { symbols: ["save"], relations: ["callers"] });
  expect(text).toContain("\nsrc/routes.ts:4; 6, 7 POST /users; 12 DELETE /users/:id\n");
  expect(text).toContain('\ntests/store.test.ts:4 it "takes a name"\n');
});
