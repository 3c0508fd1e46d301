import { expect, test } from "vitest";
import { resultUses } from "../../src/graph/result-uses.js";
import { dedent } from "../helpers/dedent.js";

/** The uses of the value that the call on the line with `find` gives. */
function uses(text: string): string | undefined {
  const lines = text.split("\n");
  const line = lines.findIndex((each) => /\bfind\w*\(/i.test(each)) + 1;
  return resultUses({ lines, line, statement: (lines[line - 1] ?? "").trim(), lastLine: lines.length });
}

test("TypeScript: members, tests, what it is passed to, what is returned", () => {
  expect(
    uses(dedent`
      const cat = await this.cats.find(id);
      if (!cat) throw new Error("none");
      // cat.gone
      log(cat.name, { cat: 1 });
      feed(store, cat);
      for (const kitten of cat.kittens) count++;
      const copy = { ...cat, tame: cat?.isTame() };
      return cat;
    `),
  ).toBe("cat: tested 2; .name 4; to feed() 5; .kittens 6; spread 7; .isTame() 7; 1 more");
});

test("the value on the line below, and one that nobody uses", () => {
  expect(uses("const cat =\n  await find(id);\nsend(cat);")).toBe("cat: to send() 3");
  expect(uses("const cat = find(id);\nreturn 1;")).toBe("cat: not used below");
});

test("a value without a name has no uses to tell", () => {
  for (const text of [
    "return find(id);",
    "await find(id);",
    "const later = () => find(id);",
    "if (find(id)) go();",
    "a.b(find(id));",
  ])
    expect(uses(text)).toBeUndefined();
});

test("a name that is set or declared anew ends it", () => {
  expect(uses("let cat = find(id);\nfeed(cat);\ncat = other();\nfeed(cat.name);")).toBe("cat: to feed() 2; set anew 3");
  expect(uses("const cat = find(1);\nfeed(cat);\nconst cat = find(2);\nfeed(cat.name);")).toBe("cat: to feed() 2");
});

test.each([
  [
    "C#",
    "List<Cat> cats = await FindAll(id);\nforeach (var cat in cats) Feed(cat);\nreturn cats.Count;",
    "cats: looped over 2; .Count 3",
  ],
  ["Go", "cat, err := store.Find(id)\nif err != nil {\n\treturn nil\n}\nreturn cat.Name", "cat: .Name 5"],
  [
    "Python",
    "cat = find(id)\nif cat is None:\n    return\nfor each in cat.kittens:\n    pass",
    "cat: tested 2; .kittens 4",
  ],
  ["Swift", "guard let cat = find(id) else { return }\nfeed(cat)", "cat: to feed() 2"],
  ["Kotlin", "val cat: Cat? = find(id)\nreturn cat?.name ?: other", "cat: .name 2"],
])("%s", (_, text, wanted) => {
  expect(uses(text)).toBe(wanted);
});
