/** Modules that a test file replaces: the code behind them does not run, though calls lead there. Pure. */
import { posix } from "node:path";
import { present } from "../base/need.js";

/** `vi.mock("./cart")`, `jest.mock('@/cart')`, `vi.mock(import("./cart.js"))`. */
const MOCK = /\b(?:vi|jest)\s*\.\s*(?:mock|doMock|unstable_mockModule)\(\s*(?:import\(\s*)?["'`]([^"'`\n]+)["'`]/g;
/** The folder that stands for the root of sources, or for a package: `@/`, `~/`, `#lib/`, `@acme/shop/`. */
const ALIAS = /^(?:[~#@]\/|@[\w.-]+\/[\w.-]+\/|#)/;

/** The files among `reached` that the test file at `path` mocks, in their order. */
export function mockedFiles({ path, text }: { path: string; text: string }, reached: Iterable<string>): string[] {
  const specifiers = [...text.matchAll(MOCK)].map(([, specifier]) => present(specifier));
  if (specifiers.length === 0) return [];
  const relative = new Set<string>();
  const endings: string[] = [];
  for (const specifier of specifiers) {
    if (specifier.startsWith(".")) relative.add(moduleOf(posix.join(posix.dirname(path), specifier)));
    else if (ALIAS.test(specifier)) endings.push(moduleOf(specifier.replace(ALIAS, "")));
  }
  return [...reached].filter((file) => {
    const module = moduleOf(file);
    return (
      file !== path && (relative.has(module) || endings.some((end) => module === end || module.endsWith(`/${end}`)))
    );
  });
}

/** A module as imports may write it: without its extension, and without `index`. */
const moduleOf = (path: string) => path.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
