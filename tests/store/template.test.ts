/** The template of an embedded database, made and unpacked by src/store/pglite/template.ts. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createPglite } from "../../src/store/pglite/pglite.js";
import { templateUrl, unpackTemplate } from "../../src/store/pglite/template.js";
import { temporaryFolder } from "../helpers/folders.js";

const BLOCK = 512;

/** An entry of a tar archive (ustar). */
function entry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("0", 156);
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

test("files of several pieces, empty and small ones come out whole", async () => {
  const folder = temporaryFolder();
  const archive = join(folder, "template.tar.gz");
  const files = {
    large: Buffer.alloc(20_000_001, "abc"),
    "base/empty": Buffer.alloc(0),
    "base/1/small": Buffer.from("x"),
  };
  const entries = Object.entries(files).map(([name, content]) => entry(name, content));
  writeFileSync(archive, gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)])));
  const directory = join(folder, "db");
  expect(unpackTemplate(pathToFileURL(archive), directory)).toBe(true);
  const read = (name: string) => readFileSync(join(directory, name));
  expect(Object.entries(files).filter(([name, content]) => !read(name).equals(content))).toEqual([]);
});

test("an archive that is cut off leaves no folder", async () => {
  const folder = temporaryFolder();
  const archive = join(folder, "template.tar.gz");
  writeFileSync(archive, gzipSync(entry("large", Buffer.alloc(100_000, "abc"))).subarray(0, 100));
  expect(() => unpackTemplate(pathToFileURL(archive), join(folder, "db"))).toThrow("unexpected end of file");
  expect(readdirSync(folder)).not.toContain("db");
});

test("the template of the build is the one database that is used, without what PostgreSQL makes again by itself", async () => {
  const folder = temporaryFolder();
  const directory = join(folder, "db");
  expect(unpackTemplate(templateUrl(), directory)).toBe(true);
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  expect(files.filter((path) => /_(fsm|vm)$/.test(path))).toEqual([]);
  const db = await createPglite(folder);
  onTestFinished(() => db.close());
  expect(await db.query("select datname from pg_database")).toEqual([{ datname: "postgres" }]);
  // Maps are made anew for a table of the template that has none.
  await db.query("vacuum pg_class");
  const maps = "select pg_relation_size('pg_class', 'vm') > 0 and pg_relation_size('pg_class', 'fsm') > 0 as made";
  expect(await db.query(maps)).toEqual([{ made: true }]);
});
