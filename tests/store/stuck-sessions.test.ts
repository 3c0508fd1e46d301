/** Sessions of a frozen process, ended by src/store/db/stuck-sessions.ts. */
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endStuckSessions } from "../../src/store/db/stuck-sessions.js";
import { openPostgres } from "../helpers/store.js";

const server = process.env.TEST_DATABASE_URL;

describe.runIf(server)("sessions of a frozen process", () => {
  let store: Awaited<ReturnType<typeof openPostgres>>;
  beforeAll(async () => {
    store = await openPostgres(server!);
  });
  afterAll(() => store.remove());

  /** A session that has begun a transaction, locked a row, and then says no more. */
  async function freeze(name: string, then?: (session: pg.Client) => void): Promise<pg.Client> {
    const session = new pg.Client({ connectionString: store.url, application_name: "codeindex" });
    session.on("error", () => undefined);
    await session.connect();
    await session.query("begin");
    await session.query("insert into symbol_names (project_id, name) values ('p', $1)", [name]);
    then?.(session);
    return session;
  }
  const insert = (name: string) =>
    store.db.query("insert into symbol_names (project_id, name) values ('p', $1) on conflict do nothing", [name]);

  test.each<[string, (session: pg.Client) => void]>([
    ["between two statements", () => undefined],
    [
      "while it copies rows in",
      (session) => {
        const rows = session.query(copyFrom("copy symbol_names (project_id, name) from stdin"));
        rows.on("error", () => undefined);
        rows.write("p\thalf");
      },
    ],
  ])("are ended %s, and what they locked is free", async (name, then) => {
    const session = await freeze(name, then);
    expect(await endStuckSessions(store.db)).toBe(0);
    const waiting = insert(name);
    await expect.poll(() => endStuckSessions(store.db, 200)).toBe(1);
    await waiting;
    await session.end().catch(() => undefined);
  });

  test("are left alone while they work, wait for a lock, or are in no transaction", async () => {
    const holder = await freeze("held");
    const waiting = store.db.transaction((tx) =>
      tx.query("insert into symbol_names (project_id, name) values ('p', 'held')"),
    );
    const working = store.db.query("select pg_sleep(0.5)");
    await Promise.all([working, holder.query("select pg_sleep(0.5)")]);
    expect(await endStuckSessions(store.db, 200)).toBe(0);
    await holder.query("rollback");
    await waiting;
    await holder.end();
  });
});
