/** Indexes whose vectors a provider makes, while it fails, and when it is another than before. */
import { tmpdir } from "node:os";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../src/config/config.js";
import { createVectorFill } from "../../../src/models/embedding/fill.js";
import { createEmbedderSource, embeddingSettings } from "../../../src/models/embedding/open.js";
import type { EmbedderSource } from "../../../src/models/embedding/source.js";
import { createSearcher, type Searcher } from "../../../src/search/search.js";
import type { Db } from "../../../src/store/db/db.js";
import { countEverything } from "../../../src/store/figures.js";
import { forgetVectors, onForgottenVectors, tellModelChanged } from "../../../src/store/vectors.js";
import { ensureView, type View } from "../../../src/store/views.js";
import { dedent } from "../../helpers/dedent.js";
import { describeStores } from "../../helpers/store.js";
import { indexFiles } from "../../search/index-files.js";
import { answer, fail, type ProviderServer, startProvider, vectorOf } from "./provider-server.js";

const log = pino({ level: "silent" });
const FILES = {
  "src/account.ts": dedent`
    export function removeAccount(id: string) {
      return store.erase(id);
    }
  `,
  "src/queue.ts": dedent`
    export function enqueueMessage(body: string) {
      broker.publish(body);
    }
  `,
  "lib/image.ts": dedent`
    export function resizeImage(width: number) {
      return canvas.scale(width);
    }
  `,
};

let provider: ProviderServer;
beforeAll(async () => {
  provider = await startProvider(64);
});
afterEach(() => {
  Object.assign(provider, { reply: undefined, asked: [], spent: [] });
});
afterAll(() => provider.close());

function source(
  env: Record<string, string> = {},
  use: "index" | "questions" = "index",
  onChange?: () => void,
): EmbedderSource {
  const config = {
    CODEINDEX_EMBEDDING_PROVIDER: "openai",
    CODEINDEX_OPENAI_BASE_URL: provider.url,
    CODEINDEX_OPENAI_BATCH_SIZE: "1",
    CODEINDEX_EMBEDDING_CONCURRENCY: "1",
  };
  return createEmbedderSource(embeddingSettings(readConfig({}, { ...config, ...env }, tmpdir())), use, onChange)!;
}

/** Fills in until nothing is missing, or the provider fails. */
async function fill(db: Db, from: EmbedderSource): Promise<View> {
  const vectors = createVectorFill(db, from, log);
  await vectors.begin();
  await vectors.close({ finish: true });
  return ensureView(db, "p");
}

async function withSearcher<T>(db: Db, embedder: EmbedderSource, work: (searcher: Searcher) => Promise<T>): Promise<T> {
  const searcher = createSearcher(db, { cacheBytes: 1_000_000, embedder });
  try {
    return await work(searcher);
  } finally {
    await searcher.close();
  }
}

const ask = async (searcher: Searcher, view: View, text: string) => {
  const { hits, meaning } = await searcher.searchCode(view, { text, offset: 0, limit: 10, threshold: 0 });
  return { paths: hits.map(({ chunk }) => chunk.path), meaning };
};

/** The model whose vectors are searched. */
async function searched(searcher: Searcher, db: Db, view: View): Promise<string | null> {
  const input = { kind: "query", text: "remove the account" } as const;
  const near = await searcher.meaning.near(
    view,
    searcher.meaning.inMemory(await searcher.snapshot(view), null),
    input,
    10,
  );
  if (near === null) return null;
  const [row] = await db.query<{ name: string }>("select name from embedding_models where model_id = $1", [
    near.modelId,
  ]);
  return row!.name;
}

