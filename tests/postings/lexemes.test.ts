/** Terms as lexemes of PostgreSQL, and vectors of them, by src/postings/lexemes.ts. */
import { expect, test } from "vitest";
import { FIELD, fileTerms } from "../../src/postings/file-terms.js";
import { anyOf, createLexemes, createTermReader, termVectors } from "../../src/postings/lexemes.js";
import { dedent } from "../helpers/dedent.js";

const SOURCE = dedent`
  class Cart {
    addItem(item) { this.items.push(item, item); }
  }
`;
const CHUNKS = [
  { start: 0, end: 13, symbolNames: ["Cart"], breadcrumb: null },
  { start: 13, end: SOURCE.length, symbolNames: ["addItem"], breadcrumb: "Cart" },
];

/** The counts of some terms in each chunk, and in the file, as a tsvector has them. */
function readBack(terms: readonly string[]) {
  const lexemes = createLexemes("shop");
  const vectors = termVectors(fileTerms(SOURCE, "src/shop/cart.ts", CHUNKS), lexemes);
  const reader = createTermReader(new Map(terms.map((term, index) => [lexemes.of(term), index])));
  const countsOf = (bytes: Buffer) => {
    const counts: Record<string, number> = {};
    reader.read(bytes, (number, count) => {
      counts[terms[number]!] = count;
    });
    return counts;
  };
  return { chunks: vectors.chunks.map(({ terms: own }) => countsOf(own)), file: countsOf(vectors.file.terms), vectors };
}

test("a tsvector has how often a term stands in a chunk, and in which names", () => {
  const { chunks, file } = readBack(["cart", "additem", "item", "shop", "nowhere"]);
  expect(chunks).toEqual([
    { cart: 1 | FIELD.name | FIELD.wholeName | FIELD.fileName, shop: FIELD.folder },
    {
      additem: 1 | FIELD.name | FIELD.wholeName,
      item: 4 | FIELD.name,
      cart: FIELD.scope | FIELD.fileName,
      shop: FIELD.folder,
    },
  ]);
  expect(file).toEqual({ cart: 1, additem: 1, item: 4 });
});

test("lengths are those of the postings, of the file the sum of its chunks", () => {
  const { vectors } = readBack([]);
  const lengths = vectors.chunks.map(({ length }) => length);
  expect(lengths).toEqual([...fileTerms(SOURCE, "src/shop/cart.ts", CHUNKS).lengths]);
  expect(vectors.file.length).toBe(lengths.reduce((sum, length) => sum + length, 0));
});

test("a lexeme belongs to one project, and a whole name has one of its own", () => {
  const [shop, bank] = [createLexemes("shop"), createLexemes("bank")];
  expect(shop.of("cart")).not.toBe(bank.of("cart"));
  expect(shop.of("cart")).toBe(createLexemes("shop").of("cart"));
  expect(shop.ofName("cart")).toBe(`=${shop.of("cart")}`);
  expect(anyOf(["aB3_x9", "=aB3_x9"])).toBe("'aB3_x9'|'=aB3_x9'");
});
