/** The history of a server's transactions, as connections meet it, and the name of a database. */
import { describe, expect, test } from "vitest";
import { createHistory, readHistory } from "../../src/store/db/history.js";
import { redisSpace } from "../../src/store/db/server.js";
import { openPostgres } from "../helpers/store.js";

/** A connection to a server that answers this, or gives this error. */
const connection = (answer: string | null | Error) => ({
  query: (async () => {
    if (answer instanceof Error) throw answer;
    return { rows: [{ history: answer }] };
  }) as never,
});
const refused = (code: string) => Object.assign(new Error(code), { code });

describe("a history", () => {
  test("is what the last new connection met; a replica has none of its own", async () => {
    const history = createHistory();
    expect(history.current()).toBeNull();
    for (const [met, want] of [
      ["7-00000001", "7-00000001"],
      [null, "7-00000001"],
      ["7-00000002", "7-00000002"],
    ] as const) {
      await history.meet(connection(met));
      expect(history.current()).toBe(want);
    }
  });

  test("is unknown where the server does not tell, and a connection that breaks is not taken for that", async () => {
    const history = createHistory();
    await expect(history.meet(connection(refused("08006")))).rejects.toMatchObject({ code: "08006" });
    await history.meet(connection("7-00000001"));
    expect(history.current()).toBe("7-00000001");
    const silent = createHistory();
    await silent.meet(connection(refused("42501")));
    await silent.meet(connection("7-00000001"));
    expect(silent.current()).toBeNull();
  });
});

const { TEST_DATABASE_URL: server, TEST_POOLER_URL: pooler } = process.env;

describe.runIf(server)("a server", () => {
  test.each([{ through: undefined }, ...(pooler ? [{ through: pooler }] : [])])(
    "tells its history, through $through too",
    async ({ through }) => {
      const { db, remove } = await openPostgres(server!, through);
      await db.query("select 1");
      expect(db.history()).toMatch(/^\d+-[0-9A-F]{8}$/);
      expect(await readHistory(db)).toBe(db.history());
      await remove();
    },
  );

  test("names each of its databases otherwise in a Redis that several installations share, and always alike", async () => {
    const [one, other] = [await openPostgres(server!), await openPostgres(server!)];
    const names = [await redisSpace(one.db), await redisSpace(other.db), await redisSpace(one.db)];
    expect(names[0]).toMatch(/^codeindex:[0-9a-f]{16}$/);
    expect(names[1]).not.toBe(names[0]);
    expect(names[2]).toBe(names[0]);
    await Promise.all([one.remove(), other.remove()]);
  });
});
