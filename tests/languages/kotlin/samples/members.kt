@file:JvmName("Shop")

package com.acme.shop

import com.acme.util.Clock as Watch
import com.acme.util.*

/**
 * A cart.
 *
 * @param T what is in it
 */
@Deprecated("old")
open class Cart<T : Item>(val clock: Watch, private var count: Int? = null, vararg names: String) : Basket<T>(clock), Clearable, Named by clock {
  val size: Int
    get() = items.size
  private val items = mutableListOf<T>()
  lateinit var owner: User

  init {
    register(names)
  }

  constructor(clock: Watch) : this(clock, null)

  companion object {
    const val MAX = 3

    fun empty(): Cart<Item> = Cart(Watch.system())
  }

  inner class Inner

  /** Adds an item. */
  override suspend fun <R> add(item: T, then: (T) -> R, times: Int = 1): R? where R : Any {
    return then(item)
  }

  abstract fun later()
}

data class Point(val x: Int, val y: Int)

enum class Size(val width: Int) : Labeled {
  SMALL(1) {
    override fun label() = "s"
  },
  LARGE(2);

  open fun label(): String = name
}

object Registry : Base() {
  fun register(name: String) {}
}

sealed interface Shape

fun interface Task {
  fun go()
}

typealias Handler = (Cart<Item>, name: String) -> Unit

fun String.shout(): String = this.uppercase()

val String.half: Int
  get() = length / 2

internal fun <T> List<T>.second(): T? = null
