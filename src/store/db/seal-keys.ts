/** The keys of the settings, and those that the database's values need. */
import { readFileSync } from "node:fs";
import { CodeindexError } from "../../base/errors.js";
import { nth } from "../../base/need.js";
import { systemCode } from "../../base/system-code.js";
import type { Config } from "../../config/config.js";
import type { Db } from "./db.js";
import { missingKey, type SealKey, type SealKeys, sealKey } from "./seal.js";

const KEY_BYTES = 32;
/** In the first place: values are stored in clear from now on. */
const NONE = "none";
/** Rows of `keys` that say with which keys something is sealed. */
const USED = "seal:";

type Settings = Pick<Config, "encryptionKey" | "encryptionKeyFile">;

/** Reads the keys. Throws `configuration`, which never holds one. */
export function readSealKeys({ encryptionKey, encryptionKeyFile }: Settings): SealKeys {
  if (encryptionKey !== null && encryptionKeyFile !== null)
    throw new CodeindexError("configuration", "CODEINDEX_ENCRYPTION_KEY: is instead of CODEINDEX_ENCRYPTION_KEY_FILE.");
  const name = encryptionKeyFile === null ? "CODEINDEX_ENCRYPTION_KEY" : "CODEINDEX_ENCRYPTION_KEY_FILE";
  const text = encryptionKeyFile === null ? (encryptionKey ?? "") : readKeyFile(name, encryptionKeyFile);
  const words = text
    .split("\n")
    .flatMap((line) => line.replace(/#.*/, "").split(/\s+/))
    .filter(Boolean);
  if (words.length === 0 && encryptionKeyFile !== null)
    throw new CodeindexError("configuration", `${name}: there is no key in the file. codeindex keys new makes one.`);
  const isOn = words.length > 0 && words[0] !== NONE;
  const keys = words.slice(isOn ? 0 : 1).map((word, index) => parseKey(name, word, index + (isOn ? 1 : 2)));
  return { isOn, keys: keys.filter(({ id }, index) => keys.findIndex((each) => each.id === id) === index) };
}

function readKeyFile(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new CodeindexError("configuration", `${name}: ${path} cannot be read (${systemCode(error)}).`);
  }
}

function parseKey(name: string, word: string, place: number): SealKey {
  const isHex = /^[0-9a-f]{64}$/i.test(word);
  const bytes = Buffer.from(word, isHex ? "hex" : "base64");
  // Passphrases are not keys: they can be guessed.
  if (bytes.length !== KEY_BYTES || !/^[A-Za-z0-9+/_-]+=?$/.test(word))
    throw new CodeindexError(
      "configuration",
      `${name}: key ${place} is not 32 bytes in base64 or hex. codeindex keys new makes one.`,
    );
  return sealKey(bytes);
}

/**
 * Says that values are sealed with the first key from now on. Throws `encryption_key` where a key is missing that some are sealed with: before anything
 * is read or written.
 */
export async function checkSealKeys(db: Db): Promise<void> {
  const { isOn, keys } = db.seal.keys;
  const used = await listUsedKeys(db);
  const missing = used.filter((id) => !keys.some((key) => key.id === id));
  if (missing.length > 0) throw missingKey(missing);
  if (isOn && !used.includes(nth(keys, 0).id))
    await db.query("insert into keys (name, value) values ($1, '') on conflict do nothing", [USED + nth(keys, 0).id]);
}

/** Ids of the keys that values may be sealed with. */
export async function listUsedKeys(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    "select name from keys where starts_with(name, $1) order by created_at",
    [USED],
  );
  return rows.map(({ name }) => name.slice(USED.length));
}

/** Says that nothing is sealed with a key any more. */
export async function forgetUsedKey(db: Db, id: string): Promise<void> {
  await db.query("delete from keys where name = $1", [USED + id]);
}
