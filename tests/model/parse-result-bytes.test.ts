/** Parse results as bytes and back, by src/model/parse-result-bytes.ts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type NamedType, type ParseResult, SYMBOL_KINDS } from "../../src/model/parse-result.js";
import { decodeParseResult, encodeParseResult } from "../../src/model/parse-result-bytes.js";
import { freeNamed, named } from "../../src/model/type-forms.js";

const index = fc.nat({ max: 100_000 });
const names = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 3 });
const root = fc.oneof(
  fc.record({ in: fc.constant("file" as const), symbol: index }),
  fc.record({ in: fc.constant("import" as const), import: index }),
  fc.record({ in: fc.constant("free" as const), name: fc.string() }),
  fc.record({ in: fc.constant("this" as const), type: index }),
  fc.record({ in: fc.constant("super" as const), type: index }),
  fc.record({ in: fc.constant("unknown" as const) }),
);
const typeName: fc.Arbitrary<NamedType> = fc.record({ kind: fc.constant("named"), root, path: names });
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const span = fc.tuple(index, index).map(([start, length]) => [start, start + length] as [number, number]);

const parseResult: fc.Arbitrary<ParseResult> = fc.record({
  language: fc.string(),
  lineCount: index,
  status: fc.constantFrom("full", "partial", "failed"),
  errorRanges: fc.array(span),
  isScript: fc.boolean(),
  symbols: fc.array(
    fc
      .record({
        lines: span,
        offsets: span,
        rest: fc.record({
          name: fc.string(),
          qualifiedName: fc.string(),
          kind: fc.constantFrom(...SYMBOL_KINDS),
          parent: fc.integer({ min: -1, max: 5000 }),
          nameLine: index,
          access: fc.constantFrom("public", "private", "private protected", "file"),
          isPublicApi: fc.boolean(),
          isStatic: fc.boolean(),
          isAbstract: fc.boolean(),
          isAsync: fc.boolean(),
          isOverride: fc.boolean(),
          isDeprecated: fc.boolean(),
          isExported: fc.boolean(),
          isMergeable: fc.boolean(),
          isOptional: fc.boolean(),
          parameterSignature: nullable(fc.string()),
          parameterCount: nullable(index),
          returnType: nullable(fc.string()),
          doc: nullable(fc.string()),
          declaredType: nullable(typeName),
          typeParameters: names,
          choice: fc.constantFrom(undefined, "last" as const, "never" as const),
        }),
      })
      .map(({ lines, offsets, rest }) => ({
        ...rest,
        startLine: lines[0],
        endLine: lines[1],
        start: offsets[0],
        end: offsets[1],
      })),
  ),
  references: fc.array(
    fc
      .record(
        {
          kind: fc.constantFrom("call", "new", "extends", "accepts", "reexport"),
          from: index,
          line: index,
          root: fc.oneof(root, fc.record({ in: fc.constant("instance" as const), type: typeName })),
          path: names,
          argumentCount: nullable(fc.nat({ max: 300 })),
          lines: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 3 }),
          typeArgumentCount: fc.integer({ min: 1, max: 9 }),
          argumentNames: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
          lambda: fc.record({ of: fc.nat(), argument: fc.nat() }),
        },
        { requiredKeys: ["kind", "from", "line", "root", "path", "argumentCount"] },
      )
      // A reference in a lambda has no lines.
      .map((reference) => (reference.lambda === undefined ? reference : { ...reference, lines: undefined })),
  ),
  imports: fc.array(
    fc.record(
      {
        kind: fc.constantFrom("module", "namespace", "static", "alias"),
        specifier: fc.string(),
        imported: fc.string(),
        local: fc.string(),
        isTypeOnly: fc.boolean(),
        isGlobal: fc.boolean(),
        line: index,
        others: fc.array(
          fc.oneof(
            fc.record({ in: fc.constant("file" as const), symbol: index }),
            fc.record({ in: fc.constant("import" as const), import: index }),
          ),
          { minLength: 1, maxLength: 3 },
        ),
      },
      { requiredKeys: ["kind", "specifier", "imported", "local", "isTypeOnly", "isGlobal", "line"] },
    ),
  ),
  exports: fc.array(
    fc.record(
      {
        exported: fc.string(),
        target: fc.oneof(
          fc.record({ in: fc.constant("file" as const), symbol: index }),
          fc.record({ in: fc.constant("import" as const), import: index }),
          fc.record({ in: fc.constant("module" as const), specifier: fc.string(), imported: fc.string() }),
          fc.record({ in: fc.constant("unknown" as const) }),
        ),
        isTypeOnly: fc.boolean(),
        line: index,
        namespace: fc.integer({ min: 1, max: 5000 }),
      },
      { requiredKeys: ["exported", "target", "isTypeOnly", "line"] },
    ),
  ),
});

test("any parse result comes back as it was packed", () => {
  fc.assert(
    fc.property(parseResult, (result) => {
      expect(decodeParseResult(encodeParseResult(result))).toEqual(result);
    }),
  );
});

test("a root that several types share is packed once, and is one object again", () => {
  const call: NamedType["root"] = {
    in: "call",
    of: freeNamed("make"),
    typeArguments: [],
    arguments: [],
  };
  const reference = { kind: "call" as const, from: 0, line: 1, argumentCount: 0 };
  const references = ["one", "other"].map((name) => ({
    ...reference,
    root: { in: "instance" as const, type: named(call, [name]) },
    path: ["run"],
  }));
  const result: ParseResult = {
    language: "typescript",
    lineCount: 1,
    status: "full",
    errorRanges: [],
    isScript: false,
    symbols: [],
    references,
    imports: [],
    exports: [],
  };
  const decoded = decodeParseResult(encodeParseResult(result));
  expect(decoded).toEqual(result);
  const roots = decoded.references.map(({ root }) =>
    root.in === "instance" && root.type.kind === "named" ? root.type.root : null,
  );
  expect(roots[0]).toBe(roots[1]);
});

test("broken bytes are refused, whatever they are", () => {
  fc.assert(
    fc.property(parseResult, fc.nat(), (result, cut) => {
      const bytes = encodeParseResult(result);
      expect(() => decodeParseResult(bytes.subarray(0, cut % bytes.length))).toThrow();
    }),
  );
  expect(() => decodeParseResult(Buffer.from([99, 1, 2, 3]))).toThrow(RangeError);
});

test("a span that ends before it begins is refused when it is packed: nothing could read the bytes", () => {
  const result = fc.sample(parseResult, { numRuns: 1, seed: 1 })[0]!;
  expect(() => encodeParseResult({ ...result, errorRanges: [[2, 1]] })).toThrow(RangeError);
});
