defmodule Shop.Cart do
  @moduledoc """
  Carts of a shop.
  """
  alias Shop.Item

  defstruct [:items]

  @doc """
  Sums up the items.

      def not_a_function do
  """
  @spec total(t(), number()) :: number()
  def total(%{items: items}, factor \\ 1) do
    Enum.map(items, fn item -> item.price * factor end)
  end

  # Says whether it is empty.
  def empty?(cart), do: cart.items == []

  defp log(message) do
    IO.puts(message)
  end

  defmacro cart(do: block) do
    block
  end
end
