/** Code of languages without a parser, which is searched as text and has no symbols and no edges: what "no callers" is worth. */

import { nth } from "../../base/need.js";
import { int32At, uint8At } from "../../base/numbers.js";
import { isByShape } from "../../languages/index.js";
import { IN_TEXT, identifierTerms } from "../../postings/terms.js";
import type { Db } from "../../store/db/db.js";
import { readSources } from "../../store/texts.js";
import { fileMask } from "../filters.js";
import { eachLivePosting } from "../live-postings.js";
import { placesOf } from "../places.js";
import type { PostingLists } from "../posting-lists.js";
import type { ViewSnapshot } from "../snapshot.js";

/** Languages that may use what others declare: templates of components and pages, and programs. */
const EXTENSIONS = (
  "vue svelte astro html htm hbs ejs pug liquid twig razor cshtml vbhtml aspx ascx xaml axaml " +
  "vb fs fsx py pyi rb go rs java kt kts groovy scala swift m mm c h cc cpp cxx hpp php dart lua coffee ex exs erl clj hs ml r jl pl"
).split(" ");
/** At most this many files are read to confirm a whole-word, same-case match. */
const MOST_READ = 20;

export interface TextOnlyFiles {
  /** Code before tests, examples and prose, else in order. */
  paths: string[];
  /** Whether more than MOST_READ files may have a name. */
  isCapped: boolean;
}

/** The files of such languages that have one of the names as a word of its own. */
export async function textOnlyFilesNaming(
  db: Db,
  snapshot: ViewSnapshot,
  lists: PostingLists,
  names: readonly string[],
): Promise<TextOnlyFiles> {
  const mask = fileMask(snapshot, { extensions: EXTENSIONS });
  // A default export has the name that each importer gives it.
  const wanted = names.filter((name) => name !== "default" && /^[\p{L}\p{N}_$]+$/u.test(name));
  if (wanted.length === 0 || !mask?.includes(1)) return { paths: [], isCapped: false };
  const terms = new Set(wanted.flatMap((name) => identifierTerms(name).slice(0, 1)));
  const ranges = snapshot.ranges.word;
  const found = new Set<number>();
  for (const list of await lists.find(snapshot, "word", [...terms]))
    eachLivePosting(ranges, list, (_, count, range) => {
      const file = int32At(ranges.files, range);
      if ((count & IN_TEXT) > 0 && mask[file] === 1) found.add(file);
    });
  const places = placesOf(snapshot);
  const files = [...found]
    .sort((a, b) => uint8At(places, a) - uint8At(places, b) || a - b)
    .map((file) => nth(snapshot.files, file))
    .filter(({ language }) => language === null || isByShape(language));
  const read = files.slice(0, MOST_READ);
  const sources = await readSources(db, snapshot.projectId, read);
  const either = wanted.map((name) => name.replaceAll("$", "\\$")).join("|");
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])(?:${either})(?![\\p{L}\\p{N}_$])`, "u");
  const naming = read.filter(({ contentHash }) => word.test(sources.get(contentHash.toString("hex")) ?? ""));
  return { paths: naming.map(({ path }) => path), isCapped: files.length > read.length };
}
