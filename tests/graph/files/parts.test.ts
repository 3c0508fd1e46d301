/** The parts of a repository, and what they lead to. */
import { expect, test } from "vitest";
import { filesReached, partsOf } from "../../../src/graph/files/parts.js";

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/${index}.ts`, lines: 1 }));

test("two large folders are both taken apart; the smaller folders of the second stay together where there are many", () => {
  const server = Array.from({ length: 15 }, (_, index) => files(`server/part${index}`, 3)).flat();
  const page = Array.from({ length: 12 }, (_, index) =>
    files(`page/view${String(index).padStart(2, "0")}`, 12 - index),
  ).flat();
  const names = partsOf([...server, ...page], []).parts.map(({ name }) => name);
  expect(names).toHaveLength(24);
  expect(names.filter((name) => name.startsWith("server/"))).toHaveLength(12);
  expect(names.filter((name) => name.startsWith("page/"))).toHaveLength(12);
});

test("how many files one leads to, over circles too", () => {
  const link = (source: string, target: string) => ({ source, target, count: 1 });
  const links = [link("main", "a"), link("a", "b"), link("b", "a"), link("tool", "b")];
  expect([...filesReached(links, ["main", "tool", "alone"])]).toEqual([
    ["main", 2],
    ["tool", 2],
    ["alone", 0],
  ]);
});
