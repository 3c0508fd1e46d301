/** Routes and requests of Python, by src/languages/python/routes.ts. */
import { expect, test } from "vitest";
import { routes } from "../../../src/languages/python/routes.js";
import { dedent } from "../../helpers/dedent.js";

const declared = (text: string, path = "app.py") =>
  routes
    .declared(path, text)
    .routes.map(({ method, path: route, lineStart, handler, isPartial }) =>
      [`${lineStart} ${method} ${route}`, handler && `by ${handler}`, isPartial && "partial"].filter(Boolean).join(" "),
    );
const mounts = (text: string) =>
  routes
    .declared("app.py", text)
    .mounts.map(({ prefix, names, owner }) => `${owner} ${prefix}: ${[...names].join(" ")}`);
const requested = (text: string) =>
  routes.asked(text).requests.map(({ method, path, line }) => `${line} ${method} ${path}`);

test("FastAPI: decorators, the prefix of a router, included routers", () => {
  const source = dedent`
    router = APIRouter(prefix="/cats", tags=["cats"])

    @router.get("", response_model=list[Cat])
    @limited(
        10,
    )
    async def list_cats(): ...

    @router.post(path="/{cat_id}/feed")
    def feed(cat_id: int): ...
    # @router.get("/gone")
    @router.api_route("/any", methods=["PUT", "PATCH"])
    def any_cat(): ...

    app.include_router(users.router, prefix="/users")
    app.include_router(router)
  `;
  expect(declared(source)).toEqual([
    "3 GET /cats by 7",
    "9 POST /cats/{cat_id}/feed by 10",
    "12 PUT /cats/any by 13",
    "12 PATCH /cats/any by 13",
  ]);
  expect(mounts(source)).toEqual(["app /users: users router", "app : router"]);
});

test("FastAPI: a router of a class that derives from APIRouter has its prefix too", () => {
  const source = dedent`
    admin_router = AdminAPIRouter(prefix="/users", tags=["Users"])

    @admin_router.get("")
    def get_all(): ...
  `;
  expect(declared(source)).toEqual(["3 GET /users by 4"]);
});

test("Flask: routes of functions and classes, blueprints, rules", () => {
  const source = dedent`
    bp = Blueprint("cats", __name__, url_prefix="/cats")

    @bp.route("/<int:cat_id>", methods=("GET", "DELETE"))
    @login_required
    def cat(cat_id):
        return cat_id

    @bp.route("/plain")
    def plain(): ...

    @api.route("/dogs")
    class Dogs(Resource):
        def get(self): ...

        def post(self): ...

    def helper(): ...

    app.add_url_rule("/owls", view_func=owls)
    api.add_resource(Hens, "/hens", "/hens/<id>")
    app.register_blueprint(bp, url_prefix="/v1")
  `;
  expect(declared(source)).toEqual([
    "3 GET /cats/<int:cat_id> by 5",
    "3 DELETE /cats/<int:cat_id> by 5",
    "8 GET /cats/plain by 9",
    "11 GET /dogs by 13",
    "11 POST /dogs by 15",
    "19 GET /owls",
    "20 null /hens",
    "20 null /hens/<id>",
  ]);
  expect(mounts(source)).toEqual(["app /v1: bp"]);
});

test("Django: its file may stand below any prefix", () => {
  const source = dedent`
    from django.urls import include, path, re_path
    router = DefaultRouter()
    router.register(r"cats", CatViewSet)
    urlpatterns = [
        path("dogs/<int:pk>/", views.dog, name="dog"),
        re_path(r"^owls/(?P<year>[0-9]{4})/(\\d+)/$", owls),
        path("api/", include(router.urls)),
        path("farm/", include("farm.urls")),
    ]
  `;
  expect(declared(source, "farm/urls.py")).toEqual([
    "3 null /cats partial",
    "3 null /cats/{pk} partial",
    "5 null /dogs/<int:pk> partial",
    `6 null /owls/{year}/\${} partial`,
  ]);
});

test("Starlette, aiohttp and Tornado", () => {
  expect(
    declared(dedent`
      routes = [
          Route("/", home),
          Mount("/api", routes=[
              Route("/cats/{id:int}", endpoint=cat, methods=["GET"]),
              Mount("/shops/", routes=[Route("/{id:int}", endpoint=shop)]),
          ]),
      ]
    `),
  ).toEqual(["2 null /", "4 GET /api/cats/{id:int}", "5 null /api/shops/{id:int}"]);
  expect(
    declared(dedent`
      from aiohttp import web
      app.router.add_get("/cats", list_cats)
      app.add_routes([web.post("/cats", add_cat)])
      app.router.add_route("*", "/dogs/{name}", dogs)
    `),
  ).toEqual(["2 GET /cats", "3 POST /cats", "4 null /dogs/{name}"]);
  expect(
    declared(dedent`
      import tornado.web
      app = Application([(r"/cats/(\\d+)", CatHandler), ("name", other)])
    `),
  ).toEqual([`2 null /cats/\${}`]);
});

test("calls and decorators that declare nothing", () => {
  expect(
    declared(dedent`
      @mock.patch("app.views.feed")
      @cache.get("key")
      def test_feed(): ...
      answer = client.get("/cats", headers)
      value = path("a", "b")
    `),
  ).toEqual([]);
});

test("requests of test clients and of libraries", () => {
  const source = dedent`
    URL = "/api/cats"

    def test_cats(client, cat):
        client.get(URL)
        client.post(f"/cats/{cat.id}/feed", json={"a": 1})
        self.client.delete("/cats/{}".format(cat.id))
        requests.put("http://localhost:8000/cats/%s" % cat.id)
        httpx.get(base + "/cats?page=1")
        client.request("PATCH", "/cats/1")
        client.open("/cats", method="POST")
        open("/etc/passwd")
        settings.get("key")
        # client.get("/gone")
  `;
  expect(requested(source)).toEqual([
    "4 GET /api/cats",
    `5 POST /cats/\${}/feed`,
    `6 DELETE /cats/\${}`,
    `7 PUT http://localhost:8000/cats/\${}`,
    `8 GET \${}/cats?page=1`,
    "9 PATCH /cats/1",
    "10 POST /cats",
  ]);
});

test("names of routes, and paths that are made by them", () => {
  const names = (text: string) => routes.declared("urls.py", text).routes.map(({ name }) => name);
  expect(
    names(dedent`
      from django.urls import path
      app_name = "shop"
      router.register("cats", CatViewSet, basename="cat")
      urlpatterns = [path("dogs/", views.dogs, name="dogs.index")]
    `),
  ).toEqual(["shop:cat-list", "shop:cat-detail", "shop:dogs.index"]);
  expect(
    names(dedent`
      bp = Blueprint("owls", __name__)
      @bp.route("/owls")
      def find(): ...
    `),
  ).toEqual(["owls.find"]);
  const source = dedent`
    url = reverse("shop:dogs.index", args=[1])
    client.get(url_for("owls.find"))
  `;
  expect(routes.asked(source).requests.map(({ line, name }) => `${line} ${name}`)).toEqual([
    "1 shop:dogs.index",
    "2 owls.find",
  ]);
});
