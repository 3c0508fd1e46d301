/** While vectors are made, code that has none yet does not stand behind code that has. */
import pino from "pino";
import { expect, test } from "vitest";
import { openBuiltinEmbedder } from "../../src/models/embedding/builtin.js";
import { createVectorFill } from "../../src/models/embedding/fill.js";
import { sourceOf } from "../../src/models/embedding/source.js";
import { createSearcher } from "../../src/search/search.js";
import { migrate } from "../../src/store/db/migrate.js";
import { dedent } from "../helpers/dedent.js";
import { openPglite } from "../helpers/store.js";
import { indexFiles } from "./index-files.js";

/** Code of a page, whose vectors are made first. */
const PAGE = {
  "page/filter-form.ts": dedent`
    /** Shows the filter of a request in a form. */
    export function showFilter(form: Form, filter: string) {
      form.fields.push({ label: "filter", value: filter });
    }
  `,
  "page/filter-list.ts": dedent`
    /** The list of filters that a person has kept. */
    export function listFilters(person: Person) {
      return person.filters.map((filter) => filter.label);
    }
  `,
};
/** Code that answers, and has no vectors yet. */
const SERVER = {
  "server/builder.ts": dedent`
    /** Builds the condition of a query from the filter of a list. */
    export function buildCondition(filter: string, list: List) {
      const clauses = filter.split(" AND ").map((part) => list.columns.whereOf(part));
      return clauses.join(" and ");
    }
  `,
};

test("the piece that answers comes first before its vector is made, too", async () => {
  const { db, remove } = await openPglite();
  const embedder = await openBuiltinEmbedder();
  const searcher = createSearcher(db, { cacheBytes: 4_000_000, embedder });
  try {
    await migrate(db);
    await indexFiles(db, PAGE);
    const vectors = createVectorFill(db, sourceOf(embedder), pino({ level: "silent" }));
    await vectors.begin();
    await vectors.close({ finish: true });
    const view = await indexFiles(db, SERVER);
    const query = { text: "how is the filter of a list built into a condition?", offset: 0, limit: 10, threshold: 0 };
    const { hits, meaning } = await searcher.searchCode(view, query);
    expect(meaning).toBe("used");
    expect(hits[0]?.chunk.path).toBe("server/builder.ts");
  } finally {
    await searcher.close();
    await remove();
  }
});
