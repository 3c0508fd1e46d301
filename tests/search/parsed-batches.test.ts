/** Matches are told from comments and texts by parsing, which is what such a search takes its time for. */
import { expect, test } from "vitest";
import { createSearcher } from "../../src/search/search.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "./index-files.js";

describeStores("search_text with only", (store) => {
  test("parses hardly more files than have the lines of the answer", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [
        `src/part${index}.ts`,
        `log("part");\nexport const part${index} = begin(${index});\n`,
      ]),
    );
    const view = await indexFiles(store(), files);
    const searcher = createSearcher(store(), { cacheBytes: 1_000_000 });
    const patterns = [{ text: "begin(", isRegExp: false, isCaseSensitive: true, isWholeWord: false }];
    const about = { patterns, only: "code" as const, contextLines: 0, limit: 60, timeoutMs: 60_000 };
    const { matches, counts } = await searcher.searchText(view, about);
    await searcher.close();
    expect(matches).toHaveLength(60);
    expect(counts.length).toBeLessThanOrEqual(60 + 32);
  });
});
