/** Routes and requests of Go, by src/languages/go/routes.ts. */
import { expect, test } from "vitest";
import { routes } from "../../../src/languages/go/routes.js";
import { dedent } from "../../helpers/dedent.js";

const declared = (text: string) =>
  routes
    .declared("server.go", text)
    .routes.map(({ method, path, lineStart, isPartial }) =>
      [`${lineStart} ${method} ${path}`, isPartial && "partial"].filter(Boolean).join(" "),
    );
const requested = (text: string) =>
  routes.asked(text).requests.map(({ method, path, line }) => `${line} ${method} ${path}`);

test("net/http: patterns with and without a method", () => {
  const source = dedent`
    mux := http.NewServeMux()
    mux.HandleFunc("GET /cats/{id}", findCat)
    mux.Handle("/dogs/", http.StripPrefix("/dogs", dogs))
    http.HandleFunc("example.com/owls", owls)
    // mux.HandleFunc("/gone", gone)
  `;
  expect(declared(source)).toEqual(["2 GET /cats/{id}", "3 null /dogs", "4 null /owls"]);
});

test("net/http: paths that have a name", () => {
  const source = dedent`
    const prefix = "/api"
    const cats = prefix + "/cats"
    mux.HandleFunc(cats, listCats)
    mux.HandleFunc(prefix + "/dogs", listDogs)
    mux.HandleFunc(config.Path, other)
  `;
  expect(declared(source)).toEqual(["3 null /api/cats", "4 null /api/dogs"]);
});

test("chi: routes inside of others, and mounted routers", () => {
  const source = dedent`
    r := chi.NewRouter()
    r.Get("/", home)
    r.Route("/cats", func(r chi.Router) {
        r.Get("/", listCats)
        r.Route("/{id}", func(r chi.Router) {
            r.With(auth).Delete("/", dropCat)
        })
    })
    r.Method("PUT", "/dogs", handler)
    r.Mount("/admin", adminRouter())
  `;
  expect(declared(source)).toEqual(["2 GET /", "4 GET /cats", "6 DELETE /cats/{id}", "9 PUT /dogs"]);
  expect(routes.declared("server.go", source).mounts.map(({ prefix, names }) => [prefix, ...names])).toEqual([
    ["/admin", "adminRouter"],
  ]);
});

test("gin: a route on a group behind its guards", () => {
  const source = dedent`
    e := gin.New()
    e.Group("/cats").Use(auth).POST("", createCat)
    dogs := e.Group("/dogs")
    guarded := dogs.Use(auth)
    guarded.GET("/:id", findDog)
  `;
  expect(declared(source)).toEqual(["2 POST /cats", "5 GET /dogs/:id"]);
});

test("gin, echo and fiber: groups; a router that is handed in may have any prefix", () => {
  const source = dedent`
    func New() *gin.Engine {
        e := gin.New()
        v1 := e.Group("/v1")
        cats := v1.Group("/cats")
        cats.GET("/:id", auth, h.findCat)
        e.Any("/hook", hook)
        return e
    }

    func Register(group *gin.RouterGroup) {
        group.POST("/owls", addOwl)
        own := group.Group("/hens")
        own.GET("", listHens)
        own.Route("/:id", func(hen fiber.Router) { hen.Get("/eggs", listEggs) })
    }
  `;
  expect(declared(source)).toEqual([
    "5 GET /v1/cats/:id",
    "6 null /hook",
    "11 POST /owls partial",
    "13 GET /hens",
    "14 GET /hens/:id/eggs",
  ]);
});

test("gorilla: methods behind the route, subrouters", () => {
  const source = dedent`
    r := mux.NewRouter()
    r.HandleFunc("/cats", listCats).Methods("GET", http.MethodHead)
    s := r.PathPrefix("/dogs").Subrouter()
    s.HandleFunc("/{id}", findDog)
    r.Path("/owls").Methods("POST").HandlerFunc(addOwl)
  `;
  expect(declared(source)).toEqual(["2 GET /cats", "2 HEAD /cats", "4 null /dogs/{id}", "5 POST /owls"]);
});

