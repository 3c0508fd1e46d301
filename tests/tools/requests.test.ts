/** Code that asks a server for a route has no call to lead on: callers, callees, ways and flows go by the route. */
import { expect, test } from "vitest";
import getRelations from "../../src/tools/get-relations.js";
import getSource from "../../src/tools/get-source.js";
import trace from "../../src/tools/trace.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

/** A page, its client with a base of its own, and a server of another language. */
const SHOP = {
  "web/src/cart-page.tsx": dedent`
    import { OrderService } from "./order-service";
    export function CartPage({ orders }: { orders: OrderService }) {
      return <button onClick={() => orders.close(7)}>Buy</button>;
    }
  `,
  "web/src/order-service.ts": dedent`
    import { HttpClient } from "@angular/common/http";
    import { environment } from "./environment";
    export class OrderService {
      private baseUrl = environment.apiUrl;
      constructor(private httpClient: HttpClient) {}
      close(id: number) {
        return this.httpClient.post<number>(this.baseUrl + 'orders/close', { id });
      }
      settings() {
        return this.httpClient.get(this.baseUrl + 'settings');
      }
      elsewhere() {
        return this.httpClient.post('https://billing.example/orders/close', {});
      }
    }
  `,
  "server/BaseController.cs": dedent`
    using Microsoft.AspNetCore.Mvc;
    [ApiController]
    [Route("api/[controller]")]
    public class BaseController : ControllerBase { }
  `,
  "server/OrdersController.cs": dedent`
    using Microsoft.AspNetCore.Mvc;
    public class OrdersController : BaseController
    {
        private readonly Ledger ledger;
        public OrdersController(Ledger ledger) { this.ledger = ledger; }
        [HttpPost("close")]
        public int CloseOrder(Order order)
        {
            return ledger.Book(order);
        }
        [HttpPost("open")]
        public int OpenOrder(Order order)
        {
            return 1;
        }
    }
    public class Ledger
    {
        public int Book(Order order)
        {
            return order.Id;
        }
    }
    public class Order { public int Id; }
  `,
  "server/SettingsController.cs": dedent`
    using Microsoft.AspNetCore.Mvc;
    public class SettingsController : BaseController
    {
        [HttpGet]
        public string ReadSettings()
        {
            return "";
        }
    }
  `,
};

/** Views of Django, below a prefix that is written around them, and a viewset. */
const DJANGO = {
  "app/urls.py": dedent`
    from django.urls import include, path, re_path
    from rest_framework.routers import DefaultRouter
    from app.views import SearchView, TaskViewSet, OtherViewSet
    router = DefaultRouter()
    router.register(r"tasks", TaskViewSet, basename="tasks")
    router.register(r"others", OtherViewSet, basename="others")
    urlpatterns = [
        re_path(r"^api/", include([
            re_path("^search/", include([
                re_path("^complete/", SearchView.as_view(), name="complete"),
            ])),
            *router.urls,
        ])),
    ]
  `,
  "app/views.py": dedent`
    from rest_framework.decorators import action
    from rest_framework.views import APIView
    from rest_framework.viewsets import ViewSet
    class SearchView(APIView):
        def get(self, request):
            return 1
        def post(self, request):
            return 2
    class TaskViewSet(ViewSet):
        def list(self, request):
            return []
        def retrieve(self, request, pk=None):
            return pk
        @action(detail=False, methods=["post"])
        def acknowledge(self, request):
            return 3
    class OtherViewSet(ViewSet):
        def list(self, request):
            return []
  `,
  "web/client.ts": dedent`
    export const complete = (term: string) => fetch(\`\${base}search/complete/?term=\${term}\`);
    export const allTasks = () => fetch(\`\${base}api/tasks/\`);
    export const oneTask = (id: number) => fetch(\`\${base}api/tasks/\${id}/\`);
    export const confirm = () => fetch(\`\${base}tasks/acknowledge/\`, { method: "POST" });
  `,
};

/** Procedures of tRPC: a router in another, one by name, and clients of several kinds. */
const PROCEDURES = {
  "server/trpc.ts": dedent`
    import { initTRPC } from "@trpc/server";
    export const { router, procedure } = initTRPC.create();
  `,
  "server/tags.ts": dedent`
    import { procedure, router } from "./trpc";
    import { renameTag } from "./rename-tag";
    export function allTags() { return []; }
    export const tagsRouter = router({
      list: procedure.input(schema).query(async ({ ctx }) => {
        return allTags();
      }),
      rename: renameTag,
      admin: router({
        purge: procedure.mutation(() => allTags()),
      }),
    });
  `,
  "server/rename-tag.ts": dedent`
    import { procedure } from "./trpc";
    export const renameTag = procedure.mutation(({ input }) => input);
  `,
  "server/lists.ts": dedent`
    import { procedure, router } from "./trpc";
    export const listsRouter = router({ list: procedure.query(() => 2) });
  `,
  "server/app-router.ts": dedent`
    import { listsRouter } from "./lists";
    import { tagsRouter } from "./tags";
    import { router } from "./trpc";
    export const appRouter = router({ tags: tagsRouter, lists: listsRouter });
  `,
  "web/tags-page.tsx": dedent`
    import { api } from "./api";
    export function TagsPage() {
      const { data } = api.tags.list.useQuery();
      const purge = api.tags.admin.purge.useMutation();
      return <ul onClick={() => purge.mutate()}>{data}</ul>;
    }
    export const rename = (name: string) => api.tags
      .rename.mutate({ name });
    export const lists = () => api.lists.list.query();
  `,
};

