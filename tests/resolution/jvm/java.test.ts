/** Java: the edges of small programs. */
import { describe, expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, edgesOf, programOf, put, testEdges } from "../helpers.js";

const user = dedent`
  package com.acme.model;

  public class User implements Named {
    public String name() { return "a"; }
    public User friend() { return this; }
    public void rename(String name) {}
    public void rename(Object name) {}
    public static User of(String name) { return new User(); }
  }
`;
const named = dedent`
  package com.acme.model;
  public interface Named { String name(); default int size() { return name().length(); } }
`;

/** A file of com.acme with a class Main that has the body. */
const main = (
  body: string,
  imports = dedent`
    import com.acme.model.*;
    import java.util.*;
    import java.util.function.*;
    import java.util.stream.*;`,
) => `package com.acme;\n${imports}\nclass Main {\n${body}\n}\n`;

const MODEL = { "model/User.java": user, "model/Named.java": named };
const of = "Main.java";
const U = "model/User.java#com.acme.model.User";
const N = "model/Named.java#com.acme.model.Named";

describe("names", () => {
  testEdges([
    {
      name: "a class of the same package needs no import",
      files: {
        "a/A.java": dedent`
          package p;
          class A { void f() { new B().g(); } }
        `,
        "b/B.java": dedent`
          package p;
          class B { void g() {} }
        `,
      },
      of: "a/A.java",
      has: ["p.A.f calls b/B.java#p.B (import)", "p.A.f calls b/B.java#p.B.g (import)"],
    },
    {
      name: "a type that several unread packages may have is of one of them",
      files: {
        "p/Tree.java": dedent`
          package p;
          class Tree extends org.lib.core.Reader { void skipAll() {} }
        `,
        "p/Use.java": dedent`
          package p;
          import java.util.*;
          import org.lib.core.*;
          import org.lib.marks.*;
          class Use { void f(Reader reader) { reader.skipAll(); } }
        `,
      },
      of: "p/Use.java",
      has: ["p.Use.f calls !Reader.skipAll (external)"],
      hasNot: [/Tree/],
    },
    {
      name: "a class of another package is not seen without one",
      files: { ...MODEL, [of]: main('  void f() { User.of("a"); }', "") },
      of,
      hasNot: [/User/],
    },
    {
      name: "static imports bring methods and constants",
      files: {
        "a/Util.java": dedent`
          package a;
          public class Util { public static void help(int n) {} public static final int MAX = 1; static void hide() {} }
        `,
        [of]: main("  void f() { help(MAX); }", "import static a.Util.*;"),
      },
      of,
      has: [
        "com.acme.Main.f calls a/Util.java#a.Util.help (import)",
        "com.acme.Main.f references a/Util.java#a.Util.MAX (import)",
      ],
    },
    {
      name: "a full name needs no import",
      files: { ...MODEL, [of]: main('  void f() { com.acme.model.User.of("a").friend(); }', "") },
      of,
      has: [`com.acme.Main.f calls ${U}.of (import)`, `com.acme.Main.f calls ${U}.friend (import)`],
    },
    {
      name: "of two classes of one name the nearest is meant",
      files: {
        "one/src/main/java/p/A.java": dedent`
          package p;
          public class A { void f() {} }
        `,
        "two/src/main/java/p/A.java": dedent`
          package p;
          public class A { void f() {} }
        `,
        "two/src/test/java/p/Use.java": dedent`
          package p;
          class Use { void g(A a) { a.f(); } }
        `,
      },
      of: "two/src/test/java/p/Use.java",
      has: ["p.Use.g calls two/src/main/java/p/A.java#p.A.f (import)"],
      hasNot: [/one\/src/],
    },
    {
      name: "imports lead to types, packages and out of the project",
      files: {
        ...MODEL,
        [of]: dedent`
          package com.acme;
          import com.acme.model.User;
          import com.acme.model.*;
          import java.util.List;
          import org.junit.Test;
          class A {}
        `,
      },
      of,
      has: [
        `file imports ${U} (import)`,
        "file imports model/User.java#com.acme.model (import)",
        "file imports java.util!List (external)",
        "file imports org.junit!Test (external)",
      ],
    },
    {
      name: "files without a package see each other",
      files: { "A.java": "class A { void f() { B.g(); } }\n", "B.java": "class B { static void g() {} }\n" },
      of: "A.java",
      has: ["A.f calls B.java#B.g (import)"],
    },
  ]);
});

