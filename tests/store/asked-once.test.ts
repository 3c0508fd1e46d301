/** A statement of one call is asked once, and its rows are each asker's own. */
import { expect, test } from "vitest";
import { askedOnce } from "../../src/store/db/asked-once.js";
import { describeStores } from "../helpers/store.js";

describeStores("a database that is asked once", (store) => {
  const COUNT = "select nextval('asked') as turn, $1::text[] as names";

  test("gives the same rows for the same values, and others for others", async () => {
    await store().query("create sequence asked");
    const db = askedOnce(store());
    const [first] = await db.query(COUNT, [["a"]]);
    expect(await db.query(COUNT, [["a"]])).toEqual([first]);
    expect(await db.query(COUNT, [["b"]])).not.toEqual([first]);
    expect(await askedOnce(store()).query(COUNT, [["a"]])).not.toEqual([first]);
  });

  test("gives rows that may be changed", async () => {
    const db = askedOnce(store());
    const [row] = await db.query<{ names: string[] }>("select array['a'] as names");
    row?.names.push("b");
    expect(await db.query("select array['a'] as names")).toEqual([{ names: ["a"] }]);
  });

  test("asks again after an error, with a signal, and with very many values", async () => {
    await store().query("create sequence if not exists asked");
    const db = askedOnce(store());
    await expect(db.query("select nextval('late')")).rejects.toThrow();
    await store().query("create sequence late");
    expect(await db.query("select nextval('late') as turn")).toEqual([{ turn: 1 }]);
    const { signal } = new AbortController();
    const many = [Array.from({ length: 1000 }, (_, index) => `${index}`)];
    for (const ask of [() => db.query(COUNT, [["c"]], signal), () => db.query(COUNT, many)])
      expect(await ask()).not.toEqual(await ask());
  });
});
