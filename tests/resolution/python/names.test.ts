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
]);
