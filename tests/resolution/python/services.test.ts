/** Objects that a container gives by their class, and interfaces of zope.interface. */
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

const FILES = {
  "interfaces.py": dedent`
    from zope.interface import Interface
    class IUsers(Interface):
        def find(user_id):
            """Finds a user."""
        def count(): ...
  `,
  "models.py": dedent`
    class User:
        def greet(self): ...
  `,
  "users.py": dedent`
    from zope.interface import implementer
    from interfaces import IUsers
    from models import User
    @implementer(IUsers)
    class Users:
        def find(self, user_id) -> User: ...
        def count(self): ...
  `,
  "others.py": dedent`
    class Others:
        def find(self, user_id): ...
        def count(self): ...
  `,
};

testEdges([
  {
    name: "a decorator says which interface a class implements, and its methods override those that are declared without self",
    files: FILES,
    of: "users.py",
    has: [
      "Users implements interfaces.py#IUsers (import)",
      "Users.find overrides interfaces.py#IUsers.find (import)",
      "Users.count overrides interfaces.py#IUsers.count (import)",
    ],
  },
  {
    name: "a decorator of that name without zope.interface says nothing",
    files: { ...FILES, "users.py": FILES["users.py"].replace("zope.interface", "shop.parts") },
    of: "users.py",
    hasNot: [/ implements | overrides /],
  },
  {
    name: "an object that is asked for by its class is likely of it, and what its methods give, too",
    files: {
      ...FILES,
      "use.py": dedent`
        from injector import Injector
        from interfaces import IUsers
        from users import Users
        class View:
            def __init__(self, request):
                self.request = request
                self.users = request.find_service(IUsers, context=None)
            def field(self):
                self.users.find(1)
            def local(self):
                users = self.request.find_service(IUsers)
                users.count()
        def contained(container: Injector):
            container.get(Users).find(1).greet()
      `,
    },
    of: "use.py",
    has: [
      "View.field calls interfaces.py#IUsers.find (unique)",
      "View.local calls interfaces.py#IUsers.count (unique)",
      "contained calls users.py#Users.find (unique)",
      "contained calls models.py#User.greet (unique)",
    ],
  },
  {
    name: "other methods, and names that are no classes, ask for nothing",
    files: {
      ...FILES,
      "use.py": dedent`
        from users import Users
        def other(request):
            request.find_all(Users).find(1)
        def named(request, kind):
            request.find_service(kind).find(1)
      `,
    },
    of: "use.py",
    hasNot: [/calls .*find \(unique\)/],
  },
]);
