/** Vue: golden files of the samples, names by paths, and sources that are not well. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { resultInFile } from "../../../src/languages/in-file.js";
import { createParser } from "../../../src/languages/parse.js";
import { vue } from "../../../src/languages/vue/index.js";
import { rewrite } from "../../../src/languages/vue/reader.js";
import { decodeParseResult, encodeParseResult } from "../../../src/model/parse-result-bytes.js";
import { dedent } from "../../helpers/dedent.js";
import { sized } from "../../helpers/sized.js";
import { testSamples } from "../samples.js";

const parser = createParser();
await parser.load(vue);

testSamples(fileURLToPath(new URL("./samples/", import.meta.url)), [vue]);

const names = (path: string, source: string): string[] =>
  resultInFile(parser.parse(vue, source), path).symbols.map(({ kind, qualifiedName }) => `${kind} ${qualifiedName}`);

describe("a component is called as its file is", () => {
  const source = dedent`
    <script setup>
    function save() {}
    </script>`;

  test.each([
    ["src/NavBar.vue", "NavBar"],
    ["src/nav-bar.vue", "NavBar"],
    ["src/nav-bar/index.vue", "NavBar"],
    ["index.vue", "Index"],
    ["pages/[id].vue", "Id"],
    ["[...].vue", "Component"],
  ])("%s is %s", (path, name) => {
    expect(names(path, source)).toEqual(["module ", `component ${name}`, `function ${name}.save`]);
  });

  test("as an object of options, too", () => {
    const options = dedent`
      <script>
      export default defineComponent({ methods: { save() {} } })
      </script>`;
    expect(names("a/list.vue", options)).toEqual([
      "module ",
      "component List",
      "property List.methods",
      "method List.methods.save",
    ]);
  });

  test("without a script", () => {
    expect(names("a/list.vue", "<template><p>{{ a }}</p></template>")).toEqual(["module ", "component List"]);
  });
});

test("places of a component are those of its file", () => {
  const source = dedent`
    <template>
      <p @click="save(1)">{{ total }}</p>
    </template>

    <script setup>
    // adds up
    const total = "none"
    function save(by) {}
    </script>
  `;
  const { symbols, references } = parser.parse(vue, source);
  const save = symbols.find(({ name }) => name === "save");
  expect(source.slice(save?.start, save?.end)).toBe("function save(by) {}");
  expect(references.map(({ kind, line }) => `${kind} ${line}`)).toEqual(["call 2"]);
  const places = ["save(1)", "total }}", "adds up", '"none"', "<p"].map((text) => source.indexOf(text));
  expect(parser.partsAt(vue, source, places)).toEqual(["code", "code", "comments", "strings", "strings"]);
});

describe("a script below its template", () => {
  const template = dedent`
    <template>
      <FormRow @submit="save">{{ total }}</FormRow>
    </template>

  `;
  const linesOf = (source: string) => {
    const result = parser.parse(vue, source);
    expect(decodeParseResult(encodeParseResult(result))).toEqual(result);
    return result.symbols.map(({ name, startLine, endLine, start, end }) => ({
      name,
      lines: [startLine, endLine],
      text: source.slice(start, end),
    }));
  };

  test("ends its last statement, without a semicolon", () => {
    const source = dedent`
      ${template}<script setup>
      const emit = defineEmits(['a'])
      const save = () => emit('a')
      </script>
    `;
    expect(linesOf(source).filter(({ name }) => name === "save")).toEqual([
      { name: "save", lines: [7, 7], text: "const save = () => emit('a')" },
    ]);
  });

  test("without its last brace ends no higher than it begins", () => {
    const source = dedent`
      ${template}<script setup>
      function save() {
        const add = () => emit('a'
      </script>
    `;
    for (const { lines } of linesOf(source)) expect(lines[1]).toBeGreaterThanOrEqual(lines[0] ?? 0);
    for (const [start, end] of parser.parse(vue, source).errorRanges) expect(end).toBeGreaterThanOrEqual(start);
  });
});

test.each([
  "<",
  "<a ",
  "{{",
  "<a :b='",
  '<a v-for="(',
  "<a #b='{",
  "<a v-b vB ",
  "<A :b ",
  '<A @b-c="d" ',
  "<A v-model:b ",
  "</",
  "&quot;",
  "<!--",
  "<a></b>",
])("many of %s are read as quickly as they are long", (piece) => {
  const source = `<template>${piece.repeat(sized(20_000))}</template>`;
  expect(rewrite(source).text.length).toBeLessThan(30 * source.length);
});

test("many events are declared and emitted as quickly as they are long", () => {
  const names = Array.from({ length: sized(20_000) }, (_, index) => `"e${index}"`);
  const emits = names.map((name) => `emit(${name})`).join("\n");
  const { symbols } = parser.parse(
    vue,
    dedent`
      <script setup>
      const emit = defineEmits([${names.join()}])
      ${emits}
      </script>`,
  );
  expect(symbols.filter(({ kind }) => kind === "event").length).toBe(500);
});
