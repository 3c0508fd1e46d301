/**
 * A question asked of the index, by a fixed policy, with tools of the core alone: codebase_retrieval; get_source of its incomplete places, in one
 * call, as its answer says; get_source of its further files; codebase_retrieval for more results; get_source of the new ones. Each answer is read
 * from its top until the place is there.
 */
import { estimateTokens } from "../../base/estimate-tokens.js";
import type { FolderIndex } from "../eval/index-folder.js";
import type { EvalQuery } from "../eval/query-set.js";
import { createReading, type Reading } from "./reading.js";
import { type Screen, screenOf } from "./shown.js";

/** Results of the second question; the default is 10. */
const MORE_RESULTS = 30;
/** The most places that get_source accepts. */
const MOST_PLACES = 30;

export interface IndexReading {
  /** Readings for a client that shows its model the text, and for one that shows the structured form. */
  text: Reading;
  structured: Reading;
  /** Tokens of the whole first answer. */
  size: { text: number; structured: number };
}

/** How much an agent reads that asks the index, as text and as structure. */
export async function readByIndex({ ask }: FolderIndex, { query, gold }: EvalQuery): Promise<IndexReading> {
  const text = createReading(gold);
  const structured = createReading(gold);
  const read = async (tool: string, args: Record<string, unknown>): Promise<Screen & { isFound: boolean }> => {
    const answer = await ask(tool, args);
    if (answer.isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${answer.text}`);
    const screen = screenOf(answer);
    const lines = (form: "text" | "structured") =>
      screen.shown.map((one) => ({ ...one, end: one[form] })).sort((a, b) => a.end - b.end);
    structured.read(screen.structured, lines("structured"));
    return { ...screen, isFound: text.read(screen.text, lines("text")) };
  };
  const first = await read("codebase_retrieval", { query });
  const result = {
    text: text.reading,
    structured: structured.reading,
    size: { text: estimateTokens(first.text), structured: estimateTokens(first.structured) },
  };
  if (first.isFound) return result;
  const readSource = async (symbols: readonly string[]) =>
    symbols.length > 0 && (await read("get_source", { symbols: symbols.slice(0, MOST_PLACES) })).isFound;
  if ((await readSource(first.notWhole)) || (await readSource(first.further))) return result;
  const more = await read("codebase_retrieval", { query, top_k: MORE_RESULTS });
  if (!more.isFound) await readSource(more.notWhole.filter((place) => !first.notWhole.includes(place)));
  return result;
}
