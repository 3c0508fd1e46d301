/** Listens to the channels of a database. */
import "../../base/navigator.js";

import pg from "pg";
import { publicError } from "./db-errors.js";
import { quote } from "./quote.js";

/** One connection for all channels, opened by the first and again when it is lost. */
export function createListener(config: pg.PoolConfig) {
  const channels = new Map<string, Set<(payload: string) => void>>();
  let client: Promise<pg.Client> | undefined;
  let closing = false;
  let retry: NodeJS.Timeout | undefined;
  let told: Promise<unknown> = Promise.resolve();

  /** Statements one after another: a connection of pg takes no second one while it runs a first. */
  function tell(connection: pg.Client, statement: string): Promise<unknown> {
    const answer = told.then(() => connection.query(statement));
    told = answer.catch(() => undefined);
    return answer;
  }

  async function connect(): Promise<pg.Client> {
    const connection = new pg.Client(config);
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      client = undefined;
      if (!closing) reconnect(100);
    };
    connection.on("error", lose);
    connection.on("end", lose);
    connection.on("notification", ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? "");
    });
    await connection.connect();
    for (const channel of channels.keys()) await tell(connection, `listen ${quote(channel)}`);
    return connection;
  }

  function reconnect(delay: number): void {
    clearTimeout(retry);
    retry = setTimeout(() => {
      client = connect();
      client.then(
        () => {
          for (const listeners of channels.values()) for (const heard of listeners) heard("");
        },
        () => {
          client = undefined;
          if (!closing) reconnect(Math.min(delay * 2, 10_000));
        },
      );
    }, delay);
    retry.unref();
  }

  return {
    async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
      const listeners = channels.get(channel) ?? new Set();
      listeners.add(heard);
      channels.set(channel, listeners);
      try {
        client ??= connect();
        await tell(await client, `listen ${quote(channel)}`);
      } catch (error) {
        client = undefined;
        listeners.delete(heard);
        throw publicError(error);
      }
      return async () => {
        listeners.delete(heard);
        if (listeners.size > 0) return;
        channels.delete(channel);
        const connection = await client?.catch(() => undefined);
        if (connection) await tell(connection, `unlisten ${quote(channel)}`).catch(() => undefined);
      };
    },
    async close(): Promise<void> {
      closing = true;
      clearTimeout(retry);
      const connection = await client?.catch(() => undefined);
      await connection?.end().catch(() => undefined);
    },
  };
}