describe("values", () => {
  const cases: [string, string, string[]][] = [
    ["a parameter", "void f(User u) { u.name(); }", [`calls ${U}.name (import)`]],
    ["a local of `var`", 'void f() { var u = User.of("a"); u.friend().name(); }', [`calls ${U}.name (import)`]],
    [
      "an element of a list",
      "void f(List<User> all) { for (var u : all) u.friend(); }",
      [`calls ${U}.friend (import)`],
    ],
    ["an element of an array", "void f(User[] all) { all[0].friend(); }", [`calls ${U}.friend (import)`]],
    ["a value of a map", 'void f(Map<String, User> all) { all.get("a").friend(); }', [`calls ${U}.friend (import)`]],
    [
      "an entry of a map",
      "void f(Map<String, User> all) { for (Map.Entry<String, User> e : all.entrySet()) e.getValue().friend(); }",
      [`calls ${U}.friend (import)`],
    ],
    [
      "a stream",
      "void f(List<User> all) { all.stream().map(u -> u.friend()).filter(u -> u != null).findFirst().get().name(); }",
      [`calls ${U}.friend (import)`, `calls ${U}.name (import)`],
    ],
    [
      "a stream of references to methods",
      "void f(List<User> all) { all.stream().map(User::friend).forEach(u -> u.name()); }",
      [`references ${U}.friend (import)`, `calls ${U}.name (import)`],
    ],
    [
      "a collector",
      'void f(List<User> all) { all.stream().collect(Collectors.groupingBy(u -> u.name())).get("a").get(0).friend(); }',
      [`calls ${U}.name (import)`, `calls ${U}.friend (import)`],
    ],
    [
      "an optional",
      "void f(Optional<User> u) { u.map(x -> x.friend()).orElseThrow().name(); }",
      [`calls ${U}.name (import)`],
    ],
    ["a pattern", "void f(Object o) { if (o instanceof User u) u.friend(); }", [`calls ${U}.friend (import)`]],
    ["a cast", "void f(Object o) { ((User) o).friend(); }", [`calls ${U}.friend (import)`]],
    ["a lambda with a type", "void f() { Function<User, User> g = u -> u.friend(); }", [`calls ${U}.friend (import)`]],
    ["a type parameter", "<T extends User> void f(T u) { u.friend(); }", [`calls ${U}.friend (import)`]],
    [
      "the result of a generic method",
      "<T> T id(T t) { return t; }\n void f(User u) { id(u).friend(); }",
      [`calls ${U}.friend (import)`],
    ],
    ["a default method of an interface", "void f(User u) { u.size(); }", [`calls ${N}.size (import)`]],
    ["a supplier", "void f(Supplier<User> s) { s.get().friend(); }", [`calls ${U}.friend (import)`]],
  ];
  testEdges(
    cases.map(
      ([name, body, has]): EdgeCase => ({
        name: `${name} has a known type`,
        files: { ...MODEL, [of]: main(body) },
        of,
        has: has.map((edge) => `com.acme.Main.f ${edge}`),
      }),
    ),
  );
});

