/** Kotlin, and Java beside it: the edges of small programs. */
import { describe } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const user = dedent`
  package com.acme

  interface Named {
    val name: String
    fun greet()
  }

  open class User(override val name: String, var age: Int = 0) : Named {
    val friend: User? = null
    override fun greet() {}
    fun rename(name: String, times: Int = 1) {}
    companion object {
      const val MAX = 3
      fun of(name: String): User = User(name)
    }
  }

  class Admin(name: String) : User(name) {
    fun ban() {}
  }

  object Registry {
    fun find(name: String): User? = null
  }

  fun User.shout() {}
  fun top(user: User): User = user
  val limit = 3
`;

const main = (body: string) => `package com.acme\n\nclass Main {\n${body}\n}\n`;
const of = "Main.kt";
const U = "User.kt#com.acme.User";

const cases: [name: string, body: string, has: string[]][] = [
  ["a nullable value", "fun f(u: User?) { u?.greet() }", [`calls ${U}.greet (import)`]],
  [
    "a property of a property",
    "fun f(u: User) { u.friend!!.greet() }",
    [`references ${U}.friend (import)`, `calls ${U}.greet (import)`],
  ],
  ["a call of a constructor", 'fun f() { User("a") }', [`calls ${U}.User (import)`]],
  [
    "the value that a constructor makes",
    'fun f() { val u = Admin("a"); u.ban() }',
    ["calls User.kt#com.acme.Admin.ban (import)"],
  ],
  ["a default argument", 'fun f(u: User) { u.rename("a") }', [`calls ${U}.rename (import)`]],
  [
    "a member of a companion",
    'fun f() { User.of("a").greet() }',
    [`calls ${U}.Companion.of (import)`, `calls ${U}.greet (import)`],
  ],
  [
    "a member of an object",
    'fun f() { Registry.find("a")?.greet() }',
    ["calls User.kt#com.acme.Registry.find (import)", `calls ${U}.greet (import)`],
  ],
  [
    "a function of the file",
    "fun f(u: User) { top(u).greet() }",
    ["calls User.kt#com.acme.top (import)", `calls ${U}.greet (import)`],
  ],
  ["an extension", "fun f(u: Admin) { u.shout() }", ["calls User.kt#com.acme.shout (import)"]],
  ["a smart cast", "fun f(u: User) { if (u is Admin) u.ban() }", ["calls User.kt#com.acme.Admin.ban (import)"]],
  [
    "a branch of `when`",
    dedent`
      fun f(u: User) { when (u) {
       is Admin -> u.ban()
       else -> u.greet()
       } }`,
    ["calls User.kt#com.acme.Admin.ban (import)", `calls ${U}.greet (import)`],
  ],
  ["`it` of a scope function", "fun f(u: User) { u.let { it.greet() } }", [`calls ${U}.greet (import)`]],
  [
    "`it` of a collection",
    "fun f(all: List<User>) { all.filter { it.age > 1 }.map { it.friend }.forEach { it.greet() } }",
    [`calls ${U}.greet (import)`, `references ${U}.friend (import)`],
  ],
  [
    "the parameter of a function type",
    "fun each(then: (User) -> Unit) {}\n fun f() { each { it.greet() } }",
    [`calls ${U}.greet (import)`],
  ],
  ["a loop", "fun f(all: List<User>) { for (u in all) u.greet() }", [`calls ${U}.greet (import)`]],
  [
    "a builder",
    dedent`
      class Builder { fun one() = apply { two() }
       fun two() = this
       fun three() {} }
       fun f() { Builder().one().two().three() }`,
    ["calls Main.kt#com.acme.Main.Builder.three (exact)"],
  ],
  ["a constant of a file", "fun f() { limit }", ["references User.kt#com.acme.limit (import)"]],
];

