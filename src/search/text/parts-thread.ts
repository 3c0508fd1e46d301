/** The thread that parses files in which a text was found, to tell the part of each match. It must not be ended in native code, so it bounds itself. */
import { setImmediate } from "node:timers/promises";
import { inflateRawSync } from "node:zlib";
import { lowerPriority } from "../../base/priority.js";
import { languageNamed } from "../../languages/index.js";
import type { Language } from "../../languages/language.js";
import { createParser } from "../../languages/parse.js";
import type { ParseResult } from "../../model/parse-result.js";
import type { TextPart } from "../../model/text-part.js";

lowerPriority("textSearch");

/** The time that the thread may work for one file, in milliseconds. */
const FILE_TIME = 500;
/** Native trees are freed when the thread comes back to its event loop; it goes there after this much source, in UTF-16 units. */
const TREES_KEPT = 300_000;

export interface PartsRequest {
  files: {
    /** The name of its grammar. */
    language: string;
    /** Deflated. */
    data: Uint8Array;
    /** Offsets in UTF-16 units. */
    places: number[];
  }[];
  /** Not 0: the rest of the files is not wanted. */
  stop: Int32Array;
}

export interface ParseRequest {
  files: { language: string; text: string }[];
  /** Not 0: the rest of the files is not wanted. */
  stop: Int32Array;
}

const parser = createParser({ timeoutMs: FILE_TIME });

/** The parts of the places of each file; null for a file that cannot be parsed. */
export default async function tellParts({ files, stop }: PartsRequest): Promise<(TextPart[] | null)[]> {
  return readEach(files, stop, ({ data, places }, language) => {
    const text = inflateRawSync(data).toString("utf8");
    return { result: parser.partsAt(language, text, places), read: text.length };
  });
}

/** The parse result of each file; null for a language that nobody knows. */
export async function parseTexts({ files, stop }: ParseRequest): Promise<(ParseResult | null)[]> {
  return readEach(files, stop, ({ text }, language) => ({ result: parser.parse(language, text), read: text.length }));
}

/** Reads files in their order until the rest is not wanted. */
async function readEach<File extends { language: string }, Result>(
  files: readonly File[],
  stop: Int32Array,
  readFile: (file: File, language: Language) => { result: Result | null; read: number },
): Promise<(Result | null)[]> {
  const told: (Result | null)[] = [];
  let parsed = 0;
  for (const file of files) {
    if (Atomics.load(stop, 0) !== 0) break;
    const language = languageNamed(file.language);
    if (language === null) {
      told.push(null);
      continue;
    }
    await parser.load(language);
    const { result, read } = readFile(file, language);
    told.push(result);
    parsed += read;
    if (parsed > TREES_KEPT) {
      parsed = 0;
      await setImmediate();
    }
  }
  return told;
}
