import { expect, test } from "vitest";
import { createParsePool } from "../../src/indexing/parse-pool.js";
import { temporaryRepository } from "../files/temporary.js";

test("threads that rest end no batch under way, and start again with the next", async () => {
  const root = temporaryRepository({ "a.ts": "export const one = 1;\n" });
  const pool = createParsePool({ threads: 1 });
  const { signal } = new AbortController();
  const parse = () =>
    pool.parse({ root, maxFileSize: 1_000_000, chunkSize: 400, masksSecrets: true, files: [{ path: "a.ts" }] }, signal);
  try {
    const underWay = parse();
    await pool.rest();
    const first = await underWay;
    await pool.rest();
    expect((await parse()).segments).toEqual(first.segments);
  } finally {
    await pool.close();
  }
});

test("batches that are cancelled end before their next file, those that wait for a thread too", async () => {
  const lines = Array.from(
    { length: 1500 },
    (_, at) => `export function step${at}(value: number) { return value + ${at}; }\n`,
  );
  const paths = Array.from({ length: 100 }, (_, at) => `f${at}.ts`);
  const root = temporaryRepository(Object.fromEntries(paths.map((path) => [path, lines.join("")])));
  const request = { root, maxFileSize: 1_000_000, chunkSize: 400, masksSecrets: true };
  const pool = createParsePool({ threads: 1 });
  try {
    const alone = { ...request, files: [{ path: paths[0]! }] };
    await pool.parse(alone, new AbortController().signal);
    const started = performance.now();
    await pool.parse(alone, new AbortController().signal);
    const oneFile = performance.now() - started;
    const stop = new AbortController();
    const batches = [1, 2, 3].map(() =>
      pool.parse({ ...request, files: paths.map((path) => ({ path })) }, stop.signal),
    );
    const ends = Promise.allSettled(batches);
    setTimeout(() => stop.abort(new Error("enough")), 2 * oneFile);
    expect(await ends).toEqual(batches.map(() => ({ status: "rejected", reason: new Error("enough") })));
    // All of them would take three hundred times as long as one file.
    expect(performance.now() - started).toBeLessThan(100 * oneFile);
  } finally {
    await pool.close();
  }
});
