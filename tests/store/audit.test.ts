/** The audit log: what is read of it, how its use is counted, and which questions it has. */
import { expect, test } from "vitest";
import { type AuditEntry, countUse, insertAudit, readAudit, readQuestions } from "../../src/store/audit.js";
import { describeStores } from "../helpers/store.js";

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
const entry = (minute: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: at(minute),
  principal: "token:ann",
  address: "192.0.2.7",
  client: "an-agent",
  action: "search_code",
  projectId: "shop",
  inputHash: null,
  input: { query: `question ${minute}` },
  detail: null,
  outcome: "ok",
  found: 3,
  cost: 2,
  duration: 10,
  ...more,
});

describeStores("the audit log", (store) => {
  test("keeps what an entry says, and reads it by pages, the newest first", async () => {
    const db = store();
    const whole = entry(1, { inputHash: Buffer.from([1, 2]), input: undefined, detail: { job_id: "j1" }, found: null });
    await insertAudit(db, [entry(0), whole, entry(2)]);
    const [newest, second] = await readAudit(db, { limit: 2 });
    expect(newest).toMatchObject({ input: { query: "question 2" }, found: 3, client: "an-agent" });
    expect(second).toMatchObject({
      inputHash: Buffer.from([1, 2]),
      input: null,
      detail: { job_id: "j1" },
      found: null,
    });
    const older = await readAudit(db, { before: second?.entryId, limit: 2 });
    expect(older.map(({ input }) => input)).toEqual([{ query: "question 0" }]);
  });

  test("is read by caller, action, project and time", async () => {
    const db = store();
    const others = [{ principal: "jwt:ben" }, { action: "get_symbol" }, { projectId: null }, { at: at(-60) }];
    await insertAudit(db, [entry(0), ...others.map((other) => entry(0, other))]);
    const filters = { principal: "token:ann", action: "search_code", projectId: "shop", since: at(-1) };
    for (const [name, value] of Object.entries(filters))
      expect([name, (await readAudit(db, { [name]: value, limit: 9 })).length]).toEqual([name, 4]);
    expect(await readAudit(db, { ...filters, limit: 9 })).toHaveLength(1);
  });

  test("counts the use by each of its columns, the most used first", async () => {
    const db = store();
    await insertAudit(db, [
      entry(0, { duration: 10 }),
      entry(1, { duration: 30, outcome: "not_found" }),
      entry(2, {
        duration: 20,
        client: "page",
        principal: "jwt:ben",
        action: "get_symbol",
        projectId: null,
        outcome: "cancelled",
      }),
      entry(-60),
    ]);
    const by = (column: Parameters<typeof countUse>[1]["by"], limit = 9) =>
      countUse(db, { by: column, since: at(0), limit });
    expect(await by("client")).toEqual([
      { key: "an-agent", calls: 2, errors: 1, cost: 4, median: 20, p95: 29, lastAt: expect.anything() },
      { key: "page", calls: 1, errors: 0, cost: 2, median: 20, p95: 20, lastAt: expect.anything() },
    ]);
    const keys = async (column: Parameters<typeof by>[0]) => (await by(column)).map(({ key, calls }) => [key, calls]);
    expect(await keys("action")).toEqual([
      ["search_code", 2],
      ["get_symbol", 1],
    ]);
    expect(await keys("principal")).toEqual([
      ["token:ann", 2],
      ["jwt:ben", 1],
    ]);
    expect(await keys("project")).toEqual([
      ["shop", 2],
      [null, 1],
    ]);
    expect(await keys("address")).toEqual([["192.0.2.7", 3]]);
    expect(await by("client", 1)).toHaveLength(1);
    const of = (which: Partial<Parameters<typeof countUse>[1]>) =>
      countUse(db, { by: "action", since: at(0), limit: 9, ...which });
    expect(await of({ principal: "jwt:ben" })).toMatchObject([{ key: "get_symbol", calls: 1 }]);
    expect(await of({ action: "search_code", projectId: "shop" })).toMatchObject([{ key: "search_code", calls: 2 }]);
    expect(await of({ principal: "jwt:ben", projectId: "shop" })).toEqual([]);
  });

  test("has the questions of some tools whose answers are lists", async () => {
    const db = store();
    await insertAudit(db, [
      entry(0, { found: 0 }),
      entry(1, { found: null }),
      entry(2, { action: "get_file_outline" }),
      entry(3, { projectId: "bank" }),
      entry(-60),
    ]);
    const questions = (projectId?: string, limit = 9) =>
      readQuestions(db, { since: at(0), projectId, actions: ["search_code"], limit });
    expect((await questions()).map(({ input, found }) => [input, found])).toEqual([
      [{ query: "question 3" }, 3],
      [{ query: "question 0" }, 0],
    ]);
    expect(await questions("bank")).toHaveLength(1);
    expect(await questions(undefined, 1)).toMatchObject([{ projectId: "bank" }]);
  });
});
