/** Svelte: golden files of the samples, and sources that are not well. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createParser } from "../../../src/languages/parse.js";
import { svelte } from "../../../src/languages/svelte/index.js";
import { rewrite } from "../../../src/languages/svelte/reader.js";
import { testSamples } from "../samples.js";

const parser = createParser();
await parser.load(svelte);

testSamples(fileURLToPath(new URL("./samples/", import.meta.url)), [svelte]);

test.each(["{", "{#each a as b, ", "{:else}", "{/if}", "<a b='{", "'{", "{`", "<script>", "<a></b>"])(
  "20,000 times %s is read as quickly as it is long",
  (piece) => {
    const source = `<p>${piece.repeat(20_000)}</p>`;
    expect(rewrite(source).text.length).toBeLessThan(30 * source.length);
  },
);
