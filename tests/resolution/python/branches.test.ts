/** Names that branches bind in several ways, by src/languages/python/branches.ts and src/resolution/python/exports.ts. */
import { testEdges } from "../helpers.js";

const FAST = `
class Store:
    def load(self): ...
    def fast(self): ...

def send(): ...
`;
const SLOW = `
class Store:
    def load(self): ...
    def slow(self): ...

def send(): ...
`;

testEdges([
  {
    name: "a name that branches import from two modules of the project means both",
    files: {
      "fast.py": FAST,
      "slow.py": SLOW,
      "a.py": `
import sys

if sys.version_info >= (3, 11):
    from fast import Store, send
else:
    from slow import Store, send

def work():
    send()
    Store().load()
    Store().slow()

def take(store: Store):
    store.fast()

class Own(Store):
    def load(self): ...
    def more(self):
        self.slow()
`,
    },
    of: "a.py",
    has: [
      "work calls fast.py#send (candidate)",
      "work calls slow.py#send (candidate)",
      "work calls fast.py#Store (candidate)",
      "work calls slow.py#Store (candidate)",
      "work calls fast.py#Store.load (candidate)",
      "work calls slow.py#Store.load (candidate)",
      "work calls slow.py#Store.slow (import)",
      "take accepts fast.py#Store (candidate)",
      "take accepts slow.py#Store (candidate)",
      "take calls fast.py#Store.fast (import)",
      "Own inherits fast.py#Store (candidate)",
      "Own inherits slow.py#Store (candidate)",
      "Own.more calls slow.py#Store.slow (import)",
    ],
    hasNot: [/calls \S+send \(import\)/, /unresolved/],
  },
  {
    name: "of a name that branches import from the project and from outside the project's is meant, whichever comes first",
    files: {
      "slow.py": SLOW,
      "a.py": `
try:
    from quick import send
except ImportError:
    from slow import send

try:
    from slow import Store
except ImportError:
    from quick import Store

def work(store: Store):
    send()
    store.slow()
`,
    },
    of: "a.py",
    has: ["work calls slow.py#send (import)", "work calls slow.py#Store.slow (import)"],
    hasNot: [/candidate/, /unresolved/],
  },
  {
    name: "a function that stands in for an import is meant beside it",
    files: {
      "slow.py": SLOW,
      "a.py": `
try:
    from slow import send
except ImportError:
    def send(): ...

try:
    from quick import post
except ImportError:
    def post(): ...

def work():
    send()
    post()
`,
    },
    of: "a.py",
    has: ["work calls slow.py#send (candidate)", "work calls a.py#send (candidate)", "work calls a.py#post (exact)"],
  },
  {
    name: "an object in place of a module of the project is no other meaning, another name of a class is",
    files: {
      "fast.py": FAST,
      "slow.py": SLOW,
      "a.py": `
import slow

class Fake:
    def send(self): ...

try:
    import fast
except ImportError:
    fast = Fake()

try:
    from fast import Store
except ImportError:
    Store = slow.Store

def work(store: Store):
    fast.send()
    store.slow()
`,
    },
    of: "a.py",
    has: ["work calls fast.py#send (import)", "work calls slow.py#Store.slow (import)"],
    hasNot: [/candidate.*send/, /unresolved/],
  },
  {
    name: "a variable that stands in for a package is not the receiver of its functions",
    files: {
      "slow.py": "class Store:\n    def parse(self): ...\n",
      "a.py": `
import slow

try:
    import yaml
except ImportError:
    yaml = None

def work(text):
    if yaml is not None:
        yaml.parse(text)
`,
    },
    of: "a.py",
    has: ["work references a.py#yaml (exact)"],
    hasNot: [/calls slow/, /unresolved/],
  },
  {
    name: "a variable that stands in for a package is used by other modules that have the name from there",
    files: {
      "compat.py": `
try:
    import yaml
except ImportError:
    yaml = None
`,
      "a.py": `
import compat
from compat import yaml

def work(text):
    yaml.parse(text)

def other(text):
    return compat.yaml.parse(text)
`,
    },
    of: "a.py",
    has: [
      "file imports compat.py#yaml (import)",
      "work references compat.py#yaml (import)",
      "work calls yaml!parse (external)",
      "other references compat.py#yaml (import)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "a use in one branch of a function means what that branch imports, and a use behind both means either",
    files: {
      "fast.py": FAST,
      "slow.py": SLOW,
      "a.py": `
def first(quick):
    if quick:
        from fast import send
        send()
    else:
        from slow import Store
        Store()

def behind(quick):
    if quick:
        from fast import Store
    else:
        from slow import Store
    return Store().load()
`,
    },
    of: "a.py",
    has: [
      "first calls fast.py#send (import)",
      "first calls slow.py#Store (import)",
      "behind calls fast.py#Store.load (candidate)",
      "behind calls slow.py#Store.load (candidate)",
    ],
  },
  {
    name: "a name that a module binds anew means the last, in other modules too",
    files: {
      "fast.py": FAST,
      "slow.py": SLOW,
      "middle.py": `
from fast import send
from slow import send
from slow import Store

def Store(): ...

def work():
    send()
    Store()
`,
      "a.py": `
from middle import Store, send

def work():
    send()
    Store()
`,
    },
    of: "a.py",
    has: ["work calls slow.py#send (import)", "work calls middle.py#Store (import)"],
    hasNot: [/fast/, /candidate/, /slow\.py#Store/],
  },
  {
    name: "a module hands on each of the meanings of a name",
    files: {
      "fast.py": FAST,
      "slow.py": SLOW,
      "compat.py": `
try:
    from fast import Store, send
except ImportError:
    from slow import Store, send
try:
    import json
except ImportError:
    json = None
`,
      "a.py": `
import compat
from compat import Store

def work(store: Store):
    compat.send()
    store.slow()
    compat.json.loads("")
`,
    },
    of: "a.py",
    has: [
      "work calls fast.py#send (candidate)",
      "work calls slow.py#send (candidate)",
      "work calls slow.py#Store.slow (import)",
      "work accepts fast.py#Store (candidate)",
      "work accepts slow.py#Store (candidate)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "a branch that raises binds nothing for what follows, and both branches may be for types alone",
    files: {
      "fast.py": FAST,
      "slow.py": SLOW,
      "a.py": `
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fast import Store
else:
    from slow import Store

try:
    from fast import send
except ImportError:
    from slow import send
    raise

def work(store: Store):
    send()
    store.load()
`,
    },
    of: "a.py",
    has: [
      "work calls fast.py#send (import)",
      "work calls fast.py#Store.load (candidate)",
      "work calls slow.py#Store.load (candidate)",
    ],
    hasNot: [/calls slow\.py#send/],
  },
  {
    name: "a class that branches declare twice has the members and the bases of both",
    files: {
      "fast.py": FAST,
      "slow.py": SLOW,
      "a.py": `
import sys
import fast, slow

if sys.platform == "win32":
    class Own(fast.Store):
        def one(self): ...
else:
    class Own(slow.Store):
        def two(self): ...

class Below(Own): ...

def work(own: Own, below: Below):
    own.one()
    own.two()
    own.fast()
    own.slow()
    below.two()
    below.slow()
`,
    },
    of: "a.py",
    has: [
      "work calls a.py#Own.one (exact)",
      "work calls a.py#Own.two (exact)",
      "work calls fast.py#Store.fast (import)",
      "work calls slow.py#Store.slow (import)",
    ],
    hasNot: [/unresolved/],
  },
]);
