/** Fills in vectors with the currently configured embedder: a change of provider ends one fill and begins the next. */
import type { Logger } from "../../base/log.js";
import type { Db } from "../../store/db/db.js";
import type { LiveSettings, Settings } from "../../store/live-settings.js";
import { createVectorFill, type VectorFill } from "./fill.js";
import type { EmbedderSource } from "./source.js";

export interface CurrentFill extends VectorFill {
  /** The current embedder; null where there is none. */
  source(): EmbedderSource | null;
}

/** `sourceFor` returns the embedder for given settings. */
export function createCurrentFill(
  db: Db,
  settings: LiveSettings,
  sourceFor: (settings: Settings) => EmbedderSource | null,
  log: Logger,
): CurrentFill {
  const first = settings.current();
  let source = sourceFor(first);
  let fill: VectorFill | null = createVectorFill(db, source, log);
  let turning: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function turn(now: Settings): Promise<void> {
    await fill?.close({ finish: false });
    fill = null;
    if (isClosed) return;
    source = sourceFor(now);
    fill = createVectorFill(db, source, log);
    await fill.begin();
  }

  return {
    source: () => source,
    async begin() {
      await fill?.begin();
      settings.follow(first, (now, before) => {
        if (now.embeddingProvider !== before.embeddingProvider) turning = turning.then(() => turn(now));
        return turning;
      });
    },
    async close(options) {
      isClosed = true;
      // A turn that failed has told the caller of `follow`.
      await turning.catch(() => undefined);
      await fill?.close(options);
      fill = null;
    },
  };
}