/** Models that have vectors, and codes. */
async function stored(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select distinct name from embedding_models m
     where exists (select from vectors v where v.model_id = m.model_id) or exists (select from version_codes c where c.model_id = m.model_id)
        or exists (select from view_vectors s where s.model_id = m.model_id)
     order by name`,
  );
  return rows.map(({ name }) => name);
}

describeStores("vectors of a provider", (store) => {
  test("cost each text once, though half of the requests fail", async () => {
    const db = store();
    const files = Array.from({ length: 24 }, (_, index) => [
      `src/file${index}.ts`,
      `export const name${index} = ${index};\n`,
    ]);
    await indexFiles(db, Object.fromEntries(files));
    let [seed, failures] = [1, 0];
    provider.reply = (asked, response) => {
      seed = (seed * 48271) % 2147483647;
      if (seed % 1000 < 500) return;
      failures++;
      // A status that is tried again at once, and one that ends the round.
      fail(failures % 2 === 0 ? 500 : 403, "oops", { "retry-after": "0" })(asked, response);
    };
    const embedder = source({ CODEINDEX_OPENAI_BATCH_SIZE: "3", CODEINDEX_EMBEDDING_CONCURRENCY: "4" });
    let view = await fill(db, embedder);
    for (let round = 0; view.vectors[0]?.generation !== 1 && round < 50; round++) view = await fill(db, embedder);
    expect(view.vectors).toEqual([expect.objectContaining({ generation: 1, chunkCount: 24, problem: null })]);
    const texts = provider.spent.filter((text) => text.startsWith("src/"));
    expect(texts).toHaveLength(24);
    expect(new Set(texts).size).toBe(24);
    expect(failures).toBeGreaterThan(3);
  });

  test("are missing while it is down: the index says so, words are searched, and they come when it is back", async () => {
    const db = store();
    const view = await indexFiles(db, FILES);
    provider.reply = fail(401, { error: "no such key" });
    const [filling, asking] = [source(), source({}, "questions")];
    await asking.open().catch(() => undefined);
    await withSearcher(db, asking, async (searcher) => {
      await fill(db, filling);
      expect(searcher.meaning.progress(view)).toEqual({
        model: "openai/text-embedding-3-small",
        chunkCount: 0,
        isComplete: false,
        problem: expect.stringMatching(/401: no such key/),
      });
      expect(await ask(searcher, view, "enqueue message")).toMatchObject({ paths: ["src/queue.ts"] });
    });

    provider.reply = undefined;
    const filled = await fill(db, filling);
    await withSearcher(db, source({}, "questions"), async (searcher) => {
      expect(searcher.meaning.progress(filled)).toMatchObject({ isComplete: true, chunkCount: 3, problem: null });
      expect(await ask(searcher, filled, "account")).toMatchObject({ meaning: "used" });
    });
  });

  test("of half of the files find those, and its failure is told with what words find", async () => {
    const db = store();
    await indexFiles(db, FILES);
    provider.reply = (asked, response) => {
      if (asked.body.input.join().includes("Image")) fail(403, "no more")(asked, response);
    };
    const view = await fill(db, source());
    expect(view.vectors[0]).toMatchObject({ generation: 0, problem: expect.stringContaining("no more") });
    expect((await countEverything(db)).vectors).toEqual([
      { model: "openai/text-embedding-3-small@64", chunks: 0, behind: 1, failing: 1 },
    ]);
    const again = await indexFiles(db, { "lib/image.ts": "", "src/more.ts": "export const more = 1;\n" });
    await fill(db, source());
    const asking = source({}, "questions");
    await withSearcher(db, asking, async (searcher) => {
      const current = await ensureView(db, "p");
      expect(current.generation).toBe(again.generation);
      expect(await ask(searcher, current, "account")).toMatchObject({ meaning: "used" });
      provider.reply = fail(500, "oops");
      const failed = await ask(searcher, current, "enqueue message");
      expect(failed.paths).toContain("src/queue.ts");
      expect(failed.meaning).toMatchObject({ problem: expect.stringContaining("500") });
    });
  });

  test("of a new model are made beside the old ones, which are searched until all are there, and then deleted", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const builtin = source({ CODEINDEX_EMBEDDING_PROVIDER: "local" });
    await fill(db, builtin);
    const small = "openai/text-embedding-3-small@64";
    const asking = source({}, "questions");
    await asking.open();
    await withSearcher(db, asking, async (searcher) => {
      provider.reply = (asked, response) => {
        if (asked.body.input.join().includes("Image")) fail(403, "no more")(asked, response);
      };
      const half = await fill(db, source());
      expect(await stored(db)).toEqual([builtin.model, small]);
      expect(searcher.meaning.progress(half)).toMatchObject({ model: small, isComplete: false });
      expect(await searched(searcher, db, half)).toBe(builtin.model);

      provider.reply = undefined;
      const whole = await fill(db, source());
      expect(await stored(db)).toEqual([small]);
      expect(await searched(searcher, db, whole)).toBe(small);
    });

    const large = source({ CODEINDEX_OPENAI_MODEL: "large" }, "questions");
    await large.open();
    await withSearcher(db, large, async (searcher) => {
      const view = await ensureView(db, "p");
      expect(searcher.meaning.progress(view)).toMatchObject({ model: "openai/large@64", chunkCount: 0 });
      expect(await searched(searcher, db, view)).toBe(small);
      expect(provider.asked.at(-1)!.body.model).toBe("text-embedding-3-small");
    });
    await fill(db, builtin);
    expect(await stored(db)).toEqual([builtin.model]);
  });

  test("are made anew where they are forgotten: of all files, or of a folder", async () => {
    const db = store();
    await indexFiles(db, FILES);
    await fill(db, source());
    const files = async (path?: string) => {
      provider.spent = [];
      await forgetVectors(db, "p", path);
      expect((await fill(db, source())).vectors[0]).toMatchObject({ generation: 1, chunkCount: 3 });
      return provider.spent.slice(1).map((text) => text.split("\n")[0]);
    };
    expect(await files()).toEqual(["src/account.ts", "src/queue.ts", "lib/image.ts"]);
    expect(await files("src")).toEqual(["src/account.ts", "src/queue.ts"]);
    expect(await files("lib/image.ts")).toEqual(["lib/image.ts"]);
    expect(await files("li")).toEqual([]);
  });

  test("are forgotten by whoever keeps them when they are made anew", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const view = await fill(db, source());
    await withSearcher(db, source(), async (searcher) => {
      const stop = await onForgottenVectors(db, searcher.meaning.forget);
      try {
        const input = { kind: "query", text: "remove the account" } as const;
        const near = await searcher.meaning.near(
          view,
          searcher.meaning.inMemory(await searcher.snapshot(view), null),
          input,
          10,
        );
        const cosines = async () => [...(await searcher.meaning.cosines(near!, near!.chunkIds)).values()];
        const before = await cosines();
        expect(before.length).toBe(3);
        await db.query("update vectors set data = decode(repeat('00', length(data)), 'hex')");
        expect(await cosines()).toEqual(before);
        await forgetVectors(db, "p");
        await expect.poll(cosines).toEqual([]);
      } finally {
        await stop();
      }
    });
  });

  test("of another dimension than the model gives now are not compared with it, and are made anew", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const ollama = { CODEINDEX_EMBEDDING_PROVIDER: "ollama", CODEINDEX_OLLAMA_BASE_URL: provider.url };
    const before = await fill(db, source(ollama));
    const other = await startProvider(32);
    try {
      const env = { ...ollama, CODEINDEX_OLLAMA_BASE_URL: other.url };
      const asking = source(env, "questions");
      await asking.open();
      await withSearcher(db, asking, async (searcher) => {
        expect(await ask(searcher, before, "enqueue message")).toEqual({ paths: ["src/queue.ts"], meaning: "none" });
        const after = await fill(db, source(env));
        expect(await stored(db)).toEqual(["ollama/nomic-embed-text@32"]);
        expect(await ask(searcher, after, "enqueue message")).toMatchObject({ meaning: "used" });
      });
      // A service that was started before the model behind the name became another one.
      const earlier = source(ollama, "questions");
      await earlier.open();
      provider.reply = ({ path, body }, response) => answer(response, path, body.input.map(other.vectorOf));
      await withSearcher(db, earlier, async (searcher) => {
        const view = await ensureView(db, "p");
        expect(await ask(searcher, view, "enqueue message")).toMatchObject({ meaning: "used" });
        expect(searcher.meaning.progress(view)).toMatchObject({ isComplete: true });
      });
    } finally {
      await other.close();
    }
  });

  test("of a model that becomes another while nothing is published are made anew, and so when it is the old one again", async () => {
    const db = store();
    const view = () => ensureView(db, "p");
    await indexFiles(db, FILES);
    for (const provides of ["ollama", "openai"]) {
      const env = { CODEINDEX_EMBEDDING_PROVIDER: provides, CODEINDEX_OLLAMA_BASE_URL: provider.url };
      const vectors = createVectorFill(db, source(env), log);
      await vectors.begin();
      const asking = source(env, "questions", () => void tellModelChanged(db));
      await withSearcher(db, asking, async (searcher) => {
        let questions = 0;
        const isUsed = async () => {
          // Questions that were asked before are remembered.
          const { meaning } = await ask(searcher, await view(), `enqueue message ${questions++}`);
          return [meaning, searcher.meaning.progress(await view())?.isComplete, asking.model?.split("@")[1]];
        };
        await expect.poll(isUsed, { timeout: 30_000 }).toEqual(["used", true, "64"]);
        provider.vectorOf = (text) => vectorOf(text, 32);
        await expect.poll(isUsed, { timeout: 30_000 }).toEqual(["used", true, "32"]);
        provider.vectorOf = (text) => vectorOf(text, 64);
        await expect.poll(isUsed, { timeout: 30_000 }).toEqual(["used", true, "64"]);
      });
      await vectors.close({ finish: false });
    }
  });
});
