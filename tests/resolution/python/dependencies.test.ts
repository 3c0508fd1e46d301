/** Functions that FastAPI's `Depends` calls, by src/resolution/python. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "FastAPI calls the functions of Depends, for a parameter, for a route and for an alias of another file",
    files: {
      "deps.py": `
from typing import Annotated
from fastapi import Depends

class User:
    def greet(self): ...

def get_token() -> str: ...
def get_user(token: str = Depends(get_token)) -> User: ...

CurrentUser = Annotated[User, Depends(get_user)]
`,
      "routes.py": `
import fastapi
from fastapi import Security
from deps import CurrentUser, User, get_user
from typing import Annotated

def check(user: CurrentUser): user.greet()
def helper(user: CurrentUser): user.greet()

@router.get("/", dependencies=[fastapi.Depends(check)])
def index(): ...

def show(user: Annotated[User, Security(get_user)]): ...
def edit(user=Security(get_user)): user.greet()
`,
    },
    of: "routes.py",
    has: [
      "check calls deps.py#get_user (import)",
      "check calls deps.py#User.greet (import)",
      "index calls routes.py#check (exact)",
      "show calls deps.py#get_user (import)",
      "edit calls deps.py#get_user (import)",
      "edit calls deps.py#User.greet (import)",
    ],
    hasNot: [/accepts deps.py#get_user/, /helper calls deps.py#get_user/],
  },
  {
    name: "an alias calls nothing itself, and a Depends of the project is none of FastAPI's",
    files: {
      "a.py": `
from typing import Annotated
from fastapi import Depends
from own import Depends as Own

def get_user(): ...
CurrentUser = Annotated[object, Depends(get_user)]
def show(user=Own(get_user)): ...
`,
      "own.py": "def Depends(of): ...",
    },
    of: "a.py",
    has: ["CurrentUser references a.py#get_user (exact)", "show references a.py#get_user (exact)"],
    hasNot: [/calls a.py#get_user/],
  },
]);
