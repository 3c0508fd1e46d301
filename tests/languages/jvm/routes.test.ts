/** Routes and requests of Java and Kotlin, by src/languages/jvm/routes.ts. */
import { expect, test } from "vitest";
import { routes } from "../../../src/languages/jvm/routes.js";
import { dedent } from "../../helpers/dedent.js";

const declared = (text: string) =>
  routes
    .declared("Api.java", text)
    .routes.map(({ method, path, lineStart, handler }) =>
      [`${lineStart} ${method} ${path}`, handler && `by ${handler}`].filter(Boolean).join(" "),
    );
const requested = (text: string) =>
  routes.asked(text).requests.map(({ method, path, line }) => `${line} ${method} ${path}`);

test("Spring: a controller, its prefix, several paths and methods", () => {
  const source = dedent`
    @RestController
    @RequestMapping("/cats")
    public class CatController {
        private static class Page { int size; }

        @GetMapping
        @ResponseBody
        public List<Cat> list() { return null; }

        @GetMapping(value = {"/{id}", "/by-id/{id}"}, produces = "application/json")
        public Cat find(@PathVariable("id") long id) { return null; }

        @RequestMapping(path = "/{id}", method = {RequestMethod.PUT, RequestMethod.PATCH})
        public Cat change(@RequestParam("name") String name) { return null; }
        // @GetMapping("/gone")
    }
  `;
  expect(declared(source)).toEqual([
    "6 GET /cats by 8",
    "10 GET /cats/{id} by 11",
    "10 GET /cats/by-id/{id} by 11",
    "13 PUT /cats/{id} by 14",
    "13 PATCH /cats/{id} by 14",
  ]);
});

test("Spring: paths that have a name", () => {
  const source = dedent`
    @RequestMapping(CatController.BASE)
    public class CatController {
        public static final String BASE = "/api/cats";
        private static final String BY_ID = "/{id}";

        @GetMapping(BY_ID)
        public Cat find(long id) { return null; }

        @DeleteMapping(value = BY_ID + "/kittens")
        public void drop(long id) {}
    }
  `;
  expect(declared(source)).toEqual(["6 GET /api/cats/{id} by 7", "9 DELETE /api/cats/{id}/kittens by 10"]);
});

test("Spring in Kotlin", () => {
  const source = dedent`
    @RestController
    @RequestMapping("api/v1/cats", produces = [MediaType.APPLICATION_JSON_VALUE])
    class CatController(private val cats: Cats) {
      @PostMapping("{catId}/feed")
      @PreAuthorize("hasRole('ADMIN')")
      fun feed(@PathVariable catId: String) = cats.feed(catId)

      @DeleteMapping(value = ["old", "older"])
      fun drop() = Unit
    }
  `;
  expect(declared(source)).toEqual([
    "4 POST api/v1/cats/{catId}/feed by 6",
    "8 DELETE api/v1/cats/old by 9",
    "8 DELETE api/v1/cats/older by 9",
  ]);
});

test("JAX-RS has the method and the path in two annotations", () => {
  const source = dedent`
    @Path("/cats")
    public class CatResource {
        @GET
        public List<Cat> list() { return null; }

        @POST
        @Path("/{id}/feed")
        @Consumes(MediaType.APPLICATION_JSON)
        public Response feed(@PathParam("id") String id) { return null; }
    }
  `;
  expect(declared(source)).toEqual(["3 GET /cats by 4", "6 POST /cats/{id}/feed by 9"]);
});

test("Ktor and Javalin: routes in blocks", () => {
  const ktor = dedent`
    fun Route.cats(store: Store) {
      get("/health") { call.respond("ok") }
      route("/cats") {
        get { call.respond(store.all()) }
        get("/{id}") {
          call.respond(store.find(call.parameters["id"]))
        }
        route("{id}") {
          post("feed") { store.feed() }
        }
      }
    }
  `;
  expect(declared(ktor)).toEqual(["2 GET /health", "4 GET /cats", "5 GET /cats/{id}", "9 POST /cats/{id}/feed"]);
  const javalin = dedent`
    app.get("/cats", CatController::list);
    path("/dogs", () -> {
        post("/{id}", ctx -> feed(ctx));
    });
    map.get("/key");
  `;
  expect(declared(javalin)).toEqual(["1 GET /cats", "3 POST /dogs/{id}"]);
});

