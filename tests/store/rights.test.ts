/** A database whose user may not do everything: no superuser, and no right to create extensions or schemas. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migrateQueue } from "../../src/queue/postgres.js";
import type { Db } from "../../src/store/db/db.js";
import { migrate } from "../../src/store/db/migrate.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { createEmptyDatabase } from "../helpers/store.js";

const server = process.env.TEST_DATABASE_URL;
const USER = `codeindex_${randomUUID().slice(0, 8)}`;

describe.runIf(server)("a user of the database", () => {
  let admin: Db;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let owner: Db;
  let user: Db;
  let url: string;

  beforeAll(async () => {
    admin = createPostgres(server!, { max: 1 });
    await admin.query(`create role ${USER} login password 'secret' nosuperuser`);
  });
  beforeEach(async ({ onTestFinished }) => {
    database = await createEmptyDatabase(server!);
    owner = createPostgres(database.url, { max: 1 });
    const own = new URL(database.url);
    own.username = USER;
    own.password = "secret";
    url = own.href;
    user = createPostgres(url, { max: 2 });
    onTestFinished(async () => {
      await user.close();
      await owner.close();
      await database.remove();
    });
  });
  afterAll(async () => {
    await admin?.query(`drop role ${USER}`);
    await admin?.close();
  });

  test("an owner needs no superuser: pgvector, which only those create, stays out", async () => {
    await owner.query(`alter database ${new URL(database.url).pathname.slice(1)} owner to ${USER}`);
    expect(await migrate(user)).toContain("0001_index.sql");
    await migrateQueue({ url });
    const extensions = await user.query<{ extname: string }>("select extname from pg_extension order by 1");
    expect(extensions.map(({ extname }) => extname)).toEqual(["pg_trgm", "plpgsql"]);
  });

  test("a role that may only make tables is told which extension an administrator has to create", async () => {
    await owner.query(`grant create on schema public to ${USER}`);
    await expect(migrate(user)).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining('permission denied to create extension "pg_trgm"'),
      suggestions: [expect.stringContaining("create extension pg_trgm;")],
    });
    await owner.query("create extension pg_trgm");
    expect(await migrate(user)).toContain("0001_index.sql");
  });

  test("a role that may make nothing is told what to grant", async () => {
    await owner.query("create extension pg_trgm");
    await owner.query("revoke create on schema public from public");
    await expect(migrate(user)).rejects.toMatchObject({
      code: "configuration",
      suggestions: [expect.stringContaining("grant create on schema public")],
    });
    await expect(migrateQueue({ url })).rejects.toMatchObject({
      code: "configuration",
      suggestions: [expect.stringContaining("grant create on database")],
    });
  });
});
