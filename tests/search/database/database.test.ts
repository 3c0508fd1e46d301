/** A PostgreSQL server that searches by itself finds as the search in memory does. */
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SearchMode } from "../../../src/config/keys.js";
import { createSearchFill } from "../../../src/indexing/fill-search.js";
import { openBuiltinEmbedder } from "../../../src/models/embedding/builtin.js";
import type { Embedder } from "../../../src/models/embedding/embedder.js";
import { createVectorFill } from "../../../src/models/embedding/fill.js";
import { sourceOf } from "../../../src/models/embedding/source.js";
import type { CodeHits, CodeQuery } from "../../../src/search/code/search.js";
import { createSearcher, type Searcher } from "../../../src/search/search.js";
import { checkSearch, leastFilled } from "../../../src/search/search-mode.js";
import { hasPgvector } from "../../../src/store/chunk-signs.js";
import type { Db } from "../../../src/store/db/db.js";
import { createSeal, sealKey } from "../../../src/store/db/seal.js";
import { purgeRemoved } from "../../../src/store/removals.js";
import { sweep } from "../../../src/store/sweep.js";
import { ensureView, type View } from "../../../src/store/views.js";
import { dedent } from "../../helpers/dedent.js";
import { empty, openPostgres } from "../../helpers/store.js";
import { indexFiles } from "../index-files.js";

const log = pino({ level: "silent" });
const server = process.env.TEST_DATABASE_URL;

const FILES: Record<string, string> = {
  "src/cart.ts": dedent`
    /** Adds an item to the shopping cart and tells the listeners. */
    export class Cart {
      addItem(item: Item) {
        this.items.push(item);
        this.listeners.notify(item);
      }
      totalPrice() {
        return this.items.reduce((sum, item) => sum + item.price, 0);
      }
    }
  `,
  "src/checkout.ts": dedent`
    import { Cart } from "./cart.js";
    /** Pays for what lies in the cart; a card that is declined leaves it as it was. */
    export async function payForCart(cart: Cart, card: Card) {
      const price = cart.totalPrice();
      if (!(await card.charge(price))) throw new DeclinedCard(card);
      return receiptOf(cart);
    }
    export function receiptOf(cart: Cart) {
      return { lines: cart.items.map(({ name, price }) => [name, price]), total: cart.totalPrice() };
    }
  `,
  "src/session.ts": dedent`
    /** Opens a session for a user, for an hour. */
    export function openSession(user: User) {
      const session = { user, expires: Date.now() + 3_600_000 };
      sessions.set(user.id, session);
      return session;
    }
    export function refreshSession(session: Session) {
      session.expires = Date.now() + 3_600_000;
    }
  `,
  "tests/cart.test.ts": dedent`
    test("the total price of a cart is the sum of its items", () => {
      const cart = new Cart();
      cart.addItem({ name: "tea", price: 3 });
      expect(cart.totalPrice()).toBe(3);
    });
  `,
  "docs/cart.md": dedent`
    # The cart

    Items stay in the cart for a week. A user pays for them at the checkout.
  `,
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `src/parts/part${index}.ts`,
      dedent`
        /** Part ${index}: an item of the user list. */
        export function renderPart${index}(user: User, item${index}: Item) {
          return user.name + item${index}.name;
        }
      `,
    ]),
  ),
};

const QUESTIONS = [
  "cart",
  "total price",
  "how does a user pay for what is in the cart",
  "where does a session expire?",
  "totalPrice",
  "openSesion",
  "refresh session of a user",
  "renderPart7",
  "render",
  "item",
  "`addItem`",
  "DeclinedCard charge",
  "src/checkout.ts:5",
  "zzyqv trwxk",
  "the user",
];

const NO_PGVECTOR = "The database has no pgvector: questions look at all vectors of the project.";

