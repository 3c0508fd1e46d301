/** After any edits, resolving the affected files again gives what resolving everything from scratch gives. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resolveFile } from "../../src/indexing/resolve.js";
import { programOf, put, type Sample } from "./resolve-helpers.js";

type Edit = { path: string; source: string | null };

const NAMES = ["Alpha", "Beta", "Gamma"];
const MEMBERS = ["run", "stop", "find"];
const FILES = ["a", "b", "c", "index", "d"];
const pick = <T>(items: readonly T[]) => fc.constantFrom(...items);

/** Statements of a TypeScript file that meet those of others by name. */
const tsLine = fc.oneof(
  fc
    .tuple(pick(NAMES), fc.option(pick(NAMES)), pick(MEMBERS), pick(NAMES), pick(MEMBERS))
    .map(
      ([name, base, member, type, called]) =>
        `export class ${name} ${base === null ? "" : `extends ${base}`} { field: ${type}; ${member}() { this.field.${called}(); this.${called}(); super.${called}(); } }`,
    ),
  fc.tuple(pick(NAMES), pick(MEMBERS)).map(([name, member]) => `export interface ${name} { ${member}(): void }`),
  fc.tuple(pick(NAMES), pick(NAMES)).map(([name, type]) => `export type ${name} = ${type};`),
  fc.tuple(pick(NAMES), pick(FILES)).map(([name, file]) => `import { ${name} } from "./${file}";`),
  fc
    .tuple(pick(NAMES), pick(NAMES), pick(FILES))
    .map(([name, as, file]) => `import { ${name} as ${as} } from "./${file}";`),
  fc.tuple(pick(NAMES), pick(FILES)).map(([name, file]) => `import ${name} from "./${file}";`),
  fc
    .tuple(pick(NAMES), pick(NAMES), pick(FILES))
    .map(([name, as, file]) => `export { ${name} as ${as} } from "./${file}";`),
  fc.tuple(pick(NAMES), pick(FILES)).map(([name, file]) => `export { ${name} as default } from "./${file}";`),
  pick(FILES).map((file) => `export * from "./${file}";`),
  pick(FILES).map((file) => `import * as ns from "./${file}";\nns.Alpha.run();`),
  fc.tuple(pick(NAMES), pick(MEMBERS)).map(([name, member]) => `export default class ${name} { ${member}() {} }`),
  fc
    .tuple(pick(NAMES), pick(MEMBERS))
    .map(([type, member]) => `export function use(x: ${type}) { x.${member}(); x.field.${member}(); new ${type}(); }`),
  fc
    .tuple(pick(NAMES), pick(MEMBERS))
    .map(([type, member]) => `export const value: ${type} = null; value.${member}(); value.field.field.${member}();`),
  pick(MEMBERS).map((member) => `export function loose(x) { x.${member}(); ${member}(); }`),
  pick(NAMES).map((name) => `declare function ${name.toLowerCase()}(): void;\n${name.toLowerCase()}();`),
);
const tsEdit: fc.Arbitrary<Edit> = fc.record({
  path: pick(["a.ts", "b.ts", "c.ts", "index.ts", "d/index.ts", "b/index.ts", "types.d.ts"]),
  source: fc.option(
    fc.array(tsLine, { maxLength: 4 }).map((lines) => lines.join("\n")),
    { freq: 4 },
  ),
});

const NAMESPACES = ["N", "N.Inner", "Other"];
const csType = fc
  .tuple(
    pick(["class", "partial class", "interface", "static class"]),
    pick(NAMES),
    fc.option(pick(NAMES)),
    pick(MEMBERS),
    pick(NAMES),
    pick(MEMBERS),
  )
  .map(([kind, name, base, member, type, called]) =>
    kind === "interface"
      ? `interface ${name} ${base === null ? "" : `: ${base}`} { void ${member}(); }`
      : kind === "static class"
        ? `static class ${name} { public static void ${member}(this ${type} x) { x.${called}(); } }`
        : `${kind} ${name} ${base === null ? "" : `: ${base}`} { ${type} field; public ${name}(int x) {} public void ${member}() { field.${called}(); ${called}(); ${type}.${called}(); new ${type}(1); field.field.${called}(); } }`,
  );
