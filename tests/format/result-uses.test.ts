/** The uses of a call's value, as lists of callers tell them behind the line of the call. */
import { expect, test } from "vitest";
import { kindsOfResult, usesOfResult } from "../../src/format/result-uses.js";
import { codeLines } from "../../src/format/step-code.js";

const lines = (code: string) => codeLines(code.replace(/^\n/, "").split("\n"), 1000);

/** Each source calls `find` once. */
test.each([
  [
    "members of the name that it is put into, with their lines",
    `
    async function send(job) {
      const found = await this.repository.find(job.id);
      if (!found) throw new Error("none");
      log(found.id, found.name);
      found.touch();
      const copy = { ...found, found: 1 };
      return found;
    }`,
    "tested :3; .id :4; .name :4; .touch() :5; spread :6; returned :7",
  ],
  [
    "a name that was declared above, behind the end of the block, though another name stands between",
    `
    func build() (http.Handler, error) {
      var next http.Handler
      switch {
      case hasService:
        next, err = m.find("a")
        if err != nil {
          return nil, err
        }
      }
      return chain.Then(next)
    }`,
    "passed to Then :10",
  ],
  [
    "Go, until the name gets another value beside others",
    `
    func list() error {
      err := find()
      if err != nil { return err }
      info, err := load()
      return err
    }`,
    "tested :3; returned :3",
  ],
  [
    "Go, without another value of that name in a statement of its own",
    `
    func list() error {
      err := find()
      if err := load(); err != nil {
        log(err)
      } else {
        keep(err)
      }
      return err
    }`,
    "returned :8",
  ],
  [
    "nothing reads the name",
    `
    function start() {
      const found = find("a");
      other.found = 1;
    }`,
    "not used",
  ],
  [
    "up to where the name gets another value, and the end of its block",
    `
    function start() {
      if (ready) {
        let found = find("a");
        use(found[0]);
        found = null;
        use(found.late);
      }
      found();
    }`,
    "[0] :4",
  ],
  [
    "the name stands above the call",
    `
    function start() {
      const orders =
        await find("a");
      for (const order of orders) print(order);
      save({ orders, at: now(), all: orders });
    }`,
    "orders: looped over :4; passed to save :5",
  ],
  [
    "a pattern of several lines",
    `
    function start() {
      const {
        id,
        name,
      } = find("a");
    }`,
    "{ id, name }",
  ],
  [
    "arguments of a call that begins above",
    `
    function start() {
      return total(
        "a",
        find("a"),
      );
    }`,
    "passed to total",
  ],
  [
    "the line itself tells where the value goes",
    `
    function start() {
      return find("a").name;
    }`,
    null,
  ],
  [
    "one of several that are waited for together",
    `
    async function start() {
      const [user, order] = await Promise.all([load("a, b"), find("c")]);
      return order.total + user.age;
    }`,
    "order: .total :3",
  ],
  [
    "links that hand the value on",
    `
    async function start() {
      const found = (await find("a").catch(() => null)) ?? fallback;
      return found?.items.length === 0 ? render(found.items) : null;
    }`,
    ".items :3",
  ],
  [
    "other files may use what is exported",
    `
    export const found = find("a");`,
    null,
  ],
  [
    "a comparison is not the value",
    `
    function start() {
      const isThere = find("a") === null;
      return isThere;
    }`,
    null,
  ],
  [
    "C#, with a type",
    `
    public async Task<Order> Start() {
        List<Order> found = await _orders.find(id).ConfigureAwait(false);
        var first = found.FirstOrDefault();
        if (found is null) return $"no {found}";
        return Map(found);
    }`,
    ".FirstOrDefault() :3; tested :4; passed to Map :5",
  ],
  [
    "Go, with an error beside it",
    `
    func start() error {
      found, err := s.find(ctx)
      if err != nil { return err }
      for _, one := range found { print(one.Name) }
      return nil
    }`,
    "looped over :4",
  ],
  [
    "Python",
    `
    def start(self):
        found = self.find("a")
        if not found:
            return None
        print(f"{found}")
        return found["a"]`,
    "tested :3; in a text :5; […] :6",
  ],
])("%s", (_, code, want) => {
  const source = lines(code);
  const line = source.text.findIndex((text) => text.includes("find(")) + 1;
  expect(usesOfResult(source, { line, name: "find", end: source.text.length })).toBe(want);
});

