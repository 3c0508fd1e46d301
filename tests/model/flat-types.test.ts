/** The flat form of types, in which the bytes of a parse result hold them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languages } from "../../src/languages/index.js";
import { createParser } from "../../src/languages/parse.js";
import { flatten, unflatten } from "../../src/model/flat-types.js";
import type { FormKind, ParseResult, TypeForm } from "../../src/model/parse-result.js";
import { decodeParseResult, encodeParseResult } from "../../src/model/parse-result-bytes.js";
import { freeNamed, functionOf, literal } from "../../src/model/type-forms.js";

const [a, b, c, d, e] = ["A", "B", "C", "D", "E"].map((name) => freeNamed(name));

/** Types of each kind. The compiler asks for every kind. */
const FORMS: { [Kind in Exclude<FormKind, "held">]: Extract<TypeForm, { kind: Kind }>[] } = {
  union: [{ kind: "union", of: [a!, literal("null")] }],
  both: [{ kind: "both", of: [a!, b!] }],
  function: [functionOf(a!), functionOf(a!, [b!, c!]), functionOf(a!, [b!], c!), functionOf(a!, [], b!, ["T", "U"])],
  tuple: [
    { kind: "tuple", of: [], names: [] },
    { kind: "tuple", of: [a!, b!], names: ["first", ""] },
  ],
  object: [
    { kind: "object", names: [], types: [] },
    { kind: "object", names: ["a", "b", ""], types: [a!, b!] },
  ],
  rest: [
    { kind: "rest", of: null },
    { kind: "rest", of: a! },
  ],
  new: [{ kind: "new", made: a! }],
  keys: [
    { kind: "keys", names: [] },
    { kind: "keys", names: ["a", "(union)"] },
  ],
  literal: [{ kind: "literal", text: '"(never)"' }],
  guard: [
    { kind: "guard", of: a!, isPartial: false },
    { kind: "guard", of: a!, isPartial: true },
  ],
  narrowed: [
    { kind: "narrowed", of: a!, isTrue: true, property: null, by: [b!] },
    { kind: "narrowed", of: a!, isTrue: true, property: "kind", by: [] },
    { kind: "narrowed", of: a!, isTrue: false, property: "kind", by: [literal('"a"'), literal('"b"')] },
  ],
  conditional: [
    { kind: "conditional", branches: [{ checked: a!, compared: b!, taken: c! }], otherwise: d! },
    {
      kind: "conditional",
      branches: [
        { checked: a!, compared: b!, taken: c! },
        { checked: b!, compared: c!, taken: d! },
      ],
      otherwise: e!,
    },
  ],
  infer: [
    { kind: "infer", name: "X", bound: null },
    { kind: "infer", name: "X", bound: a! },
  ],
  never: [{ kind: "never" }],
  mapped: [{ kind: "mapped", key: "K", over: a!, value: b! }],
  property: [{ kind: "property", of: a!, key: b! }],
  list: [{ kind: "list" }],
  thrown: [{ kind: "thrown" }],
  anonymous: [{ kind: "anonymous" }],
};

for (const type of Object.values(FORMS).flat()) {
  const { word, names, types } = flatten(type);
  test(`${word} ${names.join()} of ${types?.length ?? 0} types comes back from its flat form`, () => {
    expect(unflatten({ word, names, types })).toEqual(type);
  });
}

test("a value that resolution holds is refused", () => {
  expect(() => flatten({ kind: "held" })).toThrow(TypeError);
});

test("a form without its parts is refused", () => {
  for (const word of ["(function)", "(new)", "(literal)", "(guard)", "(where)", "(conditional)", "(infer)", "(mapped)"])
    expect(() => unflatten({ word, names: [], types: undefined })).toThrow(RangeError);
});

test("a name in parentheses that is not a word stays a name", () => {
  expect(unflatten({ word: "(else)", names: [], types: undefined })).toBeNull();
});

test("the parse result of every sample comes back from its bytes", async () => {
  const parser = createParser();
  for (const language of languages) await parser.load(language);
  const folders = readdirSync("tests/languages", { recursive: true, withFileTypes: true });
  let read = 0;
  for (const entry of folders) {
    const language = languages.find((one) => one.extensions.some((extension) => entry.name.endsWith(extension)));
    if (!entry.isFile() || language === undefined || !entry.parentPath.includes("samples")) continue;
    const result = parser.parse(language, readFileSync(join(entry.parentPath, entry.name), "utf8"));
    const bytes = encodeParseResult(result);
    const decoded: ParseResult = decodeParseResult(bytes);
    expect(decoded, entry.name).toEqual(result);
    expect(encodeParseResult(decoded).equals(bytes), entry.name).toBe(true);
    read++;
  }
  expect(read).toBeGreaterThan(20);
});