test("huma: operations, functions that take the router, groups and wrappers", () => {
  const source = dedent`
    func Routes(router *chi.Mux) {
        api := humachi.New(router, huma.DefaultConfig("Cats", "1"))
        huma.Register(api, huma.Operation{
            OperationID: "find-cat",
            Method:      http.MethodGet,
            Path:        "/cats/{id}",
        }, findCat)
        huma.Post(api, "/cats", addCat)
        v1 := huma.NewGroup(api, "/v1")
        inner := huma.NewGroup(v1, "/dogs")
        huma.Delete(inner, "/{id}", dropDog)
        register(v1, secured(huma.Operation{Method: "PUT", Path: "/owls"}), putOwl)
        op := huma.Operation{
            Method: http.MethodPatch,
            Path:   "/hens",
        }
        sse.Register(v1, op, map[string]any{"hen": Hen{}}, watchHens)
        prometheus.Register(counter)
    }

    func Register(api huma.API) {
        huma.Get(api, "/ducks", listDucks)
    }
  `;
  expect(declared(source)).toEqual([
    "3 GET /cats/{id}",
    "8 POST /cats",
    "11 DELETE /v1/dogs/{id}",
    "12 PUT /v1/owls",
    "17 PATCH /v1/hens",
    "22 GET /ducks partial",
  ]);
  expect(routes.declared("server.go", source).routes[0]).toMatchObject({ lineStart: 3, lineEnd: 7, owner: "api" });
  expect(requested(source)).toEqual([]);
});

test("gorilla: methods before the path, links of the chain between, and paths behind values of other files", () => {
  const source = dedent`
    admin := router.PathPrefix(adminPrefix).Subrouter()
    for _, version := range versions {
        admin.Methods(http.MethodGet, "HEAD").Path(version + "/cats").HandlerFunc(listCats)
        admin.Methods("PUT").Path("/dogs/{id}").Queries("kind", "{kind:.*}").HandlerFunc(setDog)
    }
    router.Host("cats.example").Methods("POST").Path("/owls").Handler(owls)
    router.HandleFunc(base + "/hens", listHens).Methods("GET")
    admin.Methods("GET").Path(row.path).HandlerFunc(row.handler)
    client.Get(base + "/gone", options)
  `;
  expect(declared(source)).toEqual([
    "3 GET /cats partial",
    "3 HEAD /cats partial",
    "4 PUT /dogs/{id} partial",
    "6 POST /owls",
    "7 GET /hens partial",
  ]);
});

test("requests of net/http and of test clients", () => {
  const source = dedent`
    req := httptest.NewRequest("GET", "/cats/1", nil)
    req, err := http.NewRequestWithContext(ctx, http.MethodPut, srv.URL+"/cats/"+id, body)
    http.Get(fmt.Sprintf("%s/cats?page=%d", base, page))
    http.Post(server.URL+"/cats", "application/json", body)
    e.DELETE("/cats/{id}", 1)
    e.GET("/owls").Expect()
    values.Get("name")
    // http.Get("/gone")
  `;
  expect(requested(source)).toEqual([
    "1 GET /cats/1",
    `2 PUT \${}/cats/\${}`,
    `3 GET \${}/cats?page=\${}`,
    `4 POST \${}/cats`,
    "6 GET /owls",
  ]);
});

test("rows of a table of tests ask", () => {
  const text = dedent`
    package api
    var rows = []Scenario{
      {
        Name: "lists",
        Method: http.MethodGet,
        URL: "/api/cats",
        Headers: map[string]string{"Accept": "*"},
      },
      {method: "POST", path: "/api/cats" + suffix},
      {Name: "no request", Path: "/var/lib"},
    }
    var config = Config{Path: "/etc/cats", Other: Row{Method: http.MethodGet}}
  `;
  expect(requested(text)).toEqual(["6 GET /api/cats", `9 POST /api/cats\${}`]);
});
