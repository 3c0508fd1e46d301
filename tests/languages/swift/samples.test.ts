/** Symbols and references of Swift samples, by src/languages/swift, against golden files. */
import { fileURLToPath } from "node:url";
import { swift } from "../../../src/languages/swift/index.js";
import { testSamples } from "../samples.js";

testSamples(fileURLToPath(new URL("./samples/", import.meta.url)), [swift]);
