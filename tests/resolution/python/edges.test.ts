/** The edges of Python, as tables of sources. */
import { describe } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

describe("modules", () => {
  testEdges([
    {
      name: "an absolute import leads to the package of the file",
      files: {
        "src/shop/__init__.py": "",
        "src/shop/store.py": "def load(): ...\n",
        "src/shop/cart.py": dedent`
          from shop.store import load
          load()
        `,
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
        "a/b/two.py": dedent`
          from . import three
          from ..one import f
          from .. import one

          three.g()
          f()
          one.f()
        `,
        "a/b/three.py": "def g(): ...\n",
      },
      of: "a/b/two.py",
      has: ["file calls a/b/three.py#g (import)", "file calls a/one.py#f (import)"],
    },
    {
      name: "a package hands on what its __init__ imports",
      files: {
        "lib/__init__.py": dedent`
          from .impl import Client as Client
          from .impl import *
        `,
        "lib/impl.py": dedent`
          class Client:
              def get(self): ...

          def helper(): ...
        `,
        "app.py": dedent`
          import lib
          from lib import helper

          lib.Client().get()
          helper()
        `,
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
        "main.py": dedent`
          import a.b
          import a.c as other

          a.b.f()
          other.f()
        `,
      },
      of: "main.py",
      has: ["file calls a/b.py#f (import)", "file calls a/c.py#f (import)"],
    },
    {
      name: "of two imports of one name the one that leads into the project counts",
      files: {
        "pkg/__init__.py": "",
        "pkg/slow.py": "def parse(): ...\n",
        "pkg/main.py": dedent`
          try:
              from fastlib import parse
          except ImportError:
              from .slow import parse
          parse()
        `,
      },
      of: "pkg/main.py",
      has: ["file calls pkg/slow.py#parse (import)"],
    },
    {
      name: "a module of the standard library is not the neighbour of its name",
      files: {
        "pkg/__init__.py": "",
        "pkg/logging.py": "def getLogger(): ...\n",
        "pkg/main.py": dedent`
          import logging
          logging.getLogger()
        `,
      },
      of: "pkg/main.py",
      has: ["file calls logging!getLogger (external)"],
      hasNot: [/pkg\/logging/],
    },
    {
      name: "modules that import each other end",
      files: {
        "a.py": dedent`
        from b import *
        from b import x
        x()
      `,
        "b.py": dedent`
          from a import *
          from a import x
        `,
      },
      of: "a.py",
      has: ["file imports b.py# (import)"],
    },
    {
      name: "a star import brings public names, and those that __all__ lists",
      files: {
        "m.py": dedent`
          __all__ = ['_listed']
          def _listed(): ...
          def other(): ...
        `,
        "main.py": dedent`
          from m import *
          _listed()
          other()
        `,
      },
      of: "main.py",
      has: ["file calls m.py#_listed (import)"],
      hasNot: [/calls m.py#other/],
    },
    {
      name: "a folder without __init__ is a package as well",
      files: {
        "tools/run.py": "def go(): ...\n",
        "main.py": dedent`
          from tools import run
          import tools.run
          run.go()
          tools.run.go()
        `,
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
        "base.py": dedent`
          class Base:
              def __init__(self, name): ...
              def save(self): ...
        `,
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
      files: {
        "a.py": dedent`
        class A(B):
            def f(self):
                self.g()
        class B(A): ...
      `,
      },
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
        "a.py": dedent`
          from unittest import TestCase
          class T(TestCase):
              def test_a(self):
                  self.assertTrue(1)
        `,
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

describe("names alone", () => {
  testEdges([
    {
      name: "the only method of a name is likely where its module is imported",
      files: {
        "a.py": dedent`
          class Engine:
              def ignite(self): ...
        `,
        "b.py": dedent`
          from a import Engine
          def f(x):
              x.ignite()
        `,
      },
      of: "b.py",
      has: ["f calls a.py#Engine.ignite (unique)"],
    },
    {
      name: "a method of the runtime's name is not called by its name",
      files: {
        "a.py": dedent`
          class Cache:
              def get(self): ...
        `,
        "b.py": dedent`
          from a import Cache
          def f(x):
              x.get()
        `,
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
        "tests/conftest.py": dedent`
          import pytest
          from app import Client
          @pytest.fixture
          def client():
              yield Client()
        `,
        "app.py": dedent`
          class Client:
              def fetch(self): ...
        `,
        "tests/unit/test_a.py": dedent`
          def test_fetch(client):
              client.fetch()
        `,
      },
      of: "tests/unit/test_a.py",
      has: ["test_fetch references tests/conftest.py#client (import)", "test_fetch calls app.py#Client.fetch (import)"],
    },
    {
      name: "fixtures of pytest itself are of a library, unless the project declares one of the name",
      files: {
        "tests/conftest.py": dedent`
          import pytest
          @pytest.fixture
          def caplog():
              return Log()
          class Log:
              def write_text(self, text): ...
        `,
        "tests/test_a.py": dedent`
          def test_write(tmp_path, caplog):
              caplog.write_text("a")
          def test_path(tmp_path):
              file = tmp_path / "a"
              file.write_text("a")
              (tmp_path / "b").write_text("a")
        `,
      },
      of: "tests/test_a.py",
      has: [
        "test_write references tests/conftest.py#caplog (import)",
        "test_write calls tests/conftest.py#Log.write_text (import)",
        "test_path calls pytest!tmp_path().__truediv__().write_text (external)",
      ],
      hasNot: [/^test_path (?:references|calls tests)/],
    },
  ]);
});
