/**
 * The clock of a database's server as this process knows it. The clocks of an installation's machines may be apart: when something ends, that is stored
 * and that several processes look at, is told by this one.
 */
import type pg from "pg";
import { nth } from "../../base/need.js";

/** The largest difference of two clocks without a warning, in milliseconds. */
export const CLOCKS_APART_MS = 5000;
/** A look is repeated after this time: the server's clock may have been set, or the machine have slept. In milliseconds, as all times here. */
const LOOK_EVERY = 60_000;
/** An answer that took longer does not tell the time well enough, where one is known. */
const SLOWEST = 1000;

export interface ServerClock {
  /** Milliseconds since 1970. This process's own clock until the server has been asked. */
  now(): number;
  /** Whether it is time to ask again. */
  isDue(): boolean;
  /** Asks by a connection. Throws where it breaks. */
  meet(connection: Pick<pg.ClientBase, "query">): Promise<void>;
}

/** Follows the clock of the server that connections lead to. It goes on by a clock that nobody sets. */
export function createServerClock(): ServerClock {
  /** The server's time when `performance.now()` was 0; null: not known yet. */
  let origin: number | null = null;
  let lookedAt = performance.now();
  return {
    now: () => (origin === null ? Date.now() : origin + performance.now()),
    isDue: () => performance.now() - lookedAt > LOOK_EVERY,
    async meet(connection) {
      const asked = performance.now();
      lookedAt = asked;
      const { rows } = await connection.query<{ now: number }>(
        "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
      );
      const answered = performance.now();
      if (origin === null || answered - asked <= SLOWEST) origin = nth(rows, 0).now - (asked + answered) / 2;
    },
  };
}
