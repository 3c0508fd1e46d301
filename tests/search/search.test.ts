/** Searches over an index of files, by src/search/search.ts, on every store. */
import { describe, expect, test } from "vitest";
import { searchNotes } from "../../src/format/search-notes.js";
import { mergeIfNeeded } from "../../src/indexing/merge-segments.js";
import { createSearcher, type Searcher } from "../../src/search/search.js";
import type { Db } from "../../src/store/db/db.js";
import { listSegments } from "../../src/store/segments.js";
import type { View } from "../../src/store/views.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "./index-files.js";

const FILES = {
  "src/auth/auth-service.ts": `/** Logs users in. */
export class AuthService {
  getUserName(id: string): string { return lookup(id); }
  authenticate(user: string, password: string): boolean { return check(user, password); }
}
`,
  "src/auth/token.ts": `export function rotateRefreshToken(token: string) { return sign(token, "refresh"); }\n`,
  "src/noise.ts": `export function noise() { return "token token token token token token token"; }\n`,
  "tests/auth.test.ts": `export function authenticate() { return "a test that can fail"; }\n`,
  "docs/guide.md": dedent`
    # Guide

    How to rotate a refresh token. Grüße, 检索代码.
  `,
};

async function withSearcher<T>(db: Db, work: (searcher: Searcher) => Promise<T>): Promise<T> {
  const searcher = createSearcher(db, { cacheBytes: 4_000_000 });
  try {
    return await work(searcher);
  } finally {
    await searcher.close();
  }
}

const code = async (searcher: Searcher, view: View, text: string, more = {}): Promise<string[]> =>
  (await searcher.searchCode(view, { text, offset: 0, limit: 10, threshold: 0, ...more })).hits.map(
    (hit) => hit.chunk.path,
  );
const symbols = async (searcher: Searcher, view: View, text: string, more = {}): Promise<string[]> =>
  (await searcher.searchSymbols(view, { text, limit: 20, ...more })).map((hit) => hit.symbol.qualifiedName);
const lines = async (searcher: Searcher, view: View, text: string, more = {}): Promise<string[]> =>
  (
    await searcher.searchText(view, {
      patterns: [{ text, isRegExp: false, isCaseSensitive: false, isWholeWord: false, ...more }],
      contextLines: 0,
      limit: 50,
      timeoutMs: 5_000,
      ...more,
    })
  ).matches.map((match) => `${match.path}:${match.line}:${match.column}`);

