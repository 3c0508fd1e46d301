/** Tests that reach a member through a library's interface: what a factory gives is called as the library names it. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "go.mod": dedent`
    module example.com/shop

    go 1.22
  `,
  "sticky/sticky.go": dedent`
    package sticky

    func Choose(name string) string { return name }
  `,
  "balance/balance.go": dedent`
    package balance

    import (
    	"net/http"

    	"example.com/shop/sticky"
    )

    type balancer struct{ name string }

    func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
    	sticky.Choose(b.name)
    }

    func (b *balancer) Close() error {
    	sticky.Choose("")
    	return nil
    }

    func New(name string) http.Handler {
    	return &balancer{name: name}
    }
  `,
  "service/service.go": dedent`
    package service

    import (
    	"net/http"

    	"example.com/shop/balance"
    )

    func Build(name string) (http.Handler, error) { return balance.New(name), nil }
  `,
  "service/service_test.go": dedent`
    package service

    import (
    	"net/http/httptest"
    	"os"
    	"testing"
    )

    func TestBuild(t *testing.T) {
    	handler, _ := Build("a")
    	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
    }

    func TestBuildOnly(t *testing.T) {
    	Build("b")
    	file, _ := os.Open("a")
    	file.Close()
    }
  `,
  "other/other_test.go": dedent`
    package other

    import (
    	"net/http"
    	"net/http/httptest"
    	"testing"
    )

    func TestOther(t *testing.T) {
    	var handler http.Handler = http.NotFoundHandler()
    	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
    }
  `,
});

test("a test that comes to what makes a handler and calls it as the library's is told as possible", async () => {
  const { text, structured } = await call("get_tests", { symbols: ["Choose"] });
  expect(text).toContain("No test that reaches Choose (sticky/sticky.go:3) is known");
  expect(text).toContain(
    "Possible: Handler.ServeHTTP of net/http, called where a test comes to what makes it, may be balancer.ServeHTTP: service/service_test.go:11",
  );
  const way = { route: "Handler.ServeHTTP of net/http", members: ["balancer.ServeHTTP"] };
  expect(structured).toMatchObject({ possible_requests: [{ ...way, tests: ["service/service_test.go:11"] }] });
});

const named = useProject({
  "src/main/kotlin/shop/Pay.kt": dedent`
    package shop

    import web.Handler

    fun choose(name: String) = name

    class \`Pay (fast\` : Handler {
        override fun handle(name: String) {
            choose(name)
        }
    }

    fun build(): Handler = \`Pay (fast\`()
  `,
  "src/test/kotlin/shop/PayTest.kt": dedent`
    package shop

    import web.Handler

    class PayTest {
        @Test
        fun pays() {
            val handler: Handler = build()
            handler.handle("a")
        }
    }
  `,
});

test("a type may be named with signs that expressions read otherwise", async () => {
  const { text, isError } = await named("get_tests", { symbols: ["choose"] });
  expect(isError, text).toBe(false);
  expect(text).toContain("src/test/kotlin/shop/PayTest.kt:9");
});
