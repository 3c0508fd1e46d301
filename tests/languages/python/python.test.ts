/** The syntax of Python: samples with golden files. */
import { fileURLToPath } from "node:url";
import { python } from "../../../src/languages/python/index.js";
import { testSamples } from "../samples.js";

testSamples(fileURLToPath(new URL("./samples/", import.meta.url)), [python]);
