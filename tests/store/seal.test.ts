/** Encryption of what is stored: what a sealed value tells, where it can be opened, and how keys are exchanged. */
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Columns } from "../../src/store/db/columns.js";
import type { Db } from "../../src/store/db/db.js";
import { reseal } from "../../src/store/db/reseal.js";
import { createSeal, SEALED, type SealedPlace, sealKey } from "../../src/store/db/seal.js";
import { checkSealKeys, listUsedKeys, readSealKeys } from "../../src/store/db/seal-keys.js";
import { sharedKey } from "../../src/store/keys.js";
import { createTask, endTask, findTask } from "../../src/store/tasks.js";
import { readContents } from "../../src/store/versions.js";
import { describeStores } from "../helpers/store.js";

const FIRST = sealKey(Buffer.alloc(32, 1));
const SECOND = sealKey(Buffer.alloc(32, 2));
const on = (...keys: (typeof FIRST)[]) => createSeal({ isOn: true, keys });
const off = (...keys: (typeof FIRST)[]) => createSeal({ isOn: false, keys });
const PLACE: SealedPlace = { table: "contents", column: "data", projectId: "app", row: [Buffer.from("abc")] };
const SECRET = Buffer.from("the quick brown fox");

test("a sealed value is opened in its place alone", () => {
  const seal = on(FIRST);
  const stored = seal.bytes(PLACE, SECRET);
  expect(stored.toString("latin1")).not.toContain("quick");
  expect(seal.open(PLACE, stored)).toEqual(SECRET);
  const elsewhere: SealedPlace[] = [
    { ...PLACE, projectId: "other" },
    { ...PLACE, row: [Buffer.from("abd")] },
    { ...PLACE, table: "parse_results" },
    { ...PLACE, column: "other" },
    { ...PLACE, projectId: "ap", row: ["p", ...PLACE.row] },
  ];
  for (const place of elsewhere)
    expect(() => seal.open(place, stored)).toThrow(expect.objectContaining({ code: "index_error" }));
});

test("no byte of it can be changed", () => {
  const seal = on(FIRST);
  const stored = seal.bytes(PLACE, SECRET);
  // After the mark and the key's id.
  for (let index = 12; index < stored.length; index++) {
    const changed = Buffer.from(stored);
    changed[index]! ^= 1;
    expect(() => seal.open(PLACE, changed)).toThrow("changed or moved");
  }
  expect(() => seal.open(PLACE, stored.subarray(0, -1))).toThrow("changed or moved");
});

test("no nonce comes twice, but for terms, which are looked up: there equal ones of one place look the same", () => {
  const seal = on(FIRST);
  const sealed = Array.from({ length: 5000 }, () => seal.bytes(PLACE, SECRET).toString("hex", 12, 24));
  expect(new Set(sealed).size).toBe(5000);
  const place: SealedPlace = { table: "posting_blocks", column: "first_term", projectId: "app", row: ["word", 1] };
  expect(seal.text(place, "fox")).toBe(seal.text(place, "fox"));
  expect(seal.terms(place, "fox")).toContain(seal.text(place, "fox"));
  expect(seal.text({ ...place, row: ["word", 2] }, "fox")).not.toBe(seal.text(place, "fox"));
});

test("the first key seals and all of them open; one that is missing is named", () => {
  const old = on(FIRST).text(PLACE, "fox");
  expect(on(SECOND, FIRST).open(PLACE, old)).toBe("fox");
  expect(off(FIRST).open(PLACE, old)).toBe("fox");
  expect(off(FIRST).text(PLACE, "fox")).toBe("fox");
  for (const without of [on(SECOND), createSeal()])
    expect(() => without.open(PLACE, old)).toThrow(
      expect.objectContaining({ code: "encryption_key", message: expect.stringContaining(FIRST.id) }),
    );
});

test("a value in clear stays so, also where it looks like a sealed value", () => {
  const clear = createSeal();
  expect(on(FIRST).open(PLACE, "fox")).toBe("fox");
  const forged = on(SECOND).text(PLACE, "fox");
  const columns = { ...keyColumns("symbols"), doc: { type: "text", values: [forged] } } as Columns;
  const [stored] = clear.columns("symbols", columns).doc!.values;
  expect(stored).not.toBe(forged);
  expect(on(FIRST).open(PLACE, stored as string)).toBe(stored);
});

