/** Old rows go, and no others. */
import { expect, test } from "vitest";
import { forgetOld } from "../../src/processes/retention.js";
import { registerProject } from "../../src/store/projects.js";
import { insertToken } from "../../src/store/tokens.js";
import { describeStores } from "../helpers/store.js";

const SETTINGS = { auditDays: 90, jobDays: 30, tokenDays: 365 };

describeStores("retention", (store) => {
  test("forgets entries of the audit log, jobs and tokens by their age", async () => {
    const db = store();
    await registerProject(db, "/repos/app");
    for (const days of [29, 31, 89, 91]) {
      await db.query(
        `insert into jobs (job_id, project_id, kind, status, finished_at)
         values ('job ' || $1::int, 'app', 'build', 'completed', now() - make_interval(days => $1::int))`,
        [days],
      );
      await db.query(
        `insert into audit_log (at, principal, action, outcome, cost, duration)
         values (now() - make_interval(days => $1::int), 'ann', 'day ' || $1::int, 'ok', 1, 1)`,
        [days],
      );
    }
    await db.query(
      "insert into jobs (job_id, project_id, kind, status, created_at) values ('open', 'app', 'build', 'queued', '2001-01-01')",
    );
    await forgetOld(SETTINGS, db);
    const names = async (column: string, table: string) =>
      (await db.query<{ name: string }>(`select ${column} as name from ${table} order by 1`)).map(({ name }) => name);
    expect(await names("job_id", "jobs")).toEqual(["job 29", "open"]);
    expect(await names("action", "audit_log")).toEqual(["day 29", "day 31", "day 89"]);
  });

  test("forgets tokens that ended long ago, but never the last: a start would make the first one again", async () => {
    const db = store();
    const token = { hash: Buffer.alloc(32), scope: "read", projects: null, expiresAt: null } as const;
    for (const name of ["live", "revoked", "expired", "lately"])
      await insertToken(db, { ...token, tokenId: name, name });
    await db.query("update tokens set created_at = '2001-01-01', revoked_at = '2002-01-01' where token_id = 'revoked'");
    await db.query("update tokens set created_at = '2001-01-01', expires_at = '2002-01-01' where token_id = 'expired'");
    await db.query("update tokens set revoked_at = now() where token_id = 'lately'");
    const left = async () => (await db.query("select token_id from tokens order by 1")).map(({ token_id }) => token_id);
    await forgetOld(SETTINGS, db);
    expect(await left()).toEqual(["lately", "live"]);
    await db.query("update tokens set revoked_at = '2002-01-01'");
    await forgetOld(SETTINGS, db);
    expect(await left()).toHaveLength(1);
  });

  test("sweeps names that nothing has any more, once a day", async () => {
    const db = store();
    await registerProject(db, "/repos/app");
    const name = () => db.query("insert into symbol_names (project_id, name) values ('app', 'former')");
    const names = () => db.query("select name from symbol_names");
    await name();
    await forgetOld(SETTINGS, db);
    expect(await names()).toEqual([]);
    await name();
    await forgetOld(SETTINGS, db);
    expect(await names()).toHaveLength(1);
    await db.query("update projects set swept_at = now() - interval '25 hours'");
    await forgetOld(SETTINGS, db);
    expect(await names()).toEqual([]);
  });
});