describe.skipIf(!server)("a server that searches by itself", () => {
  let store: Awaited<ReturnType<typeof openPostgres>>;
  let embedder: Embedder;
  /** Some servers have no pgvector. */
  let isVectorThere: boolean;
  const open: Searcher[] = [];
  beforeAll(async () => {
    store = await openPostgres(server ?? "");
    embedder = await openBuiltinEmbedder();
    isVectorThere = await hasPgvector(store.db);
  });
  afterEach(async () => {
    for (const searcher of open.splice(0)) await searcher.close();
    await empty(store.db);
  });
  afterAll(() => store.remove());

  const searcher = (mode: SearchMode, options: { without?: boolean; cacheBytes?: number } = {}): Searcher => {
    const made = createSearcher(store.db, {
      cacheBytes: options.cacheBytes ?? 4_000_000,
      mode,
      keepsAnswers: false,
      embedder: options.without ? null : embedder,
    });
    open.push(made);
    return made;
  };

  test("finds what is found in memory, in the same order and for the same reasons", async () => {
    const view = await filled(store.db, FILES, embedder);
    const [memory, database] = [searcher("memory"), searcher("database")];
    expect(await database.describe(view)).toEqual({
      mode: "database",
      from: "database",
      note: isVectorThere ? null : NO_PGVECTOR,
    });
    for (const text of QUESTIONS)
      expect(shown(await ask(database, view, { text })), text).toEqual(shown(await ask(memory, view, { text })));
  });

  test("passes filters on to the database", async () => {
    const view = await filled(store.db, FILES, embedder);
    const [memory, database] = [searcher("memory"), searcher("database")];
    for (const filters of [
      { path: "src/parts" },
      { pathFilter: "src/*.ts,!src/cart.ts" },
      { tests: "only" as const },
      { documents: true },
      { extensions: ["md"] },
      { languages: ["csharp"] },
    ]) {
      const query = { text: "the cart of a user", ...filters };
      const found = await ask(database, view, query);
      expect(found.hits.map(placeOf)).toEqual((await ask(memory, view, query)).hits.map(placeOf));
      expect(found.isFiltered).toBe("languages" in filters);
    }
  });

  test("finds by words where there are no vectors, and pieces of code by their meaning", async () => {
    const view = await filled(store.db, FILES, null);
    const [memory, database] = [searcher("memory", { without: true }), searcher("database", { without: true })];
    const query = { text: "how does a user pay for the cart" };
    expect(shown(await ask(database, view, query))).toEqual(shown(await ask(memory, view, query)));
    expect((await ask(database, view, query)).meaning).toBe("none");
    const withVectors = await filled(store.db, FILES, embedder);
    const piece = { text: "const sum = items.reduce((all, one) => all + one.price, 0)", symbols: [], path: "a.ts" };
    const near = async (one: Searcher) =>
      (await one.near(withVectors, piece, { limit: 5 }))?.map(({ chunk }) => placeOf({ chunk }));
    expect(await near(searcher("database"))).toEqual(await near(searcher("memory")));
  });

  test("is asked by auto about a view whose signs take more than half of the memory budget", async () => {
    const view = await filled(store.db, FILES, embedder);
    const [roomy, tight] = [searcher("auto"), searcher("auto", { cacheBytes: 4_000 })];
    expect(view.totals.chunks).toBeGreaterThan(40);
    expect(await roomy.describe(view)).toMatchObject({ from: "memory", note: null });
    expect(await tight.describe(view)).toMatchObject({ from: "database", note: isVectorThere ? null : NO_PGVECTOR });
    const query = { text: "how does a user pay for the cart" };
    expect(shown(await ask(tight, view, query))).toEqual(shown(await ask(roomy, view, query)));
    expect([leastFilled("auto", 4_000), leastFilled("auto", 2 ** 30), leastFilled("memory", 4_000)]).toEqual([
      31,
      500_000,
      null,
    ]);
  });

  test("searches in memory until the database has a view whole, and says so", async () => {
    const view = await indexFiles(store.db, FILES);
    const database = searcher("database");
    expect(await database.describe(view)).toMatchObject({
      from: "memory",
      note: "Searched in memory until the database has it whole: it has 0% of its words.",
    });
    expect((await ask(database, view, { text: "totalPrice" })).hits.length).toBeGreaterThan(0);
    await filled(store.db, {}, embedder);
    expect(await database.describe(view)).toMatchObject({ from: "database" });
    const edited = await indexFiles(store.db, { "src/new.ts": "export function quiteNewFunction() {}\n" });
    expect(await database.describe(edited)).toMatchObject({
      from: "memory",
      note: expect.stringContaining("the last changes"),
    });
    expect((await ask(database, edited, { text: "quiteNewFunction" })).hits.map(placeOf)[0]).toBe("src/new.ts:1");
  });

  test("finds nothing of files that a view does not have any more, before and after they are swept", async () => {
    await filled(store.db, FILES, embedder);
    await indexFiles(store.db, { "src/session.ts": "export const nothing = 1;\n" }, { deleted: ["src/checkout.ts"] });
    const view = await filled(store.db, {}, embedder);
    const database = searcher("database");
    const places = async () => (await ask(database, view, { text: "refresh session receipt" })).hits.map(placeOf);
    expect((await places()).filter((place) => /checkout|session\.ts:[2-9]/.test(place))).toEqual([]);
    const before = await rowsOf(store.db);
    await store.db.query("update views set build_token = null");
    expect(await sweep(store.db, "p")).toMatchObject({ versions: 2, isComplete: true });
    const after = await rowsOf(store.db);
    for (const table of ["chunk_words", "version_words", "chunk_signs"] as const)
      expect(after[table]).toBeLessThan(before[table]);
    expect((await places()).filter((place) => /checkout|session\.ts:[2-9]/.test(place))).toEqual([]);
  });

  test("finds the nearest by an index where a project is large, filtered or not", async () => {
    const view = await filled(store.db, FILES, embedder, { indexedChunks: 10 });
    const [row] = await store.db.query("select is_indexed from view_search");
    expect(row).toEqual({ is_indexed: isVectorThere });
    const [memory, database] = [searcher("memory"), searcher("database")];
    for (const text of ["how does a user pay for what is in the cart", "where does a session expire?"])
      for (const filters of [{}, { path: "src/parts" }, { tests: "only" as const }])
        expect((await ask(database, view, { text, ...filters })).hits.map(placeOf).slice(0, 3)).toEqual(
          (await ask(memory, view, { text, ...filters })).hits.map(placeOf).slice(0, 3),
        );
  });

  test("finds the nearest without pgvector, too, and says what is slower", async () => {
    const view = await filled(store.db, FILES, embedder);
    await store.db.query("drop extension if exists vector cascade");
    try {
      const [memory, database] = [searcher("memory"), searcher("database")];
      expect(await database.describe(view)).toMatchObject({
        from: "database",
        note: NO_PGVECTOR,
      });
      for (const text of ["how does a user pay for what is in the cart", "where does a session expire?"])
        expect(shown(await ask(database, view, { text }))).toEqual(shown(await ask(memory, view, { text })));
    } finally {
      if (isVectorThere) await store.db.query("create extension vector");
    }
  });

  test("keeps nothing of a project that was removed", async () => {
    await filled(store.db, FILES, embedder, { indexedChunks: 10 });
    await store.db.query("update projects set removed_at = now() - interval '1 hour'");
    await purgeRemoved(store.db);
    expect(await rowsOf(store.db)).toEqual({ chunk_words: 0, version_words: 0, chunk_signs: 0, term_counts: 0 });
    const indexes = await store.db.query("select 1 from pg_class where relname like 'chunk\\_signs\\_near%'");
    expect(indexes).toEqual([]);
  });
});