describeStores("search", (store) => {
  test("fills a page up in place of copies, and begins the next one behind them", async () => {
    const copy = FILES["src/auth/auth-service.ts"];
    const copies = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`copy${index}/auth-service.ts`, copy]));
    const view = await indexFiles(store(), { ...FILES, ...copies });
    await withSearcher(store(), async (searcher) => {
      const page = (offset: number) =>
        searcher.searchCode(view, { text: "authenticate user password token", offset, limit: 3, threshold: 0 });
      const first = await page(0);
      expect(first.hits).toHaveLength(3);
      expect(first.next).toBeGreaterThan(3);
      const second = await page(first.next!);
      const hits = [...first.hits, ...second.hits];
      const places = hits.flatMap(({ chunk, copies }) => [chunk.path, ...copies.map(({ path }) => path)]);
      expect(places.length).toBeGreaterThan(hits.length);
      expect(new Set(places).size).toBe(places.length);
    });
  });

  test("shows first what has a line that the query names, in the order of a stack trace", async () => {
    const view = await indexFiles(store(), FILES);
    await withSearcher(store(), async (searcher) => {
      const text = dedent`
        authenticate failed
          at noise (/app/src/noise.ts:1:8)
          at rotate (/app/src/auth/token.ts:1:16)`;
      const found = await searcher.searchCode(view, { text, offset: 0, limit: 3, threshold: 0 });
      expect(found.hits.map(({ chunk }) => chunk.path)).toEqual([
        "src/noise.ts",
        "src/auth/token.ts",
        "src/auth/auth-service.ts",
      ]);
      expect(found.unknown).not.toContain("8");
      expect((await code(searcher, view, "src/auth/auth-service.ts:6"))[0]).toBe("src/auth/auth-service.ts");
      expect(await code(searcher, view, "noise.ts:1", { extensions: ["md"] })).toEqual([]);
      // No such line.
      const beyond = await searcher.searchCode(view, { text: "noise.ts:900", offset: 0, limit: 1, threshold: 0 });
      expect(beyond.hits[0]?.sum).not.toHaveProperty("located");
    });
  });

  test("shows the function that a frame names where its line is of another version, and says so", async () => {
    const noises = Object.fromEntries([1, 2, 3, 4].map((at) => [`src/noise/${at}/index.ts`, FILES["src/noise.ts"]]));
    const view = await indexFiles(store(), { ...FILES, ...noises });
    await withSearcher(store(), async (searcher) => {
      const ask = (text: string) => searcher.searchCode(view, { text, offset: 0, limit: 3, threshold: 0 });
      const frames = [
        "token token\n    at AuthService.authenticate (/app/src/auth/auth-service.ts:9999:3)",
        "token token\n    at Auth.AuthService.Older.AuthService.getUserName(String id) in C:\\x\\Auth.cs:line 900",
        "token token\n    at rotateRefreshToken (/app/dist/bundle.js:1:9999)",
      ];
      const found = await Promise.all(frames.map(ask));
      expect(found.map(({ hits }) => hits[0]?.chunk.symbolNames)).toEqual([
        expect.arrayContaining(["authenticate"]),
        expect.arrayContaining(["getUserName"]),
        ["rotateRefreshToken"],
      ]);
      expect(found.map((one) => searchNotes(one).at(-1))).toEqual([
        "src/auth/auth-service.ts has 5 lines, so line 9999 is of another version.",
        "No file of the index ends in x/Auth.cs.",
        "No file of the index ends in dist/bundle.js.",
      ]);
      const notes = searchNotes(await ask("noise in index.ts:1 and lib/noise.ts:7"));
      expect(notes.slice(-2)).toEqual([
        "index.ts:1 may be any of 4 files: name its folder.",
        "No file of the index ends in lib/noise.ts.",
      ]);
      // Frames of libraries stand among those of the repository in every trace.
      const trace = await ask("at noise (/app/src/noise.ts:1:8)\n    at next (/app/lib/router.js:2:1)");
      expect(trace.missed).toEqual([]);
    });
  });

  test("finds code by words: all of them before one of them often, definitions first, filters honoured", async () => {
    const view = await indexFiles(store(), FILES);
    await withSearcher(store(), async (searcher) => {
      const found = await code(searcher, view, "rotate refresh token");
      expect(found[0]).toBe("src/auth/token.ts");
      expect(found.at(-1)).toBe("src/noise.ts");
      expect((await code(searcher, view, "authenticate"))[0]).toBe("src/auth/auth-service.ts");
      expect(await code(searcher, view, "token", { extensions: ["md"] })).toEqual(["docs/guide.md"]);
      expect(await code(searcher, view, "token", { path: "docs" })).toEqual(["docs/guide.md"]);
      expect(await code(searcher, view, "token", { pathFilter: "src/auth/**" })).toEqual(["src/auth/token.ts"]);
      expect(await code(searcher, view, "检索")).toEqual(["docs/guide.md"]);
      expect(await code(searcher, view, "nowhereatall ()")).toEqual([]);
      await expect(code(searcher, view, "token", { path: "../x" })).rejects.toMatchObject({
        code: "invalid_parameter",
      });
    });
  });

  test("says which words are nowhere, but for those that only carry a question", async () => {
    const view = await indexFiles(store(), { "src/token.ts": FILES["src/auth/token.ts"] });
    await withSearcher(store(), async (searcher) => {
      const notes = async (text: string) =>
        searchNotes(await searcher.searchCode(view, { text, offset: 0, limit: 3, threshold: 0 }));
      expect(await notes("How does the token work, and what is it used for?")).toEqual([]);
      expect(await notes("how does the cart rotate a token")).toEqual(["Not found anywhere: cart."]);
      expect(await notes("can somebody rotate the token of everyone")).toEqual([]);
      expect(await notes("how does")).toEqual(["Not found anywhere: how, does."]);
    });
  });

  test("finds code by names: in words, begun, mistyped, and before what only uses them", async () => {
    const uses = "rotateRefreshToken(token); rotateRefreshToken(refresh); // rotate the refresh token\n";
    const view = await indexFiles(store(), { ...FILES, "src/uses.ts": uses });
    await withSearcher(store(), async (searcher) => {
      for (const query of ["rotate refresh token", "rotaterefresh", "rotateRefreshTokne", "rotateRefreshToken in auth"])
        expect((await code(searcher, view, query))[0], query).toBe("src/auth/token.ts");
      expect((await code(searcher, view, "get user name"))[0]).toBe("src/auth/auth-service.ts");
      expect(await code(searcher, view, "rotateRefreshTokne", { path: "docs" })).toEqual(["docs/guide.md"]);
      for (const odd of ["", "a", "()*&^%$#@!", "the of and", "x".repeat(1000), "Error: boom\n    at f (/a/b.ts:1:2)"])
        await expect(code(searcher, view, odd), odd).resolves.toBeInstanceOf(Array);
    });
  });

  test("finds first what holds the words that a question gives as code", async () => {
    const view = await indexFiles(store(), {
      "src/compare.ts": dedent`
        export function check(values: Values, by: Same) {
          return by.compares(values);
        }
      `,
      "src/search.ts": dedent`
        export function check(values: Values, isAlike: Same) {
          return isAlike(values);
        }
      `,
    });
    await withSearcher(store(), async (searcher) => {
      for (const query of ["compares values by `isAlike`", "compares values by isAlike"])
        expect((await code(searcher, view, query))[0], query).toBe("src/search.ts");
      expect((await code(searcher, view, "compares values by what is alike"))[0]).toBe("src/compare.ts");
    });
  });

  test("finds symbols in the ways people type names", async () => {
    const view = await indexFiles(store(), FILES);
    await withSearcher(store(), async (searcher) => {
      for (const [query, want] of [
        ["AuthService", "AuthService"],
        ["authservice", "AuthService"],
        ["getUser", "AuthService.getUserName"],
        ["gUN", "AuthService.getUserName"],
        ["GUN", "AuthService.getUserName"],
        ["user name", "AuthService.getUserName"],
        ['"user name"', "AuthService.getUserName"],
        ["AuthService.getUserName", "AuthService.getUserName"],
        ["getUsreName", "AuthService.getUserName"],
        ["name:rotate*", "rotateRefreshToken"],
        ["(rotate OR nothing) NOT auth", "rotateRefreshToken"],
      ] as const)
        expect((await symbols(searcher, view, query))[0], query).toBe(want);
      expect(await symbols(searcher, view, '"name user"')).toEqual([]);
      expect(await symbols(searcher, view, "authenticate", { nodeType: "function" })).toEqual(["authenticate"]);
      expect(await symbols(searcher, view, "authenticate", { languages: ["csharp"] })).toEqual([]);
    });
  });

  test("finds text by literal and expression, and stops one that would run for ever", async () => {
    const view = await indexFiles(store(), { ...FILES, "src/slow.txt": `${"a".repeat(60)}!\n` });
    await withSearcher(store(), async (searcher) => {
      expect(await lines(searcher, view, "REFRESH TOKEN")).toEqual(["docs/guide.md:3:17"]);
      expect(await lines(searcher, view, "REFRESH TOKEN", { isCaseSensitive: true })).toEqual([]);
      expect(await lines(searcher, view, "grÜSSE".replace("SS", "ß"))).toEqual(["docs/guide.md:3:32"]);
      expect(await lines(searcher, view, "sign\\(\\w+,", { isRegExp: true })).toEqual(["src/auth/token.ts:1:60"]);
      expect(await lines(searcher, view, "refresh", { isWholeWord: true })).toHaveLength(2);
      expect(await lines(searcher, view, "no such text")).toEqual([]);
      // Code before tests and prose.
      const paths = (await lines(searcher, view, "refresh")).map((line) => line.split(":")[0]);
      expect(paths).toEqual(["src/auth/token.ts", "docs/guide.md"]);
      await expect(lines(searcher, view, "a", { pathFilter: "src/[" })).rejects.toMatchObject({
        code: "invalid_parameter",
      });
      await expect(lines(searcher, view, "(", { isRegExp: true })).rejects.toMatchObject({ code: "invalid_parameter" });
      const slow = await searcher.searchText(view, {
        patterns: [{ text: "^(a+)+$", isRegExp: true, isCaseSensitive: true, isWholeWord: false }],
        contextLines: 0,
        limit: 5,
        timeoutMs: 1_000,
      });
      expect(slow).toMatchObject({ isTimedOut: true, matches: [] });
      expect(await lines(searcher, view, "refresh token")).toHaveLength(1);
    });
  });

  test("sees a generation's files only, also after deletions and merges", async () => {
    const db = store();
    await indexFiles(db, FILES);
    await withSearcher(db, async (searcher) => {
      let view!: View;
      for (let edit = 0; edit < 9; edit++) {
        view = await indexFiles(db, { "src/noise.ts": `export function noise${edit}() { return edited; }\n` });
        expect(await code(searcher, view, "edited")).toEqual(["src/noise.ts"]);
        expect(await symbols(searcher, view, "noise*")).toContain(`noise${edit}`);
        expect(await symbols(searcher, view, `name:noise${edit - 1}`)).toEqual([]);
      }
      const { ranges } = await searcher.snapshot(view);
      const isLive = (field: "word" | "name" | "trigram", document: number): boolean =>
        ranges[field].starts.some((start, index) => start <= document && document < ranges[field].ends[index]!);
      expect(await mergeIfNeeded(db, "p", isLive)).toBeGreaterThan(0);
      expect((await listSegments(db, "p", "word")).length).toBeLessThan(8);
      expect(await code(searcher, view, "edited rotate")).toContain("src/noise.ts");
      expect((await code(searcher, view, "rotate refresh token"))[0]).toBe("src/auth/token.ts");
      view = await indexFiles(db, {}, { deleted: ["src/noise.ts"] });
      expect(await code(searcher, view, "edited")).toEqual([]);
    });
  });

  test("misses nothing of segments that are merged after they were listed and before their terms are read", async () => {
    const db = store();
    let view = await indexFiles(db, FILES);
    for (let edit = 0; edit < 9; edit++)
      view = await indexFiles(db, { [`src/noise${edit}.ts`]: `export function noise${edit}() { return edited; }\n` });
    let merges = 0;
    const query: Db["query"] = async (text, values, signal) => {
      const isOfTerms = text.includes("from posting_blocks") && text.includes("order by segment_id");
      if (isOfTerms && merges === 0) merges = await mergeIfNeeded(db, "p", () => true);
      return db.query(text, values, signal);
    };
    await withSearcher({ ...db, query }, async (searcher) => {
      expect(await code(searcher, view, "rotate refresh token")).toContain("src/auth/token.ts");
      expect(merges).toBeGreaterThan(0);
      expect(await symbols(searcher, view, "name:AuthService")).not.toEqual([]);
    });
  });
});

