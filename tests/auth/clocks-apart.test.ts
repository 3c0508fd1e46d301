/** A service whose clock is an hour off the database's: tokens, sessions and entries of the audit log end and begin by the database's. */
import pino from "pino";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createAudit } from "../../src/auth/audit.js";
import { createAuthenticator } from "../../src/auth/authenticate.js";
import { issueToken, limitToken } from "../../src/auth/issue.js";
import { createTokenChecker } from "../../src/auth/tokens.js";
import { readConfig } from "../../src/config/config.js";
import { warnOfClocksApart } from "../../src/processes/clock-warning.js";
import { readAudit } from "../../src/store/audit.js";
import type { Db } from "../../src/store/db/db.js";
import { openPostgres } from "../helpers/store.js";

const HOUR = 3600_000;
const log = pino({ level: "silent" });
const { TEST_DATABASE_URL: server } = process.env;

describe.runIf(server).each([
  { name: "ahead", off: HOUR },
  { name: "behind", off: -HOUR },
])("a clock that is an hour $name", ({ off }) => {
  let store: Awaited<ReturnType<typeof openPostgres>>;
  let db: Db;

  beforeEach(async () => {
    store = await openPostgres(server!);
    db = store.db;
    const right = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => right() + off);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await store.remove();
  });

  /** Seconds until a time of the database, by its clock. */
  async function secondsTo(time: string | null): Promise<number> {
    const [row] = await db.query<{ seconds: number }>(
      "select extract(epoch from $1::timestamptz - clock_timestamp())::float8 as seconds",
      [time],
    );
    return row!.seconds;
  }

  test("makes tokens that last as long as was asked for", async () => {
    const token = await issueToken(db, { name: "short", scope: "read", expires: "2h" });
    expect(await secondsTo(token.expires_at)).toBeCloseTo(7200, -2);
    const limited = await limitToken(db, token.token_id, { expires: "1h" });
    expect(await secondsTo(limited.expires_at)).toBeCloseTo(3600, -2);
  });

  test("takes a token until it ends, and no longer", async () => {
    const { token, token_id } = await issueToken(db, { name: "short", scope: "read", expires: "1d" });
    await db.query("update tokens set expires_at = clock_timestamp() + interval '4 seconds' where token_id = $1", [
      token_id,
    ]);
    const checker = await createTokenChecker(db, log);
    expect(await checker.check(token)).toMatchObject({ id: `token:${token_id}` });
    // Kept in memory by now, without another look at the database.
    await expect.poll(() => checker.check(token), { timeout: 10_000 }).toBeNull();
    await checker.close();
  });

  test("begins a session of the page that lasts a week, and tells streams when to end", async () => {
    const auth = await createAuthenticator(readConfig({ repos: [] }, { CODEINDEX_AUTH: "token" }), db, log);
    const { token } = await issueToken(db, { name: "page", scope: "read" });
    const session = await auth.pageSessions!.begin(token);
    const [row] = await db.query<{ at: string }>("select expires_at as at from page_sessions");
    expect(await secondsTo(row!.at)).toBeCloseTo(7 * 24 * 3600, -2);
    const principal = await auth.pageSessions!.check(session!.key);
    // It ends after a day without use.
    expect((principal!.expiresAt! - auth.now()) / 1000).toBeCloseTo(24 * 3600, -2);
    expect(await auth.isValid({ ...principal!, expiresAt: auth.now() + 60_000 })).toBe(true);
    expect(await auth.isValid({ ...principal!, expiresAt: auth.now() - 60_000 })).toBe(false);
    await auth.close();
  });

  test("notes calls at the time that all services agree on", async () => {
    const audit = createAudit({ audit: "clear", auth: ["token"] }, db, log);
    const entry = { action: "search_code", projectId: null, input: {}, outcome: "ok", cost: 1 };
    audit.note({ ...entry, principal: { id: "jwt:ann" }, startedAt: performance.now() });
    await audit.close();
    const [noted] = await readAudit(db, { limit: 1 });
    expect(Math.abs(await secondsTo(noted!.at))).toBeLessThan(60);
  });

  test("is told of once, and again when it is set to the other side", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const lines: object[] = [];
    const warn = (fields: object) => void lines.push(fields);
    const stop = warnOfClocksApart(db, { ...log, warn } as never);
    vi.advanceTimersByTime(120_000);
    expect(lines).toEqual([expect.objectContaining({ seconds: off / 1000 })]);
    const now = Date.now();
    vi.mocked(Date.now).mockImplementation(() => now - 2 * off);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(1)).toEqual([expect.objectContaining({ seconds: -off / 1000 })]);
    stop();
  });
});