const csFile = fc
  .tuple(
    fc.array(
      fc.oneof(
        pick(NAMESPACES).map((name) => `using ${name};`),
        fc
          .tuple(pick(NAMES), pick(NAMESPACES), pick(NAMES))
          .map(([as, space, name]) => `using ${as} = ${space}.${name};`),
        fc.tuple(pick(NAMESPACES), pick(NAMES)).map(([space, name]) => `using static ${space}.${name};`),
        pick(NAMESPACES).map((name) => `global using ${name};`),
      ),
      { maxLength: 2 },
    ),
    pick(NAMESPACES),
    fc.array(csType, { maxLength: 3 }),
  )
  .map(([usings, namespace, types]) => `${usings.join("\n")}\nnamespace ${namespace} {\n${types.join("\n")}\n}`);
const csEdit: fc.Arbitrary<Edit> = fc.record({
  path: pick(["a.cs", "b.cs", "c.cs", "d.cs", "e.cs"]),
  source: fc.option(csFile, { freq: 4 }),
});

/** Files that nothing touches, so that a change is never more than half of the program. */
const bystanders = (extension: string) =>
  Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`bystander${i}.${extension}`, ""]));

function holds(start: Edit[], batches: Edit[][], extension: string) {
  const sources = new Map<string, string>(Object.entries(bystanders(extension)));
  for (const { path, source } of start) if (source !== null) sources.set(path, source);
  const sample = programOf(Object.fromEntries(sources));
  const edges = new Map<string, unknown>();
  for (const path of sources.keys()) edges.set(path, resolved(sample, path));
  sample.program.settle();
  for (const batch of batches) {
    apply(sample, sources, batch);
    const affected = sample.program.affected();
    for (const path of Array.from(edges.keys())) if (!sources.has(path)) edges.delete(path);
    for (const path of affected) edges.set(path, resolved(sample, path));
    sample.program.settle();
    const fresh = programOf(Object.fromEntries(sources));
    for (const path of sources.keys()) expect([path, edges.get(path)]).toEqual([path, resolved(fresh, path)]);
  }
}

/** All that resolving a file gives, in an order of its own. */
function resolved(sample: Sample, path: string) {
  const { edges, externals, unresolvedCalls } = resolveFile(sample.program, path, sample.parses.get(path)!);
  const text = (items: unknown[]) => items.map((item) => JSON.stringify(item)).sort();
  return { edges: text(edges), externals: text(externals), unresolvedCalls };
}

function apply(sample: Sample, sources: Map<string, string>, batch: Edit[]) {
  for (const { path, source } of batch) {
    if (source !== null) {
      sources.set(path, source);
      put(sample, path, source);
    } else if (sources.delete(path)) {
      sample.parses.delete(path);
      sample.program.remove(path);
    }
  }
}

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 150) };

describe("what a change affects", () => {
  test("TypeScript: edits, barrels, renames, deletions", () => {
    const edits = fc.array(tsEdit, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(tsEdit, { maxLength: 7 }),
        fc.array(edits, { minLength: 1, maxLength: 4 }),
        (start, batches) => holds(start, batches, "ts"),
      ),
      runs,
    );
  });

  test("C#: edits of types, namespaces, usings and bases", () => {
    const edits = fc.array(csEdit, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(csEdit, { maxLength: 6 }),
        fc.array(edits, { minLength: 1, maxLength: 4 }),
        (start, batches) => holds(start, batches, "cs"),
      ),
      runs,
    );
  });

  test("an edit inside a function affects its file alone", () => {
    const sample = programOf({
      ...bystanders("ts"),
      "a.ts": "export function f() { return 1; }",
      "b.ts": "import { f } from './a';\nexport const g = () => f();",
    });
    sample.program.settle();
    put(sample, "a.ts", "export function f() { return 2; }");
    expect(sample.program.affected()).toEqual(new Set(["a.ts"]));
  });

  test("a new file that an import was waiting for affects the importer", () => {
    const sample = programOf({ ...bystanders("ts"), "b.ts": "import { f } from './a';\nexport const g = () => f();" });
    sample.program.settle();
    put(sample, "a.ts", "export function f() {}");
    expect(sample.program.affected()).toEqual(new Set(["a.ts", "b.ts"]));
  });

  test("another configuration means everything again; the same one does not", () => {
    const sample = programOf({ "a.ts": "", "b.ts": "" });
    sample.program.settle();
    expect(sample.program.setConfig({ files: new Map() })).toBe(false);
    expect(sample.program.setConfig({ files: new Map([["package.json", "{}"]]) })).toBe(true);
    expect(sample.program.affected()).toEqual(new Set(["a.ts", "b.ts"]));
  });
});
