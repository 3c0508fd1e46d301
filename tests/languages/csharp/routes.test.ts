/** Routes and requests of C#, by src/languages/csharp/routes.ts. */
import { expect, test } from "vitest";
import { routes } from "../../../src/languages/csharp/routes.js";
import { dedent } from "../../helpers/dedent.js";

const declared = (text: string) =>
  routes
    .declared("Api.cs", text)
    .routes.map(({ method, path, lineStart, handler, isPartial }) =>
      [`${lineStart} ${method} ${path}`, handler && `by ${handler}`, isPartial && "partial"].filter(Boolean).join(" "),
    );

test("a controller: attributes, tokens, an absolute path", () => {
  const source = dedent`
    [ApiController]
    [Route("api/[controller]")]
    public class CatsController : ControllerBase
    {
        [HttpGet]
        [ProducesResponseType(typeof(Cat), 200)]
        public Cat List() => null;
        // [HttpGet("gone")]
        [Authorize, HttpGet("{id:int}")]
        public Cat Find(int id) => null;
        [HttpPost("/cats/[action]")]
        public async Task<Cat> AddNewAsync(Cat cat) => cat;
    }
  `;
  expect(declared(source)).toEqual([
    "5 GET api/Cats by 7",
    "9 GET api/Cats/{id:int} by 10",
    "11 POST /cats/AddNew by 12",
    "11 POST /cats/Add-New by 12",
  ]);
});

test("a controller without a route has that of its base, which another file may tell", () => {
  expect(
    declared(dedent`
      public class CatsController : Base {
        [HttpGet("all")]
        public void All() {}
      }`),
  ).toEqual(["2 GET Cats/all by 3 partial"]);
});

test("a controller of ASP.NET alone has no other route, and a part of a class may have that of another part", () => {
  const bodyOf = (head: string) => dedent`
    public ${head} {
      [HttpGet("cats/all")]
      public void All() {}
    }`;
  expect(declared(bodyOf("class CatsController : Controller"))).toEqual(["2 GET /cats/all by 3"]);
  expect(declared(bodyOf("class CatsController : Mvc.ControllerBase, IDisposable"))).toEqual(["2 GET /cats/all by 3"]);
  expect(declared(bodyOf("partial class CatsController : Controller"))).toEqual(["2 GET /cats/all by 3 partial"]);
  expect(declared(bodyOf("class CatsController : ControllerOfCats"))).toEqual(["2 GET Cats/cats/all by 3 partial"]);
});

test("minimal APIs, with the prefixes of groups", () => {
  const source = dedent`
    app.MapGet("/cats/{id}", Find);
    var dogs = app.MapGroup("/dogs");
    dogs.MapPost("/", (Dog dog) => Add(dog));
    app.MapGroup("/owls").MapDelete("{id}", Drop);
  `;
  expect(declared(source)).toEqual(["1 GET /cats/{id}", "3 POST /dogs", "4 DELETE /owls/{id}"]);
});

test("requests of HttpClient", () => {
  const source = dedent`
    await client.GetAsync($"/cats/{id}");
    await client.PostAsJsonAsync("api/cats", cat);
    var cats = await client.GetFromJsonAsync<List<Cat>>("/cats?page=1");
    new HttpRequestMessage(HttpMethod.Put, "/cats/1");
    await store.DeleteAsync(cat);
    // await client.GetAsync("/gone");
  `;
  expect(routes.asked(source).requests.map(({ method, path, line }) => `${line} ${method} ${path}`)).toEqual([
    "1 GET /cats/{id}",
    "2 POST api/cats",
    "3 GET /cats?page=1",
    "4 PUT /cats/1",
  ]);
});

test("methods of an interface of Refit are requests, those of classes and of other attributes are not", () => {
  const source = dedent`
    public interface ICatsApi
    {
        [Get("/cats/{id}")]
        Task<Cat> Find(int id, [Header("x")] string tag = "");
        [Headers("a: b")]
        [Post("/cats")]
        Task Add([Body] Cat cat);
        [Get("cats")] Task Relative();
    }
    public class Cats
    {
        [Get("/own")] public Cat Own() => new();
        [Get("/other")] public Cat Other() { return new(); }
    }
  `;
  expect(routes.asked(source).requests.map(({ method, path, line }) => `${line} ${method} ${path}`)).toEqual([
    "4 GET /cats/{id}",
    "7 POST /cats",
  ]);
});

test("gRPC: the methods of a service, whose base is made of a protocol", () => {
  const source = dedent`
    public class Shop(Store store) : Orders.OrdersBase
    {
        [Authorize]
        public override async Task<Placed> Place(Order request, ServerCallContext context)
        {
            return store.Add(request);
        }
        public override Task Watch(Order request, IServerStreamWriter<Placed> stream, ServerCallContext context) => null;
        public override string ToString() => "shop";
    }
    public class Other : Base { public override Task Place(Order request, ServerCallContext context) => null; }
  `;
  expect(declared(source)).toEqual(["4 gRPC /Orders/Place by 4", "8 gRPC /Orders/Watch by 8"]);
});

test("gRPC: the calls of clients, by the names that hold one", () => {
  const source = dedent`
    using OrdersClient = Shop.Grpc.Orders.OrdersClient;
    public class Page(OrdersClient orders)
    {
        private Shop.Grpc.Stock.StockClient _stock;
        public async Task Buy()
        {
            await orders.PlaceAsync(new Order());
            var made = new Orders.OrdersClient(channel);
            using var stream = made.Watch(new Order());
            GetStock().Take(new Item());
            var stock = GetStock();
            await stock
                .GiveAsync(new Item());
            other.PlaceAsync(new Order());
        }
        private Shop.Grpc.Stock.StockClient GetStock() => _stock ??= new Stock.StockClient(channel);
    }
  `;
  expect(routes.asked(source).requests.map(({ method, path, line }) => `${line} ${method} ${path}`)).toEqual([
    "7 gRPC /Orders/Place",
    "9 gRPC /Orders/Watch",
    "10 gRPC /Stock/Take",
    "13 gRPC /Stock/Give",
  ]);
});
