/** The set-up of each file of tests: limits on tests that hang, and an end of the folders that it makes. */
import { afterAll, expect, vi } from "vitest";
import { removeFolders } from "./folders.js";

/** Generous for a machine that has much else to do. Tests that start processes or build large indexes may take longer. */
const LONG =
  /\/(?:cli|conformance|containers|faults|hostile|mcp|system)\/|\/(?:bounds|dropped-builds|incremental-graph)\.test\.ts$/;
const limit = LONG.test(expect.getState().testPath ?? "") ? 180_000 : 60_000;
vi.setConfig({ testTimeout: limit, hookTimeout: limit });

// Hooks behind tests run from the last to the first: the databases and services of a file have closed by then.
afterAll(removeFolders);