describe("overloads", () => {
  const over = dedent`
    package com.acme;
    class Over {
      void one(int n) {} // 3
      void one(long n) {} // 4
      void one(Object o) {} // 5
      void one(String s) {} // 6
      void any(String... all) {} // 7
      void any(String first) {} // 8
      void run(Runnable r) {} // 9
      void run(java.util.function.Supplier<String> s) {} // 10
      void all(String @NonNull ... all) {} // 11
      void all(String first) {} // 12
      <T extends Throwable> void fail(T error) {} // 13
      <T> void fail(T... values) {} // 14
      void give(Runnable r) {} // 15
      void give(java.util.function.Consumer<String> c) {} // 16
    }
  `;
  const cases: [string, number | null][] = [
    ["one(1)", 3],
    ["one(1L)", 4],
    ["one('a')", 3],
    ["one(1.5)", 5],
    ['one("a" + 1)', 6],
    ["one(new int[0])", 5],
    ["one(Integer.valueOf(1))", 5],
    ['any("a")', 8],
    ['any("a", "b")', 7],
    ["any()", 7],
    ["run(() -> { return; })", 9],
    ['run(() -> "a")', 10],
    ["one(unknown())", null],
    ['all("a", "b")', 11],
    ['all("a")', 12],
    ["fail(1)", 14],
    ['give("a"::concat)', 16],
    ["give(o::toString)", 15],
  ];
  test.each(cases)("%s", (written, line) => {
    const sample = programOf({
      "Over.java": over,
      [of]: `package com.acme;\nclass Main { void f(Over o) { o.${written}; } }\n`,
    });
    const lineOf = (id: string) => {
      const file = sample.program.files.get("Over.java");
      const at = file?.nodeIds.indexOf(id) ?? -1;
      return at < 0 ? undefined : `line ${sample.parses.get("Over.java")?.symbols[at]?.nameLine}`;
    };
    const calls = edgesOf(sample, of, ["calls"], lineOf).filter((edge) => edge.includes("line"));
    if (line === null) expect(calls.every((edge) => edge.endsWith("(candidate)"))).toBe(true);
    else expect(calls).toEqual([`com.acme.Main.f calls line ${line} (import)`]);
  });
});

describe("classes", () => {
  testEdges([
    {
      name: "a base of the class around is called by the name of that class",
      files: {
        [of]: main(
          dedent`
            Runnable wrap() { return new Runnable() { public void run() { Main.super.toString(); Inner.super.close(); } }; }
            static class Base { void close() {} }
            class Inner extends Base { void close() { Runnable r = new Runnable() { public void run() { Inner.super.close(); } }; } }`,
        ),
      },
      of,
      has: ["com.acme.Main.Inner.close.$Runnable.run calls Main.java#com.acme.Main.Base.close (exact)"],
      hasNot: ["com.acme.Main.Inner.close.$Runnable.run calls Main.java#com.acme.Main.Inner.close (exact)"],
    },
    {
      name: "an inner class calls methods of the class around it, and inherits before it looks there",
      files: {
        [of]: dedent`
          package com.acme;
          class Main {
            void out() {}
            void both() {}
            class Base { void both() {} }
            class Inner extends Base {
              void f() { out(); both(); Main.this.both(); }
            }
          }
        `,
      },
      of,
      has: [
        "com.acme.Main.Inner.f calls Main.java#com.acme.Main.out (exact)",
        "com.acme.Main.Inner.f calls Main.java#com.acme.Main.Base.both (exact)",
        "com.acme.Main.Inner.f calls Main.java#com.acme.Main.both (exact)",
      ],
    },
    {
      name: "constructors call each other",
      files: {
        [of]: dedent`
          package p;
          class Main extends Base {
            Main() { this(1); }
            Main(int n) { super("a"); }
            static Main make() { return new Main(); }
          }
          class Base { Base(String s) {} }
        `,
      },
      of,
      has: [
        "p.Main.Main calls Main.java#p.Main.Main (exact)",
        "p.Main.Main calls Main.java#p.Base.Base (exact)",
        "p.Main.make calls Main.java#p.Main.Main (exact)",
      ],
    },
    {
      name: "anonymous classes and constants with a body implement their base",
      files: {
        ...MODEL,
        [of]: main(
          '  Named n = new Named() { public String name() { return ""; } };\n  enum E { A { int g() { return 1; } }; int g() { return 0; } }',
        ),
      },
      of,
      has: [
        `com.acme.Main.$Named implements ${N} (import)`,
        `com.acme.Main.$Named.name overrides ${N}.name (import)`,
        "com.acme.Main.E.A.$A.g overrides Main.java#com.acme.Main.E.g (exact)",
      ],
    },
    {
      name: "a method overrides one with the same parameters alone, type arguments taken into account",
      files: {
        [of]: dedent`
          package p;
          interface Repo<T> { void save(T one); void save(T one, int n); }
          abstract class Base<T> implements Repo<T> {}
          class Users extends Base<String> {
            public void save(String one) {}
            public void save(Object one, int n) {}
            public void save(String one, int n) {}
          }
        `,
      },
      of,
      has: ["p.Users.save overrides Main.java#p.Repo.save (exact)"],
    },
    {
      name: "the components of a record are read by methods and taken by patterns",
      files: {
        ...MODEL,
        [of]: main(
          "  record Pair(User one, User two) {}\n  void f(Pair p, Object o) { p.one().friend(); if (o instanceof Pair(var a, User b)) a.name(); }",
        ),
      },
      of,
      has: [
        "com.acme.Main.f calls Main.java#com.acme.Main.Pair.one (exact)",
        `com.acme.Main.f calls ${U}.friend (import)`,
        `com.acme.Main.f calls ${U}.name (import)`,
      ],
    },
    {
      name: "a member that a library's base may have is no method of the class around",
      files: {
        [of]: dedent`
          package p;
          import lib.Base;
          class Main { void g() {} class In extends Base { void f() { h(); } } }
        `,
      },
      of,
      has: ["p.Main.In.f calls lib!Base.h (external)"],
    },
    {
      name: "a library's value is no object of a class that the project declares",
      files: {
        "Make.java": dedent`
          package p;
          class Builder { void go() {} }
          class Other { void go() {} }
          class Make {
            static Builder make(Builder builder, Object... values) { return null; }
            static Other make(Object... values) { return null; }
          }
        `,
        [of]: dedent`
          package p;
          import lib.Body;
          class Main { void f(Body body) { Make.make(body).go(); } }
        `,
      },
      of,
      has: ["p.Main.f calls Make.java#p.Other.go (import)"],
      hasNot: [/Builder/],
    },
    {
      name: "circles of bases end",
      files: {
        [of]: dedent`
          package p;
          class A extends B { void f() { g(); } }
          class B extends C { void g() {} }
          class C extends A {}
        `,
      },
      of,
      has: ["p.A.f calls Main.java#p.B.g (exact)"],
    },
  ]);

  test("private members of other files are not meant", () => {
    const sample = programOf({
      "A.java": dedent`
        package p;
        class A { private static void g(String s) {} static void g(Object o) {} }
      `,
      [of]: dedent`
        package p;
        class Main { void f() { A.g("a"); } }
      `,
    });
    expect(edgesOf(sample, of, ["calls"])).toEqual(["p.Main.f calls A.java#p.A.g (import)"]);
  });
});

