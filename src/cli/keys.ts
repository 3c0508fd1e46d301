/** `keys new|status|rotate`: the keys that encrypt the database. */
import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { type Flags, readConfig } from "../config/config.js";
import type { Db } from "../store/db/db.js";

/** Adds the command with its three subcommands. */
export function addKeyCommands(program: Command, withOptions: (command: Command) => Command): void {
  const keys = program
    .command("keys")
    .summary("make, list and rotate the keys that contents are encrypted with")
    .description(
      "Encryption of what is stored (CODEINDEX_ENCRYPTION_KEY_FILE): makes keys, says which are needed, and has everything encrypted with the first one. Of the embedded database the service must be stopped; that of DATABASE_URL stays in use.",
    );
  keys
    .command("new")
    .summary("print a new key")
    .action(() => console.log(randomBytes(32).toString("base64")));
  withOptions(keys.command("status"))
    .summary("say which keys are given, and which are needed")
    .action(async (flags: Flags) => {
      await withDatabase(flags, async (db) => {
        const { listUsedKeys } = await import("../store/db/seal-keys.js");
        const used = await listUsedKeys(db);
        const { isOn, keys: given } = db.seal.keys;
        const lines = given.map(({ id }, index) =>
          [id, isOn && index === 0 ? "encrypts" : "decrypts", used.includes(id) ? "needed" : "not needed"].join("  "),
        );
        const missing = used.filter((id) => !given.some((key) => key.id === id)).map((id) => `${id}  MISSING  needed`);
        console.log([...lines, ...missing].join("\n") || "Nothing is encrypted.");
      });
    });
  withOptions(keys.command("rotate"))
    .summary("encrypt everything with the first key, or decrypt it where that is `none`")
    .action(async (flags: Flags) => {
      await withDatabase(flags, async (db) => {
        const { checkSealKeys } = await import("../store/db/seal-keys.js");
        const { reseal } = await import("../store/db/reseal.js");
        await checkSealKeys(db);
        let last = "";
        const { rows, freed } = await reseal(db, ({ table, done, total, rows: written }) => {
          const line = `${table}: ${Math.floor((100 * done) / Math.max(total, 1))}%, ${written} rows so far`;
          if (line !== last) process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
          last = line;
        });
        if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
        console.log(`${rows} rows were written anew.`);
        if (freed.length > 0) console.log(`No longer needed: ${freed.join(", ")}`);
      });
    });
}

/** Opens the configured database with its keys. */
async function withDatabase(flags: Flags, work: (db: Db) => Promise<void>): Promise<void> {
  const config = readConfig({ ...flags, repos: [] });
  const { readSealKeys } = await import("../store/db/seal-keys.js");
  const sealKeys = readSealKeys(config);
  const { createPostgres } = await import("../store/db/postgres.js");
  const { createPglite } = await import("../store/pglite/pglite.js");
  const { migrate } = await import("../store/db/migrate.js");
  const db =
    config.databaseUrl === null
      ? await createPglite(config.dataDir, { sealKeys })
      : createPostgres(config.databaseDirectUrl ?? config.databaseUrl, { max: 2, sealKeys });
  try {
    if (config.databaseUrl === null) await migrate(db);
    await work(db);
  } finally {
    await db.close();
  }
}
