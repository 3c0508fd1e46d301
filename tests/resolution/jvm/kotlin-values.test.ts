/** Kotlin: values of expressions that are not names and calls, and values that are called themselves. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a property that holds a function is called, and gives what the function gives",
    files: {
      "b.kt": `
package b
class Check { fun isGood() {} }
class Checks {
  companion object {
    fun checker(name: String): (String) -> Check = { Check() }
  }
}`,
      "a.kt": `
package a
import b.Check
import b.Checks.Companion.checker
class Page(val onOpen: (Check) -> Unit, private val each: ((Check) -> Unit) -> Unit) {
  private val check = checker("page")
  fun open() { check("x").isGood() }
  fun show(page: Page, body: () -> Check) {
    page.onOpen(Check())
    body().isGood()
    each { it.isGood() }
  }
}`,
    },
    of: "a.kt",
    has: [
      "file imports b.kt#b.Checks.Companion.checker (import)",
      "a.Page.open calls a.kt#a.Page.check (exact)",
      "a.Page.open calls b.kt#b.Check.isGood (import)",
      "a.Page.show calls a.kt#a.Page.onOpen (exact)",
      "a.Page.show calls b.kt#b.Check.isGood (import)",
    ],
  },
  {
    name: "a value is called by its invoke, and the property that holds it is read",
    files: {
      "a.kt": `
package a
class User { fun greet() {} }
class GetUser {
  operator fun invoke(id: Int) = User()
}
class Model(private val getUser: GetUser) {
  fun load() { getUser(1).greet() }
  fun local() {
    val get = GetUser()
    get(2).greet()
  }
}`,
    },
    of: "a.kt",
    has: [
      "a.Model.load calls a.kt#a.GetUser.invoke (exact)",
      "a.Model.load references a.kt#a.Model.getUser (exact)",
      "a.Model.load calls a.kt#a.User.greet (exact)",
      "a.Model.local calls a.kt#a.GetUser.invoke (exact)",
      "a.Model.local calls a.kt#a.User.greet (exact)",
    ],
  },
  {
    name: "a function that extends a type is called where its members of the name do not take the arguments",
    files: {
      "a.kt": `
package a
interface Mapper { fun write(value: Any, type: String): String }
fun <T> Mapper.write(value: T): String = write(value, "T")
fun use(mapper: Mapper) { mapper.write(1) }`,
    },
    of: "a.kt",
    has: ["a.use calls a.kt#a.write (exact)", "a.write calls a.kt#a.Mapper.write (exact)"],
    hasNot: ["a.use calls a.kt#a.Mapper.write (exact)"],
  },
  {
    name: "type arguments stand before one argument and before a lambda",
    files: {
      "a.kt": `
package a
class User { fun greet() {} }
class Key<T>(val name: String)
fun interface Task<T> { fun run(value: T) }
fun <T> find(key: Key<T>): T = TODO()
fun <T> make(body: () -> T): T = body()
val userKey = Key<User>("user")
val task = Task<User> { it.greet() }
fun use(id: String) {
  find(userKey).greet()
  find(Key<User>(id)).greet()
  val other = id to Key<User>(id)
  make<User> { User() }.greet()
}`,
    },
    of: "a.kt",
    has: [
      "a.use calls a.kt#a.Key.Key (exact)",
      "a.userKey calls a.kt#a.Key.Key (exact)",
      "a.use references a.kt#a.User (exact)",
      "a.task calls a.kt#a.User.greet (exact)",
      "a.use calls a.kt#a.User.greet (exact)",
    ],
  },
  {
    name: "a delegate gives the value of its property",
    files: {
      "a.kt": `
package a
class Cart {
  fun lazy() {}
  fun lock() {}
  fun keep() {}
  fun name() {}
  fun here() {}
}
class Kept<T>(val value: T) {
  operator fun getValue(from: Any?, property: Any): T = value
}
fun <T> kept(value: T) = Kept<T>(value)
class Shop {
  private val lazily by lazy { Cart() }
  private val locked by lazy(Mode.NONE) {
    open()
    Cart()
  }
  private val mine by Kept<Cart>(Cart())
  private val named by viewModels<Cart>()
  fun open() {
    lazily.lazy()
    locked.lock()
    mine.keep()
    named.name()
    val here by lazy { Cart() }
    here.here()
  }
}`,
    },
    of: "a.kt",
    has: ["lazy", "lock", "keep", "name", "here"].map((name) => `a.Shop.open calls a.kt#a.Cart.${name} (exact)`),
  },
  {
    name: "a value is taken apart by its components",
    files: {
      "a.kt": `
package a
data class User(val name: Name, val home: Home)
class Name { fun say() {} }
class Home { fun open() {} }
class Point {
  operator fun component1() = Name()
}
fun pairs(): List<Pair<Name, Home>> = emptyList()
fun property(user: User) {
  val (name, home) = user
  name.say()
  home.open()
}
fun written(point: Point) {
  val (name) = point
  name.say()
}
fun loop(homes: Map<Name, Home>) {
  for ((name, _) in pairs()) name.say()
  for ((_, home) in homes) home.open()
}
fun lambda(users: List<User>, homes: Map<Name, Home>) {
  users.forEach { (_, home) -> home.open() }
  homes.forEach { (name, _) -> name.say() }
  users.groupBy { it.home }.mapValues { (_, all) -> all.first().name.say() }
  val (near, far) = users.partition { it.home == homes }
  near.first().home.open()
}
fun made() {
  val (name, home) = Name() to Home()
  home.open()
}`,
    },
    of: "a.kt",
    has: [
      "a.property references a.kt#a.User.name (exact)",
      "a.property references a.kt#a.User.home (exact)",
      "a.property calls a.kt#a.Name.say (exact)",
      "a.property calls a.kt#a.Home.open (exact)",
      "a.written references a.kt#a.Point.component1 (exact)",
      "a.written calls a.kt#a.Name.say (exact)",
      "a.loop calls a.kt#a.Name.say (exact)",
      "a.loop calls a.kt#a.Home.open (exact)",
      "a.lambda calls a.kt#a.Home.open (exact)",
      "a.lambda calls a.kt#a.Name.say (exact)",
      "a.made calls a.kt#a.Home.open (exact)",
    ],
    hasNot: [/unique|candidate|\?say|\?open/],
  },
  {
    name: "a property that is another value has its type, and a body sees the parameters of its function",
    files: {
      "a.kt": `
package a
class Routes {
  fun get() {}
  fun put() {}
  fun head() {}
  fun post() {}
  fun patch() {}
}
class State { val routes = Routes() }
class Config(state: State, routes: String) {
  val routes = state.routes
  val same = routes
}
class Shop(private val state: State) {
  private val mine = state.routes
  private val again = mine
  fun of(mine: State) = mine.routes
  fun alike(mine: State) = mine
  fun use(config: Config) {
    config.routes.get()
    mine.put()
    again.head()
    of(state).post()
    alike(state).routes.patch()
    config.same.get()
  }
}`,
    },
    of: "a.kt",
    has: ["get", "put", "head", "post", "patch"].map((name) => `a.Shop.use calls a.kt#a.Routes.${name} (exact)`),
    hasNot: [/unique|candidate/],
  },
  {
    name: "an expression with branches has the type that they have together",
    files: {
      "a.kt": `
package a
open class Shape {
  open fun draw() {}
  fun move() {}
}
class Circle : Shape() {
  override fun draw() {}
  fun roll() {}
}
class Square : Shape() { override fun draw() {} }
class Other
fun whole(a: Boolean) = if (a) Circle() else Square()
fun only(a: Int) = when (a) {
  1 -> Circle()
  2 -> null
  else -> throw Error()
}
fun use(a: Boolean, shape: Shape) {
  val one = if (a) {
    val made = Circle()
    made
  } else Square()
  one.draw()
  val caught = try { Circle() } catch (e: Error) { return }
  caught.roll()
  whole(a).move()
  only(1)?.roll()
}
fun narrowed(shape: Shape) {
  val circle = if (shape is Circle) shape else Circle()
  circle.roll()
}
fun unlike(a: Boolean) {
  val one = if (a) Circle() else unknown()
  one.draw()
}`,
    },
    of: "a.kt",
    has: [
      "a.use calls a.kt#a.Shape.draw (exact)",
      "a.use calls a.kt#a.Circle.roll (exact)",
      "a.use calls a.kt#a.Shape.move (exact)",
      "a.narrowed calls a.kt#a.Circle.roll (exact)",
    ],
    hasNot: [/use calls .*(?:Circle|Square).draw/, /unlike calls .*draw .exact/, /use calls .*unique/],
  },
]);