describe("values of type parameters", () => {
  const wrap = dedent`
    package com.acme;
    class Wrap<T> {
      static <T> Wrap<T> of(T one) { return null; }
      static <T> Wrap<T> of(T... all) { return null; }
      static <T> Wrap<T> fill(java.util.function.Supplier<T> made) { return null; }
      static <T> Wrap<T> fill(T one) { return null; }
      void add(T one) { of(one); fill(one); }
    }
  `;

  test("are no arrays and no functions: of overloads the one for any object is meant", () => {
    const sample = programOf({ "Wrap.java": wrap });
    const targets = edgesOf(sample, "Wrap.java", ["calls"], (id) => {
      const index = sample.program.files.get("Wrap.java")?.nodeIds.indexOf(id) ?? -1;
      return sample.parses.get("Wrap.java")?.symbols[index]?.parameterSignature ?? undefined;
    });
    expect(targets).toEqual(["com.acme.Wrap.add calls (T one) (exact)", "com.acme.Wrap.add calls (T one) (exact)"]);
  });
});

describe("references to overloaded methods", () => {
  const shop = dedent`
    package com.acme;
    import java.util.*;
    import java.util.function.*;
    class Item {
      Item() {} // 5
      Item(String name) {} // 6
      Item(Integer price) {} // 7
      static String show(Item item) { return ""; } // 8
      static String show(String name) { return ""; } // 9
      void put(Item other) {} // 10
      void put(String name) {} // 11
      void use(Optional<String> name, List<Integer> prices, List<Item> items, Item self) {
        name.map(Item::new);
        prices.stream().map(Item::new);
        name.map(n -> self).orElseGet(Item::new);
        items.stream().map(Item::show);
        name.ifPresent(self::put);
        items.forEach(this::put);
      }
    }
  `;

  test("lead to the one that takes what the call gives it", () => {
    const sample = programOf({ "Item.java": shop });
    const file = sample.program.files.get("Item.java");
    const lineOf = (id: string) => {
      const index = file?.nodeIds.indexOf(id) ?? -1;
      return index < 1 ? undefined : `line ${sample.parses.get("Item.java")?.symbols[index]?.nameLine}`;
    };
    const uses = edgesOf(sample, "Item.java", ["references"], lineOf).filter((edge) =>
      /use references line (?!4)/.test(edge),
    );
    expect(uses.map((edge) => edge.replace(/^.*use references /, ""))).toEqual([
      "line 6 (exact)",
      "line 7 (exact)",
      "line 5 (exact)",
      "line 8 (exact)",
      "line 11 (exact)",
      "line 10 (exact)",
    ]);
  });
});

