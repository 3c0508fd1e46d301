/** Kotlin: implicit members of data classes, overriding properties, calls without dots, and names that are keywords elsewhere. */
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a property of a class is meant, and not one of its name that extends another type",
    files: {
      "values.kt": `
package a
import androidx.datastore.core.DataStore
fun <T> DataStore<Preferences>.createValue(key: String, other: T): T = other`,
      "settings.kt": `
package a
import android.content.Context
import androidx.datastore.core.DataStore
class Settings(private val context: Context) {
  private val Context.store by preferencesDataStore(name = "settings")
  val store: DataStore<Preferences>
    get() = context.store
  val isShown = store.createValue("shown", true)
}`,
    },
    of: "settings.kt",
    has: ["a.Settings.isShown calls values.kt#a.createValue (import)"],
    hasNot: [/unresolved.*createValue/],
  },
  {
    name: "a reference to a property is a use of it, and tells what it gives",
    files: {
      "a.kt": `
package a
class Item { fun ship() {} }
class Order(val item: Item) {
  lateinit var note: String
  fun check() = ::note.isInitialized
}
val Order.first get() = Item()
val count = 1
fun <R> of(order: Order, read: (Order) -> R): R = read(order)
fun use(order: Order) {
  of(order, Order::item).ship()
  keep(order::note, ::count, Order::first)
}
fun keep(vararg of: Any) {}`,
    },
    of: "a.kt",
    has: [
      "a.use references a.kt#a.Order.item (exact)",
      "a.use references a.kt#a.Order.note (exact)",
      "a.use references a.kt#a.count (exact)",
      "a.use references a.kt#a.first (exact)",
      "a.use calls a.kt#a.Item.ship (exact)",
      "a.Order.check references a.kt#a.Order.note (exact)",
    ],
  },
  {
    name: "a property has the type of its getter",
    files: {
      "a.kt": `
package a
class Size(val amount: Float) {
  fun scale() = amount
}
val Int.size
  get() = Size(this.toFloat())
class Page(private val shown: Any) {
  val current get() = shown as Size
}
fun use(page: Page) { 8.size.scale() }
fun show(page: Page) { page.current.scale() }`,
    },
    of: "a.kt",
    has: ["a.use calls a.kt#a.Size.scale (exact)", "a.show calls a.kt#a.Size.scale (exact)"],
  },
  {
    name: "the name of a class calls its companion, though its objects have a member of the same name",
    files: {
      "a.kt": `
package a
class Types {
  val kind = 1
  fun make(name: String) {}
  companion object {
    val kind = 2
    fun make(name: String) {}
  }
}
fun use() { Types.make(""); read(Types.kind) }
fun of(types: Types) { types.make("") }
fun read(kind: Int) {}`,
    },
    of: "a.kt",
    has: [
      "a.use calls a.kt#a.Types.Companion.make (exact)",
      "a.use references a.kt#a.Types.Companion.kind (exact)",
      "a.of calls a.kt#a.Types.make (exact)",
    ],
    hasNot: ["a.use calls a.kt#a.Types.make (exact)", "a.use references a.kt#a.Types.kind (exact)"],
  },
  {
    name: "a function that extends a type is called, and no property that Java would read by its name",
    files: {
      "a.kt": `
package a
interface Move { val account: Int }
class Transfer(override val account: Int) : Move
fun Move.getAccount(): Int = account
fun use(transfer: Transfer) { transfer.getAccount() }
fun within(transfer: Transfer) { with(transfer) { getAccount() } }`,
    },
    of: "a.kt",
    has: ["a.use calls a.kt#a.getAccount (exact)", "a.within calls a.kt#a.getAccount (exact)"],
    hasNot: [/calls a\.kt#a\.Transfer\.account/],
  },
  {
    name: "members of the bases of a companion are reached through its class, and within it",
    files: {
      "a.kt": `
package a
interface Exact<V, E> {
  val label: String
  fun from(value: V): E
  fun plain() {}
}
class Title private constructor(val value: String) {
  companion object : Exact<String, Title> {
    override fun from(value: String) = Title(value)
  }
  fun again() { plain() }
  fun show() {}
}
fun use() {
  Title.plain()
  Title.from("a").show()
  println(Title.label)
}`,
    },
    of: "a.kt",
    has: [
      "a.use calls a.kt#a.Exact.plain (exact)",
      "a.use calls a.kt#a.Title.Companion.from (exact)",
      "a.use calls a.kt#a.Title.show (exact)",
      "a.use references a.kt#a.Exact.label (exact)",
      "a.Title.again calls a.kt#a.Exact.plain (exact)",
    ],
  },
  {
    name: "the copy of a data class makes another one, whose type is known",
    files: {
      "a.kt": `
package a
data class Book(val title: String, val pages: Int = 0) { fun open() {} }
fun make() = Book("x")
fun use() { make().copy(pages = 2).open() }
fun renamed() = make().copy(title = "y")
fun again() { renamed().open() }`,
    },
    of: "a.kt",
    has: [
      "a.use calls a.kt#a.Book.Book (exact)",
      "a.use calls a.kt#a.Book.open (exact)",
      "a.again calls a.kt#a.Book.open (exact)",
    ],
  },
  {
    name: "a property overrides that of a base, also as a parameter of the constructor",
    files: {
      "a.kt": `
package a
interface Named {
  val name: String
  val short: String
}
data class User(override val name: String) : Named { override val short = "u" }
class Plain(val name: String)`,
    },
    of: "a.kt",
    has: ["a.User.name overrides a.kt#a.Named.name (exact)", "a.User.short overrides a.kt#a.Named.short (exact)"],
    hasNot: [/Plain/],
  },
  {
    name: "an override leaves the defaults to what it overrides, and Int is the type argument Int",
    files: {
      "a.kt": `
package a
interface Tree<N> {
  fun weight(node: N): Long
  fun read(node: N, isDeep: Boolean = false)
}
class Numbers : Tree<Int> {
  override fun weight(node: Int): Long = 1L
  override fun read(node: Int, isDeep: Boolean) {}
}`,
    },
    of: "a.kt",
    has: ["a.Numbers.weight overrides a.kt#a.Tree.weight (exact)", "a.Numbers.read overrides a.kt#a.Tree.read (exact)"],
  },
  {
    name: "a constant of an enum with a body is below the enum",
    files: {
      "a.kt": `
package a
enum class Shape {
  ROUND {
    override fun draw() {}
  },
  FLAT;

  open fun draw() {}
}`,
    },
    of: "a.kt",
    has: ["a.Shape.ROUND inherits a.kt#a.Shape (exact)", "a.Shape.ROUND.draw overrides a.kt#a.Shape.draw (exact)"],
    hasNot: [/FLAT inherits/],
  },
  {
    name: "a call without a dot is a call, whose lambda has its receiver",
    files: {
      "a.kt": `
package a
class Dump {
  infix fun String.clazz(body: Body.() -> Unit) {}
}
class Body { fun field() {} }
fun dump(body: Dump.() -> Unit) {}
fun use() { dump { "Holder" clazz { field() } } }`,
    },
    of: "a.kt",
    has: ["a.use calls a.kt#a.Dump.clazz (exact)", "a.use calls a.kt#a.Body.field (exact)"],
  },
  {
    name: "a class in the type around that does not take the arguments is not meant where an import has the name",
    files: {
      "b.kt": "package b\nclass Progress(val page: Int)",
      "a.kt": `
package a
import b.Progress
class ProgressTest {
  class Progress { fun nested() {} }
  fun one() = Progress(1)
  fun two() = Progress()
}`,
    },
    of: "a.kt",
    has: [
      "a.ProgressTest.one calls b.kt#b.Progress.Progress (import)",
      "a.ProgressTest.two calls a.kt#a.ProgressTest.Progress (exact)",
    ],
    hasNot: ["a.ProgressTest.one calls a.kt#a.ProgressTest.Progress (exact)"],
  },
  {
    name: "an import may name a constant of an enum, or a member of an object",
    files: {
      "b.kt": dedent`
        package b
        enum class Tag {
          ROOT;
          val id = 1
        }
        object Limits { val most = 3 }`,
      "a.kt": `
package a
import b.Limits.most
import b.Tag.ROOT
fun use() = ROOT.id + most`,
    },
    of: "a.kt",
    has: [
      "a.use references b.kt#b.Tag.ROOT (import)",
      "a.use references b.kt#b.Tag.id (import)",
      "a.use references b.kt#b.Limits.most (import)",
    ],
  },
  {
    name: "a type that is named by the type around it uses both",
    files: {
      "a.kt": `
package a
class Shape {
  class Circle
  class Square
}
fun isRound(shape: Any) = shape is Shape.Circle`,
    },
    of: "a.kt",
    has: ["a.isRound references a.kt#a.Shape (exact)", "a.isRound references a.kt#a.Shape.Circle (exact)"],
  },
  {
    name: "a name in a text is a use of a property, and no use of a variable",
    files: {
      "a.kt": `
package a
class User(val name: String, val age: Int) {
  override fun toString() = "User($name, \${age})"
  fun say(name: String) = "$name says \\$age"
}`,
    },
    of: "a.kt",
    has: ["a.User.toString references a.kt#a.User.name (exact)", "a.User.toString references a.kt#a.User.age (exact)"],
    hasNot: [/a\.User\.say references/],
  },
  {
    name: "a function that is named by :: is a use of it",
    files: {
      "a.kt": dedent`
        package a
        fun top() {}
        fun use(list: List<Int>) { list.forEach(::top) }`,
    },
    of: "a.kt",
    has: ["a.use references a.kt#a.top (exact)"],
  },
  {
    name: "a setter's value has the type of its property",
    files: {
      "a.kt": `
package a
class Settings(val store: Store) {
  var port: Int = 0
    set(value) { store.save(value) }
}
class Store {
  fun save(text: String) {}
  fun save(number: Int) {}
}`,
    },
    of: "a.kt",
    hasNot: [/candidate/],
    hasMatch: /Settings\.port calls a\.kt#a\.Store\.save \(exact\)/,
  },
  {
    name: "annotations of parameters are neither names nor defaults",
    files: {
      "a.kt": `
package a
open class Link(
  @get:Json(isText = true) val type: String,
  @Value("a, b") val rel: String,
)
class Feed(rel: String) : Link(type = "x", rel = rel)`,
    },
    of: "a.kt",
    has: ["a.Feed calls a.kt#a.Link.Link (exact)"],
  },
  {
    name: "a function of a package by its full name, and one that extends a companion",
    files: {
      "b.kt": `
package b.deep
interface Trigger {
  companion object
  fun run()
}
object Quick : Trigger {
  override fun run() {}
}
fun Trigger.Companion.quick() = Quick
fun check() {}`,
      "a.kt": `
package a
import b.deep.Trigger
import b.deep.quick
fun use() {
  b.deep.check()
  Trigger.quick().run()
}`,
    },
    of: "a.kt",
    has: [
      "a.use calls b.kt#b.deep.check (import)",
      "a.use calls b.kt#b.deep.quick (import)",
      "a.use calls b.kt#b.deep.Quick.run (import)",
    ],
  },
  {
    name: "a condition tells the type of a property up to else, and leaves it a property",
    files: {
      "a.kt": `
package a
open class Base { open fun go() {} }
class Sub : Base() { override fun go() {} }
class Holder(val held: Base) {
  fun use() { if (held is Sub) held.go() else held.go() }
  fun other() = when (val one = held) {
    is Sub -> one.go()
    else -> {}
  }
}`,
    },
    of: "a.kt",
    has: [
      "a.Holder.use calls a.kt#a.Sub.go (exact)",
      "a.Holder.use calls a.kt#a.Base.go (exact)",
      "a.Holder.use references a.kt#a.Holder.held (exact)",
      "a.Holder.other calls a.kt#a.Sub.go (exact)",
    ],
  },
  {
    name: "a function that takes no lambda is not the one of the library that does",
    files: {
      "a.kt": `
package a
fun List<String>.find(name: String): String? = find { it == name }
fun use(list: List<String>) = list.find("x")`,
    },
    of: "a.kt",
    has: ["a.use calls a.kt#a.find (exact)"],
    hasNot: ["a.find calls a.kt#a.find (exact)"],
  },
  {
    name: "a map of pairs has the types of the first one",
    files: {
      "a.kt": `
package a
class Book
class Shelf
fun Map<Shelf, List<Book>>.count() = 1
fun use() = mapOf(Shelf() to listOf(Book())).count()`,
    },
    of: "a.kt",
    has: ["a.use calls a.kt#a.count (exact)"],
  },
  {
    name: "a class that has moved imports the one of its name, which goes before itself",
    files: {
      "b.kt": "package b\nclass Adapter { fun read() {} }",
      "a.kt": `
package a
import b.Adapter
class Adapter {
  private val moved = Adapter()
  fun use() { moved.read() }
}`,
    },
    of: "a.kt",
    has: ["a.Adapter.use calls b.kt#b.Adapter.read (import)"],
  },
  {
    name: "a value of a library has no member by its name alone, though the project declares a function of the library's name",
    files: {
      "b.kt": `
package b
class Check {
  fun assertThat(value: Int) = this
  fun isSmall() {}
}`,
      "a.kt": `
package a
import lib.assertThat
fun use() { assertThat(1).isSmall() }`,
    },
    of: "a.kt",
    hasNot: [/\(unique\)/],
    has: ["a.use calls lib!assertThat (external)"],
  },
  {
    name: "a class sees the functions of its companion, and of those of its bases, that extend a type",
    files: {
      "a.kt": `
package a
class Row
class Order
open class Base {
  companion object {
    fun Row.checked() = this
  }
}
class Source : Base() {
  fun first(row: Row) = row.toOrder()
  fun all(rows: List<Row>) = rows.map { it.checked().toOrder() }
  companion object {
    fun Row.toOrder() = Order()
  }
}
class Other { fun no(row: Row) = row.toOrder() }`,
    },
    of: "a.kt",
    has: [
      "a.Source.first calls a.kt#a.Source.Companion.toOrder (exact)",
      "a.Source.all calls a.kt#a.Source.Companion.toOrder (exact)",
      "a.Source.all calls a.kt#a.Base.Companion.checked (exact)",
    ],
    hasNot: [/Other\.no calls a\.kt/],
  },
  {
    name: "Java calls an object by its INSTANCE",
    files: {
      "a/Ids.kt": dedent`
        package a
        object Ids {
          fun of(name: String): Long = 1
        }`,
      "a/Main.java": 'package a;\nclass Main { long f() { return Ids.INSTANCE.of("x"); } }',
    },
    of: "a/Main.java",
    has: ["a.Main.f calls a/Ids.kt#a.Ids.of (import)"],
  },
]);
