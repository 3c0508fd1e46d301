/** Objects that factories of factory_boy make in tests. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a call of a factory gives an object of the model that its Meta names, or that of a base",
    files: {
      "models.py": `
class Cart:
    def total(self): ...
class Order:
    total = 1
    def pay(self): ...
`,
      "factories.py": `
import factory
from factory.django import DjangoModelFactory
from models import Cart, Order

class CartFactory(DjangoModelFactory):
    total = factory.Sequence(int)
    class Meta:
        model = Cart

class FullCartFactory(CartFactory):
    ...

class OrderFactory(factory.Factory):
    total = 2
    class Meta:
        model = Order

class PlainFactory:
    class Meta:
        model = Order
    def pay(self): ...
`,
      "test_a.py": `
import pytest
from factories import CartFactory, FullCartFactory, OrderFactory, PlainFactory

@pytest.fixture
def cart():
    return FullCartFactory(size=1)

def test_total(cart):
    cart.total()

def test_order():
    order = OrderFactory.create(total=3)
    assert order.total == 3
    for each in OrderFactory.build_batch(2): each.pay()

def test_plain():
    PlainFactory().pay()

def test_class():
    return CartFactory.total
`,
    },
    of: "test_a.py",
    has: [
      "test_total calls models.py#Cart.total (import)",
      "test_order references models.py#Order.total (import)",
      "test_order calls models.py#Order.pay (import)",
      "test_plain calls factories.py#PlainFactory.pay (import)",
      "test_class references factories.py#CartFactory.total (import)",
    ],
    hasNot: [/test_order references factories.py#OrderFactory\.total/, /test_plain calls models/],
  },
]);
