/** Which files on the way a test replaces by mocks. */
import { expect, test } from "vitest";
import { mockedFiles } from "../../../src/graph/reach/test-mocks.js";

const REACHED = [
  "src/cart.ts",
  "src/price/index.ts",
  "lib/mail.js",
  "src/tax.ts",
  "tests/cart.test.ts",
  "src/add-user.usecase.ts",
];

test.each([
  {
    name: "a relative path, with or without extension",
    text: 'vi.mock("../src/cart.js", () => ({}));',
    want: ["src/cart.ts"],
  },
  { name: "a folder's index", text: "jest.mock('../src/price');", want: ["src/price/index.ts"] },
  {
    name: "an alias, and a package of the workspace",
    text: 'vi.mock("@/cart"); vi.doMock("@acme/shop/lib/mail");',
    want: ["src/cart.ts", "lib/mail.js"],
  },
  {
    name: "an import that is given",
    text: 'vi.mock(import("../src/tax.js"), async (load) => load());',
    want: ["src/tax.ts"],
  },
  {
    name: "nothing of a library, of other files or of itself",
    text: 'vi.mock("mail"); vi.mock("./cart.test"); vi.mock("../src/art");',
    want: [],
  },
  {
    name: "a substitute of an interface, and the class that implements it by name",
    text: "var cart = Substitute.For<ICart>(); await sut.GetDependency<IMail>().Received(1).Send(mail);",
    want: ["src/cart.ts", "lib/mail.js"],
  },
  {
    name: "a substitute of Moq, of FakeItEasy and of Sinon",
    text: "new Mock<Shop.ICart>(); A.Fake<ITax>(); sinon.createStubInstance(Mail);",
    want: ["src/cart.ts", "lib/mail.js", "src/tax.ts"],
  },
  {
    name: "a type whose file has its role in its name as well",
    text: "sinon.createStubInstance(AddUser); mock<AddUserCommand>();",
    want: ["src/add-user.usecase.ts"],
  },
  {
    name: "no type that is made, or only named",
    text: "new Cart(); const tax: Tax = mock(); List<Mail> all;",
    want: [],
  },
])("$name", ({ text, want }) => {
  expect(mockedFiles({ path: "tests/cart.test.ts", text }, REACHED)).toEqual(want);
});
