/**
 * `node training/pin.js FOLDER NAME…`: adds packages of npm to packages.json with their present version, digest and licence, those whose licence permits it.
 * `node training/pin.js FOLDER --pool PATH --license ID`: adds a source package of Debian by the path of its archive in the pool.
 * The archives stay in FOLDER, where `npm run train` looks for them too.
 */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { readPackage } from "./archive.js";
import { languageOf } from "./declarations.js";
import { isEvaluated } from "./evaluated.js";
import { isPermissiveId } from "./licences.js";
import { archiveOf, digest, download, pack, packages } from "./packages.js";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { pool: { type: "string" }, license: { type: "string" } },
});
const [folder, ...names] = positionals;

const keyOf = ({ name, pool }) => (pool ? `debian/${name}` : name);
const pinned = new Map(packages().map((one) => [keyOf(one), one]));
const found = options.pool
  ? [await source(options.pool)]
  : await pack(
      names.filter((name) => !isEvaluated(name)),
      folder,
    );
for (const one of found) {
  const { manifest, files } = readPackage(archiveOf(folder, one), (path) => languageOf(path) !== undefined);
  const license = options.license ?? manifest.license;
  if (!isPermissiveId(license)) console.log(`left out by its licence: ${one.name}: ${JSON.stringify(license)}`);
  else if (files.length === 0) console.log(`left out, no sources under a licence text: ${one.name}`);
  else pinned.set(keyOf(one), { ...pinned.get(keyOf(one)), ...one, license });
}
const sorted = [...pinned.values()].sort((a, b) => !!a.pool - !!b.pool || (a.name < b.name ? -1 : 1));
writeFileSync(join(import.meta.dirname, "packages.json"), `${JSON.stringify(sorted, null, 2)}\n`);

async function source(pool) {
  const [, name, version] = /^([^_]+)_(.+?)(?:\.orig)?\.tar\.\w+$/.exec(basename(pool));
  await download([pool], folder);
  return { name, version, pool, integrity: await digest(archiveOf(folder, { pool })) };
}
