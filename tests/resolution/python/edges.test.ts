/** The edges of Python, as tables of sources. */
import { describe } from "vitest";
import { testEdges } from "../helpers.js";

describe("modules", () => {
  testEdges([
    {
      name: "an absolute import leads to the package of the file",
      files: {
        "src/shop/__init__.py": "",
        "src/shop/store.py": "def load(): ...\n",
        "src/shop/cart.py": "from shop.store import load\nload()\n",
      },
      of: "src/shop/cart.py",
      has: ["file imports src/shop/store.py# (import)", "file calls src/shop/store.py#load (import)"],
    },
    {
      name: "relative imports lead to neighbours, parents and modules of the package",
      files: {
        "a/__init__.py": "",
        "a/one.py": "def f(): ...\n",
        "a/b/__init__.py": "",
        "a/b/two.py": "from . import three\nfrom ..one import f\nfrom .. import one\n\nthree.g()\nf()\none.f()\n",
        "a/b/three.py": "def g(): ...\n",
      },
      of: "a/b/two.py",
      has: ["file calls a/b/three.py#g (import)", "file calls a/one.py#f (import)"],
    },
    {
      name: "a package hands on what its __init__ imports",
      files: {
        "lib/__init__.py": "from .impl import Client as Client\nfrom .impl import *\n",
        "lib/impl.py": "class Client:\n    def get(self): ...\n\ndef helper(): ...\n",
        "app.py": "import lib\nfrom lib import helper\n\nlib.Client().get()\nhelper()\n",
      },
      of: "app.py",
      has: [
        "file calls lib/impl.py#Client (import)",
        "file calls lib/impl.py#Client.get (import)",
        "file calls lib/impl.py#helper (import)",
      ],
    },
    {
      name: "import a.b binds a, and a.b is the module",
      files: {
        "a/__init__.py": "",
        "a/b.py": "def f(): ...\n",
        "a/c.py": "def f(): ...\n",
        "main.py": "import a.b\nimport a.c as other\n\na.b.f()\nother.f()\n",
      },
      of: "main.py",
      has: ["file calls a/b.py#f (import)", "file calls a/c.py#f (import)"],
    },
    {
      name: "of two imports of one name the one that leads into the project counts",
      files: {
        "pkg/__init__.py": "",
        "pkg/slow.py": "def parse(): ...\n",
        "pkg/main.py":
          "try:\n    from fastlib import parse\nexcept ImportError:\n    from .slow import parse\nparse()\n",
      },
      of: "pkg/main.py",
      has: ["file calls pkg/slow.py#parse (import)"],
    },
    {
      name: "a module of the standard library is not the neighbour of its name",
      files: {
        "pkg/__init__.py": "",
        "pkg/logging.py": "def getLogger(): ...\n",
        "pkg/main.py": "import logging\nlogging.getLogger()\n",
      },
      of: "pkg/main.py",
      has: ["file calls logging!getLogger (external)"],
      hasNot: [/pkg\/logging/],
    },
    {
      name: "modules that import each other end",
      files: { "a.py": "from b import *\nfrom b import x\nx()\n", "b.py": "from a import *\nfrom a import x\n" },
      of: "a.py",
      has: ["file imports b.py# (import)"],
    },
    {
      name: "a star import brings public names, and those that __all__ lists",
      files: {
        "m.py": "__all__ = ['_listed']\ndef _listed(): ...\ndef other(): ...\n",
        "main.py": "from m import *\n_listed()\nother()\n",
      },
      of: "main.py",
      has: ["file calls m.py#_listed (import)"],
      hasNot: [/calls m.py#other/],
    },
    {
      name: "a folder without __init__ is a package as well",
      files: {
        "tools/run.py": "def go(): ...\n",
        "main.py": "from tools import run\nimport tools.run\nrun.go()\ntools.run.go()\n",
      },
      of: "main.py",
      has: ["file calls tools/run.py#go (import)"],
    },
  ]);
});

describe("classes", () => {
  testEdges([
    {
      name: "the order of bases is that of C3",
      files: {
        "a.py": `
class A:
    def f(self): ...
class B(A): ...
class C(A):
    def f(self): ...
class D(B, C):
    def g(self):
        self.f()
        super().f()
`,
      },
      of: "a.py",
      has: ["D.g calls a.py#C.f (exact)"],
      hasNot: ["D.g calls a.py#A.f (exact)"],
    },
    {
      name: "a mixin comes before a base that the other base has",
      files: {
        "a.py": `
class Root:
    def close(self): ...
class Left(Root): ...
class Mixin:
    def close(self): ...
class Both(Left, Mixin):
    def end(self):
        self.close()
`,
      },
      of: "a.py",
      has: ["Both.end calls a.py#Root.close (exact)"],
    },
    {
      name: "super() leads to the next class, of constructors too",
      files: {
        "base.py": "class Base:\n    def __init__(self, name): ...\n    def save(self): ...\n",
        "a.py": `
from base import Base
class Child(Base):
    def __init__(self):
        super().__init__("x")
    def save(self):
        return super().save()
Child()
`,
      },
      of: "a.py",
      has: [
        "Child.__init__ calls base.py#Base.__init__ (import)",
        "Child.save calls base.py#Base.save (import)",
        "Child.save overrides base.py#Base.save (import)",
        "Child inherits base.py#Base (import)",
        "file calls a.py#Child.__init__ (exact)",
      ],
    },
    {
      name: "classes that are their own bases end",
      files: { "a.py": "class A(B):\n    def f(self):\n        self.g()\nclass B(A): ...\n" },
      of: "a.py",
      has: ["A inherits a.py#B (exact)", "B inherits a.py#A (exact)"],
    },
    {
      name: "a protocol is implemented by the classes that name it",
      files: {
        "a.py": `
from typing import Protocol
class Closer(Protocol):
    def close(self): ...
class File(Closer):
    def close(self): ...
`,
      },
      of: "a.py",
      has: ["File implements a.py#Closer (exact)", "File.close overrides a.py#Closer.close (exact)"],
    },
    {
      name: "class methods, static methods and properties",
      files: {
        "a.py": `
class Part:
    def run(self): ...
class Whole:
    @property
    def part(self) -> Part: ...
    @classmethod
    def make(cls) -> "Whole":
        return cls()
    @staticmethod
    def help(): ...
def use():
    Whole.make().part.run()
    Whole.help()
`,
      },
      of: "a.py",
      has: [
        "use calls a.py#Whole.make (exact)",
        "use calls a.py#Part.run (exact)",
        "use calls a.py#Whole.help (exact)",
        "Whole.make calls a.py#Whole (exact)",
      ],
    },
    {
      name: "a library's base may have the member",
      files: {
        "a.py":
          "from unittest import TestCase\nclass T(TestCase):\n    def test_a(self):\n        self.assertTrue(1)\n",
      },
      of: "a.py",
      has: ["T.test_a calls unittest!TestCase.assertTrue (external)"],
    },
    {
      name: "a field that a method sets overrides nothing",
      files: {
        "a.py": `
class A:
    limit = 1
    def __init__(self):
        self.name = "a"
class B(A):
    limit = 2
    def __init__(self):
        self.name = "b"
`,
      },
      of: "a.py",
      has: ["B.limit overrides a.py#A.limit (exact)"],
      hasNot: [/name overrides/],
    },
  ]);
});

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
    ["Optional", "from typing import Optional\ndef f(u: Optional['User']):\n    u.rename()\n"],
    ["a call of a class", "User().rename()\n"],
    ["a variable", "u = User()\nu.rename()\n"],
    ["a declared result", "Repo().find().rename()\n"],
    ["a result that is not declared", "def make():\n    return User()\nmake().rename()\n"],
    [
      "a field",
      "class S:\n    def __init__(self):\n        self.u = User()\n    def f(self):\n        self.u.rename()\n",
    ],
    [
      "a field given to the constructor",
      "class S:\n    def __init__(self, u: User):\n        self.u = u\n    def f(self):\n        self.u.rename()\n",
    ],
    [
      "a field of a dataclass",
      "from dataclasses import dataclass\n@dataclass\nclass S:\n    u: User\ndef f(s: S):\n    s.u.rename()\n",
    ],
    ["a loop over a list", "for u in Repo().all():\n    u.rename()\n"],
    ["a comprehension", "[u.rename() for u in Repo().all()]\n"],
    ["an element", "Repo().all()[0].rename()\n"],
    ["the values of a dictionary", "for u in Repo().by_name().values():\n    u.rename()\n"],
    ["the items of a dictionary", "for name, u in Repo().by_name().items():\n    u.rename()\n"],
    ["enumerate", "for i, u in enumerate(Repo().all()):\n    u.rename()\n"],
    ["await", "async def f(r: Repo):\n    (await r.load()).rename()\n"],
    ["isinstance", "def f(x):\n    if isinstance(x, User):\n        x.rename()\n"],
    ["a guard that leaves", "def f(x):\n    if not isinstance(x, User):\n        return\n    x.rename()\n"],
    ["assert isinstance", "def f(x):\n    assert isinstance(x, (User, int))\n    x.rename()\n"],
    ["isinstance in a condition", "def f(x):\n    return isinstance(x, User) and x.rename()\n"],
    ["a pattern of match", "def f(x):\n    match x:\n        case User() as u:\n            u.rename()\n"],
    ["with", "class S:\n    def __enter__(self) -> User: ...\nwith S() as u:\n    u.rename()\n"],
    [
      "a context manager that is a function",
      "from contextlib import contextmanager\n@contextmanager\ndef open_it():\n    yield User()\nwith open_it() as u:\n    u.rename()\n",
    ],
    ["an alternative", "def f(u=None):\n    u = u or User()\n    u.rename()\n"],
    [
      "a generic class",
      "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass Box(Generic[T]):\n    def get(self) -> T: ...\ndef f(b: Box[User]):\n    b.get().rename()\n",
    ],
    [
      "a generic base",
      "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass Box(Generic[T]):\n    def get(self) -> T: ...\nclass Users(Box[User]): ...\nUsers().get().rename()\n",
    ],
    [
      "a type parameter with a bound",
      "from typing import TypeVar\nT = TypeVar('T', bound=User)\ndef f(u: T) -> T:\n    u.rename()\n    return u\n",
    ],
    ["a type parameter of PEP 695", "def f[T: User](u: T) -> T:\n    u.rename()\n    return u\n"],
    [
      "a class with an own iterator",
      "class S:\n    def __iter__(self):\n        yield User()\nfor u in S():\n    u.rename()\n",
    ],
    ["an alias of a class", "Alias = User\ndef f(u: Alias):\n    u.rename()\n"],
    ["a walrus", "if (u := Repo().find()):\n    u.rename()\n"],
    ["an element of a tuple", "def pair() -> tuple[int, User]: ...\nn, u = pair()\nu.rename()\n"],
    [
      "a parameter that a base declares",
      "class A:\n    def f(self, u: User): ...\nclass B(A):\n    def f(self, u):\n        u.rename()\n",
    ],
  ];
  testEdges(found.map(([name, body]) => ({ name, files: uses(body), of: "a.py", hasMatch: RENAMES })));

  testEdges([
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
      name: "a decorated function is the function, and as an object what its decorator makes",
      files: {
        "cli.py": `
from typing import Callable
class Group:
    def command(self): ...
def group() -> Callable[[Callable], Group]: ...
`,
        "a.py": "from cli import group\n@group()\ndef main(): ...\n@main.command()\ndef sub(): ...\nmain()\n",
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

describe("names alone", () => {
  testEdges([
    {
      name: "the only method of a name is likely where its module is imported",
      files: {
        "a.py": "class Engine:\n    def ignite(self): ...\n",
        "b.py": "from a import Engine\ndef f(x):\n    x.ignite()\n",
      },
      of: "b.py",
      has: ["f calls a.py#Engine.ignite (unique)"],
    },
    {
      name: "a method of the runtime's name is not called by its name",
      files: {
        "a.py": "class Cache:\n    def get(self): ...\n",
        "b.py": "from a import Cache\ndef f(x):\n    x.get()\n",
      },
      of: "b.py",
      has: ["f calls ?get (unresolved)"],
    },
  ]);
});

describe("pytest", () => {
  testEdges([
    {
      name: "a parameter of a test is the fixture of its name, which conftest.py may have",
      files: {
        "tests/conftest.py":
          "import pytest\nfrom app import Client\n@pytest.fixture\ndef client():\n    yield Client()\n",
        "app.py": "class Client:\n    def fetch(self): ...\n",
        "tests/unit/test_a.py": "def test_fetch(client):\n    client.fetch()\n",
      },
      of: "tests/unit/test_a.py",
      has: ["test_fetch references tests/conftest.py#client (import)", "test_fetch calls app.py#Client.fetch (import)"],
    },
  ]);
});
