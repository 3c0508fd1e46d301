/** Modules and types that a test file replaces: the code behind them does not run, though calls lead there. Pure. */
import { posix } from "node:path";
import { present } from "../../base/need.js";

/** `vi.mock("./cart")`, `jest.mock('@/cart')`, `vi.mock(import("./cart.js"))`. */
export const MOCK =
  /\b(?:vi|jest)\s*\.\s*(?:mock|doMock|unstable_mockModule)\(\s*(?:import\(\s*)?["'`]([^"'`\n]+)["'`]/g;
/**
 * A value in place of a type: `Substitute.For<IStore>()` (NSubstitute), `new Mock<IStore>()` (Moq), `A.Fake<IStore>()` (FakeItEasy), `GetDependency<IStore>()`
 * of a provider that fills in substitutes, `mock<Store>()` and `mockDeep<Store>()` of Jest and Vitest, `createStubInstance(Store)` (Sinon).
 */
const SUBSTITUTE =
  /\b(?:Substitute\.For|new\s+Mock|GetMock|Mock\.Of|A\.Fake|GetDependency|mock|mockDeep|createMock)\s*<\s*(?:\w+\.)*(\w+)|\b(?:createStubInstance|mock)\(\s*(\p{Lu}\w*)\s*[),]/gu;
/** The folder that stands for the root of sources, or for a package: `@/`, `~/`, `#lib/`, `@acme/shop/`. */
const ALIAS = /^(?:[~#@]\/|@[\w.-]+\/[\w.-]+\/|#)/;

/** The files among `reached` that the test file at `path` mocks, in their order. */
export function mockedFiles({ path, text }: { path: string; text: string }, reached: Iterable<string>): string[] {
  const specifiers = [...text.matchAll(MOCK)].map(([, specifier]) => present(specifier));
  const types = new Set([...text.matchAll(SUBSTITUTE)].map(([, type, value]) => typeName(present(type ?? value))));
  if (specifiers.length + types.size === 0) return [];
  const relative = new Set<string>();
  const endings: string[] = [];
  for (const specifier of specifiers) {
    if (specifier.startsWith(".")) relative.add(moduleOf(posix.join(posix.dirname(path), specifier)));
    else if (ALIAS.test(specifier)) endings.push(moduleOf(specifier.replace(ALIAS, "")));
  }
  return [...reached].filter((file) => {
    const module = moduleOf(file);
    const isModule = relative.has(module) || endings.some((end) => module === end || module.endsWith(`/${end}`));
    return file !== path && (isModule || typesNaming(file).some((name) => types.has(name)));
  });
}

/** Types of senders of messages. */
const SENDER = /(?:Mediator|Sender|Publisher|Bus|Dispatcher|Emitter2?|Queue)$/;

/** The types of senders of messages that a test file replaces: `new Mock<IMediator>()`. Nothing takes what is sent to them. */
export function mockedSenders(text: string): string[] {
  const types = [...text.matchAll(SUBSTITUTE)].map(([, type, value]) => present(type ?? value));
  return [...new Set(types)].filter((type) => SENDER.test(type));
}

/** The names of the type that a file may be named for, the part for its role with it or not: `store.service.ts` of `StoreService`, `add-user.usecase.ts` of `AddUser`. */
function typesNaming(file: string): string[] {
  const name = posix.basename(file).replace(/\.\w+$/, "");
  return [name, name.replace(/\.\w+$/, "")].map(typeName);
}

/** The name of a type, or of the file that is named for it: without the I of an interface, in one case and in one word (`IStore`, `Store.cs`; `StoreService`, `store.service.ts`). */
const typeName = (name: string) =>
  name
    .replace(/^I(?=\p{Lu}\p{Ll})/u, "")
    .replace(/[-._]/g, "")
    .toLowerCase();

/** A module as imports may write it: without its extension, and without `index`. */
export const moduleOf = (path: string): string => path.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
