/** The edges of Python that the type of a value decides, as tables of sources. */
import { describe, expect, test } from "vitest";
import { resolveFile } from "../../../src/resolution/resolve-file.js";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, testEdges } from "../helpers.js";

const REPO = `
class User:
    def rename(self): ...
class Repo:
    def find(self) -> User: ...
    def all(self) -> list[User]: ...
    async def load(self) -> User: ...
    def by_name(self) -> dict[str, User]: ...
`;

const uses = (body: string) => ({ "repo.py": REPO, "a.py": `from repo import Repo, User\n${body}` });
const RENAMES = /calls repo.py#User.rename \((?:exact|import)\)/;

describe("values", () => {
  const found: [name: string, body: string][] = [
    ["a parameter with an annotation", "def f(u: User):\n    u.rename()\n"],
    ["an annotation in a string", 'def f(u: "User"):\n    u.rename()\n'],
    ["a union with None", "def f(u: User | None):\n    u.rename()\n"],
    [
      "Optional",
      dedent`
      from typing import Optional
      def f(u: Optional['User']):
          u.rename()
    `,
    ],
    ["a call of a class", "User().rename()\n"],
    ["a variable", "u = User()\nu.rename()\n"],
    ["a declared result", "Repo().find().rename()\n"],
    [
      "a result that is not declared",
      dedent`
      def make():
          return User()
      make().rename()
    `,
    ],
    [
      "a field",
      dedent`
      class S:
          def __init__(self):
              self.u = User()
          def f(self):
              self.u.rename()
    `,
    ],
    [
      "a field given to the constructor",
      dedent`
      class S:
          def __init__(self, u: User):
              self.u = u
          def f(self):
              self.u.rename()
    `,
    ],
    [
      "a field of a dataclass",
      dedent`
      from dataclasses import dataclass
      @dataclass
      class S:
          u: User
      def f(s: S):
          s.u.rename()
    `,
    ],
    ["a loop over a list", "for u in Repo().all():\n    u.rename()\n"],
    ["a comprehension", "[u.rename() for u in Repo().all()]\n"],
    ["an element", "Repo().all()[0].rename()\n"],
    ["a key of a dictionary with several values", "d = {'repo': Repo(), 'user': User()}\nd['user'].rename()\n"],
    ["the values of a dictionary", "for u in Repo().by_name().values():\n    u.rename()\n"],
    ["the items of a dictionary", "for name, u in Repo().by_name().items():\n    u.rename()\n"],
    ["enumerate", "for i, u in enumerate(Repo().all()):\n    u.rename()\n"],
    ["await", "async def f(r: Repo):\n    (await r.load()).rename()\n"],
    [
      "isinstance",
      dedent`
      def f(x):
          if isinstance(x, User):
              x.rename()
    `,
    ],
    [
      "a guard that leaves",
      dedent`
      def f(x):
          if not isinstance(x, User):
              return
          x.rename()
    `,
    ],
    [
      "assert isinstance",
      dedent`
      def f(x):
          assert isinstance(x, (User, int))
          x.rename()
    `,
    ],
    ["isinstance in a condition", "def f(x):\n    return isinstance(x, User) and x.rename()\n"],
    [
      "a pattern of match",
      dedent`
      def f(x):
          match x:
              case User() as u:
                  u.rename()
    `,
    ],
    [
      "with",
      dedent`
      class S:
          def __enter__(self) -> User: ...
      with S() as u:
          u.rename()
    `,
    ],
    [
      "a context manager that is a function",
      dedent`
      from contextlib import contextmanager
      @contextmanager
      def open_it():
          yield User()
      with open_it() as u:
          u.rename()
    `,
    ],
    [
      "an alternative",
      dedent`
      def f(u=None):
          u = u or User()
          u.rename()
    `,
    ],
    [
      "a generic class",
      dedent`
      from typing import Generic, TypeVar
      T = TypeVar('T')
      class Box(Generic[T]):
          def get(self) -> T: ...
      def f(b: Box[User]):
          b.get().rename()
    `,
    ],
    [
      "a generic base",
      dedent`
      from typing import Generic, TypeVar
      T = TypeVar('T')
      class Box(Generic[T]):
          def get(self) -> T: ...
      class Users(Box[User]): ...
      Users().get().rename()
    `,
    ],
    [
      "a type parameter with a bound",
      dedent`
      from typing import TypeVar
      T = TypeVar('T', bound=User)
      def f(u: T) -> T:
          u.rename()
          return u
    `,
    ],
    [
      "a type parameter of PEP 695",
      dedent`
      def f[T: User](u: T) -> T:
          u.rename()
          return u
    `,
    ],
    [
      "a class with an own iterator",
      dedent`
      class S:
          def __iter__(self):
              yield User()
      for u in S():
          u.rename()
    `,
    ],
    [
      "an alias of a class",
      dedent`
      Alias = User
      def f(u: Alias):
          u.rename()
    `,
    ],
    [
      "an alias of a collection",
      dedent`
      Users = list[User]
      def f(users: Users):
          users[0].rename()
    `,
    ],
    [
      "an alias of a type of typing",
      dedent`
      import typing as t
      ByName = t.Mapping[str, User]
      def f(users: ByName):
          users["a"].rename()
    `,
    ],
    [
      "an alias of a union",
      dedent`
      Found = User | None
      def f(u: Found):
          u.rename()
    `,
    ],
    [
      "a partial call",
      dedent`
        from functools import partial
        find = partial(Repo.find, Repo())
        find().rename()
      `,
    ],
    ["the key of a sort", "def f(r: Repo):\n    sorted(r.all(), key=lambda u: u.rename())\n"],
    ["the key of a list's own sort", "def f(r: Repo):\n    r.all().sort(key=lambda u: u.rename())\n"],
    ["the condition of a filter", "def f(r: Repo):\n    filter(lambda u: u.rename(), r.all())\n"],
    ["the function of a map", "def f(r: Repo):\n    map(lambda n, u: u.rename(), [1], r.all())\n"],
    ["what a map gives", "for u in map(lambda r: r.find(), [Repo()]):\n    u.rename()\n"],
    [
      "results that are gathered",
      dedent`
      import asyncio
      async def f(r: Repo):
          n, u = await asyncio.gather(other(), r.load())
          u.rename()
    `,
    ],
    [
      "results of a list of coroutines",
      dedent`
      from asyncio import gather
      async def f(repos: list[Repo]):
          for u in await gather(*[r.load() for r in repos]):
              u.rename()
    `,
    ],
    [
      "the result of a task",
      dedent`
      import asyncio
      async def f(r: Repo):
          task = asyncio.create_task(r.load())
          (await task).rename()
    `,
    ],
    ["a walrus", "if (u := Repo().find()):\n    u.rename()\n"],
    [
      "an element of a tuple",
      dedent`
      def pair() -> tuple[int, User]: ...
      n, u = pair()
      u.rename()
    `,
    ],
    [
      "a parameter that a base declares",
      dedent`
      class A:
          def f(self, u: User): ...
      class B(A):
          def f(self, u):
              u.rename()
    `,
    ],
    [
      "a type variable that the class of an argument decides",
      dedent`
      from typing import TypeVar
      T = TypeVar("T")
      def make(name: str, *, cls: type[T]) -> list[T]: ...
      for u in make("a", cls=User):
          u.rename()
    `,
    ],
    [
      "a type variable that the elements of an argument decide",
      dedent`
      def first[T](items: list[T]) -> T: ...
      first(Repo().all()).rename()
    `,
    ],
    [
      "a type variable that the result of an argument decides",
      dedent`
      from typing import Callable
      def call[T](make: Callable[[], T]) -> T: ...
      call(Repo().find).rename()
    `,
    ],
    [
      "a generic class whose constructor gets the class",
      dedent`
      class Store[T]:
          def __init__(self, model: type[T]): ...
          def get(self) -> T: ...
      class S:
          users = Store(User)
          def f(self):
              self.users.get().rename()
    `,
    ],
    [
      "a generic class with its argument at the call",
      dedent`
      class Store[T]:
          def get(self) -> T: ...
      Store[User]().get().rename()
    `,
    ],
    [
      "a type variable of self",
      dedent`
      from typing import TypeVar
      T = TypeVar("T", bound="Base")
      class Base:
          def __enter__(self: T) -> T: ...
      class Derived(Base):
          def user(self) -> User: ...
      with Derived() as d:
          d.user().rename()
    `,
    ],
    [
      "a list that is filled later",
      dedent`
      def f():
          users = []
          users.append(User())
          for u in users:
              u.rename()
    `,
    ],
    [
      "a dictionary of self that another method fills",
      dedent`
      class S:
          def __init__(self):
              self.users = {}
          def add(self, name):
              self.users[name] = User()
          def f(self, name):
              self.users[name].rename()
    `,
    ],
    [
      "isinstance of alternatives",
      dedent`
      def f(x):
          if isinstance(x, User | int):
              x.rename()
    `,
    ],
    [
      "alternatives of a pattern",
      dedent`
      def f(x):
          match x:
              case User() | int():
                  x.rename()
    `,
    ],
    [
      "an attribute in a pattern",
      dedent`
      class Renamed:
          user: User
      def f(event):
          match event:
              case Renamed(user=u):
                  u.rename()
    `,
    ],
    [
      "the type of a value",
      dedent`
      def f(x):
          if type(x) is User:
              x.rename()
    `,
    ],
    [
      "a descriptor",
      dedent`
      class Current:
          def __get__(self, instance, owner) -> User: ...
      class S:
          user = Current()
          def f(self):
              self.user.rename()
    `,
    ],
    [
      "a mapped attribute of SQLAlchemy",
      dedent`
      from sqlalchemy.orm import Mapped, relationship
      class Order:
          users: Mapped[list[User]] = relationship()
          user: Mapped["User | None"] = relationship()
      def f(o: Order):
          o.user.rename()
    `,
    ],
    [
      "an object that pydantic makes",
      dedent`
      from pydantic import BaseModel
      class S(BaseModel):
          user: User
      S.model_validate({}).model_copy().user.rename()
    `,
    ],
    [
      "a class derived from a dictionary",
      dedent`
      class Users(dict[str, User]): ...
      def f(users: Users):
          users["a"].rename()
    `,
    ],
    [
      "a field of a named tuple by its place",
      dedent`
      from typing import NamedTuple
      class Pair(NamedTuple):
          user: User
          number: int
      def f(pair: Pair):
          u, n = pair
          u.rename()
    `,
    ],
    [
      "a new type",
      dedent`
      from typing import NewType
      Admin = NewType("Admin", User)
      def f(admin: Admin):
          admin.rename()
    `,
    ],
    [
      "collections that itertools joins",
      dedent`
      from itertools import chain, islice
      for u in islice(chain(Repo().all(), Repo().all()), 3):
          u.rename()
    `,
    ],
    [
      "the value of a context variable",
      dedent`
      from contextvars import ContextVar
      current: ContextVar[User] = ContextVar("current")
      current.get().rename()
    `,
    ],
    [
      "an element of a queue",
      dedent`
      import asyncio
      async def f(queue: asyncio.Queue[User]):
          (await queue.get()).rename()
    `,
    ],
  ];
  testEdges(found.map(([name, body]) => ({ name, files: uses(body), of: "a.py", hasMatch: RENAMES })));

  testEdges([
    {
      name: "where isinstance does not hold the value is of another class",
      files: {
        "a.py": dedent`
          class A:
              def f(self): ...
          class B:
              def f(self): ...
          class C:
              def f(self): ...
          def g(x: A | B | C):
              if isinstance(x, A):
                  pass
              elif isinstance(x, B):
                  pass
              else:
                  x.f()
        `,
      },
      of: "a.py",
      has: ["g calls a.py#C.f (exact)"],
      hasNot: [/#[AB]\.f/],
    },
    {
      name: "a class's mapped attribute is a part of a query, an object's the value",
      files: {
        "a.py": dedent`
          from sqlalchemy.orm import Mapped
          class User:
              def has(self): ...
          class Order:
              user: Mapped[User]
          Order.user.has()
        `,
      },
      of: "a.py",
      has: ["file calls sqlalchemy.orm!Mapped.has (external)"],
      hasNot: [/calls a\.py#User/],
    },
    {
      name: "lists of the same name in other functions are filled apart",
      files: {
        "a.py": dedent`
          class A:
              def f(self): ...
          class B:
              def f(self): ...
          def g():
              found = []
              found.append(A())
              for each in found:
                  each.f()
          def h():
              found = []
              found.append(B())
        `,
      },
      of: "a.py",
      has: ["g calls a.py#A.f (exact)"],
      hasNot: [/#B\.f/],
    },
    {
      name: "alternatives of an enumeration are not aliases",
      files: {
        "a.py": dedent`
          from enum import Flag
          class Mode(Flag):
              Read = 1
              Write = 2
              def text(self): ...
          BOTH = Mode.Read | Mode.Write
          BOTH.text()
        `,
      },
      of: "a.py",
      has: ["BOTH references a.py#Mode.Read (exact)", "file references a.py#BOTH (exact)"],
    },
    {
      name: "a value of the runtime is of the runtime",
      files: {
        "a.py": dedent`
          class Disk:
              def write(self, text): ...
              def replace(self, a, b): ...
          def f(name: str):
              open(name).write(name.strip().replace("a", "b"))
              str(name).replace("a", "b")
        `,
      },
      of: "a.py",
      hasNot: [/Disk/, /unresolved/],
    },
    {
      name: "Self is the class that the method is called on",
      files: {
        "a.py": `
from typing import Self
class A:
    def me(self) -> Self: ...
class B(A):
    def only(self): ...
B().me().only()
`,
      },
      of: "a.py",
      has: ["file calls a.py#B.only (exact)"],
    },
    {
      name: "a name that two assignments in branches give may be either",
      files: {
        "a.py": `
class A:
    def f(self): ...
class B:
    def f(self): ...
def g(x):
    if x:
        v = A()
    else:
        v = B()
    v.f()
    v = B()
    v.f()
`,
      },
      of: "a.py",
      has: ["g calls a.py#A.f (candidate)", "g calls a.py#B.f (candidate)", "g calls a.py#B.f (exact)"],
    },
    {
      name: "a key of a dictionary has no value of another key",
      files: uses(
        dedent`
          def f(x):
              d = {'user': User(), 'other': x.y}
              d['other'].rename()
              d['user'].rename()
        `,
      ),
      of: "a.py",
      has: ["f calls repo.py#User.rename (import)"],
    },
    {
      name: "an unknown value of a dictionary is not that of another key",
      files: uses(dedent`
        def f(x):
            d = {'user': User(), 'other': x.y}
            d['other'].rename()
      `),
      of: "a.py",
      hasNot: [RENAMES],
    },
    {
      name: "a decorated function is the function, and as an object what its decorator makes",
      files: {
        "cli.py": `
from typing import Callable
class Group:
    def command(self): ...
def group() -> Callable[[Callable], Group]: ...
`,
        "a.py": dedent`
          from cli import group
          @group()
          def main(): ...
          @main.command()
          def sub(): ...
          main()
        `,
      },
      of: "a.py",
      has: [
        "sub calls cli.py#Group.command (import)",
        "main calls cli.py#group (import)",
        "file calls a.py#main (exact)",
      ],
    },
  ]);
});

describe("type variables of other modules", () => {
  testEdges([
    {
      name: "the arguments of a call tell them, or else their bound",
      files: {
        "shop/query.py": dedent`
          from typing import Generic, TypeVar
          from shop.widget import Widget
          Q = TypeVar("Q", bound="Widget")
          class Query(Generic[Q]):
              def first(self) -> Q: ...
        `,
        "shop/widget.py": dedent`
          from __future__ import annotations
          from typing import overload, TYPE_CHECKING
          if TYPE_CHECKING:
              from shop.query import Q, Query
          class Dom:
              @overload
              def one(self, selector: str) -> Widget: ...
              @overload
              def one(self, selector: type[Q]) -> Q: ...
              def one(self, selector): ...
              def same(self, value: Q) -> Q: ...
              def query(self, selector: type[Q]) -> Query[Q]: ...
              def any(self) -> Q: ...
          class Widget(Dom):
              def focus(self): ...
          class Option(Widget):
              def remove(self): ...
        `,
        "shop/app.py": dedent`
          from shop.widget import Dom, Option
          def by_class(d: Dom):
              d.one(Option).remove()
          def by_value(d: Dom):
              d.same(Option()).remove()
          def of_class(d: Dom):
              d.query(Option).first().remove()
          def by_text(d: Dom):
              d.one("#a").focus()
          def bound(d: Dom):
              d.any().focus()
        `,
      },
      of: "shop/app.py",
      has: [
        ...["by_class", "by_value", "of_class"].map((name) => `${name} calls shop/widget.py#Option.remove (import)`),
        ...["by_text", "bound"].map((name) => `${name} calls shop/widget.py#Widget.focus (import)`),
      ],
    },
  ]);
});

test("a field and methods that give each other's value cost few steps, so that the end of a long file is resolved", () => {
  const base = dedent`
    class Mixin:
        rows = None
        def allow(self):
            self.rows = self.rows.restrict(self.user)
    class Base(Mixin):
        def dispatch(self, request):
            self.rows = self.get_rows(request)
        def get_rows(self, request):
            self.rows = self.rows.filter(request)
            return self.rows.all()
  `;
  const view = dedent`
    from base import Base
    class View(Base):
        def get_rows(self, request):
            return super().get_rows(request).filter(1)
        def show(self):
  `;
  const uses = Array.from(
    { length: 40 },
    (_, at) => `        one${at} = self.rows.filter(${at}).first()\n        self.rows.get(pk=one${at}).total${at}()`,
  );
  const source = [view.trimEnd(), ...uses, "        self.dispatch(1)"].join("\n");
  const sample = programOf({ "base.py": base, "view.py": source });
  expect(resolveFile(sample.program, "view.py", sample.parses.get("view.py")!).isCut).toBe(false);
  expect(edgesOf(sample, "view.py")).toContain("View.show calls base.py#Base.dispatch (import)");
});
