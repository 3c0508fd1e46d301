/** Routes and requests of TypeScript, by src/languages/typescript/routes.ts. */
import { describe, expect, test } from "vitest";
import { routes } from "../../../src/languages/typescript/routes.js";
import { dedent } from "../../helpers/dedent.js";

const declared = (text: string, path = "src/app.ts") =>
  routes.declared(path, text).routes.map(({ method, path: route, lineStart, lineEnd, handler }) => {
    const lines = [...new Set([lineStart, lineEnd])].join("-");
    return [lines, method ?? "any", route, handler === null ? [] : ["by", handler]].flat().join(" ");
  });
const requested = (text: string) =>
  routes.asked(text).requests.map(({ method, path, line }) => [line, method ?? "any", path].join(" "));

test("axios as a plugin of Vue or Nuxt has it asks too", () => {
  const source = 'this.$axios.patch("/api/me", changes).then(show);';
  expect([declared(source), requested(source)]).toEqual([[], ["1 PATCH /api/me"]]);
});

test("a route whose handler has types of many lines", () => {
  const types = ["{", ...Array.from({ length: 14 }, (_, index) => `  fieldOfTheBody${index}?: string;`), "}"];
  const source = ["rules.post<", ...types.map((line) => `  ${line}`), ">('/rules', async (req, res) => {", "});"];
  expect(declared(source.join("\n"))).toEqual(["1-19 POST /rules"]);
});

test("handlers of a route's file that one call makes stand in its lines", () => {
  const source = dedent`
    const { loader, action } = createRoute(
      { method: "POST" },
      async () => {
        await pay();
      }
    );

    const { other } = createRoute(
      {},
    );

    export { action, loader };
  `;
  expect(declared(source, "app/routes/api.v1.carts.$id.pay.ts")).toEqual([
    "1-6 GET /api/v1/carts/:id/pay",
    "1-6 POST /api/v1/carts/:id/pay",
  ]);
  expect(declared("export const { GET, POST } = handlers(auth);", "app/api/auth/route.ts")).toEqual([
    "1 GET /api/auth",
    "1 POST /api/auth",
  ]);
});

test("a client called `api` whose answer is used asks; on a router a handler's name registers", () => {
  const source = dedent`
    export function send(data: Data) {
      return api.post("/v1/events", data);
    }
    export const sendAll = (data: Data) => api.post("/v1/events/bulk", data);
    class Client {
      list(query: Query) {
        const answer = this.api.get("/v1/events", query);
        return answer;
      }
    }
    api.get("/v1/health", health);
    export const route = app.get("/v1/ready", ready);
    const made = api.get("/v1/pages", (context) => context.text("page"));
  `;
  expect(declared(source)).toEqual(["11 GET /v1/health", "12 GET /v1/ready", "13 GET /v1/pages"]);
  expect(requested(source).slice(0, 3)).toEqual(["2 POST /v1/events", "4 POST /v1/events/bulk", "7 GET /v1/events"]);
});

