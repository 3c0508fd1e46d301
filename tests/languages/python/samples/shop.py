"""The shop: orders, and where they are kept."""

from __future__ import annotations

import abc
import os.path
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Optional, TypeVar

from . import money as m
from .store import Store, connect as open_store

if TYPE_CHECKING:
    from .users import User

__all__ = ["Order", "Shop"]

T = TypeVar("T", bound="Entity")
DEFAULT_CURRENCY: str = "EUR"
registry = {}


class Entity(abc.ABC):
    """Something with an id."""

    id: int
    _count = 0

    @property
    def key(self) -> str:
        return f"{self.id!r}"

    @key.setter
    def key(self, value: str) -> None:
        self.id = int(value)

    @abc.abstractmethod
    def save(self, store: "Store[Entity]") -> bool: ...

    def __hidden(self):
        return self._count


class Repo(Generic[T]):
    def __init__(self, store: Store, items: Optional[list[T]] = None):
        self.store = store
        self.items: list[T] = items or []
        self.path = os.path.join("a", "b")

    async def find(self, key: str, *args: int, **options: bool) -> T | None:
        for item in self.items:
            if item.key == key:
                return item
        return await self.store.load(key)

    @classmethod
    def opened(cls) -> "Repo[T]":
        return cls(open_store())


@dataclass
class Order(Entity):
    buyer: User
    total: m.Money = field(default_factory=m.Money)

    def save(self, store):
        """Saves it.

        Answers whether it was new.
        """
        with store.lock() as lock:
            lock.check(self)
        return super().save(store)


def shop(repo: Repo[Order]) -> Shop:
    def close() -> None:
        made.stop()

    made = Shop(repo)
    made.on_close(close)
    return made


class Shop:
    def __init__(self, repo):
        self.repo = repo
        self.orders = [Order(each) for each in repo.items]

    def first(self):
        order = self.orders[0]
        if isinstance(order, Order) and order.buyer.name:
            return order.total.amount
        return max(self.orders, key=lambda each: each.total)
