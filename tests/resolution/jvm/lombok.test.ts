/** Lombok: calls of members that its annotations add are edges to the fields and classes that they are added for. */
import { describe, expect, test } from "vitest";
import { decodeParseResult, encodeParseResult } from "../../../src/model/parse-result-bytes.js";
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, edgesOf, programOf, put, testEdges } from "../helpers.js";

const of = "Main.java";

/** A file with a class that has annotations, and one that uses it. */
const files = (declared: string, body: string, imports = "import lombok.*;") => ({
  "User.java": `package p;\n${imports}\nimport java.util.*;\n${declared}\n`,
  [of]: `package p;\nimport java.util.*;\nimport java.util.stream.*;\nclass Main { void f(User user, List<User> all) { ${body} } }\n`,
});
const field = (name: string) => `p.Main.f calls User.java#p.User.${name} (import)`;
const use = (name: string) => `p.Main.f references User.java#p.User.${name} (import)`;
const MADE = "p.Main.f calls User.java#p.User (import)";

const accessors: EdgeCase[] = [
  {
    name: "@Data reads and sets fields, and sets no final ones",
    files: files(
      "@Data class User { private final String id; private boolean active; User friend; static int count; void greet() {} }",
      "user.getId(); if (user.isActive()) user.setActive(true); user.getFriend().greet(); user.setId(null); user.getCount();",
    ),
    of,
    has: [field("id"), field("active"), field("friend"), field("greet"), "p.Main.f calls ?setId (unresolved)"],
    hasNot: [/count/],
  },
  {
    name: "@Getter of a field is for that one, and AccessLevel.NONE is for none",
    files: files(
      "@Getter class User { @Getter(AccessLevel.NONE) String secret; String name; @Getter static int count; @Setter String nick; }",
      'user.getSecret(); user.getName(); User.getCount(); user.setNick("a"); user.setName("a");',
    ),
    of,
    has: [field("name"), field("count"), field("nick"), "p.Main.f calls ?setName (unresolved)"],
    hasNot: [/User\.secret/],
  },
  {
    name: "a method that is written is called itself",
    files: files("@Data class User { String name; String getName() { return name; } }", "user.getName();"),
    of,
    has: [field("getName")],
    hasNot: [field("name")],
  },
  {
    name: "fluent accessors have the names of the fields, and give the object",
    files: files(
      "@Data @Accessors(fluent = true) class User { String name; User greet() { return this; } }",
      'user.name("a").greet(); user.name().length();',
      "import lombok.*;\nimport lombok.experimental.Accessors;",
    ),
    of,
    has: [field("name"), field("greet")],
  },
  {
    name: "a setter whose value is used gives the object, as a lombok.config may say",
    files: {
      ...files(
        "@Data class User extends Base { String name; int age; void greet() {} static User of() { return null; } }",
        'user.setName("a").setAge(1).greet(); take(new User().setAge(2)); run(it -> it.setName("b"));',
      ),
      "Base.java": dedent`
        package p;
        import java.util.function.*;
        class Base {}
      `,
    },
    of,
    has: [field("name"), field("age"), field("greet")],
    hasNot: [/User\.(?:name|age|greet) \((?!import)/],
  },
  {
    name: "a chain of setters that is all that a lambda does gives its object, and one setter nothing",
    files: {
      ...files(
        "@Data class User { String name; int age; }",
        'Runner.map(all, it -> new User().setAge(1).setName("b")).get(0).getAge(); Runner.run((User it) -> it.setName("b")).one();',
      ),
      "Runner.java": dedent`
        package p;
        import java.util.*;
        import java.util.function.*;
        class Runner {
          static <A, B> List<B> map(List<A> all, Function<A, B> each) { return null; }
          static <A, B> List<B> map(A[] all, Function<A, B> each) { return null; }
          static Runner run(Consumer<User> task) { return null; }
          static void run(Function<User, String> task) {}
          void one() {}
        }
      `,
    },
    of,
    has: [field("age"), field("name"), "p.Main.f calls Runner.java#p.Runner.one (import)"],
  },
  {
    name: "@With gives another object",
    files: files("@With class User { final String name; void greet() {} }", 'user.withName("a").greet();'),
    of,
    has: [field("name"), field("greet")],
  },
  {
    name: "references to accessors are uses of fields, and keep the types of a stream",
    files: files(
      "@Value class User { User friend; boolean active; void greet() {} }",
      "all.stream().map(User::getFriend).filter(User::isActive).forEach(each -> each.greet());",
    ),
    of,
    has: [use("friend"), use("active"), field("greet")],
  },
  {
    name: "annotations of other libraries add nothing",
    files: files("@Data class User { String name; }", "user.getName();", "import com.acme.Data;"),
    of,
    hasNot: [/User\.name/],
  },
  {
    name: "a logger is a value of a library",
    files: {
      [of]: dedent`
        package p;
        import lombok.extern.slf4j.Slf4j;
        @Slf4j class Main { void f() { log.info("a"); } }
      `,
    },
    of,
    has: ["p.Main.f calls !Logger.info (external)"],
  },
];

const makers: EdgeCase[] = [
  {
    name: "@Builder has a setter for each field, and makes an object of the class",
    files: files(
      "@Builder(toBuilder = true) class User { String name; @Singular List<String> tags; void greet() {} }",
      'User.builder().name("a").tag("b").tags(null).build().greet(); user.toBuilder().name("b");',
    ),
    of,
    has: [field("name"), field("tags"), MADE, field("greet")],
  },
  {
    name: "a builder has a type",
    files: files(
      "@Builder class User { String name; }",
      'User.UserBuilder builder = User.builder(); builder.name("a");',
    ),
    of,
    has: [field("name")],
  },
  {
    name: "a builder of a class with a base sets the fields of both",
    files: files(
      "@SuperBuilder class Base { String id; }\n@SuperBuilder class User extends Base { String name; void greet() {} }",
      'User.builder().id("1").name("a").build().greet();',
      "import lombok.experimental.SuperBuilder;",
    ),
    of,
    has: ["p.Main.f calls User.java#p.Base.id (import)", field("name"), field("greet")],
  },
  {
    name: "constructors that are added stand beside those that are written",
    files: files(
      "@NoArgsConstructor class User { String name; User(String name) {} void greet() {} }",
      'new User().greet(); new User("a");',
    ),
    of,
    has: [MADE, field("greet"), field("User")],
  },
  {
    name: "a static method makes an object",
    files: files(
      '@RequiredArgsConstructor(staticName = "of") class User { final String name; int age; void greet() {} }',
      'User.of("a").greet();',
    ),
    of,
    has: [MADE, field("greet")],
  },
];

describe("accessors", () => testEdges(accessors));
describe("makers", () => testEdges(makers));

describe("edits", () => {
  test("a file is resolved again when an annotation of another file goes", () => {
    const declared = (annotation: string) =>
      `package p;\nimport lombok.*;\n${annotation} class User { String name; }\n`;
    const sample = programOf({
      "User.java": declared("@Data"),
      "Store.java": dedent`
        package p;
        class Store { User find() { return null; } }
      `,
      "Other.java": dedent`
        package p;
        class Other { int other; }
      `,
      [of]: dedent`
        package p;
        class Main { void f(Store store) { store.find().getName(); } }
      `,
    });
    expect(edgesOf(sample, of)).toContain(field("name"));
    sample.program.settle();
    put(sample, "User.java", declared(""));
    expect(sample.program.affected()).toEqual(new Set(["User.java", "Store.java", of]));
    expect(edgesOf(sample, of)).not.toContain(field("name"));
  });

  test("members that are added are kept in bytes", () => {
    const sample = programOf({
      "User.java": dedent`
      import lombok.*;
      @Data @Builder class User { final String id; @Singular java.util.List<String> tags; }
    `,
    });
    const parse = sample.parses.get("User.java")!;
    expect(
      parse.symbols[1]?.addedMembers?.map(({ name, kind, fields }) => `${kind} ${name}: ${fields.join(", ")}`),
    ).toEqual([
      "read getId: id",
      "read getTags: tags",
      "set setTags: tags",
      "make : id, tags",
      "builder builder: id, tags",
      "item tag: tags",
    ]);
    expect(decodeParseResult(encodeParseResult(parse))).toEqual(parse);
  });
});
