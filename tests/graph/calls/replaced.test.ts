/** Test files that only meet a mock of what was asked about. */
import { expect, test } from "vitest";
import { isReplacedIn, onlySetsUpMocks, type Replaceable } from "../../../src/graph/calls/replaced.js";
import type { TestCase } from "../../../src/languages/testing.js";
import { dedent } from "../../helpers/dedent.js";

const STORE: Replaceable = {
  name: "Store",
  path: "src/store.ts",
  type: { name: "Store", bases: ["IStore"], derived: ["DiskStore"] },
};

/** The answer about a file with a case for each line that begins with `case`; all of them reach the store. */
function isReplaced(text: string, path = "tests/shop.test.ts"): boolean {
  const cases = text.split("\n").flatMap((line, index): TestCase[] => {
    const lines = { lineStart: index + 1, lineEnd: index + 1 };
    return line.startsWith("case") ? [{ kind: "it", name: line, isSuite: false, ...lines }] : [];
  });
  const file = { path, language: "typescript", text, cases };
  return isReplacedIn({ path, file, uses: [], cases: cases.map((each) => ({ case: each }) as never) }, STORE);
}

test.each([
  { name: "a substitute of its interface", text: "case(Substitute.For<IStore>());" },
  { name: "one of an automatic mocker", text: "case(Mocker.GetMock<IStore>());" },
  { name: "a field of Moq", text: "private readonly Mock<IStore> _store = new();\ncase(_store.Object);" },
  {
    name: "a mock of Mockito",
    text: dedent`
    import shop.Store;
    @Mock private Store store;
    case(when(store.get()));`,
  },
  { name: "a mock of MockK", text: "val store = mockk<Store>()\ncase(store)" },
  {
    name: "a provider of Nest",
    text: dedent`
      let store: Store;
      providers: [{ provide: Store, useValue: { get: jest.fn() } }];
      case(module.get<Store>(Store));`,
  },
  {
    name: "a value of Jest with its type",
    text: "const store: jest.Mocked<Store> = createMock<Store>();\ncase(store);",
  },
  { name: "its module", text: 'jest.mock("../src/store");\ncase(new Store());' },
  { name: "its module with a factory", text: 'vi.mock("../src/store.js", () => ({ get: vi.fn() }));\ncase(get());' },
  {
    name: "imported among others",
    text: dedent`
      import {
        Shop,
        Store,
      } from "../src/store";
      case(mockDeep<Store>());`,
  },
  { name: "in each case", text: "case(mock(Store.class))\ncase(mock(Store.class))" },
  {
    name: "a class that only a comment and a string name",
    text: '// new Store()\ncase("new Store()", mock<Store>());',
  },
])("only a mock: $name", ({ text }) => {
  expect(isReplaced(text)).toBe(true);
});

test.each([
  { name: "made as well", text: "case(Substitute.For<IStore>(), new Store());" },
  { name: "the decorator of a mock, which the language makes", text: "case([Frozen] Mock<IStore> inner, Store sut);" },
  { name: "a type below it made", text: "case(mock(Store.class), new DiskStore());" },
  { name: "not mocked in each case", text: "case(mock(Store.class))\ncase(fixture.shop())" },
  { name: "a spy", text: "Store store = spy(Store.class);\ncase(mock(Store.class))" },
  {
    name: "parts of the real module",
    text: 'jest.mock("../src/store", () => ({ ...jest.requireActual("../src/store") }));\ncase();',
  },
  {
    name: "a factory that is given the real module",
    text: 'vi.mock("../src/store", async (load) => ({ ...(await load()) }));\ncase();',
  },
  { name: "a module of the same name", text: 'jest.mock("./store");\ncase(get());' },
  { name: "registered beside its mock", text: "services.AddScoped<IStore, Store>();\ncase(Substitute.For<IStore>());" },
  { name: "a mock of another type that is made of it", text: "case(Substitute.For<IRepository<Store>>());" },
  { name: "no mock", text: "case(shop.buy());" },
])("may run it: $name", ({ text }) => {
  expect(isReplaced(text)).toBe(false);
});

test("a request comes to the mock where the container has it", () => {
  const ask = (text: string) => {
    const file = { path: "tests/ShopTest.java", language: "java", text, cases: [] };
    const uses = [{ request: "GET /store", via: null }] as never;
    return isReplacedIn({ path: file.path, file, uses, cases: [] }, STORE);
  };
  expect(ask("@MockBean private Store store;")).toBe(true);
  expect(ask("@Mock private Store store;")).toBe(false);
});

test.each([
  { name: "a package that hands it on", module: "@acme/mail", entry: "send: mocks.send,", want: true },
  { name: "a folder above it", module: "../src", entry: "send: mocks.send,", want: true },
  { name: "a function in its place", module: "../src/mail.js", entry: "async send(text) {},", want: true },
  { name: "another export", module: "@acme/mail", entry: "receive: mocks.receive,", want: false },
  { name: "another export that calls it", module: "@acme/mail", entry: "receive: () => send(1),", want: false },
  { name: "another module's export of its name", module: "../src/sms", entry: "send: mocks.send,", want: false },
  { name: "another package's", module: "@acme/sms", entry: "send: mocks.send,", want: false },
])("a module with the real exports but for some, $name: $want", ({ module, entry, want }) => {
  const send: Replaceable = { name: "send", path: "src/mail.ts", type: null };
  const text = `vi.mock("${module}", async (importOriginal) => {
  const actual = await importOriginal();
  return {
    ...actual,
    ${entry}
  };
});
send("a");`;
  const file = { path: "tests/mail.test.ts", language: "typescript", text, cases: [] };
  expect(isReplacedIn({ path: file.path, file, uses: [], cases: [] }, send)).toBe(want);
});

test.each([
  { line: 'Mocker.GetMock<IBin>().Verify(v => v.Drop("a"), Times.Never());', want: true },
  { line: "bin.Received(1).Drop(path);", want: true },
  { line: "A.CallTo(() => bin.Drop(path)).MustHaveHappened();", want: true },
  { above: "import static org.mockito.Mockito.*;", line: "verify(bin).drop(path);", want: true },
  { above: "import static org.mockito.Mockito.*;", line: "when(bin.drop(path)).thenReturn(true);", want: true },
  { above: "import io.mockk.coEvery", line: "coEvery { bin.drop(any()) } returns true", want: true },
  { line: "expect(verify(token)).toBe(true);", want: false },
  { line: "when(bin.drop(path)) {", want: false },
  { line: "Subject.Drop(path);", want: false },
  { line: "items.ForEach(v => v.Drop(path));", want: false },
])("$line only sets up a mock: $want", ({ above = "", line, want }) => {
  const setsUp = (text: string, number: number) =>
    onlySetsUpMocks({ file: { path: "t", language: "csharp", text, cases: [] }, uses: [{ line: number }] as never });
  expect(setsUp(`${above}\n${line}`, 2)).toBe(want);
  expect(setsUp(`${above}\nbin\n  ${line.replace(/^.*(?=\.Verify)/, "")}`, 3)).toBe(want);
  expect(setsUp(`${above} CallBase\n${line}`, 2)).toBe(false);
});
