/** The set-up of each file of tests: limits on tests that hang, and an end of the folders that it makes. */
import { afterAll, expect, vi } from "vitest";
import { endAll } from "./at-end.js";
import { removeFolders } from "./folders.js";

/** Folders of tests that start processes or follow a whole system, and files of tests that build large indexes. */
const LONG =
  /\/(?:cli|conformance|containers|faults|hostile|indexing|mcp|queue|system|watching|web)\/|\/(?:audit-hang-up|bounds|data-dir|dropped-builds|first-build|import|incremental-graph|off)\.test\.ts$/;
/** How many times longer a machine takes that has much else to do. */
const patience = Number(process.env.CODEINDEX_TEST_PATIENCE ?? 1);
const isLong = LONG.test(expect.getState().testPath ?? "");
// Hooks start services, and databases that several tests share.
vi.setConfig({
  testTimeout: (isLong ? 180_000 : 20_000) * patience,
  hookTimeout: (isLong ? 180_000 : 60_000) * patience,
});

// Hooks behind tests run from the last to the first: the databases and services of a file have closed by then.
afterAll(async () => {
  await endAll();
  removeFolders();
});