describe("objects whose class derives from one of a library", () => {
  const beans = {
    "Beans.java": dedent`
      package com.acme;
      import java.util.*;
      public class Beans {
        public static Beans copy(Object from) { return null; }
        public static Many copy(List<?> from) { return null; }
        public static Text copy(String from) { return null; }
        public static Fault copy(Exception from) { return null; }
        public void one() {}
        public static class Many { public void many() {} }
        public static class Text { public void text() {} }
        public static class Fault { public void fault() {} }
      }
    `,
    "Account.java": dedent`
      package com.acme;
      import org.lib.*;
      import org.lib.BaseEntity;
      class Account extends BaseEntity {}
    `,
    "Rows.java": dedent`
      package com.acme;
      import org.lib.LazyList;
      class Rows extends LazyList<String> {}
    `,
    "Broken.java": dedent`
      package com.acme;
      import org.lib.LibraryException;
      class Broken extends LibraryException {}
    `,
    "Odd.java": dedent`
      package com.acme;
      import org.one.*;
      import org.two.*;
      class Odd extends Something {}
    `,
  };
  testEdges([
    {
      name: "are no lists, texts and exceptions, unless the name of that class says so",
      files: {
        ...beans,
        [of]: main(
          dedent`
            void account(Account a) { Beans.copy(a).one(); }
            void rows(Rows a) { Beans.copy(a); }
            void broken(Broken a) { Beans.copy(a); }
            void odd(Odd a) { Beans.copy(a); }
            void unknown(org.lib.Source a) { Beans.copy(a.next()); }
            void text() { Beans.copy("a").text(); }`,
        ),
      },
      of,
      has: [
        "com.acme.Main.account calls Beans.java#com.acme.Beans.one (import)",
        "com.acme.Main.rows calls Beans.java#com.acme.Beans.copy (candidate)",
        "com.acme.Main.broken calls Beans.java#com.acme.Beans.copy (candidate)",
        "com.acme.Main.odd calls Beans.java#com.acme.Beans.copy (import)",
        "com.acme.Main.unknown calls Beans.java#com.acme.Beans.copy (candidate)",
        "com.acme.Main.text calls Beans.java#com.acme.Beans.Text.text (import)",
      ],
      hasNot: [/account calls .*candidate/, /(?:rows|broken|unknown) calls .*import/],
    },
    {
      name: "of an annotation are those that the method for annotations takes",
      files: {
        "Named.java": dedent`
          package com.acme;
          @interface Named { String value(); }
        `,
        "Order.java": dedent`
          package com.acme;
          class Order { void rest() {} void own() {} }
        `,
        [of]: main(
          dedent`
            void f(Named a) { by(a).own(); }
            Order by(java.lang.annotation.Annotation a) { return null; }
            String by(Class<?> a) { return null; }`,
        ),
      },
      of,
      has: ["com.acme.Main.f calls Order.java#com.acme.Order.own (import)"],
    },
    {
      name: "are of no class of the project that the library does not know",
      files: {
        "Account.java": dedent`
          package com.acme;
          import org.lib.BaseEntity;
          class Account extends BaseEntity { void own() {} }
        `,
        "Order.java": dedent`
          package com.acme;
          class Order { void rest() {} }
        `,
        [of]: main(
          dedent`
            void f(Account a) { copy(a).own(); }
            Account copy(Object from) { return null; }
            Order copy(Order from) { return null; }`,
        ),
      },
      of,
      has: ["com.acme.Main.f calls Account.java#com.acme.Account.own (import)"],
    },
  ]);
});

