/** A made-up language proves that a language is a folder: nothing outside this one knows of it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createParser } from "../../../src/languages/parse.js";
import { nodeIds } from "../../../src/model/node-id.js";
import type { ParseResult } from "../../../src/model/parse-result.js";
import { createProgram } from "../../../src/resolution/create-program.js";
import { families } from "../../../src/resolution/families.js";
import { edgesOf } from "../../resolution/helpers.js";
import { testSamples } from "../samples.js";
import { parcel } from "./language.js";
import { semantics } from "./semantics.js";

const SAMPLES = fileURLToPath(new URL("./samples/", import.meta.url));
const parser = createParser();
await parser.load(parcel);

testSamples(SAMPLES, [parcel]);

function programOf(sources: Record<string, string>) {
  const program = createProgram({ files: new Map() }, { ...families, parcel: semantics });
  const parses = new Map<string, ParseResult>();
  const put = (path: string, source: string) => {
    const parse = parser.parse(parcel, source);
    parses.set(path, parse);
    program.set(path, parcel, parse, nodeIds(parcel, path, parse));
  };
  for (const [path, source] of Object.entries(sources)) put(path, source);
  return { program, parses, put };
}

const SOURCES = {
  "shop/cart.parcel": readFileSync(`${SAMPLES}cart.parcel`, "utf8"),
  "shop/basket.parcel": `
class Basket {
  constructor(owner) {}
  add(item) {}
}
function total(item) {}
function _total(item) {}
`,
  "shop/store.parcel": `
class Store {
  put(item) {}
}
`,
  "shop/pay/charge.parcel": `
function charge(sum) {}
`,
};

test("its references become edges", async () => {
  const sample = programOf(SOURCES);
  const edges = edgesOf(sample, "shop/cart.parcel");
  await expect(`${edges.join("\n")}\n`).toMatchFileSnapshot(`${SAMPLES}cart.parcel.edges`);
});

test("an edit touches the files that mention what it changed, and no others", () => {
  const { program, put } = programOf(SOURCES);
  program.settle();
  put("shop/store.parcel", "class Store {}");
  expect([...program.affected()].sort()).toEqual(["shop/cart.parcel", "shop/store.parcel"]);
});
