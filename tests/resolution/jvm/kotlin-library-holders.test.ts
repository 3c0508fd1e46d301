/** Kotlin: types of libraries that hand back the project's own types, and the stand-ins of tests. */
import { describe, expect, test } from "vitest";
import { MOST_STEPS } from "../../../src/resolution/budget.js";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, testEdges } from "../helpers.js";

const of = "shop/Main.kt";
const S = "shop/Store.kt#shop.Store";
const O = "shop/Store.kt#shop.Order";

/** A file of the package, with imports and a body. */
const kotlin = (imports: string, body: string) => ({
  "shop/Store.kt": dedent`
    package shop
    class Store {
      fun find(id: Long): Order = Order()
      fun save(order: Order) {}
    }
    class Order { fun ship() {} }
  `,
  [of]: `package shop\n${imports}\n\n${body}\n`,
});

describe("Compose", () => {
  const runtime = "import androidx.compose.runtime.*";
  testEdges([
    {
      name: "states hold what they are made of, also behind a delegate",
      files: kotlin(
        `${runtime}\nimport kotlinx.coroutines.flow.StateFlow`,
        dedent`
          class Page(private val orders: StateFlow<Order>) {
            private var order by mutableStateOf<Order?>(null)
            fun own() { order!!.ship() }
            fun kept() {
              val last by remember { mutableStateOf(Order()) }
              last.ship()
            }
            fun collected() {
              val order by orders.collectAsState()
              order.ship()
            }
            fun derived() { derivedStateOf { Store().find(1) }.value.ship() }
          }`,
      ),
      of,
      has: ["own", "kept", "collected", "derived"].map((name) => `shop.Page.${name} calls ${O}.ship (import)`),
    },
    {
      name: "a composition local has the value that its type argument or its lambda tells",
      files: kotlin(
        `${runtime}\nimport androidx.lifecycle.viewmodel.compose.viewModel`,
        dedent`
          val LocalStore = staticCompositionLocalOf<Store> { error("none") }
          fun current() = LocalStore.current
          fun use() {
            LocalStore.current.save(Order())
            current().save(Order())
          }
          fun made() { viewModel<Store>().save(Order()) }`,
      ),
      of,
      has: ["use", "made"].map((name) => `shop.${name} calls ${S}.save (import)`),
    },
    {
      name: "functions of other libraries hold nothing",
      files: kotlin("import other.library.mutableStateOf", "fun use() { mutableStateOf(Order()).value.ship() }"),
      of,
      hasNot: [/ship \((?:exact|import|unique)\)/],
    },
  ]);
});

describe("coroutines, flows and Android in Kotlin", () => {
  testEdges([
    {
      name: "a flow gives its elements, and keeps them through operators",
      files: kotlin(
        "import kotlinx.coroutines.flow.*",
        dedent`
          class Page(private val orders: Flow<Order>) {
            suspend fun f() { orders.filter { true }.distinctUntilChanged().collect { it.ship() } }
            suspend fun g() { orders.map { it }.first().ship() }
            suspend fun h() { orders.toList().last().ship() }
          }`,
      ),
      of,
      has: ["f", "g", "h"].map((name) => `shop.Page.${name} calls ${O}.ship (import)`),
    },
    {
      name: "a state holds a value, whether its type is written or not",
      files: kotlin(
        "import kotlinx.coroutines.flow.*",
        dedent`
          class Page {
            private val current = MutableStateFlow(Order())
            val shown: StateFlow<Order> = current.asStateFlow()
        ` +
          "  fun f() { current.value.ship() }\n  fun g() { shown.value.ship() }\n  fun h() { current.update { it.ship()\n it } }\n}",
      ),
      of,
      has: ["f", "g", "h"].map((name) => `shop.Page.${name} calls ${O}.ship (import)`),
    },
    {
      name: "code that runs elsewhere gives the value of its lambda",
      files: kotlin(
        "import kotlinx.coroutines.*",
        dedent`
          suspend fun f(store: Store) { val order = withContext(Dispatchers.IO) { store.find(1) }
            order.ship() }
          suspend fun g(scope: CoroutineScope, store: Store) { scope.async { store.find(1) }.await().ship() }`,
      ),
      of,
      has: [`shop.f calls ${O}.ship (import)`, `shop.g calls ${O}.ship (import)`],
    },
    {
      name: "an adapter has the items that it is declared for",
      files: kotlin(
        "import androidx.recyclerview.widget.ListAdapter\nimport androidx.lifecycle.LiveData",
        `${dedent`
          class Orders : ListAdapter<Order, Row>(Same) {
            fun bind(position: Int) { getItem(position).ship() }
            fun all() { currentList.first().ship() }
          }
        `}fun f(order: LiveData<Order>) { order.value?.ship() }`,
      ),
      of,
      has: ["Orders.bind", "Orders.all", "f"].map((name) => `shop.${name} calls ${O}.ship (import)`),
    },
  ]);
});

