/** The source of an embedder, which may be away when the process starts, and come later. */
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../../base/errors.js";
import { need } from "../../base/need.js";
import { letFail } from "../../base/promises.js";
import { ProviderError } from "../providers/request.js";
import { openBuiltinEmbedder } from "./builtin.js";
import type { Embedder } from "./embedder.js";

/** How long a failed provider is spared by callers that cannot wait, and how long they wait for its first answer, in milliseconds. */
const LEFT_IN_PEACE = 15_000;
const FIRST_PATIENCE = 3_000;
/** How long a provider is assumed to answer after its last answer. */
const BELIEVED = 30_000;

export interface EmbedderSource {
  /** The configured provider and model. */
  readonly name: string;
  /** The model of its vectors; null until its provider was reached. */
  readonly model: string | null;
  /** The reason why the last request failed; null where it did not. */
  readonly problem: string | null;
  /** The embedder. The first call asks a provider for the dimension of its vectors. Throws `provider_unavailable`. */
  open(): Promise<Embedder>;
  /** Checks that it answers now. Throws `provider_unavailable`. */
  check(): Promise<void>;
  /** The embedder of vectors that an earlier configuration made; null where nothing can be compared with them any more. */
  openModel(model: string): Promise<Embedder | null>;
}

export interface SourceParts {
  name: string;
  /** Throws `provider_unavailable`. */
  open(): Promise<Embedder>;
  /** The embedder of another model of the same provider; null for a model of another provider. */
  openModel(model: string): Embedder | null;
  /** Whether a failed provider is spared for a while: requests to it then fail at once. */
  isHasty: boolean;
  /** Called when the model behind the name has changed. */
  onChange?: (() => void) | undefined;
}

/** A source that opens its embedder once, tracks its health, and opens it anew when its model changes. */
export function createSource({ name, isHasty, onChange, ...parts }: SourceParts): EmbedderSource {
  let opening: Promise<Embedder> | undefined;
  let model: string | null = null;
  let failure: { error: CodeindexError; until: number } | null = null;
  let answeredAt = Number.NEGATIVE_INFINITY;
  const others = new Map<string, Embedder>();

  /** Runs `work` and records its outcome. */
  async function noting<T>(work: () => Promise<T>): Promise<T> {
    if (isHasty && failure && performance.now() < failure.until) throw failure.error;
    try {
      const result = await work();
      failure = null;
      answeredAt = performance.now();
      return result;
    } catch (error) {
      if (error instanceof CodeindexError && error.code === "provider_unavailable") {
        const { reason, retryAfter } = error instanceof ProviderError ? error : { reason: null, retryAfter: null };
        const isDown = reason !== "changed";
        failure = { error, until: isDown ? performance.now() + Math.max(retryAfter ?? 0, LEFT_IN_PEACE) : 0 };
        if (!isDown) {
          opening = undefined;
          others.clear();
          onChange?.();
        }
      }
      throw error;
    }
  }

  const guarded = (embedder: Embedder): Embedder => ({
    ...embedder,
    embed: (...asked) => noting(() => embedder.embed(...asked)),
  });

  async function open(): Promise<Embedder> {
    opening ??= noting(parts.open).then(
      (embedder) => {
        model = embedder.model;
        return guarded(embedder);
      },
      (error) => {
        opening = undefined;
        throw error;
      },
    );
    if (!isHasty || model !== null) return opening;
    const patience = new AbortController();
    const late = sleep(FIRST_PATIENCE, undefined, { signal: patience.signal }).then(() => {
      throw new ProviderError("slow", `${name} is not ready yet.`, "Ask again in a while.");
    });
    letFail(late);
    try {
      return await Promise.race([opening, late]);
    } finally {
      patience.abort();
    }
  }

  return {
    name,
    get model() {
      return model;
    },
    get problem() {
      return failure?.error.message ?? null;
    },
    open,
    async check() {
      const embedder = await open();
      if (performance.now() - answeredAt > BELIEVED) await embedder.embed([{ kind: "query", text: "hello" }]);
      if (failure) throw failure.error;
    },
    async openModel(wanted) {
      if (wanted === model) {
        const now = await open();
        if (now.model === wanted) return now;
      }
      const builtin = await openBuiltinEmbedder();
      if (wanted === builtin.model) return builtin;
      const known = others.get(wanted);
      if (known) return known;
      if (wanted.startsWith(`${name}@`)) {
        // The provider was away when this process started, or another process has found a new model behind the same name since.
        if (model !== null) opening = undefined;
        const now = await open();
        if (now.model === wanted) return now;
      }
      const other = parts.openModel(wanted);
      if (other === null) return null;
      others.set(wanted, guarded(other));
      return need(others, wanted);
    },
  };
}

/** A source for an embedder that is already open. */
export function sourceOf(embedder: Embedder): EmbedderSource {
  return {
    name: embedder.model,
    model: embedder.model,
    problem: null,
    open: async () => embedder,
    check: async () => undefined,
    openModel: async (model) => (model === embedder.model ? embedder : null),
  };
}
