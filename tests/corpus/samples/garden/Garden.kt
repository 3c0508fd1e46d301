package garden

typealias Plan = Bed.() -> Unit

class Bed {
    fun sow(name: String) {}
    fun row(width: Int = 1, plan: Row.() -> Unit) {}
}

class Row {
    fun sow(name: String) {}
    fun water() {}
}

fun bed(plan: Plan): Bed = Bed().apply(plan)

fun Bed.fence() = apply { sow("hedge") }

class Shed {
    private val beds = mutableListOf<Bed>()
    private val first = beds.first()

    fun fill(isDry: Boolean) {
        val bed = bed {
            sow("beans")
            row {
                sow("peas")
                water()
            }
        }
        beds.add(bed)
        first.fence().sow("roses")
        if (!isReady(isDry)) println("later")
    }

    private fun isReady(isDry: Boolean) = !isDry
}
