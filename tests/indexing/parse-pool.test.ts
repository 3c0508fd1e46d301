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
