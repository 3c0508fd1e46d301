/** An edit of Python touches every file whose edges change by it. */
import { describe, expect, test } from "vitest";
import { edgesOf, programOf, put } from "../helpers.js";

const FILES = {
  "shop/__init__.py": "from .cart import Cart\n",
  "shop/cart.py": "from .base import Base\nclass Cart(Base):\n    def add(self): ...\n",
  "shop/base.py": "class Base:\n    def save(self): ...\n",
  "shop/make.py": "from .cart import Cart\ndef make():\n    return Cart()\n",
  "app.py":
    "import shop\nfrom shop import make\nfrom shop import extra\nshop.Cart().save()\nmake.make().add()\nextra.go()\n",
  "deep/__init__.py": "",
  "deep/one.py": "from far import Two\nmade = {'a': Two()}\n",
  "deep/any.py": "",
  "far/__init__.py": "from .two import Two\n",
  "far/two.py": "class Two:\n    def go(self): ...\n",
  "through.py": "from deep import one as first\nfrom deep.any import thing\nfirst.made['a'].go()\nthing()\n",
  "tests/far/conftest.py": "import pytest\nfrom far import Two\n@pytest.fixture\ndef two():\n    return Two()\n",
  "tests/far/test_two.py": "def test_two(two):\n    two.go()\n",
  "star.py": "from shop.base import *\nBase().save()\nadded()\n",
  "tests/conftest.py": "import pytest\nfrom shop import Cart\n@pytest.fixture\ndef cart():\n    return Cart()\n",
  "tests/test_cart.py": "def test_add(cart):\n    cart.add()\n    cart.save()\n",
};

const EDITS: [name: string, path: string, text: string | null][] = [
  ["a method goes from a base", "shop/base.py", "class Base: ...\n"],
  ["a base goes", "shop/cart.py", "class Cart:\n    def add(self): ...\n"],
  ["a class moves below another name", "shop/__init__.py", "from .cart import Cart as Basket\n"],
  ["a function returns another class", "shop/make.py", "from .base import Base\ndef make():\n    return Base()\n"],
  ["a module comes that an import names", "shop/extra.py", "def go(): ...\n"],
  ["a module goes", "shop/base.py", null],
  ["a star import brings a name more", "shop/base.py", "class Base:\n    def save(self): ...\ndef added(): ...\n"],
  [
    "a fixture gives another class",
    "tests/conftest.py",
    "import pytest\nfrom shop.base import Base\n@pytest.fixture\ndef cart():\n    return Base()\n",
  ],
  ["a nearer conftest.py comes", "tests/unit/conftest.py", ""],
  ["a package goes, of which a module of another package and a fixture have a class", "far/__init__.py", null],
  ["a module gives any name", "deep/any.py", "def __getattr__(name): ...\n"],
  ["a package takes the place of a module", "shop/cart/__init__.py", "class Cart:\n    def add(self): ...\n"],
];

describe("an edit", () => {
  test.each(EDITS)("%s", (_name, path, text) => {
    const sample = programOf(FILES);
    const before = new Map(Object.keys(FILES).map((file) => [file, edgesOf(sample, file)]));
    sample.program.settle();
    const files: Record<string, string> = { ...FILES };
    if (text === null) {
      sample.program.remove(path);
      delete files[path];
    } else {
      put(sample, path, text);
      files[path] = text;
    }
    const affected = sample.program.affected();
    const fresh = programOf(files);
    for (const file of Object.keys(files)) {
      const now = edgesOf(fresh, file);
      if (affected.has(file)) expect(edgesOf(sample, file)).toEqual(now);
      else expect({ file, edges: before.get(file) }).toEqual({ file, edges: now });
    }
  });
});
