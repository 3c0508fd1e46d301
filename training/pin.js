/**
 * `node training/pin.js FOLDER NAME…`: adds packages to packages.json with their present version, digest and licence, those whose licence permits it.
 * The archives stay in FOLDER, where `npm run train` looks for them too.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPackage } from "./archive.js";
import { languageOf } from "./declarations.js";
import { isEvaluated } from "./evaluated.js";
import { isPermissiveId } from "./licences.js";
import { archiveOf, pack, packages } from "./packages.js";

const [folder, ...names] = process.argv.slice(2);
const wanted = names.filter((name) => !isEvaluated(name));
const pinned = new Map(packages().map((one) => [one.name, one]));
for (const one of await pack(wanted, folder)) {
  const { manifest, files } = readPackage(archiveOf(folder, one), (path) => languageOf(path) !== undefined);
  if (!isPermissiveId(manifest.license))
    console.log(`left out by its licence: ${one.name}: ${JSON.stringify(manifest.license)}`);
  else if (files.length === 0) console.log(`left out, no sources under a licence text: ${one.name}`);
  else pinned.set(one.name, { ...one, license: manifest.license });
}
const sorted = [...pinned.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
writeFileSync(join(import.meta.dirname, "packages.json"), `${JSON.stringify(sorted, null, 2)}\n`);
