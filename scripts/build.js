/**
 * `npm run build`: compiles the sources, bundles the programs and the page, then makes the database template that first starts unpack (dist/template-*.tar.gz).
 * With `--watch` it goes on to do the first two whenever a source changes.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { bundle, bundleOnChange } from "./bundle.js";
import { bundleWeb, bundleWebOnChange } from "./web.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
/** Four is the compiler's default. More than there are processors do much of the work of each over again. */
const CHECKERS = String(Math.min(4, availableParallelism()));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

compile();
await Promise.all([bundle(dist), bundleWeb(root)]);
const { templateUrl } = await import("../dist/store/pglite/template.js");
const template = fileURLToPath(templateUrl());
if (!existsSync(template)) {
  for (const file of readdirSync(dist)) if (/^template-.*\.gz/.test(file)) rmSync(join(dist, file));
  const archive = await makeTemplate();
  writeFileSync(`${template}.partial`, archive);
  renameSync(`${template}.partial`, template);
  console.log(`dist/${basename(template)}: ${(archive.length / 1e6).toFixed(1)} MB`);
}
if (process.argv.includes("--watch")) {
  spawn(process.execPath, [compiler, "-p", root, "--watch", "--preserveWatchOutput"], { stdio: "inherit" });
  bundleOnChange(dist);
  bundleWebOnChange(root);
}

function compile() {
  const { status } = spawnSync(process.execPath, [compiler, "-p", root, "--checkers", CHECKERS], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * A new database, migrated by our code and closed cleanly, so that unpacking it needs no recovery.
 *
 * Files of a database cost more than their bytes, as a first start makes each anew. So two kinds are dropped: the databases that PostgreSQL copies for
 * `create database`, as nobody asks for that, and the files that it makes again by itself, maps of free space and visibility and the log in advance.
 * (1,217 files of 40 MB before, 530 of 14 MB after, the queue's among them then.)
 */
async function makeTemplate() {
  const { createPglite } = await import("../dist/store/pglite/pglite.js");
  const { migrate } = await import("../dist/store/db/migrate.js");
  const directory = mkdtempSync(join(tmpdir(), "codeindex-template-"));
  try {
    const db = await createPglite(directory, { useTemplate: false });
    await migrate(db);
    await db.query("update pg_database set datistemplate = false");
    await db.query("drop database template0");
    await db.query("drop database template1");
    await db.query("vacuum freeze analyze");
    await db.query("checkpoint");
    // Closing writes a little more.
    const [{ log }] = await db.query("select pg_walfile_name(pg_current_wal_insert_lsn() + 8192) as log");
    await db.close();
    const folder = join(directory, "db");
    const isLogAhead = (path) => /^pg_wal\/[0-9A-F]{24}$/.test(path) && basename(path) > log;
    return gzipSync(
      pack(folder, (path) => !/_(fsm|vm)$/.test(path) && !isLogAhead(path)),
      { level: 9 },
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A tar archive (ustar) of plain files and folders; `isWanted` chooses the files, by their path in `folder`. */
function pack(folder, isWanted) {
  const blocks = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !isWanted(relative(folder, path).replaceAll("\\", "/"))) continue;
    const content = entry.isFile() ? readFileSync(path) : Buffer.alloc(0);
    const header = Buffer.alloc(512);
    header.write(relative(folder, path).replaceAll("\\", "/"), 0);
    header.write("0000600\0", 100);
    header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write(entry.isFile() ? "0" : "5", 156);
    header.write("ustar\x0000", 257);
    header.fill(" ", 148, 156);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, "0")}\0 `,
      148,
    );
    blocks.push(header, content, Buffer.alloc((512 - (content.length % 512)) % 512));
  }
  blocks.push(Buffer.alloc(1024));
  return Buffer.concat(blocks);
}
