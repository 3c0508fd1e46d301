import unittest

import pytest

from shop import Shop


@pytest.fixture(name="shop")
def make_shop():
    yield Shop()


def test_first(shop):
    assert shop.first()


class TestOrders:
    @pytest.fixture
    def order(self, shop):
        return shop.first()

    def test_total(self, order):
        assert order.total


class OrderCase(unittest.TestCase):
    def setUp(self):
        self.shop = Shop()

    def test_empty(self):
        self.assertFalse(self.shop.orders)

    def helper(self): ...
