#pragma once
#include <vector>

namespace shop::cart {

class Item;

/**
 * A cart of a shop.
 */
template <typename T, typename = std::enable_if_t<true>>
class SHOP_API Cart final : public Base<T>, private Other {
 public:
  explicit Cart(std::string owner);
  virtual ~Cart();

  /// Sums up.
  template <typename Round>
  int Total(Round&& round) const;

  std::vector<Item> items() const { return items_; }
  virtual void Add(const Item& item) = 0;
  bool operator<(const Cart& other) const;
  Cart& operator=(const Cart&) = delete;

  enum class State { kOpen, kPaid };

  struct Options {
    int most = 100;
    std::string name;
  };

 private:
  friend class Shop;
  std::vector<Item> items_;
  static const int kMost = 3;
};

using Carts = std::vector<Cart<int>>;

inline int Sum(int a, int b) { return a + b; }

}  // namespace shop::cart
