/** Golden tests of a language: every file in its samples folder against the golden file beside it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Language } from "../../src/languages/language.js";
import { createParser } from "../../src/languages/parse.js";
import { printGolden } from "./golden.js";

/** Declares a test for each sample in `folder`; `languages` are chosen by extension. */
export function testSamples(folder: string, languages: Language[]): void {
  const parser = createParser();
  beforeAll(async () => {
    for (const language of languages) await parser.load(language);
  });
  for (const file of readdirSync(folder).sort()) {
    const language = languages.find((one) => one.extensions.some((extension) => file.endsWith(extension)));
    if (language === undefined) continue;
    test(file, async () => {
      const source = readFileSync(join(folder, file), "utf8");
      await expect(printGolden(source, parser.parse(language, source))).toMatchFileSnapshot(
        join(folder, `${file}.golden`),
      );
    });
  }
}
