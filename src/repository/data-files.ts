/** Files of data: catalogs, records, snapshots and drawings, which programs read. Of large ones the beginning alone is cut into chunks. */
import { nameOf, pathClassOf } from "../model/paths.js";
import type { Skip } from "./file-event.js";

/** Formats that hardly anybody writes by hand once a file is large. */
const RECORDS =
  /\.(json|jsonc|json5|hujson|jsonl|ndjson|geojson|topojson|arb|har|csv|tsv|svg|snap|ambr|golden|po|pot|xlf|xliff|resx|strings|xcstrings|log)$/i;
/** Formats in which people write long pipelines and builds, too. */
const SETTINGS = /\.(ya?ml|xml|plist)$/i;

/** Larger ones are data, in bytes. */
const MOST_OF_RECORDS = 32_768;
const MOST_OF_SETTINGS = 65_536;
/** In tests, smaller ones are data, too. */
const MOST_IN_TESTS = 8_192;

/** About how many characters of a large file of data have chunks: they show its form. */
const HEAD = 2_000;

/** Whether a text without a language is a large file of data, and why, for people; null where it is not. `size` is in bytes. */
export function largeData(path: string, size: number): Skip | null {
  const name = nameOf(path);
  const most = RECORDS.test(name) ? MOST_OF_RECORDS : SETTINGS.test(name) ? MOST_OF_SETTINGS : null;
  if (most === null || size <= MOST_IN_TESTS) return null;
  const limit = pathClassOf(path) === "test" ? MOST_IN_TESTS : most;
  if (size <= limit) return null;
  return {
    reason: "data",
    detail: `${size} bytes of data, over ${limit}: search by words and meaning knows its beginning, search_text all of it`,
  };
}

/** The beginning of a large file of data: whole lines, or a part of the first one where that is longer. */
export function headOfData(text: string): string {
  if (text.length <= HEAD) return text;
  const lineEnd = text.lastIndexOf("\n", HEAD - 1);
  if (lineEnd >= 0) return text.slice(0, lineEnd + 1);
  // Not in the middle of a character of two units.
  const isPair = (text.charCodeAt(HEAD) & 0xfc00) === 0xdc00;
  return text.slice(0, isPair ? HEAD - 1 : HEAD);
}
