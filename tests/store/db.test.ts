/** Queries, inserts, transactions and notifications of a database, by src/store/db, on PGlite and PostgreSQL alike. */
import { expect, test } from "vitest";
import type { Columns } from "../../src/store/db/columns.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { describeStores } from "../helpers/store.js";

const server = process.env.TEST_DATABASE_URL;

const names = (...values: string[]): Columns => ({
  project_id: { type: "text", values: values.map(() => "p") },
  name: { type: "text", values },
});

describeStores(
  "Db",
  (store) => {
    test("gives bigint as number where exact, times as ISO 8601, and sends what PostgreSQL cannot store as U+FFFD", async () => {
      const [row] = await store().query(
        "select $1::text as text, $2::int8 as small, $3::int8 as big, $4::jsonb as json, '2026-01-02 03:04:05Z'::timestamptz as time",
        ["a\0b\ud800", 42, 1753000000000000001n, { nul: "\0", lone: "\udfff", backslash: "\\u0000" }],
      );
      expect(row).toEqual({
        text: "a\u{fffd}b\u{fffd}",
        small: 42,
        big: 1753000000000000001n,
        json: { nul: "\u{fffd}", lone: "\u{fffd}", backslash: "\\u0000" },
        time: "2026-01-02T03:04:05.000Z",
      });
    });

    test("inserts every type of column, hostile text and nulls among them", async () => {
      const db = store();
      await db.transaction(async (tx) => {
        await tx.query("drop table if exists every_type");
        await tx.query(
          "create table every_type (a text, b int4, c int8, d int2, e bool, f bytea, g jsonb, h timestamptz, i text[])",
        );
        await tx.insertRows("every_type", {
          a: { type: "text", values: ["x\0y", "x\0y", null, "\ud800 naïve 漢字 😀"] },
          b: { type: "int4", values: [-1, 2147483647, null, 0] },
          c: { type: "int8", values: [1, -9223372036854775808n, null, 0] },
          d: { type: "int2", values: [1, -32768, null, 0] },
          e: { type: "bool", values: [true, false, null, true] },
          f: { type: "bytea", values: [Buffer.from([0, 255]), Buffer.alloc(0), null, Buffer.alloc(1)] },
          g: { type: "jsonb", values: [{ a: "\0" }, [1], null, "text"] },
          h: { type: "timestamptz", values: ["2026-01-02T03:04:05.678Z", 0, null, new Date(1)] },
          i: { type: "text[]", values: [["a", "b\0"], [], null, [null, 'quote"', "back\\slash"]] },
        });
        expect(await tx.query("select * from every_type")).toEqual([
          {
            a: "x\u{fffd}y",
            b: -1,
            c: 1,
            d: 1,
            e: true,
            f: Buffer.from([0, 255]),
            g: { a: "\u{fffd}" },
            h: "2026-01-02T03:04:05.678Z",
            i: ["a", "b\u{fffd}"],
          },
          {
            a: "x\u{fffd}y",
            b: 2147483647,
            c: -9223372036854775808n,
            d: -32768,
            e: false,
            f: Buffer.alloc(0),
            g: [1],
            h: "1970-01-01T00:00:00.000Z",
            i: [],
          },
          { a: null, b: null, c: null, d: null, e: null, f: null, g: null, h: null, i: null },
          {
            a: "\u{fffd} naïve 漢字 😀",
            b: 0,
            c: 0,
            d: 0,
            e: true,
            f: Buffer.alloc(1),
            g: "text",
            h: "1970-01-01T00:00:00.001Z",
            i: [null, 'quote"', "back\\slash"],
          },
        ]);
        await tx.query("drop table every_type");
      });
    });

    test("leaves existing rows alone when asked, and otherwise inserts all or nothing", async () => {
      const db = store();
      await db.insertRows("symbol_names", names("a"));
      await expect(db.insertRows("symbol_names", names("b", "a"))).rejects.toThrow(/duplicate key/);
      await db.insertRows("symbol_names", names("c", "a", "c"), { ignoreConflicts: true });
      await db.insertRows("symbol_names", names("d", "a"), { ignoreConflicts: true });
      expect(await db.query("select name from symbol_names order by name")).toEqual([
        { name: "a" },
        { name: "c" },
        { name: "d" },
      ]);
    });

    test("sends each type as an array, too, where existing rows stay", async () => {
      await store().transaction(async (tx) => {
        await tx.query(
          "create table every_array (a text primary key, b int4, c int8, d int2, e bool, f bytea, g jsonb, h timestamptz, i tsvector)",
        );
        const terms = Buffer.from("\0\0\0\x01one\0\0\0", "latin1");
        const columns: Columns = {
          a: { type: "text", values: ["x", "y", "x"] },
          b: { type: "int4", values: [-1, null, 5] },
          c: { type: "int8", values: [5_000_000_000, null, 5] },
          d: { type: "int2", values: [7, null, 5] },
          e: { type: "bool", values: [true, null, false] },
          f: { type: "bytea", values: [Buffer.from([0, 255]), null, Buffer.alloc(0)] },
          g: { type: "jsonb", values: [{ g: 1 }, null, 5] },
          h: { type: "timestamptz", values: ["1970-01-01T00:00:00.001Z", null, 5] },
          i: { type: "tsvector", values: [terms, null, terms] },
        };
        await tx.insertRows("every_array", columns, { ignoreConflicts: true });
        const nothing = Object.fromEntries([..."bcdefghi"].map((name) => [name, null]));
        expect(await tx.query("select a, b, c, d, e, f, g, h, i::text from every_array order by a")).toEqual([
          {
            a: "x",
            b: -1,
            c: 5_000_000_000,
            d: 7,
            e: true,
            f: Buffer.from([0, 255]),
            g: { g: 1 },
            h: "1970-01-01T00:00:00.001Z",
            i: "'one'",
          },
          { a: "y", ...nothing },
        ]);
        const arrays: Columns = { a: { type: "text[]", values: [["z"]] } };
        await expect(tx.insertRows("every_array", arrays, { ignoreConflicts: true })).rejects.toThrow(TypeError);
        await tx.query("drop table every_array");
      });
    });

    test("refuses columns of different lengths", async () => {
      const columns: Columns = { project_id: { type: "text", values: ["p"] }, name: { type: "text", values: [] } };
      await expect(store().insertRows("symbol_names", columns)).rejects.toThrow(TypeError);
    });

    test("keeps a transaction to itself, commits it whole, and rolls back what throws", async () => {
      const db = store();
      const seen: unknown[] = [];
      let reading: Promise<unknown> = Promise.resolve();
      await db.transaction(async (tx) => {
        await tx.insertRows("symbol_names", names("a"));
        if (db.kind === "pglite")
          reading = db.query("select name from symbol_names").then((rows) => seen.push(...rows));
        await new Promise((resolve) => setTimeout(resolve, 30));
        expect(seen).toEqual([]);
        await tx.insertRows("symbol_names", names("b"));
      });
      await reading;
      await expect(
        db.transaction(async (tx) => {
          await tx.insertRows("symbol_names", names("c"), { ignoreConflicts: true });
          throw new Error("changed my mind");
        }),
      ).rejects.toThrow("changed my mind");
      expect(await db.query("select name from symbol_names order by name")).toEqual([{ name: "a" }, { name: "b" }]);
      await db.insertRows("symbol_names", names("c"), { ignoreConflicts: true });
      expect(await db.query("select count(*) from symbol_names")).toEqual([{ count: 3 }]);
    });

    test("answers after an error as before", async () => {
      const db = store();
      await expect(db.query("select * from missing where a = $1", [1])).rejects.toThrow(/does not exist/);
      await expect(db.query("select 1/$1::int", [0])).rejects.toThrow(/division by zero/);
      await expect(db.query("selec")).rejects.toThrow(/syntax error/);
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => db.query("select $1::int as i", [i])));
      expect(answers.map(([row]) => row?.i)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    });

    test("hears notifications once they are committed, in every listener, until it stops", async () => {
      const db = store();
      const heard: string[] = [];
      const stopFirst = await db.listen("news", (payload) => heard.push(`1 ${payload}`));
      const stopSecond = await db.listen("news", (payload) => heard.push(`2 ${payload}`));
      await db.query("select pg_notify('news', 'a')");
      await expect.poll(() => heard).toEqual(["1 a", "2 a"]);
      await stopFirst();
      await db
        .transaction(async (tx) => {
          await tx.query("select pg_notify('news', 'rolled back')");
          throw new Error();
        })
        .catch(() => undefined);
      await db.query("select pg_notify('news', 'b')");
      await expect.poll(() => heard).toEqual(["1 a", "2 a", "2 b"]);
      await stopSecond();
    });

    test("a channel that cannot be listened to takes the others nothing", async () => {
      const db = store();
      const heard: string[] = [];
      const stops = [await db.listen("news", (payload) => heard.push(payload))];
      await expect(db.listen("no\0channel", () => undefined)).rejects.toThrow();
      stops.push(await db.listen("other", (payload) => heard.push(payload)));
      await db.query("select pg_notify('news', '1')");
      await db.query("select pg_notify('other', '2')");
      await expect.poll(() => heard).toEqual(["1", "2"]);
      for (const stop of stops) await stop();
    });

    test("listeners hear of a lost connection once it is open again, and of all that follows", async ({ skip }) => {
      const db = store();
      if (db.kind === "pglite") skip("its listener has no connection");
      const heard: string[] = [];
      const stop = await db.listen("news", (payload) => heard.push(payload));
      await db.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
      );
      await expect.poll(() => heard).toEqual([""]);
      await db.query("select pg_notify('news', 'after')");
      await expect.poll(() => heard).toEqual(["", "after"]);
      await stop();
    });

    test("takes many listeners at once, one statement after another", async () => {
      const db = store();
      const warnings: string[] = [];
      const warned = ({ message }: Error) => warnings.push(message);
      process.on("warning", warned);
      const heard: string[] = [];
      const channels = ["one", "two", "three"];
      const stops = await Promise.all(channels.map((channel) => db.listen(channel, () => heard.push(channel))));
      for (const channel of channels) await db.query("select pg_notify($1, '')", [channel]);
      await expect.poll(() => heard).toEqual(channels);
      await Promise.all(stops.map((stop) => stop()));
      process.off("warning", warned);
      expect(warnings).toEqual([]);
    });

    test("gives a query up when its signal aborts", async () => {
      const db = store();
      const signal = AbortSignal.timeout(100);
      const sql = db.kind === "pglite" ? "select count(*) from generate_series(1, 3000000)" : "select pg_sleep(30)";
      await expect(db.query(sql, [], signal)).rejects.toMatchObject({ code: "cancelled" });
      await expect(db.query("select 1", [], AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
      expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
    });
  },
  { pooled: true },
);

test.runIf(server)("a server that does not let us in is told by what decides that", async () => {
  const withOther = (field: string, value: string) => {
    const url = Object.assign(new URL(server!), { [field]: value });
    return createPostgres(url.href, { max: 1 });
  };
  const asked = withOther("password", "wrong");
  const asksForPasswords = await asked.query("select 1").then(
    () => false,
    () => true,
  );
  await asked.close();
  const passwords = asksForPasswords ? (["wrong", ""] as const) : [];
  for (const [field, value] of [
    ["pathname", "/nowhere"],
    ["username", "nobody"],
    ...passwords.map((password) => ["password", password] as const),
  ] as const) {
    const db = withOther(field, value);
    await expect(db.query("select 1")).rejects.toMatchObject({
      code: "engine_unavailable",
      message: "The database server does not let us in.",
      suggestions: [
        "Look at the user, password and database of DATABASE_URL; codeindex doctor says what the server says.",
      ],
    });
    await db.close();
  }
});
