/** Answers are the same under each budget of memory: an entry that has no room is read again. */
import pino from "pino";
import { expect, test } from "vitest";
import type { TooLarge } from "../../src/base/memory-budget.js";
import { openBuiltinEmbedder } from "../../src/models/embedding/builtin.js";
import { createVectorFill } from "../../src/models/embedding/fill.js";
import { sourceOf } from "../../src/models/embedding/source.js";
import { createSearcher, type Searcher } from "../../src/search/search.js";
import { ensureView, type View } from "../../src/store/views.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "./index-files.js";

const NOUNS = ["account", "queue", "image", "invoice", "session", "folder", "ticket", "widget"];
const VERBS = ["remove", "publish", "resize", "validate", "rename", "archive"];
const FILES = Object.fromEntries(
  NOUNS.flatMap((noun, index) =>
    VERBS.map((verb) => [
      `${index % 2 === 0 ? "src" : "lib"}/${verb}-${noun}.ts`,
      dedent`
        /** Every ${noun} may be asked to ${verb}. */
        export function ${verb}_${noun}(${noun}Id: string) {
          return store.${verb}(${noun}Id);
        }
      `,
    ]),
  ),
);
const QUESTIONS = ["delete a picture", "validate the bill", "who renames sessions", "publish queue", "archive_widget"];

async function answersOf(searcher: Searcher, view: View): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const text of QUESTIONS)
    for (const filters of [{}, { path: "src" }, { path: "lib", semanticWeight: 1 }]) {
      answers.push(await searcher.searchCode(view, { text, offset: 0, limit: 7, threshold: 0, ...filters }));
      answers.push(await searcher.near(view, { text, symbols: [], path: "" }, { limit: 5, ...filters }));
    }
  answers.push(await searcher.searchSymbols(view, { text: "rename*", limit: 10 }));
  return answers;
}

describeStores("memory", (store) => {
  test("of any size gives the same answers, and says once which project has no room", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const embedder = await openBuiltinEmbedder();
    const fill = createVectorFill(db, sourceOf(embedder), pino({ level: "silent" }));
    await fill.begin();
    await fill.close({ finish: true });
    const view = await ensureView(db, "p");
    const told: Parameters<TooLarge>[0][] = [];
    const tooLarge: TooLarge = (about) => told.push(about);
    const ask = async (cacheBytes: number) => {
      const searcher = createSearcher(db, { cacheBytes, embedder, tooLarge });
      try {
        const answers = await answersOf(searcher, view);
        expect(searcher.memory.bytes).toBeLessThanOrEqual(cacheBytes);
        const asked = Object.fromEntries(searcher.memory.figures().map((figures) => [figures.name, figures]));
        return { answers, asked, held: searcher.memory.bytesOf("p") };
      } finally {
        await searcher.close();
      }
    };

    const roomy = await ask(100_000_000);
    expect(told).toEqual([]);
    expect(roomy.asked).toMatchObject({
      snapshots: { entries: 1, misses: 1, evictions: 0 },
      signs: { entries: 1, misses: 1, evictions: 0 },
      vectors: { evictions: 0 },
    });
    expect(roomy.held).toBeGreaterThan(10_000);
    expect(roomy.asked.postings!.hits).toBeGreaterThan(roomy.asked.postings!.misses);

    // Room for the signs or for the files, but not for both; for neither; for nothing at all.
    for (const cacheBytes of [14_000, 4000, 0]) {
      told.length = 0;
      const { answers } = await ask(cacheBytes);
      expect(answers).toEqual(roomy.answers);
      expect(told).toMatchObject([{ projectId: "p", limit: cacheBytes }]);
    }
  });

  test("is filled by one of several first questions, and all have the whole answer", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const embedder = await openBuiltinEmbedder();
    const fill = createVectorFill(db, sourceOf(embedder), pino({ level: "silent" }));
    await fill.begin();
    await fill.close({ finish: true });
    const view = await ensureView(db, "p");
    const searcher = createSearcher(db, { cacheBytes: 100_000_000, embedder, keepsAnswers: false });
    const ask = (text: string) => searcher.near(view, { text, symbols: [], path: "" }, { limit: 20 });
    try {
      const texts = ["an image", "a queue", "an image", "tickets"];
      const first = await Promise.all(texts.map(ask));
      for (const [at, text] of texts.entries()) expect(first[at]).toEqual(await ask(text));
      expect(first[0]).toHaveLength(20);
    } finally {
      await searcher.close();
    }
  });

  test("holds the signs of the files that were asked about, and of the others once these are", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const embedder = await openBuiltinEmbedder();
    const fill = createVectorFill(db, sourceOf(embedder), pino({ level: "silent" }));
    await fill.begin();
    await fill.close({ finish: true });
    const view = await ensureView(db, "p");
    const searcher = createSearcher(db, { cacheBytes: 100_000_000, embedder });
    const missed = () => searcher.memory.figures().find(({ name }) => name === "signs")!.misses;
    const near = (path: string) =>
      searcher.near(view, { text: "an image", symbols: [], path: "" }, { limit: 50, path });
    try {
      expect((await near("src"))!.every(({ chunk }) => chunk.path.startsWith("src/"))).toBe(true);
      expect(missed()).toBe(1);
      await near("src");
      expect(missed()).toBe(1);
      expect(await near("")).toHaveLength(NOUNS.length * VERBS.length);
      expect(missed()).toBe(2);
    } finally {
      await searcher.close();
    }
  });
});