describe("symbol queries", () => {
  test.each(["", "(a", "a)", '"a', '""', "a AND", "OR a", "*", "foo:bar", "a NOT"])("%j is refused", async (query) => {
    const { parseSymbolQuery } = await import("../../src/search/symbols/query.js");
    expect(() => parseSymbolQuery(query)).toThrow(/query: .*character/);
  });

  test.each([
    { query: "*Tests", like: "Tests" },
    { query: "name:*Tests OR *Spec", like: "name:Tests OR Spec" },
  ])("$query is $like: a word is found in any part of a name", async ({ query, like }) => {
    const { parseSymbolQuery } = await import("../../src/search/symbols/query.js");
    expect(parseSymbolQuery(query)).toEqual(parseSymbolQuery(like));
  });

  test.each([
    { query: "auth NEAR(user service, 5)", said: "has NEAR(), which is not supported: use AND" },
    { query: "^auth", said: "has ^, which is not supported" },
    { query: "{name qualified_name}: auth", said: "has { }, which is not supported" },
    { query: "-name: auth", said: "has a column with - before it" },
  ])("$query is refused by name", async ({ query, said }) => {
    const { parseSymbolQuery } = await import("../../src/search/symbols/query.js");
    expect(() => parseSymbolQuery(query)).toThrow(said);
  });

  test("a symbol that is called near is found all the same", async () => {
    const { parseSymbolQuery } = await import("../../src/search/symbols/query.js");
    expect(parseSymbolQuery("near OR NEAR")).toMatchObject({ kind: "or", parts: [{ text: "near" }, { text: "NEAR" }] });
  });
});
