/** Functions that are called in handlers without a name, and handed to routers and builders. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "server/store.ts": dedent`
    export function store(body: string) {
      return body;
    }
  `,
  "server/assets.ts": dedent`
    import { Hono } from "hono";
    import { store } from "./store";
    const app = new Hono()
      .post("/assets", async (c) => {
        return c.json(store(await c.req.text()));
      })
      .get("/assets/:id", async (c) => c.json(await c.var.api.tags.list()));
    export default app;
  `,
  "server/tags.ts": dedent`
    import { middleware, procedure, router } from "./trpc";
    const isOwner = middleware().create(async (opts) => opts.next());
    export function allTags() {
      return [];
    }
    export const tagsRouter = router({
      list: procedure.use(isOwner).query(() => allTags()),
    });
    export const appRouter = router({ tags: tagsRouter });
  `,
  "server/job.ts": dedent`
    import { createCallerFactory } from "@trpc/server";
    import { appRouter } from "./tags";
    const createCaller = createCallerFactory(appRouter);
    export async function job(context: unknown) {
      const admin = createCaller(context);
      return admin.tags.list();
    }
  `,
  "web/assets.ts": dedent`
    export const save = (body: string) => fetch("/assets", { method: "POST", body });
    export const show = (id: string) => fetch(\`/assets/\${id}\`);
  `,
});

const relationsOf = async (symbol: string) => (await call("get_relations", { symbols: [symbol] })).text;

test("a call in a handler of a chain is told by its route", async () => {
  expect(await relationsOf("store")).toContain("server/assets.ts:5  app  POST /assets");
});

test("requests of the route that calls it lead there, and those of other routes of its router do not", async () => {
  const text = await relationsOf("store");
  expect(text).toContain("web/assets.ts:1  save  likely, requests POST /assets");
  expect(text).not.toContain("web/assets.ts:2");
});

test("a procedure is called by callers in its own process, whatever their name", async () => {
  const text = await relationsOf("tagsRouter");
  expect(text).toContain("server/job.ts:6  job  likely, requests procedure tags.list");
  expect(text).toContain("server/assets.ts:7  (top level)  likely, requests procedure tags.list");
});

test("a constant that keeps a function is told where it is handed on", async () => {
  const { text } = await call("get_callers", { symbols: ["isOwner"] });
  expect(text).toContain("Handed on or kept as a value");
  expect(text).toContain("server/tags.ts:7");
});
