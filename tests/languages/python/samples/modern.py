"""New syntax."""
from enum import Enum


class Color(Enum):
    RED = 1
    _ignored = 2

    @classmethod
    def parse(cls, text: str) -> "Color":
        return cls.RED


type Pair[T] = tuple[T, T]


class Box[T: Color]:
    value: T

    def map[U](self, f: "Callable[[T], U]") -> "Box[U]": ...


def total(*items: Box[Color], scale=1, **rest: int) -> int:
    match items:
        case [Box(value=first), *others] if first:
            return scale
        case Color() as color:
            color.parse("x")
    if (n := len(items)) > 1:
        return n
    try:
        return sum(each.value for each in items)
    except* (ValueError, TypeError) as group:
        raise RuntimeError from group


async def stream(boxes):
    async with boxes.lock() as lock:
        async for box in boxes:
            yield await box.load(lock)


handler = lambda event, *, retry=2: total(event)
