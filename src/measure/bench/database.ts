/** Databases of a server for one measurement. */
import { randomUUID } from "node:crypto";
import { createPostgres } from "../../store/db/postgres.js";
import { createDatabase, dropDatabase } from "../../store/samples.js";

/** Gives `work` the URL of a new database of a server, which is dropped afterwards. */
export async function withDatabase<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `codeindex_bench_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const admin = createPostgres(server, { max: 1 });
  try {
    await createDatabase(admin, name);
    return await work(url.href);
  } finally {
    await dropDatabase(admin, name);
    await admin.close();
  }
}
