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
