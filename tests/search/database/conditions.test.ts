/** Filters as SQL: a database passes the files that the search in memory passes. */
import { expect, test } from "vitest";
import { type FileFilters, fileCondition, fileMask } from "../../../src/search/filters.js";
import { createSearcher } from "../../../src/search/search.js";
import type { Db } from "../../../src/store/db/db.js";
import { sqlOf } from "../../../src/store/path-conditions.js";
import type { View } from "../../../src/store/views.js";
import { describeStores } from "../../helpers/store.js";
import { indexFiles } from "../index-files.js";

const PATHS = [
  "README",
  "README.md",
  "docs/guide.MD",
  "docs/requirements-dev.txt",
  "docs/notes.txt",
  "src/a.ts",
  "src/a.b.ts",
  "src/[id]/page.tsx",
  "src/(app)/Main.cs",
  "src/http/Server.ts",
  "src/http/server.test.ts",
  "src/http/deep/er/one.js",
  "src/x+y/a^b.ts",
  "src/x-1.ts",
  "src/größe/über.ts",
  "App.UnitTests/CartTests.cs",
  "tests/__fixtures__/a.ts",
  "test_utils/run.py",
  "src/test-connection/service.ts",
  "src/test-connections-x/a.ts",
  "Contest.cs",
  "latest/a.cs",
  "core/bench/run.ts",
  "api/src/benchmark/rate.ts",
  "core/src/main/java/org/shop/test/Cart.java",
  "core/src/main/java/org/shop/mocks/CartTest.java",
  "core/src/test/java/org/shop/Cart.java",
  "test-kit/core/src/main/kotlin/org/shop/Cart.kt",
  "Shop.Tests/src/main/java/Cart.java",
  "install",
  "Licence",
];

const FILTERS: FileFilters[] = [
  {},
  { path: "src" },
  { path: "src/http/" },
  { path: "src/ht" },
  { path: "src/a.ts" },
  { extensions: ["ts", ".MD"] },
  { extensions: ["*.cs"] },
  { extensions: ["*"] },
  { languages: ["csharp"] },
  { languages: ["csharp", "typescript"] },
  { documents: true },
  { documents: false },
  { tests: "only" },
  { tests: "exclude" },
  { tests: "exclude", documents: false, path: "src" },
  ...[
    "src",
    "src/http/**",
    "src/**/one.js",
    "**/server*",
    "**",
    "*.ts",
    "src/*.ts",
    "src/?.ts",
    "src/[id]",
    "src/[id]/page.tsx",
    "src/[a-h]*.ts",
    "src/[!a]*.ts",
    "src/x[+-9]*/**",
    "src/x[[:digit:]-]1.ts",
    "src/x-[[:digit:]].ts",
    "src/(app)",
    "src/{a,x-1}.ts",
    "@(src|tests)/**/*.ts",
    "!src/http",
    "src,!src/http,!**/*.tsx",
    "src/x+y/a^b.ts",
    "src/größe/?ber.ts",
    "docs/",
    "./docs/*.txt",
    "a.b.ts",
    "src/a\\.ts",
    "http",
  ].map((pathFilter) => ({ pathFilter })),
];

describeStores("filters", (store) => {
  test.each(FILTERS)("pass the same files in the database: %o", async (filters) => {
    const db = store();
    const view = await indexFiles(db, Object.fromEntries(PATHS.map((path) => [path, `${path} one two`])));
    const searcher = createSearcher(db, { cacheBytes: 1_000_000 });
    const snapshot = await searcher.snapshot(view);
    await searcher.close();
    const mask = fileMask(snapshot, filters);
    const inMemory = snapshot.files.flatMap(({ path }, index) => (mask === null || mask[index] === 1 ? [path] : []));
    expect(await passing(db, view, filters)).toEqual(inMemory);
  });
});

async function passing(db: Db, { projectId, viewId }: View, filters: FileFilters): Promise<string[]> {
  const values: unknown[] = [projectId, viewId];
  const condition = fileCondition(filters);
  const rows = await db.query<{ path: string }>(
    `select f.path from files f where f.project_id = $1 and f.view_id = $2${condition === null ? "" : ` and ${sqlOf(condition, values)}`}
     order by f.path`,
    values,
  );
  return rows.map(({ path }) => path);
}
