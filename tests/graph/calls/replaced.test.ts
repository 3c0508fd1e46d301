/** Test files that only meet a mock of what was asked about. */
import { expect, test } from "vitest";
import { isReplacedIn, onlySetsUpMocks, type Replaceable } from "../../../src/graph/calls/replaced.js";
import type { TestCase } from "../../../src/languages/testing.js";

const STORE: Replaceable = {
  name: "Store",
  path: "src/store.ts",
  type: { name: "Store", bases: ["IStore"], derived: ["DiskStore"] },
};

/** The answer about a file whose cases are the lines of it that begin with `case`, all of which reach the store. */
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
  { name: "a mock of Mockito", text: "import shop.Store;\n@Mock private Store store;\ncase(when(store.get()));" },
  { name: "a mock of MockK", text: "val store = mockk<Store>()\ncase(store)" },
  {
    name: "a provider of Nest",
    text: "let store: Store;\nproviders: [{ provide: Store, useValue: { get: jest.fn() } }];\ncase(module.get<Store>(Store));",
  },
  {
    name: "a value of Jest with its type",
    text: "const store: jest.Mocked<Store> = createMock<Store>();\ncase(store);",
  },
  { name: "its module", text: 'jest.mock("../src/store");\ncase(new Store());' },
  { name: "its module with a factory", text: 'vi.mock("../src/store.js", () => ({ get: vi.fn() }));\ncase(get());' },
  {
    name: "imported among others",
    text: 'import {\n  Shop,\n  Store,\n} from "../src/store";\ncase(mockDeep<Store>());',
  },
  { name: "in each case", text: "case(mock(Store.class))\ncase(mock(Store.class))" },
  { name: "what only a comment and a string name", text: '// new Store()\ncase("new Store()", mock<Store>());' },
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

test("a module that has the real exports but for the function asked about", () => {
  const send: Replaceable = { name: "send", path: "src/mail.ts", type: null };
  const isMocked = (text: string) => {
    const file = { path: "tests/mail.test.ts", language: "typescript", text, cases: [] };
    return isReplacedIn({ path: file.path, file, uses: [], cases: [] }, send);
  };
  const mocking = (entry: string) => `vi.mock("@acme/mail", async (importOriginal) => {
  const actual = await importOriginal();
  return {
    ...actual,
    ${entry}
  };
});
send("a");`;
  expect(isMocked(mocking("send: mocks.send,"))).toBe(true);
  expect(isMocked(mocking("receive: mocks.receive,"))).toBe(false);
});

test.each([
  { line: 'Mocker.GetMock<IBin>().Verify(v => v.Drop("a"), Times.Never());', want: true },
  { line: "bin.Received(1).Drop(path);", want: true },
  { line: "A.CallTo(() => bin.Drop(path)).MustHaveHappened();", want: true },
  { line: "verify(bin).drop(path);", want: true },
  { line: "when(bin.drop(path)).thenReturn(true);", want: true },
  { line: "coEvery { bin.drop(any()) } returns true", want: true },
  { line: "Subject.Drop(path);", want: false },
  { line: "items.ForEach(v => v.Drop(path));", want: false },
])("$line only sets up a mock: $want", ({ line, want }) => {
  const textOf = (text: string) => ({ path: "t", language: "csharp", text, cases: [] });
  const uses = [{ line: 1 }] as never;
  expect(onlySetsUpMocks({ file: textOf(line), uses })).toBe(want);
  expect(
    onlySetsUpMocks({ file: textOf(`bin\n  ${line.replace(/^.*(?=\.Verify)/, "")}`), uses: [{ line: 2 }] as never }),
  ).toBe(want);
  expect(onlySetsUpMocks({ file: textOf(`Spy(CallBase)\n${line}`), uses: [{ line: 2 }] as never })).toBe(false);
});
