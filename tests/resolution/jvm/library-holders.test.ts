/** Java: types of libraries that hand back the project's own types. */
import { describe, expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, testEdges } from "../helpers.js";

const STORE = {
  "shop/Store.java": dedent`
    package shop;
    public class Store {
      public Order find(long id) { return null; }
      public void save(Order order) {}
    }
  `,
  "shop/Order.java": dedent`
    package shop;
    public class Order { public void ship() {} }
  `,
};
const S = "shop/Store.java#shop.Store";
const O = "shop/Order.java#shop.Order";
const of = "shop/StoreTest.java";

/** A test class of the package, with imports and a body. */
const java = (imports: string, body: string) => ({
  ...STORE,
  [of]: `package shop;\n${imports}\nclass StoreTest {\n${body}\n}\n`,
});

describe("values that a test looks into", () => {
  testEdges([
    {
      name: "a step of StepVerifier has what the publisher gives, and a pair its two values",
      files: {
        ...java(
          "import reactor.core.publisher.*;\nimport reactor.test.StepVerifier;",
          dedent`
            void f(Orders orders) { StepVerifier.create(orders.one()).assertNext(o -> o.ship()).verifyComplete(); }
            void g(Orders orders) { StepVerifier.create(orders.all()).consumeNextWith(o -> o.ship()).verifyComplete(); }
            void h(Orders orders) { Mono.zip(orders.one(), orders.one()).subscribe(both -> both.getT2().ship()); }`,
        ),
        "shop/Orders.java": dedent`
          package shop;
          import reactor.core.publisher.*;
          interface Orders { Mono<Order> one(); Flux<Order> all(); }`,
      },
      of,
      has: ["f", "g", "h"].map((name) => `shop.StoreTest.${name} calls ${O}.ship (import)`),
    },
    {
      name: "a matcher takes what the method takes that it stands in",
      files: java(
        "import static org.mockito.Mockito.*;\nimport static org.mockito.ArgumentMatchers.*;",
        "  void f(Store a) { verify(a).save(assertArg(order -> order.ship())); }",
      ),
      of,
      has: [`shop.StoreTest.f calls ${O}.ship (import)`],
    },
    {
      name: "a list gives its first element, as newer versions of Java have it",
      files: java(
        "import java.util.*;",
        "  void f(List<Order> orders) { orders.getFirst().ship(); orders.reversed().getLast().ship(); }",
      ),
      of,
      has: [`shop.StoreTest.f calls ${O}.ship (import)`],
      hasNot: [/unresolved/],
    },
  ]);
});

