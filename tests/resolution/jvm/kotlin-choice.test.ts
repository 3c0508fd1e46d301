/** Choice among Kotlin functions of low priority, hidden ones and constructors, by src/resolution/jvm. */
import { testEdges } from "../helpers.js";

const DATES = `
package dates
enum class Month { JANUARY }
class Date(year: Int, month: Month) {
  fun atTime(hour: Int) = 1
  @kotlin.internal.LowPriorityInOverloadResolution
  fun atStart(zone: Zone) = 2
}
class Zone {
  val offset = 0
}
`;

const USES = `
package dates
fun make(month: Month) = Date(2026, month)
fun makeOld(month: OldMonth) = Date(2026, month)
fun month() = Month(1)
fun begin(date: Date, zone: Zone) { date.atStart(zone) }
`;

testEdges([
  {
    name: "any number of arguments may stand before others, and the name of an object is its value",
    files: {
      "a.kt": `
package a
open class Table
enum class Db { H2 }
object Users : Table()
val own = object : Table() {}
open class Base {
  fun with(excluded: Collection<Db>, vararg tables: Table, before: (() -> Unit)? = null, body: (Db) -> Unit) {}
  fun with(vararg tables: Table, before: (() -> Unit)? = null, body: (Db) -> Unit): Int = 1
}
class Tests : Base() {
  fun one() { with(Users) { }.inc() }
  fun other() { with(own, Users, Users) { }.inc() }
  fun excluded() { with(listOf(Db.H2), Users, Users) { } }
}`,
    },
    of: "a.kt",
    has: ["one", "other", "excluded"].map((name) => `a.Tests.${name} calls a.kt#a.Base.with (exact)`),
    hasNot: [/\(candidate\)/],
  },
  {
    name: "of functions that extend a type and one below it the latter is meant, and type arguments tell others apart",
    files: {
      "a.kt": `
package a
import kotlin.collections.List
open class Expression<T>
open class Column<T> : Expression<T>() { fun read() {} }
class Id<T : Any>(val value: T)
class Alias { fun open() {} }
class ColumnAlias { fun close() {} }
class Plain { fun one() {} }
class Keyed { fun two() {} }
fun <T> Expression<T>.named(name: String) = Alias()
fun <T> Column<T>.named(name: String) = ColumnAlias()
fun <T> put(column: Column<T>, value: T) = Plain()
fun <T : Any> put(column: Column<Id<T>>, value: T) = Keyed()
fun listed(body: () -> Unit) = Plain()
fun listed(first: Int, others: List<Int>? = null) = Keyed()
fun use(name: Column<String>, key: Column<Id<Int>>, plain: Expression<Int>) {
  name.named("n").close()
  plain.named("p").open()
  put(name, "a").one()
  put(key, 1).two()
  listed { }.one()
}`,
    },
    of: "a.kt",
    has: [
      "a.use calls a.kt#a.ColumnAlias.close (exact)",
      "a.use calls a.kt#a.Alias.open (exact)",
      "a.use calls a.kt#a.Plain.one (exact)",
      "a.use calls a.kt#a.Keyed.two (exact)",
    ],
    hasNot: [/\(candidate\)/],
  },
  {
    name: "a text has a plus of its own, a line with a sign before it is a statement, and builders are receivers",
    files: {
      "a.kt": `
package a
class Query
class Builder { fun append(part: String) {} }
operator fun String.plus(other: Query) = other
operator fun String.unaryPlus() {}
fun Builder.append(part: Any) {}
fun sum(name: String, query: Query) { "a" + name; name + query }
fun Builder.lines(name: String) {
  +"a"
  +name
}
fun Builder.built() = buildString { append(1) }`,
    },
    of: "a.kt",
    has: ["a.lines calls a.kt#a.unaryPlus (exact)"],
    hasNot: [/calls a\.kt#a\.plus/, /a\.built calls a\.kt#a\.append/],
  },
  {
    name: "a function new of a companion's base is called, not the constructor of Object",
    files: {
      "a.kt": `
package a
abstract class Entities<T> { fun new(init: T.() -> Unit): T = TODO() }
class Row { var value = 1; fun flush() {}
  companion object : Entities<Row>()
}
fun use() { Row.new { value = 2 }.flush() }`,
    },
    of: "a.kt",
    has: ["a.use calls a.kt#a.Entities.new (exact)", "a.use calls a.kt#a.Row.flush (exact)"],
  },
  {
    name: "a function of low priority goes behind a constructor that takes the arguments",
    files: {
      "dates.kt": DATES,
      "old.kt": `
package dates
class OldMonth
@Suppress("INVISIBLE_MEMBER")
@LowPriorityInOverloadResolution
fun Date(year: Int, month: OldMonth): Date = Date(year, Month.JANUARY)
@kotlin.internal.LowPriorityInOverloadResolution
fun Month(number: Int): OldMonth = OldMonth()
fun Date.atStart(zone: Zone) = 3
`,
      "uses.kt": USES,
    },
    of: "uses.kt",
    has: [
      "dates.make calls dates.kt#dates.Date.Date (import)",
      "dates.makeOld calls old.kt#dates.Date (import)",
      "dates.month calls old.kt#dates.Month (import)",
      "dates.begin calls old.kt#dates.atStart (import)",
    ],
    hasNot: ["dates.make calls old.kt#dates.Date (import)", "dates.begin calls dates.kt#dates.Date.atStart (import)"],
  },
  {
    name: "a member of low priority is called where nothing else fits",
    files: { "dates.kt": DATES, "uses.kt": "package dates\nfun begin(date: Date, zone: Zone) { date.atStart(zone) }" },
    of: "uses.kt",
    has: ["dates.begin calls dates.kt#dates.Date.atStart (import)"],
  },
  {
    name: "a call in a class takes a function outside of it before a member of low priority",
    files: {
      "a.kt": `
package a
class Shop {
  @LowPriorityInOverloadResolution
  fun open(hour: Int) = 1
  fun start() { open(8) }
}
fun open(hour: Int) = 2`,
    },
    of: "a.kt",
    has: ["a.Shop.start calls a.kt#a.open (exact)"],
  },
  {
    name: "functions, constructors and properties that are deprecated as hidden are called by nobody",
    files: {
      "a.kt": `
package a
class Offset(val seconds: Long) {
  @Deprecated("For old code", level = DeprecationLevel.HIDDEN)
  constructor(seconds: Int, nanos: Int) : this(seconds.toLong())
  @Deprecated("For old code", ReplaceWith("parse(text, 1)"), DeprecationLevel.HIDDEN)
  fun parse(text: String) = 1
  @Deprecated("The level HIDDEN")
  fun shown() = 3
  @Deprecated("For old code", level = DeprecationLevel.HIDDEN)
  val limit = 1
}
@Deprecated("For old code", level = HIDDEN)
fun Offset.half() = 1
@Deprecated("For old code", level = HIDDEN)
val most = 1
`,
      "b.kt": `
package a
fun Offset.parse(text: String) = 2
fun make(seconds: Int) = Offset(seconds, 0)
fun read(offset: Offset) { offset.parse("Z") }
fun half(offset: Offset) { offset.half() }
fun show(offset: Offset) { offset.shown() }
fun limited(offset: Offset) = most + offset.limit
`,
    },
    of: "b.kt",
    has: ["a.show calls a.kt#a.Offset.shown (import)", "a.read calls b.kt#a.parse (exact)"],
    hasNot: [/make calls a/, /half calls a/, /a\.kt#a\.(?:most|Offset\.limit)/, /a\.kt#a\.Offset\.parse/],
  },
]);
