/** Symbols and references of TypeScript samples, by src/languages/typescript, against golden files. */
import { fileURLToPath } from "node:url";
import { tsx, typescript } from "../../../src/languages/typescript/index.js";
import { testSamples } from "../samples.js";

testSamples(fileURLToPath(new URL("./samples", import.meta.url)), [tsx, typescript]);
