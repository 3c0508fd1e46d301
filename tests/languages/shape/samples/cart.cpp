#include "cart.hpp"

namespace shop {
namespace {

constexpr int kMostItems = 100;

bool IsFree(const Item& item) { return item.price == 0; }

}  // namespace

Cart::Cart(std::string owner, int size)
    : owner_(std::move(owner)), items_{}, size_(size) {
  Reserve(size);
}

Cart::~Cart() = default;

/// Sums up the items.
template <typename Round>
int Cart::Total(Round&& round) const noexcept {
  auto f = [&](int x) { return x; };
  std::string text = R"x(
void NotAFunction() {
)x";
  return f(1);
}

bool operator==(const Cart& a, const Cart& b) { return a.size() == b.size(); }

TEST(CartTest, AddsUp) {
  EXPECT_EQ(1, 1);
}

}  // namespace shop
