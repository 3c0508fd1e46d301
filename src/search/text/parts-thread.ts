/** The thread that parses files in which a text was found, to tell the part of each match. It must not be ended in native code, so it bounds itself. */
import { setImmediate } from "node:timers/promises";
import { inflateRawSync } from "node:zlib";
import { standBack } from "../../base/priority.js";
import { languageNamed } from "../../languages/index.js";
import { createParser } from "../../languages/parse.js";
import type { TextPart } from "../../model/text-part.js";

standBack("textSearch");

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

const parser = createParser({ timeoutMs: FILE_TIME });

/** The parts of the places of each file; null for a file that cannot be parsed. */
export default async function tellParts({ files, stop }: PartsRequest): Promise<(TextPart[] | null)[]> {
  const told: (TextPart[] | null)[] = [];
  let parsed = 0;
  for (const { language: name, data, places } of files) {
    if (Atomics.load(stop, 0) !== 0) break;
    const language = languageNamed(name);
    if (language === null) {
      told.push(null);
      continue;
    }
    await parser.load(language);
    const text = inflateRawSync(data).toString("utf8");
    told.push(parser.partsAt(language, text, places));
    parsed += text.length;
    if (parsed > TREES_KEPT) {
      parsed = 0;
      await setImmediate();
    }
  }
  return told;
}
