/** Measures the floor: the cost of reading, hashing and parsing the code of a repository alone, on one thread. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Native from "tree-sitter";
import { need, present } from "../../base/need.js";
import { languageOf } from "../../languages/index.js";
import { decodeText, skipByContent } from "../../repository/decode.js";
import { answer } from "./child.js";

export interface Floor {
  files: number;
  bytes: number;
  cpuSeconds: number;
  wallSeconds: number;
}

/** tree-sitter accepts larger sources only in pieces (languages/parse.ts). */
const LONGEST_STRING_INPUT = 32_000;
const PIECE = 16_000;

await answer(async ({ root, paths }: { root: string; paths: string[] }): Promise<Floor> => {
  // Before the measurement: filters out files that the index would skip for their content. This also brings them into the disk's cache.
  const taken = paths.filter((path) => {
    const bytes = readFileSync(join(root, path));
    return !skipByContent(path, bytes) && "text" in decodeText(bytes);
  });
  const grammars = new Map<string, Native.Language>();
  for (const path of taken) {
    const language = present(languageOf(path));
    if (grammars.has(language.name)) continue;
    const { grammar } = await present(language.reader)();
    grammars.set(language.name, (await grammar()) as Native.Language);
  }
  const parser = new Native();
  let size = 0;
  const cpu = process.cpuUsage();
  const wall = performance.now();
  for (const path of taken) {
    const bytes = readFileSync(join(root, path));
    size += bytes.length;
    createHash("sha256").update(bytes).digest();
    const text = bytes.toString();
    parser.setLanguage(need(grammars, present(languageOf(path)).name));
    parser.parse(text.length < LONGEST_STRING_INPUT ? text : (index: number) => text.slice(index, index + PIECE));
  }
  const { user, system } = process.cpuUsage(cpu);
  const wallSeconds = (performance.now() - wall) / 1000;
  return { files: taken.length, bytes: size, cpuSeconds: (user + system) / 1e6, wallSeconds };
});
