/** Words that are related to a question's, by src/search/code/related.ts. */
import { expect, test } from "vitest";
import { createMemoryBudget } from "../../../src/base/memory-budget.js";
import { memoryCandidates } from "../../../src/search/code/memory-candidates.js";
import { relatedWords } from "../../../src/search/code/related.js";
import { createScratches } from "../../../src/search/code/scratch.js";
import { createPostingLists } from "../../../src/search/posting-lists.js";
import { createSearcher } from "../../../src/search/search.js";
import { dedent } from "../../helpers/dedent.js";
import { describeStores } from "../../helpers/store.js";
import { indexFiles } from "../index-files.js";

const login = (at: number) =>
  dedent`
    export function login${at}(user: string) {
      const session = openSession(user);
      return session;
    }
  `;
const FILES: Record<string, string> = {
  ...Object.fromEntries([1, 2, 3, 4].map((at) => [`src/login${at}.ts`, login(at)])),
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`src/part${at}.ts`, `export const part${at} = ${at};\n`]),
  ),
  "src/session.ts": dedent`
    export function openSession(user: string) {
      return connect(user);
    }
  `,
};

describeStores("related words", (store) => {
  test("stand in the code that a query finds, or mean nearly the same and are in the index", async () => {
    const view = await indexFiles(store(), FILES);
    const searcher = createSearcher(store(), { cacheBytes: 1_000_000 });
    try {
      const { hits } = await searcher.searchCode(view, { text: "login", offset: 0, limit: 10, threshold: 0 });
      const memory = createMemoryBudget(1_000_000);
      const lists = createPostingLists(store(), memory);
      const index = {
        candidates: memoryCandidates(await searcher.snapshot(view), lists, searcher.meaning, createScratches(memory)),
      };
      const similarWords = async (word: string) =>
        word === "login"
          ? ["connect", "signin", "logins"].map((one, at) => ({ word: one, similarity: 0.9 - at / 10 }))
          : [];
      const words = await relatedWords(index, "how does the login work", hits, similarWords);
      expect(words[0]).toBe("connect");
      expect(words).toContain("session");
      for (const absent of ["signin", "logins", "login", "part1", "return"]) expect(words).not.toContain(absent);
      expect(await relatedWords(index, "?!", [], similarWords)).toEqual([]);
    } finally {
      await searcher.close();
    }
  });

  test("that are added to a query find more, after what holds the query itself", async () => {
    const view = await indexFiles(store(), FILES);
    const searcher = createSearcher(store(), { cacheBytes: 1_000_000 });
    try {
      const query = { text: "login", offset: 0, limit: 10, threshold: 0 };
      const plain = await searcher.searchCode(view, query);
      const more = await searcher.searchCode(view, { ...query, added: ["session", "nowhere"] });
      const paths = (found: typeof plain) => found.hits.map(({ chunk }) => chunk.path);
      expect(paths(plain)).not.toContain("src/session.ts");
      expect(paths(more).slice(0, 4).sort()).toEqual(paths(plain).sort());
      expect(paths(more)).toContain("src/session.ts");
      expect(more).toMatchObject({ words: ["login"], unknown: [] });
    } finally {
      await searcher.close();
    }
  });
});