test("requests of tests", () => {
  const source = dedent`
    mockMvc.perform(get("/cats/{id}", 1)).andExpect(status().isOk());
    mockMvc.perform(MockMvcRequestBuilders.post("/cats").content(body));
    restTemplate.getForObject("/cats/" + id, Cat.class);
    restTemplate.exchange("/cats/1", HttpMethod.DELETE, null, Void.class);
    webTestClient.put().uri("/cats/1").exchange();
    given().when().patch("/cats/1");
    client.get("/cats/$id") { header("a", "b") }
    mockMvc.post("/cats") { content = body }
    map.get("key");
    // get("/gone")
    webClient.get().uri(host + "pets/visits?petId={petId}", ids).retrieve();
    restTemplate.getForObject("lb://cats-service/cats/1", Cat.class);
  `;
  expect(requested(source)).toEqual([
    "1 GET /cats/{id}",
    "2 POST /cats",
    `3 GET /cats/\${}`,
    "4 DELETE /cats/1",
    "5 PUT /cats/1",
    "6 PATCH /cats/1",
    `7 GET /cats/\${}`,
    "8 POST /cats",
    `11 GET \${}pets/visits?petId={petId}`,
    "12 GET lb://cats-service/cats/1",
  ]);
});

test("services of gRPC handle what stubs request", () => {
  const service = dedent`
    class OrderService extends OrdersGrpc.OrdersImplBase {
        @Override
        public void place(Order order, StreamObserver<Reply> replies) { check(order); }
        @Override
        public StreamObserver<Order> placeAll(StreamObserver<Reply> replies) { return null; }
        void check(Order order) {}
    }
  `;
  expect(declared(service)).toEqual(["3 gRPC /Orders/place by 3", "5 gRPC /Orders/placeAll by 5"]);
  const kotlin = dedent`
    import shop.OrdersGrpcKt
    class OrderService(private val store: Store) : OrdersGrpcKt.OrdersCoroutineImplBase() {
      override suspend fun place(request: Order): Reply = store.place(request)
    }
    class Client(private val stub: OrdersCoroutineStub) {
      suspend fun run() = stub.place(order)
    }
  `;
  expect(declared(kotlin)).toEqual(["3 gRPC /Orders/place by 3"]);
  expect(requested(kotlin)).toEqual(["6 gRPC /Orders/place"]);
  const client = dedent`
    import shop.OrdersGrpc;
    class Client {
        private final OrdersGrpc.OrdersBlockingStub blocking;
        private final OrdersGrpc.OrdersFutureStub later;
        private RemoteStub other;
        void run(Channel channel) {
            blocking.withDeadlineAfter(1, SECONDS).place(order);
            var own = OrdersGrpc.newStub(channel);
            own.placeAll(replies);
            this.later.place(order).get();
            other.place(order);
        }
    }
  `;
  expect(requested(client)).toEqual(["7 gRPC /Orders/place", "9 gRPC /Orders/placeAll", "10 gRPC /Orders/place"]);
  expect(declared(client)).toEqual([]);
});

test("interfaces of clients request", () => {
  const retrofit = dedent`
    interface CatApi {
      @GET("cats/{id}")
      suspend fun find(@Path("id") id: Long): Cat
    }
  `;
  expect(requested(retrofit)).toEqual(["3 GET /cats/{id}"]);
  expect(declared(retrofit)).toEqual([]);
  const feign = dedent`
    @FeignClient(name = "cats", path = "/api")
    public interface CatClient {
        @PostMapping("/cats/{id}/feed")
        void feed(@PathVariable("id") long id);
    }
  `;
  expect(requested(feign)).toEqual(["4 POST /api/cats/{id}/feed"]);
  expect(declared(feign)).toEqual([]);
});
