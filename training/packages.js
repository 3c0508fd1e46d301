/** The packages that the model learns from, of npm and Debian: their names, versions, contents and licences stand in packages.json. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

const BATCH = 12;
const PARALLEL = 4;

/**
 * `[{ name, version, integrity, license, heldOut?, pool?, folders? }]`; what is held out is for evaluation alone. A source package of Debian
 * has the path of its archive in the pool; of a collection of libraries, `folders` says which are read.
 */
export const packages = () => JSON.parse(readFileSync(new URL("./packages.json", import.meta.url), "utf8"));

/** Where a package's archive lies below `folder`. */
export const archiveOf = (folder, { name, version, pool }) =>
  join(folder, pool ? basename(pool) : `${name.replace("@", "").replaceAll("/", "-")}-${version}.tgz`);

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
    missing.filter(({ pool }) => !pool).map(({ name, version }) => `${name}@${version}`),
    folder,
  );
  await download(
    missing.flatMap(({ pool }) => pool ?? []),
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

/** Brings archives of Debian's pool into `folder`, from DEBIAN_MIRROR or the mirror that this machine's apt uses. */
export async function download(pools, folder) {
  if (pools.length === 0) return;
  const mirror = process.env.DEBIAN_MIRROR ?? (await aptMirror());
  mkdirSync(folder, { recursive: true });
  for (const [number, pool] of pools.entries()) {
    const answer = await fetch(`${mirror.replace(/\/$/, "")}/${pool}`);
    if (!answer.ok) throw new Error(`the mirror answers ${answer.status} for ${pool}`);
    await writeFile(join(folder, basename(pool)), answer.body);
    console.log(`${number + 1} of ${pools.length} packages of Debian`);
  }
}

async function aptMirror() {
  const asked = promisify(execFile)("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]);
  const { stdout } = await asked.catch(() => ({ stdout: "" }));
  const mirror = stdout.split("\n").find((uri) => /^https?:.*\/debian\/?$/.test(uri));
  if (!mirror) throw new Error("set DEBIAN_MIRROR to the address of a Debian mirror: some packages come from there");
  return mirror;
}

export async function digest(file) {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest("base64")}`;
}
