/** Requests of files, which are read once for each content. */
import { expect, test } from "vitest";
import { readAsked } from "../../../src/graph/routes/asked.js";
import { buildRepository } from "../../helpers/build.js";
import { describeStores } from "../../helpers/store.js";

const PATHS = ["src/cats.ts", "src/dogs.ts", "README.md"];

describeStores("requests of files", (store) => {
  const pathsAsked = async (files: Record<string, string>) => {
    const { view } = await buildRepository(store(), files);
    const read = async (mostBytes = 1000) => {
      const { asked } = await readAsked(store(), view, PATHS, mostBytes);
      return [...asked].map(([path, { requests }]) => [path, ...requests.map((request) => request.path)]);
    };
    return read;
  };

  test("a content that is known is not read again, and a new one is", async () => {
    const read = await pathsAsked({ "src/cats.ts": 'fetch("/cats");\n', "README.md": 'fetch("/docs");\n' });
    expect(await read()).toEqual([["src/cats.ts", "/cats"]]);
    await store().query("delete from contents");
    expect(await read()).toEqual([["src/cats.ts", "/cats"]]);
    const readAgain = await pathsAsked({ "src/cats.ts": 'fetch("/lions");\n' });
    expect(await readAgain()).toEqual([["src/cats.ts", "/lions"]]);
  });

  test("of more bytes than are allowed the first files are told, known or not", async () => {
    const read = await pathsAsked({ "src/cats.ts": 'fetch("/cats");\n', "src/dogs.ts": 'fetch("/dogs");\n' });
    const first = [["src/cats.ts", "/cats"]];
    expect(await read(20)).toEqual(first);
    expect(await read()).toEqual([...first, ["src/dogs.ts", "/dogs"]]);
    expect(await read(20)).toEqual(first);
  });
});
