/** The sources of random edits in Python: packages with re-exports, star imports, mixins, values whose types are inferred, and fixtures. */
import { dedent } from "../../helpers/dedent.js";
import type { Vocabulary } from "../random-edits.js";

export const PYTHON: Vocabulary = {
  types: ["Alpha", "Beta", "Gamma", "Delta", "Omega", "Sigma"],
  members: ["run", "stop", "find"],
  values: ["one", "two", "three"],
  modules: ["shop", "shop.a", "shop.b", ".", ".a", ".b", ".sub", "..", "..a", "shop.sub", "shop.sub.e", "lib", "os"],
  homes: {
    "shop/a.py": ["Alpha", "one"],
    "shop/b.py": ["Beta", "two"],
    "shop/sub/e.py": ["Gamma"],
    "lib.py": ["Delta", "three"],
    "app.py": ["Omega"],
    "tests/test_a.py": ["Sigma"],
    "shop/__init__.py": [],
    "shop/sub/__init__.py": [],
    "shop/b/__init__.py": [],
    "tests/conftest.py": [],
    "conftest.py": [],
    "shop/a.pyi": [],
    "shop/sub/lib.py": [],
  },
  base: {
    "shop/__init__.py": ["from .a import Alpha as Omega, make", "from .sub import *", "from . import b"],
    "shop/a.py": [
      "from .b import Beta",
      "from .sub.e import Gamma",
      dedent`
        class Alpha(Beta):
            field: Gamma
            def find(self) -> Gamma:
                return self.field`,
      "one = Alpha()",
      "def make():\n    return Alpha()",
    ],
    "shop/b.py": [
      "from shop.sub import Gamma",
      dedent`
        class Beta(Gamma):
            def __init__(self):
                self.inner = Gamma()
            def own(self): ...`,
      "two = {'a': Gamma()}",
    ],
    "shop/sub/__init__.py": ["from .e import Gamma, Delta", "__all__ = ['Gamma', 'three']", "three = Gamma"],
    "shop/sub/e.py": [
      "class Delta:\n    def stop(self): ...",
      dedent`
        class Gamma(Delta):
            def run(self): ...
            @classmethod
            def open(cls):
                return cls()`,
    ],
    "app.py": [
      "import shop",
      "from shop import Omega, make, b as bee, Gamma",
      "shop.make().run(); make().find().run(); Omega.open().own(); bee.two['a'].stop()",
      dedent`
        def use(x: Omega, y: list[shop.Omega]):
            x.find().stop(); y[0].inner.run()
            for z in y: z.own()`,
      dedent`
        class Last(shop.Omega):
            def run(self):
                super().run(); self.own(); self.inner.stop()`,
    ],
    "lib.py": [
      "from shop import *",
      "three.open().run(); Gamma().stop(); make().own()",
      "def any(x): x.own(); x.open()",
    ],
    "tests/conftest.py": [
      "import pytest",
      "from shop import make",
      dedent`
        @pytest.fixture
        def thing():
            return make()`,
    ],
    "tests/test_a.py": ["def test_thing(thing, other):\n    thing.run(); thing.inner.run(); other.run()"],
  },
  bring(name, from, home, way) {
    const dotted = home.replace(/(?:\/__init__)?\.pyi?$/, "").replaceAll("/", ".");
    const isBeside = from.startsWith("shop/") && home.startsWith("shop/") && !from.startsWith("shop/sub/");
    const modules = [dotted, isBeside ? dotted.replace(/^shop/, "") : dotted, "shop", dotted];
    return `from ${modules[way % modules.length]} import ${name}`;
  },
  lines: [
    "class $T!:\n    def $m(self): ...",
    "class $T!($T):\n    field: $T",
    dedent`
      class $T!($T):
          def $m(self):
              self.$m(); super().$m()`,
    "class $T!($T, $T2):\n    def $m2(self) -> $T: ...",
    dedent`
      class $T!:
          def __init__(self, $v: $T):
              self.$v = $v; self.field = $T()
          def $m(self):
              self.$v.$m(); self.field.$m()`,
    dedent`
      class $T!($T):
          @property
          def field(self): return $T()
          @staticmethod
          def $m(): return $v`,
    "class $T!(Protocol):\n    def $m(self) -> '$T': ...",
    dedent`
      class $T!(Generic[X]):
          one: X
          def $m(self) -> X: return self.one`,
    dedent`
      @dataclass
      class $T!:
          field: $T
          all: list[$T]`,
    dedent`
      class $T!:
          class $T:
              def $m(self): ...
          $v = $T()`,
    "$v! = $T()",
    "$v! = $v()",
    "$v!: $T = None",
    "$v! = $v.field",
    "$v!, y = $T(), $v",
    "$v! = [$T(), $T()]",
    dedent`
      def $v!(x: $T) -> $T:
          x.$m()
          return x.$m()`,
    "def $v!():\n    return $T()",
    "def $v!():\n    return $v().$m()",
    dedent`
      async def $v!() -> $T:
          x = await $v()
          x.$m()
          return x`,
    dedent`
      def $v!(x):
          x.$m(); $m()
          if isinstance(x, $T): x.$m()`,
    dedent`
      def $v!(all: dict[str, $T], some: Optional[$T]):
          for k, v in all.items(): v.$m()
          some.$m(); [x.$m() for x in all.values()]`,
    dedent`
      def use1():
          with $v() as x: x.$m()
          $T.$m(); $T().$m().$m(); $v.$m().field.$m()`,
    "def test_$v!($v, $v2):\n    $v.$m(); $v2.$m()",
    dedent`
      import pytest
      @pytest.fixture
      def $v!() -> $T: ...`,
    "$T! = $T",
    "$T! = Union[$T, $T2]",
    "$v.$m(); $v.field.$m()",
    "patch('$f.$T.$m'); patch('$f.$v'); import_module('$f'); getattr($v, '$m'); all = ['$f:$v', '$f.$T']",
    "from $f import $T",
    "from $f import $v",
    "from $f import $T as $T2",
    "from $f import *",
    "import $f",
    "import shop.sub.e as $v",
    "from . import a, b, sub",
    "from .. import lib",
    dedent`
      try:
          from $f import $T
      except ImportError:
          $T = None`,
    dedent`
      if sys.version_info >= (3, 11):
          from $f import $T, $v
      else:
          from $f import $T, $T2 as $v
          class $T2: ...`,
    dedent`
      try:
          from $f import $T
      except ImportError:
          class $T($T2):
              def $m(self): ...`,
    "__all__ = ['$T', '$v']",
    "__all__ += ['$T']",
    "del $v",
    "if TYPE_CHECKING:\n    from $f import $T",
    "shop.$v.$m(); shop.sub.$T().$m(); lib.$T.$m()",
    "def __getattr__(name): ...",
  ],
  configs: {
    "pyproject.toml": ['[project]\nname = "shop"\n'],
    "setup.cfg": ["[metadata]\n"],
    "shop/pyproject.toml": ['[project]\nname = "inner"\n'],
  },
};
