/** Files of a package archive (tar; gzip, xz or bzip2), without those that somebody else wrote or licensed. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { gunzipSync } from "node:zlib";
import { isPermissive, namesAnotherLicence, statesPermissive } from "./licences.js";

const BLOCK = 512;
const MAX_FILE = 600_000;
/** Other packages whole, and text that is not the author's own words. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|locales?|i18n)\//i;
/** Copies of other projects: what the package says of its own licence does not hold in there. */
const FOREIGN = /(?:^|\/)(?:vendor|vendored|vendors|third[_-]?party|extern|externals?|deps)\/$/i;
const LICENCE_FILE = /(?:^|\/)(?:[\w-]*licen[cs]e|copying|unlicense)(?:[-.](?:md|txt|mit|apache|bsd|[\w-]+))?$/i;

/** Every plain file of the archive: `{ path, bytes }`, the path without the archive's own top folder. */
export function* entries(file) {
  const tar = unpacked(file);
  let longName;
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK);
    const field = (start, length) => header.toString("utf8", start, start + length).replace(/\0[\s\S]*$/, "");
    const size = Number.parseInt(field(124, 12).trim() || "0", 8);
    const type = String.fromCharCode(header[156]);
    const bytes = tar.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (type === "L") longName = bytes.toString("utf8").replace(/\0[\s\S]*$/, "");
    else if (type === "x") longName = /\d+ path=([^\n]*)\n/.exec(bytes.toString("utf8"))?.[1];
    else {
      const name = longName ?? [field(345, 155), field(0, 100)].filter(Boolean).join("/");
      longName = undefined;
      if (type === "0" || type === "\0") yield { path: name.slice(name.indexOf("/") + 1), bytes };
    }
  }
}

function unpacked(file) {
  const program = { ".xz": "xz", ".bz2": "bzip2" }[extname(file)];
  if (!program) return gunzipSync(readFileSync(file));
  const { stdout, status, error } = spawnSync(program, ["-dc", file], { maxBuffer: 2 ** 32 - 1 });
  if (error || status !== 0) throw new Error(`${file} cannot be unpacked with ${program}`, { cause: error });
  return stdout;
}

/**
 * `{ manifest, files }`: package.json, and the texts that `isWanted` and that a permissive licence covers: the file's own head states one, or the
 * licence text in the nearest folder above is one.
 */
export function readPackage(file, isWanted) {
  let manifest = {};
  const covers = new Map();
  const texts = [];
  for (const { path, bytes } of entries(file)) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (path === "package.json") manifest = JSON.parse(bytes.toString("utf8"));
    else if (LICENCE_FILE.test(path)) {
      covers.set(folder, (covers.get(folder) ?? true) && isPermissive(bytes.toString("utf8")));
    } else if (bytes.length <= MAX_FILE && !LEFT_OUT.test(path) && isWanted(path)) texts.push({ path, folder, bytes });
  }
  const isCovered = (folder) => {
    for (let at = folder; ; at = at.slice(0, at.lastIndexOf("/", at.length - 2) + 1)) {
      if (covers.has(at)) return covers.get(at);
      if (at === "" || FOREIGN.test(at)) return false;
    }
  };
  const files = texts
    .map(({ path, folder, bytes }) => ({ path, folder, text: bytes.toString("utf8") }))
    .filter(({ folder, text }) => !namesAnotherLicence(text) && (isCovered(folder) || statesPermissive(text)));
  return { manifest, files };
}
