/** The ledger, page by page: each path that was seen, and why it is in the index or not. */
import { expect, test } from "vitest";
import type { Db } from "../../src/store/db/db.js";
import type { LedgerRow } from "../../src/store/files.js";
import { type LedgerQuery, searchLedger } from "../../src/store/ledger.js";
import { registerProject } from "../../src/store/projects.js";
import { beginBuild, ensureView, publish } from "../../src/store/views.js";
import { describeStores } from "../helpers/store.js";

const row = (path: string, about: Partial<LedgerRow> = {}): LedgerRow => ({
  ...{ path, status: "skipped", reason: null, detail: null, isDirectory: false, language: null, size: 10 },
  ...{ modifiedNs: 1n, inode: 1n, contentHash: null, versionId: null, edgeSetId: null, edgeCount: 0 },
  ...{ errorRanges: null, unresolvedCalls: 0, attempts: 1, names: null },
  ...about,
});
const ROWS = [
  row("src/Price.ts", { status: "indexed", language: "typescript" }),
  row("src/äther.ts", { status: "partial", language: "typescript" }),
  row("src/z.ts", { status: "failed", reason: "timeout", detail: "after 30 s" }),
  row("dist", { reason: "ignored", detail: "dist/ (.gitignore:1)", isDirectory: true, size: null }),
  row("100%_sure.bin", { reason: "binary" }),
];

async function viewWith(db: Db, root: string, upserts: LedgerRow[]) {
  const { projectId } = await registerProject(db, root);
  const view = await ensureView(db, projectId);
  await beginBuild(db, view, "build");
  await publish(db, view, "build", { upserts, deletes: [] }, { fingerprint: "f", commit: null, rowFormat: 1 });
  return view;
}

describeStores("the ledger", (store) => {
  test("has each path with its reason, in the order of bytes, and no path of another project", async () => {
    const db = store();
    const view = await viewWith(db, "/repos/shop", ROWS);
    await viewWith(db, "/repos/bank", [row("secret.ts")]);
    const entries = await searchLedger(db, view, { limit: 99 });
    expect(entries.map(({ path }) => path)).toEqual([
      "100%_sure.bin",
      "dist",
      "src/Price.ts",
      "src/z.ts",
      "src/äther.ts",
    ]);
    expect(entries[1]).toEqual({
      ...{ path: "dist", status: "skipped", isDirectory: true, reason: "ignored" },
      ...{ detail: "dist/ (.gitignore:1)", language: null, size: null },
    });
  });

  const CASES: { name: string; query: Omit<LedgerQuery, "limit">; want: string[] }[] = [
    { name: "a text in any case", query: { text: "pRICE" }, want: ["src/Price.ts"] },
    { name: "a text is not a pattern", query: { text: "%_" }, want: ["100%_sure.bin"] },
    { name: "a status", query: { status: "failed" }, want: ["src/z.ts"] },
    { name: "a reason", query: { reason: "ignored" }, want: ["dist"] },
    { name: "those of a folder", query: { folder: "src", status: "failed" }, want: ["src/z.ts"] },
    { name: "those of the root alone", query: { folder: "" }, want: ["100%_sure.bin", "dist"] },
    { name: "those behind a path", query: { after: "src/Price.ts" }, want: ["src/z.ts", "src/äther.ts"] },
    { name: "all of these at once", query: { text: "src", status: "indexed", after: "dist" }, want: ["src/Price.ts"] },
  ];
  for (const { name, query, want } of CASES)
    test(`finds ${name}`, async () => {
      const view = await viewWith(store(), "/repos/shop", ROWS);
      const entries = await searchLedger(store(), view, { ...query, limit: 99 });
      expect(entries.map(({ path }) => path)).toEqual(want);
    });

  test("comes in pages", async () => {
    const view = await viewWith(store(), "/repos/shop", ROWS);
    const paths: string[] = [];
    for (let after: string | undefined; ; after = paths.at(-1)) {
      const page = await searchLedger(store(), view, { after, limit: 2 });
      paths.push(...page.map(({ path }) => path));
      if (page.length < 2) break;
    }
    expect(new Set(paths).size).toBe(ROWS.length);
    expect(paths).toHaveLength(ROWS.length);
  });
});