describe("repositories of Spring Data", () => {
  const repositories = (base: string) =>
    `package com.acme;\nimport com.acme.model.User;\nimport org.springframework.data.jpa.repository.JpaRepository;\nimport org.springframework.data.repository.*;\n${base}\n`;
  testEdges([
    {
      name: "give objects of the entity that they are declared for",
      files: {
        ...MODEL,
        "Users.java": repositories("interface Users extends JpaRepository<User, Long> {}"),
        [of]: main(
          "  void f(Users users) { users.findById(1L).map(each -> each.friend()).orElseThrow(); users.findAll().get(0).name(); }",
        ),
      },
      of,
      has: [`com.acme.Main.f calls ${U}.friend (import)`, `com.acme.Main.f calls ${U}.name (import)`],
    },
    {
      name: "are found below a base of the project, and are looped over",
      files: {
        ...MODEL,
        "Users.java": repositories(
          "interface Base<T> extends CrudRepository<T, Long> {}\ninterface Users extends Base<User> {}",
        ),
        [of]: main(
          '  void f(Users users) { for (User each : users.findAll()) each.friend(); users.save(null).rename("a"); }',
        ),
      },
      of,
      has: [`com.acme.Main.f calls ${U}.friend (import)`, `com.acme.Main.f calls ${U}.rename (import)`],
    },
    {
      name: "give pages of them, by a page that is asked for, and by methods that are declared",
      files: {
        ...MODEL,
        "Users.java": repositories(
          "import org.springframework.data.domain.*;\ninterface Users extends JpaRepository<User, Long> { Page<User> findByName(String name, Pageable page); }",
        ),
        [of]: main(
          dedent`
            void one(Users users, Pageable page) { users.findAll(page).getContent().get(0).friend(); }
            void made(Users users) { for (User each : users.findAll(PageRequest.of(0, 10))) each.friend(); }
            void own(Users users, Pageable page) { users.findByName("a", page).map(User::friend).forEach(each -> each.name()); }`,
          "import com.acme.model.*;\nimport org.springframework.data.domain.*;",
        ),
      },
      of,
      has: [
        ...["one", "made"].map((name) => `com.acme.Main.${name} calls ${U}.friend (import)`),
        `com.acme.Main.own calls ${U}.name (import)`,
      ],
    },
    {
      name: "a page of them is no list, and another library's repository is none",
      files: {
        ...MODEL,
        "Users.java": repositories("interface Users extends JpaRepository<User, Long> {}"),
        "Others.java": dedent`
          package com.acme;
          import com.acme.model.User;
          import org.other.JpaRepository;
          interface Others extends JpaRepository<User, Long> {}
        `,
        [of]: main(
          "  void f(Users users, Others others, Object page) { users.findAll(page).get(0).friend(); others.findAll().get(0).name(); }",
        ),
      },
      of,
      hasNot: [/User\.(?:friend|name) \((?!candidate)/],
    },
  ]);
});

describe("unknown values", () => {
  testEdges([
    {
      name: "a call in the main sources on one means no method of a test",
      files: {
        "src/main/java/a/A.java": dedent`
          package a;
          class A { void f() { lib.Lib.get().tag(); } }
        `,
        "src/test/java/a/ATest.java": dedent`
          package a;
          class ATest { void tag() {} }
        `,
      },
      of: "src/main/java/a/A.java",
      hasNot: [/ATest/],
    },
  ]);

  test("a call on one means the only method of its name, as less sure", () => {
    const sample = programOf({
      ...MODEL,
      [of]: main("  void f() { Lib.get(this).friend(); }", "import lib.Lib;"),
    });
    expect(edgesOf(sample, of, ["calls"]).filter((edge) => edge.includes("friend"))).toEqual([
      `com.acme.Main.f calls ${U}.friend (candidate)`,
    ]);
  });
});

test("an edit of a package touches the files that see it", () => {
  const sample = programOf({
    "p/A.java": dedent`
      package p;
      class A { void f() { B.g(); } }
    `,
    "p/B.java": dedent`
      package p;
      class B { static void g() {} }
    `,
    "q/C.java": dedent`
      package q;
      class C {}
    `,
  });
  sample.program.settle();
  put(sample, "p/B.java", "package p;\nclass B { static void h() {} }\n");
  expect([...sample.program.affected()].sort()).toEqual(["p/A.java", "p/B.java"]);
});
