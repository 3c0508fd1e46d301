/** Java: values of libraries that are not read are none of the project, where nothing of the project goes into them. */
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

const SHOP = {
  "com/acme/Order.java": dedent`
    package com.acme;
    public class Order { public Order build() { return this; } public void close() {} }
  `,
  "com/acme/Failure.java": dedent`
    package com.acme;
    public class Failure extends RuntimeException { public int code() { return 1; } }
  `,
};

const main = (body: string, imports = "", head = "class Main") => ({
  ...SHOP,
  "com/acme/Main.java": `package com.acme;\n${imports}\n${head} {\n${body}\n}\n`,
});
const of = "com/acme/Main.java";

testEdges([
  {
    name: "a chain on a library's class is the library's",
    files: main('  void f() { RestClient.builder().url("a", 1).build(); }', "import org.lib.RestClient;"),
    of,
    has: ["com.acme.Main.f calls org.lib!RestClient.builder.url.build (external)"],
    hasNot: [/Order/, /unresolved/],
  },
  {
    name: "so is a chain on its object, and on what another chain gives",
    files: main(
      '  void f(Mvc mvc, Settings s) { mvc.perform(s.get("/a").accept(2)).andReturn().build(); }',
      "import org.lib.Mvc;\nimport org.lib.Settings;",
    ),
    of,
    has: ["com.acme.Main.f calls org.lib!Mvc.perform.andReturn.build (external)"],
    hasNot: [/Order/, /unresolved/],
  },
  {
    name: "where a value of the project, its class or a lambda goes in, it may come out",
    files: main(
      "  void a(Lib lib, Order o) { lib.wrap(o).build(); }\n" +
        "  void b(Lib lib) { lib.one(Order.class).build(); }\n" +
        "  void c(Lib lib) { lib.map(x -> new Order()).build(); }\n" +
        "  void d(Lib lib) { lib.<Order>one().build(); }\n" +
        '  void e(Cache<String, Order> cache) { cache.find("a").build(); }\n' +
        '  void g() { super.find("a").build(); find("b").build(); }',
      "import org.lib.Lib;\nimport org.lib.Cache;",
      "class Main extends Cache<String, Order>",
    ),
    of,
    has: ["a", "b", "c", "d", "e", "g"].map(
      (name) => `com.acme.Main.${name} calls com/acme/Order.java#com.acme.Order.build (candidate)`,
    ),
    hasNot: [/build \(external\)/],
  },
  {
    name: "a library's class of the project's own package may be made by a build",
    files: main("  void f() { com.acme.DaggerShop.create().build(); }"),
    of,
    has: ["com.acme.Main.f calls com/acme/Order.java#com.acme.Order.build (candidate)"],
  },
  {
    name: "a name that nothing declares is a field of the library's base",
    files: main("  void f() { errors.build(); }", "import org.lib.Parser;", "class Main extends Parser"),
    of,
    has: ["com.acme.Main.f calls org.lib!Parser.errors.build (external)"],
    hasNot: [/Order/],
  },
  {
    name: "a base that several packages may have is a library's",
    files: main(
      "  void f() { consume(); errors.build(); }",
      "import org.lib.*;\nimport org.lib.tree.*;",
      "class Main extends Parser",
    ),
    of,
    has: ["com.acme.Main.f calls !Parser.consume (external)", "com.acme.Main.f calls !Parser.errors.build (external)"],
    hasNot: [/unresolved/],
  },
  {
    name: "a value that a test asserts is compared by the library, and a failure that it expects is of the class that is named",
    files: main(
      "  void f(Order o) { assertThat(o.build()).isInstanceOf(Order.class).build(); wrap(o).getClass().getName(); assertThrows(Failure.class, () -> o.close()).code(); }",
      "import static org.lib.Assertions.*;",
    ),
    of,
    has: ["com.acme.Main.f calls com/acme/Failure.java#com.acme.Failure.code (import)"],
    hasNot: [/build \(candidate\)/, /unresolved/],
  },
  {
    name: "a value of a type parameter has what every object has",
    files: main("  <T> void f(T value) { value.toString(); value.getClass().getName(); }"),
    of,
    has: ["com.acme.Main.f calls !Object.toString (external)", "com.acme.Main.f calls !Class.getName (external)"],
  },
  {
    name: "a stub of Mockito says what a call gives",
    files: main(
      "  void f(Order o) { when(o.build()).thenReturn(o).thenThrow(new Failure()); given(o.build()).willReturn(o, o); }",
      "import static org.mockito.BDDMockito.given;\nimport static org.mockito.Mockito.when;",
    ),
    of,
    has: [
      "com.acme.Main.f calls org.mockito.stubbing!OngoingStubbing.thenReturn (external)",
      "com.acme.Main.f calls org.mockito.stubbing!OngoingStubbing.thenThrow (external)",
      "com.acme.Main.f calls org.mockito!BDDMockito.BDDMyOngoingStubbing.willReturn (external)",
    ],
    hasNot: [/unresolved/],
  },
]);
