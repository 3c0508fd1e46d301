/** The lines of the files of a view, and the parts that the uses of names of topics have there. */
import { headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { GraphReader } from "../graph-reader.js";
import { readTexts } from "../source-lines.js";
import { keyOf, parentOf } from "../symbol.js";
import { type TopicUse, topicUse } from "./topic-use.js";

const MOST_FILES = 60;
const MOST_BYTES = 3_000_000;

/** The lines of the files of some symbols, by path; without those that are too many or too long. */
export async function linesOf({ db, view }: GraphReader, heads: readonly SymbolHead[]): Promise<Map<string, string[]>> {
  const paths = [...new Set(heads.map(({ path }) => path))].slice(0, MOST_FILES);
  const texts = await readTexts(db, view, paths, MOST_BYTES);
  return new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
}

/** A use of a name, its part in sending or taking, and the symbol that it stands in. */
export interface PlacedUse extends TopicUse {
  source: SymbolHead;
  line: number;
}

/** The part of each use in sending or taking; null for one that has none, or whose file is too much to read. */
export async function placedUses(
  reader: GraphReader,
  uses: readonly { head: Pick<SymbolHead, "name">; source: SymbolHead; line: number }[],
): Promise<(PlacedUse | null)[]> {
  const texts = await linesOf(
    reader,
    uses.map(({ source }) => source),
  );
  const constructors = uses.map(({ source }) => source).filter(({ nodeType }) => nodeType === "constructor");
  const owners = new Map(
    (await headsAt(reader.db, reader.view, constructors.map(parentOf))).map((head) => [keyOf(head), head]),
  );
  return uses.map(({ head, source, line }) => {
    const lines = texts.get(source.path);
    const owner = owners.get(keyOf(parentOf(source)));
    const use = lines && topicUse(lines, { line, name: head.name, owner: owner?.name ?? source.name });
    return use ? { ...use, source, line } : null;
  });
}
