/** The answer to a question that names a route begins with its handler, before the pieces of code that fit the words. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "go.mod": "module shop\n",
  "server/router.go": dedent`
    package server
    import "github.com/gin-gonic/gin"
    func Routes(engine *gin.Engine) {
      api := engine.Group("/api")
      {
        api.POST("/hook", session.MustUser(), PostHook)
        api.GET("/hook", GetHook)
      }
    }
    func PostHook(c *gin.Context) {}
    func GetHook(c *gin.Context) {}
  `,
  "web/urls.py": dedent`
    from django.urls import path
    from web.views import ImportView
    urlpatterns = [path("scans/import/", ImportView.as_view())]
  `,
  "web/views.py": dedent`
    from django.views import View
    class ImportView(View):
        def post(self, request):
            return None
  `,
  "shop/schema.py": dedent`
    import graphene
    from shop.mutations import CreateToken
    class Mutation(graphene.ObjectType):
        token_create = CreateToken.Field()
    class Query(graphene.ObjectType):
        me = graphene.Field(graphene.String)
        def resolve_me(self, info):
            return None
  `,
  "shop/mutations.py": dedent`
    class BaseMutation:
        @classmethod
        def Field(cls):
            return None
    class CreateToken(BaseMutation):
        def perform_mutation(self):
            return None
  `,
  "src/Orders.java": dedent`
    package shop;
    @RestController
    @RequestMapping("/api/orders")
    class Orders {
      @PostMapping("/{id}/close")
      void close(@PathVariable String id) {}
    }
  `,
});

test.each([
  ["what runs on POST /api/hook", "POST /api/hook is handled by PostHook (server/router.go:10)."],
  [
    "POST /scans/import until it is stored",
    "POST /scans/import is handled by ImportView.post (web/views.py:3), registered at web/urls.py:3.",
  ],
  [
    "how does the mutation tokenCreate check a password",
    "mutation tokenCreate is handled by CreateToken (shop/mutations.py:5), registered at shop/schema.py:4.",
  ],
  ["what does the `me` query answer", "query me is handled by Query.resolve_me (shop/schema.py:7)."],
  [
    "how does POST /api/orders/{id}/close work",
    "POST /api/orders/{id}/close is handled by Orders.close (src/Orders.java:6).",
  ],
])("%s", async (query, line) => {
  expect((await call("codebase_retrieval", { query })).text).toContain(line);
});
