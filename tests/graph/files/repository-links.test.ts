/** How repositories depend on each other, by the packages that they hold and the modules that their code refers to. */
import { describe, expect, test } from "vitest";
import { linkRepositories, type Repository } from "../../../src/graph/files/repository-links.js";

const npm = (name: string) => ({ name, kind: "npm package" });
const repository = (
  id: string,
  packages: Repository["packages"],
  modules: Record<string, number> = {},
): Repository => ({
  ...{ id, packages },
  uses: Object.entries(modules).map(([module, references]) => ({ module, references, files: 1 })),
});
const linksOf = (...repositories: Repository[]) =>
  linkRepositories(repositories).links.map(({ from, to, package: name, references }) => [from, to, name, references]);

describe("a repository depends on another one", () => {
  const CASES: { name: string; repositories: Repository[]; want: unknown[] }[] = [
    {
      name: "by its package, and by the modules in that",
      repositories: [
        repository("app", [], { hono: 3, "hono/jsx": 2, "hono-rate": 9 }),
        repository("web", [npm("hono")]),
      ],
      want: [["app", "web", "hono", 5]],
    },
    {
      name: "by the longest name",
      repositories: [
        repository("app", [], { "@shop/core/price": 1 }),
        repository("core", [npm("@shop/core")]),
        repository("all", [npm("@shop")]),
      ],
      want: [["app", "core", "@shop/core", 1]],
    },
    {
      name: "of .NET by the namespace, of npm not by a dot",
      repositories: [
        repository("app", [], { "Polly.Core.Utils": 4, "socket.io": 2 }),
        repository("polly", [{ name: "Polly.Core", kind: ".NET project" }]),
        repository("socket", [npm("socket")]),
      ],
      want: [["app", "polly", "Polly.Core", 4]],
    },
    {
      name: "of Python by the name that code can write",
      repositories: [
        repository("app", [], { "price_list.items": 1 }),
        repository("prices", [{ name: "Price-List", kind: "Python project" }]),
      ],
      want: [["app", "prices", "Price-List", 1]],
    },
    {
      name: "on each that holds the package, but not if it holds it itself",
      repositories: [
        repository("app", [npm("app")], { lib: 1, app: 7 }),
        repository("fork", [npm("lib")], { lib: 5 }),
        repository("lib", [npm("lib")]),
      ],
      want: [
        ["app", "fork", "lib", 1],
        ["app", "lib", "lib", 1],
      ],
    },
  ];
  for (const { name, repositories, want } of CASES)
    test(name, () => {
      expect(linksOf(...repositories)).toEqual(want);
    });
});

test("layers go down from what nothing refers to, and circles are told", () => {
  const { layers, circles } = linkRepositories([
    repository("base", [npm("base")]),
    repository("app", [], { lib: 1 }),
    repository("lib", [npm("lib")], { base: 1, twin: 1 }),
    repository("twin", [npm("twin")], { lib: 1 }),
    repository("alone", []),
  ]);
  expect(layers).toEqual([["app"], ["lib", "twin"], ["base"]]);
  expect(circles.map((circle) => circle.sort())).toEqual([["lib", "twin"]]);
});