describe("routes that TypeScript declares", () => {
  const rows: { form: string; source: string; want: string[] }[] = [
    { form: "Express", source: 'app.get("/cats/:id", auth(), cats.find);', want: ["1 GET /cats/:id"] },
    {
      form: "paths that have a name",
      source: dedent`
        const PATH = "/:projectId/features";
        const PATH_FEATURE = \`\${PATH}/:child\`;
        this.route({ method: "post", path: \`\${PATH_FEATURE}/dependencies\`, handler: this.add });
        router.get(PATH_FEATURE, find);
        router.delete(PATH + "/all", drop);
        router.put(paths.FEATURE, change);
      `,
      want: [
        "3 POST /:projectId/features/:child/dependencies",
        "4 GET /:projectId/features/:child",
        "5 DELETE /:projectId/features/all",
      ],
    },
    {
      form: "names that stand for two paths, each for the calls below it",
      source: dedent`
        const path = "/cats";
        router.get(path, cats);
        const path = "/dogs";
        router.get(path, dogs);`,
      want: ["2 GET /cats", "4 GET /dogs"],
    },
    {
      form: "names that stand for themselves",
      source: dedent`
        const A = B + "/a";
        const B = A + "/b";
        router.get(A, find);`,
      want: [],
    },
    {
      form: "a handler over lines",
      source: dedent`
        router.post(
          "/cats",
          async (req, res) => {
            res.json(1);
          }
        );`,
      want: ["1-6 POST /cats"],
    },
    {
      form: "a chain, with comments between",
      source: dedent`
        router
          .route("/cats")
          /** Lists (all). */
          .get(list)
          .post(add);`,
      want: ["4 GET /cats", "5 POST /cats"],
    },
    {
      form: "Fastify's route",
      source: 'fastify.route({ method: "PUT", url: "/cats/:id", handler: put });',
      want: ["1 PUT /cats/:id"],
    },
    {
      form: "a method as an argument",
      source: 'this.route("GET", "/cats", (req) => find(req));',
      want: ["1 GET /cats"],
    },
    {
      form: "Hono",
      source: 'const app = new Hono().get("/a", (c) => c.text("")).post("/b", b);',
      want: ["1 GET /a", "1 POST /b"],
    },
    {
      form: "Nest",
      source: dedent`
        @Controller({ path: "cats", version: "1" })
        export class Cats {
          @Get(":id")
          @UseGuards(AuthGuard("jwt"))
          find(@Param("id") id: string) {}
          @Post()
          add() {}
        }
      `,
      want: ["3 GET cats/:id by 5", "6 POST cats by 7"],
    },
    { form: "a client's call", source: 'axios.post("/cats", cat);\napi.get("/cats");', want: [] },
    { form: "a comment and a text", source: '// app.get("/a", b);\nconst text = `app.get("/a", b);`;', want: [] },
  ];
  test.each(rows)("$form", ({ source, want }) => expect(declared(source)).toEqual(want));

  test.each([
    [
      "app/cats/[id]/route.ts",
      "export async function GET() {}\nexport const POST = make();",
      ["1 GET /cats/[id] by 1", "2 POST /cats/[id] by 2"],
    ],
    ["src/app/(shop)/cats/page.tsx", "export default function Page() {}", ["1 GET /cats by 1"]],
    ["pages/api/cats/index.ts", "export default function handle() {}", ["1 any /api/cats by 1"]],
    ["src/routes/cats/+server.ts", "export function GET() {}", ["1 GET /cats by 1"]],
    [
      "app/routes/_auth+/t.$team+/cats.$id._index.tsx",
      "export async function loader() {}",
      ["1 GET /t/:team/cats/:id by 1"],
    ],
  ])("the file %s", (path, source, want) => expect(declared(source, path)).toEqual(want));

  test("prefixes of routers: use, register, and tables", () => {
    const { mounts } = routes.declared(
      "src/app.ts",
      dedent`
        app.use("/cats", auth, cats);
        app.register(dogs, { prefix: "/dogs" });
        const all = [{ path: "/owls", route: owls }];`,
    );
    expect(mounts.map(({ prefix, names }) => `${prefix}: ${[...names]}`)).toEqual([
      "/cats: auth,cats",
      "/dogs: dogs",
      "/owls: owls",
    ]);
  });
});

describe("requests of TypeScript", () => {
  const rows: { form: string; source: string; want: string[] }[] = [
    {
      form: "clients with a base of their own",
      source: `adminApi.get("users");\nadminApi.put(\`configs/jwt/\${key}\`, { json });\nclient.post("users/1/roles");\nclient.get("key");\ncache.get("a/b");`,
      want: ["1 GET /users", `2 PUT /configs/jwt/\${key}`, "3 POST /users/1/roles"],
    },
    {
      form: "hooks of components",
      source: dedent`
        const { mutate } = useUpdateQuery("/auth/login");
        useSWR("/api/cats", load);
        useMatch("/cats/:id");`,
      want: ["1 any /auth/login", "2 any /api/cats"],
    },
    {
      form: "supertest",
      source: dedent`
      await request(app)
        .post("/cats")
        .send({});`,
      want: ["2 POST /cats"],
    },
    { form: "light-my-request", source: 'app.inject({ method: "PUT", url: "/cats/1" });', want: ["1 PUT /cats/1"] },
    {
      form: "fetch",
      source: `fetch(\`\${base}/cats/\${id}?a=1\`, { method: "DELETE" });`,
      want: [`1 DELETE \${base}/cats/\${id}?a=1`],
    },
    { form: "a method that is not known", source: 'fetch("/cats", { method });', want: ["1 any /cats"] },
    { form: "joined texts", source: 'axios.get(base + "/cats/" + id);', want: [`1 GET \${}/cats/\${}`] },
    { form: "a constant", source: 'const url = "/cats";\nagent.get(url);', want: ["2 GET /cats"] },
    {
      form: "a browser",
      source: dedent`
        page.goto("/cats");
        cy.visit("/dogs");
        cy.request("POST", "/owls");`,
      want: ["1 GET /cats", "2 GET /dogs", "3 POST /owls"],
    },
    { form: "a route of the test's own server", source: 'app.get("/cats", (req, res) => res.end());', want: [] },
    { form: "a key of a map", source: 'settings.get("cats"); it("gets /cats", f);', want: [] },
  ];
  test.each(rows)("$form", ({ source, want }) => expect(requested(source)).toEqual(want));
});

test("an address is made by new URL, and asked for by its name", () => {
  const text = dedent`
    const list = new URL("/api/cats", base);
    const cat = new URL(
      base + "/api/cats/1",
    );
    await fetch(list.href);
    await fetch(cat.toString(), { method: "DELETE" });
    redirect(new URL("/login", request.url));
  `;
  expect(requested(text)).toEqual(["5 GET /api/cats", `6 DELETE \${}/api/cats/1`]);
});
