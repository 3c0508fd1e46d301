/**
 * An embedder that calls a provider: in batches, several at a time, and each text once.
 *
 * A batch that is too large is halved, and a single text that is still too large is shortened. Where the provider rejects a batch but accepts an
 * ordinary text, the batch is halved too, down to the rejected text; that one gets a vector of zeros, and the rest continues.
 */
import { nth } from "../../base/need.js";
import { ProviderError } from "../providers/request.js";
import type { Embedder, EmbedInput } from "./embedder.js";

/** A model of a provider. */
export interface TextModel {
  /** The names of the provider and the model. */
  name: string;
  /** Texts per request, and requests at the same time. */
  batchSize: number;
  concurrency: number;
  /** A row for each text, in the order of the texts. Throws ProviderError. */
  ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<unknown[]>;
}

/** Longer texts are cut, in UTF-16 units: no current model reads more of them. */
const LONGEST_TEXT = 32_000;
/** A text of this length is not shortened further. */
const MIN_TEXT = 64;
const ORDINARY = "export function add(left: number, right: number): number {";

/** The prefixes with which models were trained, by model name. */
const PREFIXES: [model: RegExp, prefixes: Record<EmbedInput["kind"], string>][] = [
  [/nomic-embed/i, { query: "search_query: ", chunk: "search_document: " }],
  [/(^|[/-])(multilingual-)?e5-/i, { query: "query: ", chunk: "passage: " }],
  [
    /mxbai-embed|snowflake-arctic-embed|(^|\/)bge-\w+-en/i,
    { query: "Represent this sentence for searching relevant passages: ", chunk: "" },
  ],
];

/** Requests one vector from the model, to learn its dimensions. Throws ProviderError. */
export async function probeDimensions(model: TextModel, signal?: AbortSignal): Promise<number> {
  const [row] = await askRows(model, [ORDINARY], signal);
  if (!Array.isArray(row) || row.length === 0 || vectorOf(row, row.length) === null)
    throw nonsense(model, "gives no vector");
  return row.length;
}

/** An embedder for a model with `dimensions` dimensions. */
export function createRemoteEmbedder(model: TextModel, dimensions: number): Embedder {
  const [, prefixes] = PREFIXES.find(([pattern]) => pattern.test(model.name)) ?? [];
  let mostAtOnce = model.batchSize;

  /** The vectors of some texts; null for a row that is not a vector. */
  async function ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<(Float32Array | null)[]> {
    const rows = await askRows(model, texts, signal);
    const other = rows.find((row) => Array.isArray(row) && row.length !== dimensions) as unknown[] | undefined;
    if (other !== undefined)
      throw new ProviderError(
        "changed",
        `${model.name} gives vectors of ${other.length} dimensions, and gave ${dimensions} before.`,
        "Its vectors are made anew by themselves.",
      );
    return rows.map((row) => (Array.isArray(row) ? vectorOf(row, dimensions) : null));
  }

  /** Whether the provider handles an ordinary text. Throws ProviderError where it cannot be reached. */
  async function isWell(signal: AbortSignal | undefined): Promise<boolean> {
    try {
      return (await ask([ORDINARY], signal))[0] !== null;
    } catch (error) {
      if (isAboutInput(error)) return false;
      throw error;
    }
  }

  return {
    model: modelName(model.name, dimensions),
    dimensions,
    async embed(inputs, signal, keep) {
      const vectors: Float32Array[] = new Array(inputs.length);
      const texts = inputs.map((input) => {
        const text = textOf(input);
        return text === "" ? "" : `${prefixes?.[input.kind] ?? ""}${text}`.slice(0, LONGEST_TEXT);
      });
      const set = async (made: [index: number, vector: Float32Array][]): Promise<void> => {
        for (const [index, vector] of made) vectors[index] = vector;
        if (made.length > 0) await keep?.(new Map(made));
      };
      await set(texts.flatMap((text, index) => (text === "" ? [[index, new Float32Array(dimensions)]] : [])));
      const waiting = texts.flatMap((text, index) => (text === "" ? [] : [index]));

      async function embedBatch(batch: readonly number[]): Promise<void> {
        let rows: (Float32Array | null)[];
        try {
          rows = await ask(
            batch.map((index) => nth(texts, index)),
            signal,
          );
        } catch (error) {
          if (!isAboutInput(error)) throw error;
          return embedLess(batch, error);
        }
        await set(batch.flatMap((position, index) => (rows[index] ? [[position, rows[index]]] : [])));
        const failed = batch.filter((_, index) => rows[index] === null);
        if (failed.length > 0)
          await embedLess(failed, nonsense(model, "gives vectors with values that are not numbers"));
      }

      /** Handles a batch that the provider rejected for its content or size. */
      async function embedLess(batch: readonly number[], error: ProviderError): Promise<void> {
        const first = nth(batch, 0);
        const isAlone = batch.length === 1;
        const isTooLarge = error.reason === "too_large";
        if (isAlone && isTooLarge && nth(texts, first).length > MIN_TEXT) {
          texts[first] = nth(texts, first).slice(0, nth(texts, first).length / 2);
          return embedBatch(batch);
        }
        if ((isAlone || !isTooLarge) && !(await isWell(signal))) throw error;
        if (isAlone) return set([[first, new Float32Array(dimensions)]]);
        const half = Math.ceil(batch.length / 2);
        if (isTooLarge) mostAtOnce = Math.min(mostAtOnce, half);
        await embedBatch(batch.slice(0, half));
        await embedBatch(batch.slice(half));
      }

      const line = async (): Promise<void> => {
        while (waiting.length > 0) {
          signal?.throwIfAborted();
          const batch = waiting.splice(0, mostAtOnce);
          try {
            await embedBatch(batch);
          } catch (error) {
            // No further batch starts; those under way are paid for.
            waiting.length = 0;
            throw error;
          }
        }
      };
      const outcomes = await Promise.allSettled(Array.from({ length: model.concurrency }, line));
      const failed = outcomes.find((outcome) => outcome.status === "rejected");
      if (failed) throw failed.reason;
      return vectors;
    },
  };
}

/** The name of vectors of a provider's model. */
export function modelName(name: string, dimensions: number): string {
  return `${name}@${dimensions}`;
}

/** The text of a chunk that the model sees; a chunk's `text_hash` is its hash. */
function textOf(input: EmbedInput): string {
  const text = input.text.trim();
  return input.kind === "query" ? text : [input.path, input.symbols.join(" "), text].filter(Boolean).join("\n");
}

async function askRows(
  model: TextModel,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  const rows = await model.ask(texts, signal);
  if (rows.length !== texts.length) throw nonsense(model, `gives ${rows.length} vectors for ${texts.length} texts`);
  return rows;
}

/** The row as a vector of length 1; null where it is not a vector. */
function vectorOf(row: readonly unknown[], dimensions: number): Float32Array | null {
  if (!row.every((value) => typeof value === "number" && Number.isFinite(value))) return null;
  const vector = Float32Array.from(row as number[]);
  const length = Math.hypot(...vector);
  if (vector.length !== dimensions || !(length > 0) || !Number.isFinite(length)) return null;
  return vector.map((value) => value / length);
}

/** Whether an error may be caused by the input, so that a smaller one may succeed. */
function isAboutInput(error: unknown): error is ProviderError {
  return error instanceof ProviderError && ["too_large", "rejected", "nonsense"].includes(error.reason);
}

function nonsense({ name }: TextModel, what: string): ProviderError {
  return new ProviderError("nonsense", `${name} ${what}.`, "Choose another model, or a newer version of it.");
}
