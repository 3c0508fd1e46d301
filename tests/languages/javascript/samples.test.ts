/** Symbols and references of JavaScript samples, by src/languages/javascript, against golden files. */
import { fileURLToPath } from "node:url";
import { javascript, jsx } from "../../../src/languages/javascript/index.js";
import { testSamples } from "../samples.js";

testSamples(fileURLToPath(new URL("./samples", import.meta.url)), [jsx, javascript]);
