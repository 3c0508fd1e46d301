/** The edges of Python that keys of a `TypedDict`, type guards and patterns of a list decide. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put, testEdges } from "../helpers.js";

const MODELS = `
from typing import TypedDict, TypeGuard
class User:
    def rename(self): ...
class Admin(User):
    def rule(self): ...
class Row(TypedDict):
    user: User
class Wide(Row, total=False):
    admin: Admin
def is_admin(user: User) -> TypeGuard[Admin]: ...
def is_old(user: User) -> bool: ...
class Vector:
    def __neg__(self) -> User: ...
`;

const uses = (body: string) => ({ "models.py": MODELS, "a.py": `from models import *\n${body}` });

testEdges([
  {
    name: "a key of a typed dictionary has the type of its field",
    files: uses(`
def row(r: Row): r["user"].rename()
def inherited(r: Wide): r["user"].rename()
def own(rows: list[Wide]):
    for r in rows:
        r['admin'].rule()
def plain(d: dict[str, User]): d["user"].rename()`),
    of: "a.py",
    has: [
      "row calls models.py#User.rename (import)",
      "inherited calls models.py#User.rename (import)",
      "own calls models.py#Admin.rule (import)",
      "plain calls models.py#User.rename (import)",
    ],
  },
  {
    name: "a type guard tells the type of its argument",
    files: uses(`
def held(u: User):
    if is_admin(u):
        u.rule()
def left(u: User):
    if not is_admin(u):
        return
    u.rule()
def each(all: list[User]): return [u.rule() for u in all if is_admin(u)]
def other(u: User):
    if is_old(u):
        u.rename()`),
    of: "a.py",
    has: [
      "held calls models.py#Admin.rule (import)",
      "left calls models.py#Admin.rule (import)",
      "each calls models.py#Admin.rule (import)",
      "other calls models.py#User.rename (import)",
    ],
  },
  {
    name: "the rest of a list has its elements, and signs call their methods",
    files: uses(`
def rest(users: list[User]):
    first, *others, last = users
    others[0].rename()
def behind(users: list[User]):
    first, *others, last = users
    last.rename()
def sign(v: Vector): (-v).rename()`),
    of: "a.py",
    has: ["rest", "behind", "sign"].map((name) => `${name} calls models.py#User.rename (import)`),
  },
  {
    name: "usefixtures uses the fixtures that it names",
    files: {
      "conftest.py": dedent`
        import pytest
        @pytest.fixture
        def database(): ...
      `,
      "test_a.py": dedent`
        import pytest
        @pytest.mark.usefixtures("database")
        def test_a(): ...
      `,
    },
    of: "test_a.py",
    hasMatch: /references conftest.py#database \(import\)/,
  },
]);

test("another type of a field touches files that name its key", () => {
  const others = Object.fromEntries(["w", "x", "y", "z"].map((name) => [`${name}.py`, ""]));
  const rows = (type: string) =>
    dedent`
      from typing import TypedDict
      from models import User, Admin
      class Row(TypedDict):
          user: ${type}
      def row() -> Row: ...
    `;
  const use = dedent`
    from rows import row
    def use(): row()["user"].rule()
  `;
  const sample = programOf({
    ...others,
    "models.py": MODELS,
    "rows.py": rows("User"),
    "use.py": use,
    "a.kt": "class A",
  });
  sample.program.settle();
  put(sample, "rows.py", rows("Admin"));
  expect(sample.program.affected()).toContain("use.py");
  expect(edgesOf(sample, "use.py", ["calls"])).toContain("use calls models.py#Admin.rule (import)");
});
