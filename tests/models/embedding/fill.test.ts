/** Vectors are filled in behind what is published, once per content, and search goes by them. */
import pino from "pino";
import { expect, test } from "vitest";
import { CodeindexError } from "../../../src/base/errors.js";
import { openBuiltinEmbedder } from "../../../src/models/embedding/builtin.js";
import type { Embedder, EmbedInput } from "../../../src/models/embedding/embedder.js";
import { createVectorFill } from "../../../src/models/embedding/fill.js";
import { sourceOf } from "../../../src/models/embedding/source.js";
import { createSearcher } from "../../../src/search/search.js";
import type { Db } from "../../../src/store/db/db.js";
import { removeProject } from "../../../src/store/projects.js";
import { purgeRemoved } from "../../../src/store/removals.js";
import { ensureView, type View } from "../../../src/store/views.js";
import { dedent } from "../../helpers/dedent.js";
import { describeStores } from "../../helpers/store.js";
import { indexFiles } from "../../search/index-files.js";

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

/** The built-in embedder, which notes what it is asked. */
async function noting(): Promise<Embedder & { asked: EmbedInput[] }> {
  const builtin = await openBuiltinEmbedder();
  const asked: EmbedInput[] = [];
  return {
    model: builtin.model,
    dimensions: builtin.dimensions,
    asked,
    embed(inputs, signal) {
      asked.push(...inputs);
      return builtin.embed(inputs, signal);
    },
  };
}

async function fill(db: Db, ...embedders: Embedder[]): Promise<View> {
  const fills = embedders.map((embedder) => createVectorFill(db, sourceOf(embedder), log));
  for (const each of fills) await each.begin();
  for (const each of fills) await each.close({ finish: true });
  return ensureView(db, "p");
}

describeStores("vectors", (store) => {
  test("are made once per content, whatever becomes of the files", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const embedder = await noting();
    const [state] = (await fill(db, embedder)).vectors;
    expect(state).toMatchObject({ model: embedder.model, generation: 1, chunkCount: 3, problem: null });
    expect(embedder.asked).toHaveLength(3);

    await indexFiles(db, { "src/queue.ts": `${FILES["src/queue.ts"]}export const size = 3;\n` });
    await fill(db, embedder);
    expect(embedder.asked.slice(3)).toEqual([expect.objectContaining({ path: "src/queue.ts" })]);
    await indexFiles(db, { "src/queue.ts": FILES["src/queue.ts"] });
    expect((await fill(db, embedder)).vectors[0]).toMatchObject({ generation: 3, chunkCount: 3 });
    expect(embedder.asked).toHaveLength(4);
  });

  test("are made once where two processes fill them in", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const [one, other] = [await noting(), await noting()];
    await fill(db, one, other);
    expect(one.asked.length + other.asked.length).toBe(3);
  });

  test("are missing while their provider is down, which the view says, and come when it is back", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const embedder = await noting();
    let isDown = true;
    const failing: Embedder = {
      ...embedder,
      async embed(inputs) {
        if (isDown) throw new CodeindexError("provider_unavailable", "The provider is asleep.");
        return embedder.embed(inputs);
      },
    };
    expect((await fill(db, failing)).vectors[0]).toMatchObject({ generation: 0, problem: "The provider is asleep." });
    isDown = false;
    expect((await fill(db, failing)).vectors[0]).toMatchObject({ generation: 1, problem: null });
  });

  test("go on where somebody stopped", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const embedder = await noting();
    let called = () => {};
    const isCalled = new Promise<void>((done) => {
      called = done;
    });
    const hanging: Embedder = {
      ...embedder,
      embed: (_inputs, signal) =>
        new Promise((_, reject) => {
          signal!.addEventListener("abort", () => reject(signal!.reason));
          called();
        }),
    };
    const stopped = createVectorFill(db, sourceOf(hanging), log);
    await stopped.begin();
    await isCalled;
    await stopped.close({ finish: false });
    expect((await fill(db, embedder)).vectors[0]).toMatchObject({ generation: 1, problem: null });
  });

  test("that come after their project was removed and registered anew are not taken for the new one's", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const embedder = await noting();
    const slow: Embedder = {
      ...embedder,
      async embed(inputs) {
        await removeProject(db, "p");
        await purgeRemoved(db, { graceSeconds: 0 });
        await indexFiles(db, {
          "src/mail.ts": dedent`
            export function sendLetter(to: string) {
              return post.carry(to);
            }
          `,
        });
        return embedder.embed(inputs);
      },
    };
    expect((await fill(db, slow)).vectors).toEqual([]);
    expect(await db.query("select from vectors union all select from version_codes")).toEqual([]);
    expect((await fill(db, embedder)).vectors[0]).toMatchObject({ generation: 1, chunkCount: 1 });
    expect(embedder.asked.at(-1)).toMatchObject({ path: "src/mail.ts" });
  });

  test("find what shares no word with the question, within the filters", async () => {
    const db = store();
    await indexFiles(db, FILES);
    const embedder = await noting();
    const view = await fill(db, embedder);
    const searcher = createSearcher(db, { cacheBytes: 1_000_000, embedder });
    try {
      const ask = async (text: string, more = {}) => {
        const { hits, meaning } = await searcher.searchCode(view, {
          text,
          offset: 0,
          limit: 10,
          threshold: 0,
          ...more,
        });
        return { paths: hits.map(({ chunk }) => chunk.path), meaning };
      };
      expect(await ask("delete user")).toMatchObject({ meaning: "used" });
      expect((await ask("delete user")).paths[0]).toBe("src/account.ts");
      expect((await ask("delete user", { path: "src" })).paths).toContain("src/account.ts");
      // The image is no nearer to it than to nonsense.
      expect((await ask("delete user", { path: "lib" })).paths).toEqual([]);
      expect(await ask("delete user", { semanticWeight: 0 })).toEqual({ paths: [], meaning: "none" });

      const find = async (asked: View) => {
        const { hits } = await searcher.searchCode(asked, { text: "remove user", offset: 0, limit: 10, threshold: 0 });
        return hits.map(({ chunk }) => chunk.path);
      };
      const next = await indexFiles(db, {
        "src/people.ts": dedent`
          export function deleteMember() {
            members.delete();
          }
        `,
      });
      expect(await find(next)).not.toContain("src/people.ts");
      // At once, though the same question was just asked.
      expect(await find(await fill(db, embedder))).toContain("src/people.ts");
    } finally {
      await searcher.close();
    }
  });
});
