/** Warns in the log while this machine's clock and the database's are apart. Tokens and sessions end by the database's. */
import type { Logger } from "../base/log.js";
import { CLOCKS_APART_MS } from "../store/db/clock.js";
import type { Db } from "../store/db/db.js";

/** In milliseconds. */
const LOOK_EVERY = 60_000;

type Direction = "ahead of" | "behind";

/** Compares the clocks now and every minute. It warns once, and again after they agreed or changed sides. Returns a function that ends it. */
export function warnOfClocksApart(db: Db, log: Logger): () => void {
  let told: Direction | null = null;
  const look = (): void => {
    const ahead = Date.now() - db.now();
    const direction = Math.abs(ahead) <= CLOCKS_APART_MS ? null : ahead > 0 ? "ahead of" : "behind";
    if (direction && direction !== told)
      log.warn(
        { seconds: Math.round(ahead / 1000), todo: ["Have both machines keep time by NTP."] },
        `this machine's clock is ${direction} the database's, which decides when tokens and sessions end`,
      );
    told = direction;
  };
  look();
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
