/** A replica takes over that lacks the last transactions: ids and generations are given again, to others, and nothing kept of the former ones is told. */
import { expect, test } from "vitest";
import { createSearcher } from "../../src/search/search.js";
import type { Db } from "../../src/store/db/db.js";
import { describeStores, empty } from "../helpers/store.js";
import { indexFiles } from "./index-files.js";

describeStores("a searcher under another history of the database", (store) => {
  test("begins with empty caches", async () => {
    let history = "server-00000001";
    const db: Db = { ...store(), history: () => history };
    const searcher = createSearcher(db, { cacheBytes: 10_000_000 });
    // Builds hold against the server's own history, which is one here.
    const before = await indexFiles(store(), { "lost.ts": "export function lostOrder() {}\n" });
    const seen = async () => (await searcher.snapshot(before)).files.map(({ path }) => path);
    expect(await seen()).toEqual(["lost.ts"]);
    await empty(store());
    const after = await indexFiles(store(), { "new.ts": "export function newInvoice() {}\n" });
    expect([after.viewId, after.generation]).toEqual([before.viewId, before.generation]);
    // By its number it is the generation that is kept.
    expect(await seen()).toEqual(["lost.ts"]);
    history = "server-00000002";
    expect(await seen()).toEqual(["new.ts"]);
    await searcher.close();
  });
});
