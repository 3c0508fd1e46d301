/**
 * Parcel, a small made-up language: classes, functions and packages. A package is a folder, and its files see each other's names. Other packages
 * are imported by their folder: `import pay from "shop/pay"`. A name that begins with an underscore is private to its file. Parcel borrows the grammar of
 * JavaScript, of which it uses a part.
 */
import { defineLanguage } from "../../../src/languages/language.js";
import { PLAIN_IDENTITY } from "../../../src/model/node-id.js";

export const parcel = defineLanguage({
  name: "parcel",
  family: "parcel",
  extensions: [".parcel"],
  identity: PLAIN_IDENTITY,
  extractorVersion: 1,
  reader: async () => (await import("./reader.js")).reader,
  runtimeMembers: new Set(["text"]),
  runtimeGlobals: new Set(["print"]),
  linkage: /import[^\n]*/y,
  tests: {
    areDeclared: true,
    cases: (_text, declared) =>
      declared
        .filter(({ nodeType, name }) => nodeType === "function" && name.startsWith("test"))
        .map(({ name, lineStart, lineEnd }) => ({ kind: "function", name, isSuite: false, lineStart, lineEnd })),
    manifest: null,
    projectFile: null,
    runOf: () => ({ folder: "", start: "parcel test" }),
    command: ({ start }, paths) => `${start} ${paths.join(" ")}`,
  },
});