describe("stand-ins of Kotlin's tests", () => {
  testEdges([
    {
      name: "mock of a type gives it, and its lambda stubs it",
      files: kotlin(
        "import org.mockito.kotlin.*",
        dedent`
          fun f() { val store = mock<Store> { on { find(1) } doReturn Order() }
            store.save(Order()) }
          fun g(store: Store) { store.stub { onBlocking { find(1) } doReturn Order() } }
          fun h(store: Store) { verify(store, times(1)).find(1) }
          fun i() { val kept = argumentCaptor<Order>()
            kept.firstValue.ship() }`,
      ),
      of,
      has: [
        `shop.f calls ${S}.find (import)`,
        `shop.f calls ${S}.save (import)`,
        `shop.g calls ${S}.find (import)`,
        `shop.h calls ${S}.find (import)`,
        `shop.i calls ${O}.ship (import)`,
      ],
    },
    {
      name: "so do mockk and its slots",
      files: kotlin(
        dedent`
          import io.mockk.mockk
          import io.mockk.every
          import io.mockk.slot`,
        `${dedent`
          fun f() { val store = mockk<Store>()
            every { store.find(1) } returns Order() }
          fun g() { val kept = slot<Order>()
            kept.captured.ship() }
        `}fun h() { mockk<Store> { every { find(1) } returns Order() } }`,
      ),
      of,
      has: [`shop.f calls ${S}.find (import)`, `shop.g calls ${O}.ship (import)`, `shop.h calls ${S}.find (import)`],
    },
    {
      name: "so do those that a property holds, with a lambda behind the brackets and without",
      files: kotlin(
        "import io.mockk.*",
        dedent`
          class StoreTest {
            private val store = mockk<Store>(relaxed = true)
            private val stubbed = mockk<Store>(relaxed = true) { every { find(1) } returns Order() }
        ` +
          "  private val spied = spyk(Store())\n  private val kept = slot<Order>()\n" +
          "  fun f() { store.find(1) }\n  fun g() { stubbed.find(1) }\n  fun h() { spied.find(1) }\n  fun i() { kept.captured.ship() }\n}",
      ),
      of,
      has: [
        ...["f", "g", "h"].map((name) => `shop.StoreTest.${name} calls ${S}.find (import)`),
        `shop.StoreTest.i calls ${O}.ship (import)`,
      ],
    },
    {
      name: "a function of another library with such a name makes nothing",
      files: kotlin(
        "import org.other.mock",
        "fun f() { mock<Store> { on { find(1) } } }\nfun g() { mock<Store>().find(1) }",
      ),
      of,
      hasNot: [/Store\.find \((?!candidate|unique)/],
    },
  ]);
});

test.each(["run", "on"])("%s in itself, 200 times, is followed in few steps", (name) => {
  const body = `${`${name} { `.repeat(200)}save(Order()) ${"} ".repeat(200)}`;
  const sample = programOf(kotlin("import org.mockito.kotlin.*", `fun f() { mock<Store> { ${body} } }`));
  edgesOf(sample, of);
  expect(sample.program.caches.spent).toBeLessThan(MOST_STEPS / 10);
});
