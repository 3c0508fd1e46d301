/** Names of Python that a class binds below their use, by src/resolution/python. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a name that a class binds further down is meant as the module has it",
    files: {
      "dates.py": `
class date:
    def year(self): ...
`,
      "views.py": `
def expose(): ...
`,
      "a.py": `
from dates import date
import views

class Order:
    date: date

    @views.expose()
    def show(self): self.date.year()

    @views.expose()
    def views(self): ...

    def list(self) -> list[int]: ...
`,
    },
    of: "a.py",
    has: [
      "Order.date references dates.py#date (import)",
      "Order.show calls views.py#expose (import)",
      "Order.views calls views.py#expose (import)",
      "Order.show calls dates.py#date.year (import)",
    ],
    hasNot: [/unresolved/, /Order\.date references a\.py/, /references a\.py#Order\.list/],
  },
  {
    name: "a star import of a module whose __all__ is made by code brings what the module declares",
    files: {
      "blocks/__init__.py": `
from .fields import *
from .listed import *
from .sums import *
`,
      "blocks/fields.py": `
class CharBlock:
    def clean(self): ...

class _Hidden: ...

kinds = [CharBlock]
__all__ = [kind.__name__ for kind in kinds]
`,
      "blocks/listed.py": `
def shown(): ...
def unshown(): ...

__all__ = ["shown"]
`,
      "blocks/sums.py": `
from . import listed

def added(): ...
def left_out(): ...

__all__ = listed.__all__ + ["added"]
`,
      "a.py": `
import blocks

class Title(blocks.CharBlock): ...

def make():
    blocks.CharBlock().clean()
    blocks._Hidden()
    blocks.shown()
    blocks.unshown()
    blocks.added()
    blocks.left_out()
`,
    },
    of: "a.py",
    has: [
      "Title inherits blocks/fields.py#CharBlock (import)",
      "make calls blocks/fields.py#CharBlock.clean (import)",
      "make calls blocks/listed.py#shown (import)",
      "make calls blocks/sums.py#added (import)",
    ],
    hasNot: [/fields\.py#_Hidden \(import\)/, /#unshown \(import\)/, /#left_out \(import\)/],
  },
]);