describe("stubs of Mockito", () => {
  const all = dedent`
    import static org.mockito.Mockito.*;
    import org.mockito.*;
    import java.util.*;`;
  testEdges([
    {
      name: "verify gives the stub, also with a mode and in order",
      files: java(
        all,
        "  void f(Store a, Store b, InOrder order) { verify(a).find(1); verify(b, times(2)).save(null); order.verify(a, never()).save(any()); }",
      ),
      of,
      has: [`shop.StoreTest.f calls ${S}.find (import)`, `shop.StoreTest.f calls ${S}.save (import)`],
    },
    {
      name: "a name that is imported by itself means the same",
      files: java(
        "import static org.mockito.Mockito.verify;",
        "  void f() { Store store = make(); verify(store).find(1); }\n  Store make() { return null; }",
      ),
      of,
      has: [`shop.StoreTest.f calls ${S}.find (import)`],
    },
    {
      name: "do… and when give the stub, one after the other",
      files: java(
        all,
        "  void f(Store store) { doNothing().doThrow(new RuntimeException()).when(store).save(null); Mockito.doReturn(null).when(store).find(2); }",
      ),
      of,
      has: [`shop.StoreTest.f calls ${S}.save (import)`, `shop.StoreTest.f calls ${S}.find (import)`],
    },
    {
      name: "a captor gives what it has kept",
      files: java(
        all,
        dedent`
          void f() { ArgumentCaptor<Order> kept = ArgumentCaptor.forClass(Order.class); kept.getValue().ship(); }
          void g(ArgumentCaptor<Order> kept) { kept.getAllValues().get(0).ship(); }
          void h() { var kept = ArgumentCaptor.forClass(Order.class); kept.getValue().ship(); }`,
      ),
      of,
      has: ["f", "g", "h"].map((name) => `shop.StoreTest.${name} calls ${O}.ship (import)`),
    },
    {
      name: "given, then and will… read as sentences",
      files: java(
        "import static org.mockito.BDDMockito.*;",
        "  void f(Store store) { willDoNothing().given(store).save(null); then(store).should(times(1)).find(1); }",
      ),
      of,
      has: [`shop.StoreTest.f calls ${S}.save (import)`, `shop.StoreTest.f calls ${S}.find (import)`],
    },
    {
      name: "matchers have the types that they match, so that an overload is chosen",
      files: {
        ...java(
          dedent`
            import static org.mockito.ArgumentMatchers.*;
            import org.mockito.*;
            import java.util.*;`,
          dedent`
            void text(Shop shop) { shop.of(anyString()).ship(); }
            void same(Shop shop) { shop.of(eq("a")).ship(); }
            void number(Shop shop) { shop.of(anyLong()).close(); }
            void equal(Shop shop) { shop.of(Mockito.eq(2L)).close(); }
            void list(Shop shop) { shop.of(anyList()).rest(); }
            void kind(Shop shop) { shop.of(any(String.class)).ship(); }
            void open(Shop shop) { shop.of(any()); }`,
        ),
        "shop/Shop.java": dedent`
          package shop;
          import java.util.*;
          public class Shop {
            public Order of(String name) { return null; }
            public Shop of(long id) { return null; }
            public Shop.Part of(List<String> names) { return null; }
            public void close() {}
            public static class Part { public void rest() {} }
          }
        `,
      },
      of,
      has: [
        ...["text", "same", "kind"].map((name) => `shop.StoreTest.${name} calls ${O}.ship (import)`),
        ...["number", "equal"].map((name) => `shop.StoreTest.${name} calls shop/Shop.java#shop.Shop.close (import)`),
        "shop.StoreTest.list calls shop/Shop.java#shop.Shop.Part.rest (import)",
        "shop.StoreTest.open calls shop/Shop.java#shop.Shop.of (candidate)",
      ],
      hasNot: [/(?:text|same|number|equal|list|kind) calls .*\(candidate\)/, /unresolved/],
    },
    {
      name: "verify of another library says nothing",
      files: java("import static org.other.Checks.*;", "  void f(Store store) { verify(store).find(1); }"),
      of,
      hasNot: [/calls .*Store\.find \((?!candidate|unique)/],
    },
  ]);

  test("a member that the list does not tell is the library's all the same", () => {
    const sample = programOf(
      java(
        dedent`
          import static org.mockito.Mockito.*;
          import static org.mockito.Mockito.lenient;
          import org.mockito.ArgumentCaptor;`,
        "  void f(ArgumentCaptor<Order> kept) { reset(kept); lenient(); kept.rest(); }",
      ),
    );
    expect(edgesOf(sample, of, ["calls"])).toEqual([
      "shop.StoreTest.f calls org.mockito!Mockito.reset (external)",
      "shop.StoreTest.f calls org.mockito!Mockito.lenient (external)",
      "shop.StoreTest.f calls org.mockito!ArgumentCaptor.rest (external)",
    ]);
  });
});

describe("replies and reactive values", () => {
  testEdges([
    {
      name: "the body of a reply of Spring is what it was made of",
      files: java(
        "import org.springframework.http.ResponseEntity;\nimport java.util.List;",
        "  void f(ResponseEntity<List<Order>> reply) { reply.getBody().get(0).ship(); }\n  void g(Order order) { ResponseEntity.ok(order).getBody().ship(); }",
      ),
      of,
      has: [`shop.StoreTest.f calls ${O}.ship (import)`, `shop.StoreTest.g calls ${O}.ship (import)`],
    },
    {
      name: "a chain of Mono and Flux keeps its types",
      files: java(
        "import reactor.core.publisher.*;",
        "  void f(Mono<Store> store) { store.map(each -> each.find(1)).filter(each -> true).doOnNext(each -> each.ship()).block(); }\n" +
          "  void g(Flux<Order> orders) { orders.take(2).collectList().map(list -> list.get(0)).block().ship(); }",
      ),
      of,
      has: [
        `shop.StoreTest.f calls ${S}.find (import)`,
        `shop.StoreTest.f calls ${O}.ship (import)`,
        `shop.StoreTest.g calls ${O}.ship (import)`,
      ],
    },
  ]);
});

describe("collections of Guava", () => {
  testEdges([
    {
      name: "have the elements of the project",
      files: java(
        "import com.google.common.collect.*;\nimport java.util.*;",
        dedent`
          void list(ImmutableList<Order> all) { all.get(0).ship(); }
          void each(ImmutableSet<Order> all) { for (Order each : ImmutableSet.copyOf(all)) each.ship(); all.forEach(one -> one.ship()); }
          void only(Collection<Order> all) { Iterables.getOnlyElement(all).ship(); }
          void map(ImmutableMap<String, Order> all) { all.get("a").ship(); all.values().asList().get(0).ship(); }
          void made(Order one) { ImmutableList.of(one, one).get(1).ship(); Lists.newArrayList(one).get(0).ship(); }
          void built(Order one) { ImmutableList.<Order>builder().add(one).build().get(0).ship(); }
          void builder() { ImmutableList.Builder<Order> all = ImmutableList.builder(); all.build().get(0).ship(); }
          void many(ListMultimap<String, Order> all) { all.get("a").get(0).ship(); }
          void many2() { Multimap<String, Order> all = HashMultimap.create(); all.values().iterator().next().ship(); }
          void checked(Order one) { com.google.common.base.Preconditions.checkNotNull(one).ship(); }
          void named(List<Order> all) { Maps.uniqueIndex(all, Order::toString).get("a").ship(); }`,
      ),
      of,
      has: "list each only map made built builder many many2 checked named"
        .split(" ")
        .map((name) => `shop.StoreTest.${name} calls ${O}.ship (import)`),
      hasNot: [/unresolved/, /candidate/],
    },
    {
      name: "a supplier of Guava is one of Java",
      files: java(
        "import com.google.common.base.Supplier;",
        "  void f(Supplier<Order> orders) { orders.get().ship(); g(() -> new Order()); }\n  void g(Supplier<Order> orders) {}",
      ),
      of,
      has: [`shop.StoreTest.f calls ${O}.ship (import)`],
      hasNot: [/unresolved/],
    },
  ]);
});