/** The columns of one row. */
function keyColumns(table: keyof typeof SEALED): Columns {
  const { key, columns } = SEALED[table];
  return Object.fromEntries(
    ["project_id", ...key, ...columns].map((name) => [name, { type: "text", values: ["x"] }]),
  ) as Columns;
}

describe("the keys of the settings", () => {
  const key = randomBytes(32);
  const read = (encryptionKey: string | null, encryptionKeyFile: string | null = null) =>
    readSealKeys({ encryptionKey, encryptionKeyFile });
  test.each([
    { name: "none", text: null, want: { isOn: false, ids: [] } },
    { name: "in base64", text: key.toString("base64"), want: { isOn: true, ids: [sealKey(key).id] } },
    { name: "in hex", text: key.toString("hex"), want: { isOn: true, ids: [sealKey(key).id] } },
    {
      name: "several, with a remark",
      text: `${key.toString("base64")} # since May\n${Buffer.alloc(32, 1).toString("base64")}`,
      want: { isOn: true, ids: [sealKey(key).id, FIRST.id] },
    },
    { name: "no more", text: `none ${key.toString("base64")}`, want: { isOn: false, ids: [sealKey(key).id] } },
  ])("$name", ({ text, want }) => {
    const { isOn, keys } = read(text);
    expect({ isOn, ids: keys.map(({ id }) => id) }).toEqual(want);
  });

  test.each(["correct horse battery staple", key.toString("base64").slice(4), `${key.toString("hex")}00`])(
    "%s is none, and is not repeated",
    (text) => {
      expect(() => read(text)).toThrow(/^CODEINDEX_ENCRYPTION_KEY: key 1 is not 32 bytes in base64 or hex/);
    },
  );

  test("a file that is not there", () => {
    expect(() => read(null, "/nowhere/key")).toThrow(
      "CODEINDEX_ENCRYPTION_KEY_FILE: /nowhere/key cannot be read (ENOENT).",
    );
  });
});

/** The same database with other keys. */
const withSeal = (db: Db, seal: Db["seal"]): Db => ({
  ...db,
  seal,
  transaction: (work) => db.transaction((tx) => work(withSeal(tx, seal))),
});

describeStores("keys", (store) => {
  test("that are needed must be given, before anything is read", async () => {
    await checkSealKeys(withSeal(store(), createSeal()));
    await checkSealKeys(withSeal(store(), on(FIRST)));
    await checkSealKeys(withSeal(store(), on(SECOND, FIRST)));
    for (const seal of [createSeal(), on(SECOND), on(FIRST)])
      await expect(checkSealKeys(withSeal(store(), seal))).rejects.toMatchObject({
        code: "encryption_key",
        suggestions: [expect.stringContaining("keys rotate")],
      });
  });

  test("are exchanged row by row, also for values in clear, and back", async () => {
    const db = withSeal(store(), createSeal());
    const contentHash = Buffer.from("hash");
    const read = async (seal: Db["seal"]) =>
      (await readContents(withSeal(db, seal), "app", [contentHash])).map(({ data }) => data.toString());
    await db.query("insert into contents (project_id, content_hash, size, data) values ('app', $1, 3, 'fox')", [
      contentHash,
    ]);
    const made = await sharedKey(db, "mcp");
    const run = { taskId: "task", runId: "run" };
    const call = { args: { query: "fox" } };
    await createTask(db, run, { owner: "ann", tool: "x", call, answers: {}, ttlMs: 1e6, projectIds: [] });
    await endTask(db, run, { result: { text: "fox" } });

    const stages = [on(FIRST), on(SECOND, FIRST), off(SECOND)];
    for (const seal of stages) {
      const now = withSeal(db, seal);
      await checkSealKeys(now);
      const { rows } = await reseal(now, () => undefined);
      expect(rows).toBe(3);
      expect(await reseal(now, () => undefined)).toEqual({ rows: 0, freed: [] });
      expect(await read(seal)).toEqual(["fox"]);
      expect(await sharedKey(now, "mcp")).toEqual(made);
      expect(await findTask(now, "ann", "task")).toMatchObject({ call, result: { text: "fox" } });
      const isInClear = seal === stages[2];
      const [raw] = await db.query<{ text: string }>(
        "select encode(contents.data, 'escape') || tasks::text as text from contents, tasks",
      );
      expect(raw!.text.includes("fox")).toBe(isInClear);
      expect(await listUsedKeys(db)).toEqual(seal.keys.isOn ? [seal.keys.keys[0]!.id] : []);
    }
    await expect(checkSealKeys(db)).resolves.toBeUndefined();
  });
});
