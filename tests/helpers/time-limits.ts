/** Limits on hanging tests, generous for a machine that has much else to do: tests that start processes or build large indexes may take longer. */
import { expect, vi } from "vitest";

const LONG =
  /\/(?:cli|conformance|containers|faults|hostile|mcp|system)\/|\/(?:bounds|dropped-builds|incremental-graph)\.test\.ts$/;
const limit = LONG.test(expect.getState().testPath ?? "") ? 180_000 : 60_000;
vi.setConfig({ testTimeout: limit, hookTimeout: limit });
