/** The packages that the model learns from: their names, versions, contents and licences stand in packages.json. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

const BATCH = 12;
const PARALLEL = 4;

/** `[{ name, version, integrity, license, heldOut? }]`; what is held out is for evaluation alone. */
export const packages = () => JSON.parse(readFileSync(new URL("./packages.json", import.meta.url), "utf8"));

/** Where a package's archive lies below `folder`. */
export const archiveOf = (folder, { name, version }) =>
  join(folder, `${name.replace("@", "").replaceAll("/", "-")}-${version}.tgz`);

/** Brings archives of `wanted` (names, or names with versions) into `folder`; gives what npm says of each. */
export async function pack(wanted, folder) {
  mkdirSync(folder, { recursive: true });
  const batches = [];
  for (let at = 0; at < wanted.length; at += BATCH) batches.push(wanted.slice(at, at + BATCH));
  const packed = [];
  const work = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      packed.push(...(await packBatch(batch, folder)));
      console.log(`${packed.length} of ${wanted.length} packages`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return packed;
}

/** One call of `npm pack`. It is all or nothing, so a batch that fails is tried package by package. */
async function packBatch(names, folder) {
  try {
    const { stdout } = await promisify(execFile)(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--silent", "--pack-destination", folder, ...names],
      { maxBuffer: 1 << 30 },
    );
    return Object.values(JSON.parse(stdout)).map(({ name, version, integrity }) => ({ name, version, integrity }));
  } catch (error) {
    if (names.length === 1) {
      console.log(`left out, npm has no archive: ${names[0]}: ${String(error.stderr ?? error).slice(0, 200)}`);
      return [];
    }
    const alone = [];
    for (const name of names) alone.push(...(await packBatch([name], folder)));
    return alone;
  }
}

/** Brings every pinned package into `folder` and checks each archive against its pinned digest. */
export async function fetchPinned(folder) {
  const missing = packages().filter((one) => !existsSync(archiveOf(folder, one)));
  await pack(
    missing.map(({ name, version }) => `${name}@${version}`),
    folder,
  );
  for (const one of packages()) {
    const archive = archiveOf(folder, one);
    if (!existsSync(archive)) throw new Error(`${one.name}@${one.version} could not be fetched`);
    if ((await digest(archive)) !== one.integrity) {
      renameSync(archive, `${archive}.wrong`);
      throw new Error(`${archive} is not what packages.json pins`);
    }
  }
}

async function digest(file) {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest("base64")}`;
}
