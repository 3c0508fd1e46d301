package shop.cart

import scala.util.Try

/** Says what a thing costs. */
sealed trait Priced {
  def price: Int
}

final case class Cart[T](items: List[T], owner: String) extends Priced {
  /** Sums up. */
  def total(factor: Int)(implicit round: Round): Int = {
    val hidden = 1
    items.map(_ => factor).sum
  }
  def price: Int =
    1
}

object Cart {
  val Most: Int = 100
  def empty[T]: Cart[T] = Cart(Nil, "")
}