test.each([
  ["const found = await find(1);\nif (found) log(found.id);", "tested, members read", true],
  ["await find(1);", "not used", true],
  ["  find(1);", "not used", false],
  ["return find(1);", "returned", false],
  ["if (!find(1)) stop();", "tested", false],
  ["send(await find(1));", "passed on", true],
  ["const name = (await find(1)).name;", "members read", true],
  ["this.found = find(1);", "kept", false],
  ["for (const one of find(1)) log(one);", "looped over", false],
  ["found = find(1)\nreturn found", "returned", false],
])("the value of `%s` is %s", (code, kinds, isAwaited) => {
  const source = lines(code);
  const line = source.code.findIndex((text) => text.includes("find(")) + 1;
  const found = kindsOfResult(source, { line, name: "find", end: source.code.length });
  expect([...(found?.kinds ?? [])].join(", ")).toBe(kinds);
  expect(found?.isAwaited).toBe(isAwaited);
});

test("a value in brackets of its own, with a declared type, is followed", () => {
  const source = lines(`
    def run(self):
        parser: type[Parser] | None = (
            registry().find(
                kind,
                self.name,
            )
        )
        if not parser:
            return None
`);
  const place = { line: 3, name: "find", end: source.code.length };
  expect([...(kindsOfResult(source, place)?.kinds ?? [])]).toEqual(["tested"]);
  expect(usesOfResult(source, place)).toBe("parser: tested :8");
});

test.each([
  ["a constant of the file", "const orders = find(`all`);\nexport const first = () => orders.first();"],
  ["a field", "  private readonly orders = find(this.db);"],
])("the value that %s is made of is not called unused, as others use that", (_, code) => {
  const place = { line: 1, name: "find", end: 1 };
  expect(usesOfResult(lines(code), { ...place, declares: "orders" })).toBeNull();
  expect(usesOfResult(lines(code), place)).toBe("not used");
});

test.each([
  ["if (found := self.find(name)) > 0:", "passed to Hit :3", ["tested", "passed on"]],
  ["if name and (found := find(name)):", "passed to Hit :3", ["tested", "passed on"]],
  ["use((found := find(name)), 1)", "passed to Hit :3", ["passed on"]],
])("a name that brackets give on lives behind them: %s", (line, uses, kinds) => {
  const source = lines(`
    def search(self, name):
        ${line}
            yield Hit(found, name)
`);
  const place = { line: 2, name: "find", end: source.code.length };
  expect(usesOfResult(source, place)).toBe(uses);
  expect([...(kindsOfResult(source, place)?.kinds ?? [])]).toEqual(kinds);
});

test("of a name that brackets give on and nothing reads, the line says enough", () => {
  const source = lines(`
    def search(self, name):
        if (found := find(name)) is None:
            return
`);
  const place = { line: 2, name: "find", end: source.code.length };
  expect(usesOfResult(source, place)).toBeNull();
  expect([...(kindsOfResult(source, place)?.kinds ?? [])]).toEqual(["tested"]);
});

test("a member that an object is made with is not said to be unused", () => {
  const code = lines(`
    return new Draft
    {
      Items = items.Select(item => new Item { Id = item.Id }),
      Total = order.find()
    };`);
  expect(usesOfResult(code, { line: 4, name: "find", end: 5 })).toBeNull();
  expect(kindsOfResult(code, { line: 4, name: "find", end: 5 })).toEqual({
    kinds: new Set(["kept"]),
    isAwaited: false,
  });
});

test("is told of a call that ends after few lines, many lines, or a chain of them", () => {
  const rows = Array.from({ length: 100 }, (_, row) => `    ${row},`).join("\n");
  const call = (argument: string, behind: string) =>
    lines(`function send() {\n  const found = find([\n${argument}\n  ])${behind};\n  log(found.id);\n}`);
  const place = { line: 2, name: "find", end: 400 };
  expect(usesOfResult(call("    1,", ""), place)).toBe(".id :5");
  expect(usesOfResult(call(rows, ""), place)).toBe(".id :104");
  expect(usesOfResult(call("    1,", `.catch((problem) => {\n${rows}\n  })`), place)).toBe(".id :106");
  expect(kindsOfResult(call(rows, ""), place)?.kinds).toEqual(new Set(["members read"]));
});
