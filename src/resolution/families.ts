/**
 * The families of languages whose references are resolved, by the `family` of their languages. A new one is a folder beside this file and a line in
 * this list.
 */
import { csharp } from "./csharp/index.js";
import { go } from "./go/index.js";
import { jvm } from "./jvm/index.js";
import { plain, SHAPE } from "./plain.js";
import { python } from "./python/index.js";
import type { Semantics } from "./semantics.js";
import { swift } from "./swift/index.js";
import { typescript } from "./typescript/index.js";

export const families: Readonly<Record<string, Semantics>> = {
  typescript,
  javascript: typescript,
  vue: typescript,
  svelte: typescript,
  csharp,
  java: jvm,
  kotlin: jvm,
  swift,
  go,
  [SHAPE]: { ...plain, name: SHAPE },
  python,
};
