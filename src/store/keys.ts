/** Secrets that the processes of an installation share. */
import { randomBytes } from "node:crypto";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";
import type { SealedPlace } from "./db/seal.js";

const KEY_BYTES = 32;

/** The key of this name, 32 bytes; made by the first who asks. */
export async function sharedKey(db: Db, name: string): Promise<Buffer> {
  const place: SealedPlace = { table: "keys", column: "value", projectId: "", row: [name] };
  await db.query("insert into keys (name, value) values ($1, $2) on conflict do nothing", [
    name,
    db.seal.bytes(place, randomBytes(KEY_BYTES)),
  ]);
  const row = await oneRow(db.query<{ value: Buffer }>("select value from keys where name = $1", [name]));
  return db.seal.open(place, row.value);
}