describe("CODEINDEX_SEARCH=database", () => {
  test("is refused where no server searches, or where terms would stand in it in clear", () => {
    const postgres = { kind: "postgres" as const, seal: createSeal() };
    expect(() => checkSearch("database", postgres)).not.toThrow();
    expect(() => checkSearch("database", { ...postgres, kind: "pglite" })).toThrow(
      "CODEINDEX_SEARCH is database, and the embedded database does not search by itself.",
    );
    const sealed = createSeal({ isOn: true, keys: [sealKey(Buffer.alloc(32, 1))] });
    expect(() => checkSearch("database", { ...postgres, seal: sealed })).toThrow("what is stored is encrypted");
    expect(() => checkSearch("auto", { ...postgres, kind: "pglite" })).not.toThrow();
  });
});

/** Indexes files, and fills in all that search reads. */
async function filled(
  db: Db,
  files: Record<string, string>,
  embedder: Embedder | null,
  { indexedChunks }: { indexedChunks?: number } = {},
): Promise<View> {
  if (Object.keys(files).length > 0) await indexFiles(db, files);
  const vectors = createVectorFill(db, embedder && sourceOf(embedder), log);
  await vectors.begin();
  await vectors.close({ finish: true });
  const search = createSearchFill(db, { leastChunks: 1, ...(indexedChunks && { indexedChunks }) }, log);
  await search.begin();
  await search.close({ finish: true });
  return ensureView(db, "p");
}

function ask(searcher: Searcher, view: View, query: Pick<CodeQuery, "text"> & Partial<CodeQuery>): Promise<CodeHits> {
  return searcher.searchCode(view, { offset: 0, limit: 10, threshold: 0, ...query });
}

const placeOf = ({ chunk }: { chunk: { path: string; startLine: number } }): string =>
  `${chunk.path}:${chunk.startLine}`;

/** An answer without the last digits of its scores. */
function shown({ hits, total, unknown, meaning, missed, isNoise }: CodeHits) {
  const rounded = hits.map((hit) => ({
    place: placeOf(hit),
    score: hit.score.toFixed(3),
    sum: Object.fromEntries(Object.entries(hit.sum).map(([signal, value]) => [signal, value.toFixed(3)])),
  }));
  return { hits: rounded, total, unknown, meaning, missed, isNoise };
}

async function rowsOf(
  db: Db,
): Promise<Record<"chunk_words" | "version_words" | "chunk_signs" | "term_counts", number>> {
  const counts = await db.query<Record<"chunk_words" | "version_words" | "chunk_signs" | "term_counts", number>>(
    `select (select count(*) from chunk_words)::int as chunk_words, (select count(*) from version_words)::int as version_words,
       (select count(*) from chunk_signs)::int as chunk_signs, (select count(*) from term_counts)::int as term_counts`,
  );
  return counts[0]!;
}