describe("Kotlin", () => {
  testEdges(
    cases.map(
      ([name, body, has]): EdgeCase => ({
        name,
        files: { "User.kt": user, [of]: main(body) },
        of,
        has: has.map((edge) => `com.acme.Main.f ${edge}`),
      }),
    ),
  );

  testEdges([
    {
      name: "members override and implement",
      files: { "User.kt": user },
      of: "User.kt",
      has: [
        "com.acme.User implements User.kt#com.acme.Named (exact)",
        "com.acme.Admin inherits User.kt#com.acme.User (exact)",
        "com.acme.User.greet overrides User.kt#com.acme.Named.greet (exact)",
      ],
    },
    {
      name: "an import names a class, a function, or another name for one",
      files: {
        "User.kt": user,
        [of]: dedent`
          package app

          import com.acme.User as Person
          import com.acme.top
          import kotlinx.coroutines.launch

          fun f(p: Person) {
            top(p).greet()
          }
        `,
      },
      of,
      has: [
        `file imports ${U} (import)`,
        "file imports User.kt#com.acme.top (import)",
        "file imports kotlinx.coroutines!launch (external)",
        "app.f calls User.kt#com.acme.top (import)",
        `app.f calls ${U}.greet (import)`,
      ],
    },
    {
      name: "names that every object has are names as others",
      files: {
        [of]: main("  fun toString(): String = constructor().valueOf()\n  fun f() { hasOwnProperty(toString()) }"),
      },
      of,
      has: ["com.acme.Main.f calls Main.kt#com.acme.Main.toString (exact)"],
    },
    {
      name: "members of objects are imported by their names",
      files: {
        "Url.kt": dedent`
          package net

          class Url {
            companion object {
              fun String.toUrl(): Url = Url()
              fun empty(): Url = Url()
            }
            fun open() {}
          }
        `,
        [of]: dedent`
          package app

          import net.Url.Companion.toUrl
          import net.Url.Companion.empty

          fun f() {
            "a".toUrl().open()
            empty()
          }
        `,
      },
      of,
      has: [
        "app.f calls Url.kt#net.Url.Companion.toUrl (import)",
        "app.f calls Url.kt#net.Url.open (import)",
        "app.f calls Url.kt#net.Url.Companion.empty (import)",
      ],
    },
    {
      name: "an extension that is not imported is not meant",
      files: {
        "User.kt": user,
        [of]: dedent`
          package app

          import com.acme.User

          fun f(u: User) {
            u.shout()
          }
        `,
      },
      of,
      hasNot: [/User.kt#com.acme.shout/],
    },
  ]);
});

describe("Java and Kotlin", () => {
  testEdges([
    {
      name: "Java reads and sets a property of Kotlin by methods, and calls functions of a file by its class",
      files: {
        "User.kt": user,
        "Main.java": dedent`
          package com.acme;
          class Main {
            void f(User u) { u.getName().trim(); u.setAge(1); UserKt.top(u).greet(); User.Companion.of("a").greet(); }
          }
        `,
      },
      of: "Main.java",
      has: [
        `com.acme.Main.f calls ${U}.name (import)`,
        `com.acme.Main.f calls ${U}.age (import)`,
        "com.acme.Main.f calls User.kt#com.acme.top (import)",
        `com.acme.Main.f calls ${U}.Companion.of (import)`,
        `com.acme.Main.f calls ${U}.greet (import)`,
      ],
    },
    {
      name: "Kotlin reads a property of Java by its name, and implements an interface of Java's",
      files: {
        "Item.java": dedent`
          package com.acme;
          public class Item { public String getLabel() { return null; } public Item next() { return this; } }
        `,
        "Task.java": dedent`
          package com.acme;
          public interface Task { void run(Item item); }
        `,
        [of]: dedent`
          package com.acme

          class Main : Task {
            override fun run(item: Item) {
              item.label
              item.next().next()
            }
          }
        `,
      },
      of,
      has: [
        "com.acme.Main implements Task.java#com.acme.Task (import)",
        "com.acme.Main.run overrides Task.java#com.acme.Task.run (import)",
        "com.acme.Main.run references Item.java#com.acme.Item.getLabel (import)",
        "com.acme.Main.run calls Item.java#com.acme.Item.next (import)",
      ],
    },
  ]);
});
