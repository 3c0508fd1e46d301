/** Listens to the channels of a database. */
import "../../base/navigator.js";

import pg from "pg";
import { publicError } from "./db-errors.js";
import type { History } from "./history.js";
import { quote } from "./quote.js";

/** How soon a lost connection is opened again, and how seldom at last, in milliseconds. */
const FIRST_DELAY = 100;
const LONGEST_DELAY = 10_000;

/**
 * One connection for all channels. The first `listen` opens it. When it is lost, it is opened again until that succeeds, and every listener hears "": it may
 * have missed something.
 */
export function createListener(config: pg.PoolConfig, history?: History) {
  const channels = new Map<string, Set<(payload: string) => void>>();
  let client: Promise<pg.Client> | undefined;
  let isClosing = false;
  let retry: NodeJS.Timeout | undefined;
  /** Whether a connection was lost since the listeners heard of one. */
  let mayHaveMissed = false;
  let lastStatement: Promise<unknown> = Promise.resolve();

  /** Runs statements one after another: a connection of pg takes no second one while it runs a first. */
  function run(connection: pg.Client, statement: string): Promise<unknown> {
    const answer = lastStatement.then(() => connection.query(statement));
    lastStatement = answer.catch(() => undefined);
    return answer;
  }

  /** Opens the connection; one that fails or is lost is opened again. */
  function open(): Promise<pg.Client> {
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      mayHaveMissed = true;
      if (client === opening) client = undefined;
      reopen(FIRST_DELAY);
    };
    const opening = connect(lose);
    opening.catch(lose);
    client = opening;
    return opening;
  }

  async function connect(lose: () => void): Promise<pg.Client> {
    const connection = new pg.Client(config);
    connection.on("error", lose);
    connection.on("end", lose);
    connection.on("notification", ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? "");
    });
    try {
      await connection.connect();
      await history?.meet(connection);
      for (const channel of channels.keys()) await run(connection, `listen ${quote(channel)}`);
    } catch (error) {
      void connection.end().catch(() => undefined);
      throw error;
    }
    if (mayHaveMissed) for (const listeners of channels.values()) for (const heard of listeners) heard("");
    mayHaveMissed = false;
    return connection;
  }

  function reopen(delay: number): void {
    clearTimeout(retry);
    if (isClosing) return;
    retry = setTimeout(() => {
      if (client || channels.size === 0) return;
      open().catch(() => reopen(Math.min(delay * 2, LONGEST_DELAY)));
    }, delay);
    retry.unref();
  }

  /** Takes a listener from its channel; whether the channel has no other and goes. */
  function forget(channel: string, heard: (payload: string) => void): boolean {
    const listeners = channels.get(channel);
    listeners?.delete(heard);
    return listeners?.size === 0 && channels.delete(channel);
  }

  return {
    async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
      const listeners = channels.get(channel) ?? new Set();
      listeners.add(heard);
      channels.set(channel, listeners);
      try {
        await run(await (client ?? open()), `listen ${quote(channel)}`);
      } catch (error) {
        forget(channel, heard);
        throw publicError(error);
      }
      return async () => {
        if (!forget(channel, heard)) return;
        const connection = await client?.catch(() => undefined);
        if (connection) await run(connection, `unlisten ${quote(channel)}`).catch(() => undefined);
      };
    },
    async close(): Promise<void> {
      isClosing = true;
      clearTimeout(retry);
      const connection = await client?.catch(() => undefined);
      await connection?.end().catch(() => undefined);
    },
  };
}
