/** Large files of data do not fill an index: their beginning has chunks, and `search_text` reads all of them. */
import { expect, test } from "vitest";
import { headOfData, largeData } from "../../src/repository/data-files.js";
import { createSearcher } from "../../src/search/search.js";
import { explainPath, liveVersions } from "../../src/store/files.js";
import { buildRepository } from "../helpers/build.js";
import { describeStores } from "../helpers/store.js";

const CATALOG = JSON.stringify(
  Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`message${index}`, `The text of message ${index}`])),
  null,
  2,
);

test.each([
  ["src/locales/de.json", 100_000, true],
  ["package.json", 5_000, false],
  [".github/workflows/release.yaml", 56_000, false],
  ["api/openapi.yaml", 300_000, true],
  // In tests, smaller files are data, too.
  ["policy/testdata/acl.hujson", 20_000, true],
  ["src/policy/acl.hujson", 20_000, false],
  // Prose, code and what may be either are no data.
  ["docs/guide.md", 300_000, false],
  ["schema.sql", 300_000, false],
])("%s of %i bytes is large data: %s", (path, size, isData) => {
  expect(largeData(path, size) !== null).toBe(isData);
});

test("the beginning of data is whole lines, and a part of a line that is longer", () => {
  expect(headOfData("short")).toBe("short");
  expect(headOfData(`${"a".repeat(1500)}\n${"b".repeat(1500)}\n`)).toBe(`${"a".repeat(1500)}\n`);
  expect(headOfData("😀".repeat(3000))).toBe("😀".repeat(1000));
  expect(headOfData(`a${"😀".repeat(3000)}`)).toBe(`a${"😀".repeat(999)}`);
});

describeStores("large files of data", (store) => {
  test("the beginning of a catalog has chunks, all of it is searched as text, and its row says so", async () => {
    const { db, view } = await buildRepository(store(), {
      "src/locales/en.json": CATALOG,
      "src/app.json": '{ "name": "shop" }\n',
    });
    const { versions } = await liveVersions(db, view.projectId, view.viewId);
    const [small, large] = versions;
    expect(small).toMatchObject({ path: "src/app.json", isSearched: true, chunkCount: 1 });
    expect(large).toMatchObject({ path: "src/locales/en.json", isSearched: true });
    expect(large?.chunkCount).toBeLessThan(5);
    expect(await explainPath(db, view.projectId, view.viewId, "src/locales/en.json")).toMatchObject({
      status: "indexed",
      reason: "data",
      detail: expect.stringMatching(/^\d+ bytes of data, over 32768: /),
    });

    const searcher = createSearcher(db, { cacheBytes: 1_000_000 });
    const patterns = [{ text: "message1999", isRegExp: false, isCaseSensitive: true, isWholeWord: true }];
    const { matches } = await searcher.searchText(view, { patterns, timeoutMs: 20_000, contextLines: 0, limit: 100 });
    await searcher.close();
    expect(matches.map(({ path, line }) => `${path}:${line}`)).toEqual(["src/locales/en.json:2001"]);
  });
});