/** A route that generated code registers for a server that is written by hand. */
const GENERATED = {
  "go.mod": "module example.com/shop",
  "api/orders_http.pb.go": dedent`
    // Code generated by protoc-gen-go-http. DO NOT EDIT.
    package api
    import "github.com/go-kratos/kratos/v2/transport/http"
    type Order struct{}
    type OrdersHTTPServer interface {
    	PlaceOrder(*Order) error
    }
    func RegisterOrdersHTTPServer(s *http.Server, srv OrdersHTTPServer) {
    	r := s.Route("/")
    	r.POST("/v1/orders", _Orders_PlaceOrder_HTTP_Handler(srv))
    }
    func _Orders_PlaceOrder_HTTP_Handler(srv OrdersHTTPServer) func(ctx http.Context) error {
    	return func(ctx http.Context) error { return srv.PlaceOrder(nil) }
    }
  `,
  "service/orders.go": dedent`
    package service
    import "example.com/shop/api"
    type OrderService struct{}
    func (s *OrderService) PlaceOrder(order *api.Order) error { return nil }
  `,
  "web/orders.js": dedent`
    import http from "./http";
    export const placeOrder = () => http.post("/v1/orders", {});
  `,
};

describeStores("requests", (store) => {
  const build = (files: Record<string, string>) => buildRepository(store(), files);

  /** The lines of an answer that tell of requests, without the code. */
  const requestsIn = async (
    relation: "callers" | "callees",
    symbol: string,
    built: Awaited<ReturnType<typeof build>>,
  ) => {
    const { text } = await runTool(getRelations, { symbols: [symbol], relations: [relation] }, built);
    const lines = text.split("\n").filter((line) => /\brequests (?:[A-Z]|procedure)/.test(line));
    return lines.map((line) => line.trim().replace(/: (?:return|export) .*$/, ""));
  };

  test("a handler's callers are the code that requests its route, a base before the path or not", async () => {
    const built = await build(SHOP);
    expect(await requestsIn("callers", "OrdersController.CloseOrder", built)).toEqual([
      "web/src/order-service.ts:7  OrderService.close  likely, requests POST /Orders/close",
    ]);
    expect(await requestsIn("callers", "OrdersController.OpenOrder", built)).toEqual([]);
  });

  test("a request leads through the route that generated code registers to what handles it", async () => {
    const ends = { from: "placeOrder", to: "OrderService.PlaceOrder" };
    const { output } = await runTool(trace, ends, await build(GENERATED));
    expect(output.ways?.[0]?.steps.map(({ relation }) => relation)).toEqual([
      "requests",
      "calls",
      "calls",
      "overridden",
    ]);
  });

  test("callers of callers are followed to the code that requests their routes", async () => {
    const input = { symbols: ["Ledger.Book"], relations: ["callers"], depth: 2 };
    const { text } = await runTool(getRelations, input, await build(SHOP));
    expect(text).toContain(
      "web/src/order-service.ts:7  OrderService.close  likely, requests POST /Orders/close of OrdersController.CloseOrder: ",
    );
  });

  test("one word behind an unknown base may be the route", async () => {
    expect(await requestsIn("callers", "SettingsController.ReadSettings", await build(SHOP))).toEqual([
      "web/src/order-service.ts:10  OrderService.settings  maybe, requests GET /Settings",
    ]);
  });

  test("a request's callee is what handles it, and another host's is not", async () => {
    const built = await build(SHOP);
    expect(await requestsIn("callees", "OrderService.close", built)).toEqual([
      "7 requests POST /Orders/close: OrdersController.CloseOrder (server/OrdersController.cs:7)",
    ]);
    expect(await requestsIn("callees", "OrderService.settings", built)).toEqual([
      "10 requests GET /Settings: SettingsController.ReadSettings (server/SettingsController.cs:5)",
    ]);
    expect(await requestsIn("callees", "OrderService.elsewhere", built)).toEqual([]);
  });

  test("a way from a page to the server goes by a request", async () => {
    const { output, text } = await runTool(trace, { from: "CartPage", to: "Ledger.Book" }, await build(SHOP));
    const [way] = output.ways ?? [];
    expect(way?.steps.map(({ relation }) => relation)).toEqual(["calls", "requests", "calls"]);
    expect(text).toContain(
      "web/src/order-service.ts:7  requests OrdersController.CloseOrder  (likely: by the route POST /Orders/close)",
    );
  });

  test("the beginnings of ways to the server are its routes, not what requests them", async () => {
    const { output } = await runTool(trace, { to: "Ledger.Book" }, await build(SHOP));
    expect(output.entries?.map(({ entry, label }) => [entry, label])).toEqual([["route", "POST /Orders/close"]]);
  });

  test("a flow goes on behind a request", async () => {
    const { text } = await runTool(getSource, { symbols: ["OrderService.close"], depth: 2 }, await build(SHOP));
    expect(text).toContain("return ledger.Book(order);");
    expect(text).toContain("return order.Id;");
  });

  test("Django: members of a registered class by their method, below written prefixes", async () => {
    const built = await build(DJANGO);
    expect(await requestsIn("callers", "SearchView.get", built)).toEqual([
      "web/client.ts:1  complete  likely, requests GET /api/search/complete",
    ]);
    expect(await requestsIn("callers", "SearchView.post", built)).toEqual([]);
    expect(await requestsIn("callers", "TaskViewSet.list", built)).toEqual([
      "web/client.ts:2  allTasks  likely, requests GET /api/tasks",
    ]);
    expect(await requestsIn("callers", "TaskViewSet.retrieve", built)).toEqual([
      "web/client.ts:3  oneTask  likely, requests GET /api/tasks/{pk}",
    ]);
    expect(await requestsIn("callers", "TaskViewSet.acknowledge", built)).toEqual([
      "web/client.ts:4  confirm  likely, requests POST /api/tasks/acknowledge",
    ]);
    expect(await requestsIn("callers", "OtherViewSet.list", built)).toEqual([]);
  });

  test("Django: what a request comes to", async () => {
    const built = await build(DJANGO);
    expect(await requestsIn("callees", "complete", built)).toEqual([
      "1 requests GET /api/search/complete: SearchView.get (app/views.py:5)",
    ]);
    expect(await requestsIn("callees", "confirm", built)).toEqual([
      "4 requests POST /api/tasks/acknowledge: TaskViewSet.acknowledge (app/views.py:15)",
    ]);
  });

  test("a caller of the function that sends the request sends none itself", async () => {
    const built = await build({
      "server/app.ts": dedent`
        import express from "express";
        const app = express();
        app.post("/prices/:day", setPrice);
        export function setPrice(req, res) { res.end(); }
      `,
      "web/prices.ts": dedent`
        export function postPrice(day: string) {
          const url = \`/prices/\${day}\`;
          return axios.post(url, {});
        }
      `,
      "web/page.ts": dedent`
        import { postPrice } from "./prices";
        export const save = () => postPrice("monday");
      `,
    });
    expect(await requestsIn("callers", "setPrice", built)).toEqual([
      "web/prices.ts:3  postPrice  likely, requests POST /prices/:day",
    ]);
  });

  test("a request behind the word that imports begin with", async () => {
    const built = await build({
      ...SHOP,
      "tools/Closer.cs": dedent`
        using System.Net.Http;
        public class Closer
        {
            private readonly HttpClient client = new();
            public async Task CloseAsync(Order order)
            {
                using var response = await client.PostAsync("/api/orders/close", null);
            }
        }
      `,
    });
    expect(await requestsIn("callers", "OrdersController.CloseOrder", built)).toContainEqual(
      expect.stringMatching(/^tools\/Closer\.cs:7 {2}Closer\.CloseAsync {2}\w+, requests POST \/Orders\/close/),
    );
  });

  test("a chain that declares a route requests none", async () => {
    const built = await build({
      "server/app.ts": dedent`
        import { Hono } from "hono";
        import { closeOrder } from "./orders";
        export function routes() {
          return new Hono().post("/orders", (c) => c.text("")).post("/orders/close", (c) => closeOrder(c));
        }
      `,
      "server/orders.ts": "export function closeOrder(c) { return c; }\n",
    });
    expect(await requestsIn("callees", "routes", built)).toEqual([]);
    expect(await requestsIn("callers", "closeOrder", built)).toEqual([]);
  });

  test("a guard before many handlers is none, and the last function of a registration is the handler", async () => {
    const names = ["ants", "bees", "cats", "dogs", "eels", "frogs", "goats"];
    const built = await build({
      "go.mod": "module farm\n",
      "server/router.go": [
        "package server",
        'import "github.com/gin-gonic/gin"',
        "func Routes(e *gin.Engine) {",
        ...names.map((name) => `  e.GET("/${name}", signedIn, ${name})`),
        "}",
        "func signedIn(c *gin.Context) {}",
        ...names.map((name) => `func ${name}(c *gin.Context) {}`),
      ].join("\n"),
      "web/api.ts": names.map((name) => `export const get_${name} = () => fetch("/${name}");`).join("\n"),
    });
    expect(await requestsIn("callers", "signedIn", built)).toEqual([]);
    expect(await requestsIn("callers", "cats", built)).toEqual(["web/api.ts:3  get_cats  likely, requests GET /cats"]);
    expect(await requestsIn("callees", "get_cats", built)).toEqual([
      "3 requests GET /cats: cats (server/router.go:15)",
    ]);
  });

  test("tRPC: who calls a procedure, by the names that lead to it", async () => {
    const built = await build(PROCEDURES);
    const usesOf = async (symbol: string) => {
      const { text } = await runTool(getRelations, { symbols: [symbol] }, built);
      return text.split("\n").flatMap((line) => /^(\S+ {2}\S+ {2}likely, requests [^:]+):/.exec(line)?.[1] ?? []);
    };
    expect(await usesOf("tagsRouter.list")).toEqual([
      "web/tags-page.tsx:3  TagsPage  likely, requests procedure tags.list",
    ]);
    expect(await usesOf("renameTag")).toEqual(["web/tags-page.tsx:8  rename  likely, requests procedure tags.rename"]);
    expect(await usesOf("listsRouter.list")).toEqual([
      "web/tags-page.tsx:9  lists  likely, requests procedure lists.list",
    ]);
  });

  test("tRPC: what a page calls, and a way to what the procedure does", async () => {
    const built = await build(PROCEDURES);
    const { text } = await runTool(getRelations, { symbols: ["TagsPage"], relations: ["callees"] }, built);
    expect(text).toContain("3 requests procedure tags.list: tagsRouter.list (server/tags.ts:5)");
    expect(text).toContain("4 requests procedure tags.admin.purge: tagsRouter.admin.purge (server/tags.ts:10)");
    expect(await requestsIn("callees", "rename", built)).toEqual([
      "8 requests procedure tags.rename: renameTag (server/rename-tag.ts:2)",
    ]);
    const { output } = await runTool(trace, { from: "TagsPage", to: "allTags" }, built);
    expect(output.ways?.[0]?.steps.map(({ relation }) => relation)).toEqual(["requests", "calls"]);
  });

  test("gRPC of Java: a stub's call leads to the method of the service", async () => {
    const built = await build({
      "server/src/main/java/shop/OrderService.java": dedent`
        package shop;
        public class OrderService extends OrdersGrpc.OrdersImplBase {
            private final Store store = new Store();
            @Override
            public void place(Order order, StreamObserver<Placed> replies) { store.add(order); }
        }
      `,
      "server/src/main/java/shop/Store.java": dedent`
        package shop;
        class Store { void add(Order order) {} }
      `,
      "page/src/main/java/page/Page.java": dedent`
        package page;
        public class Page {
            private OrdersGrpc.OrdersBlockingStub orders;
            void buy() { orders.place(order()); }
        }
      `,
    });
    const { text } = await runTool(getRelations, { symbols: ["OrderService.place"], relations: ["callers"] }, built);
    expect(text).toContain("page/src/main/java/page/Page.java:4  Page.buy  likely, requests gRPC /Orders/place:");
    const { output } = await runTool(trace, { from: "Page.buy", to: "Store.add" }, built);
    expect(output.ways?.[0]?.steps.map(({ relation }) => relation)).toEqual(["requests", "calls"]);
  });

  test("gRPC: who calls a method of a service, and the way to it", async () => {
    const built = await build({
      "server/Shop.cs": dedent`
        namespace Server;
        public class Shop(Store store) : Orders.OrdersBase
        {
            public override Task<Placed> Place(Order request, ServerCallContext context) => store.Add(request);
        }
        public class Store { public Task<Placed> Add(Order order) => null; }
      `,
      "web/Page.cs": dedent`
        namespace Web;
        public class Page(Orders.OrdersClient orders)
        {
            public async Task Buy() { await orders.PlaceAsync(new Order()); }
        }
      `,
    });
    const { text } = await runTool(getRelations, { symbols: ["Shop.Place"], relations: ["callers"] }, built);
    expect(text).toContain("web/Page.cs:4  Page.Buy  likely, requests gRPC /Orders/Place: public async Task Buy()");
    const { text: way } = await runTool(trace, { from: "Page.Buy", to: "Store.Add" }, built);
    expect(way.split("\n").filter((line) => !line.startsWith(" "))).toEqual([
      "Page.Buy → Shop.Place → Store.Add: 2 steps, likely",
      "web/Page.cs:4  requests Shop.Place  (likely: by the route gRPC /Orders/Place)",
      "server/Shop.cs:4  calls Store.Add",
    ]);
  });
});
