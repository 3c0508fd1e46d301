/** Entry points of Angular libraries, as ng-packagr builds them: a package and the folders below it that have an ng-package.json of their own. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { need } from "../../base/need.js";
import { asRecord } from "./manifest-values.js";

export interface NgEntries {
  /** The entry file, without certainty of its extension, of the package in `directory` (subpath "") or of an entry point below it. */
  entryOf(directory: string, subpath: string): string | null;
  /** The entry file whose build is written to the folder `path`. */
  builtAt(path: string): string | null;
}

interface EntryPoint {
  /** Relative to the folder of the configuration. */
  entryFile: string;
  dest: string;
}

const CONFIG = /(?:^|\/)ng-package[^/]*\.json$/;
const DEFAULT_ENTRY = "src/public_api.ts";

/** `files`: configuration contents by path. */
export function createNgEntries(files: ReadonlyMap<string, string>): NgEntries {
  const points = entryPoints(files);
  const builds = new Map<string, string>();
  for (const [directory, { entryFile }] of points) {
    const primary = primaryOf(directory);
    if (primary === null) continue;
    const dest = posix.join(primary, need(points, primary).dest, posix.relative(primary, directory));
    builds.set(dest, posix.join(directory, entryFile));
  }

  /** The folder of an entry point's package: the nearest with a package.json that has a name; null for none. */
  function primaryOf(directory: string): string | null {
    for (let current = directory; ; current = posix.dirname(current)) {
      if (points.has(current) && packageName(files, current) !== null) return current;
      if (current === "." || current === "/") return null;
    }
  }

  return {
    entryOf(directory, subpath) {
      const path = posix.join(directory, subpath);
      const point = points.get(path);
      return point === undefined || primaryOf(path) !== directory ? null : posix.join(path, point.entryFile);
    },
    builtAt: (path) => builds.get(path) ?? null,
  };
}

/** The entry points by folder: of each ng-package.json, and of each package.json with `ngPackage`. */
function entryPoints(files: ReadonlyMap<string, string>): Map<string, EntryPoint> {
  const points = new Map<string, EntryPoint>();
  for (const [path, text] of files) {
    const isManifest = posix.basename(path) === "package.json";
    if (path.includes("node_modules/") || !(isManifest ? text.includes('"ngPackage"') : CONFIG.test(path))) continue;
    const json = asRecord(parseJsonc(text));
    if (isManifest && json.ngPackage === undefined) continue;
    const config = isManifest ? asRecord(json.ngPackage) : json;
    const { entryFile } = asRecord(config.lib);
    const directory = posix.dirname(path);
    // ng-package.json decides over variants such as ng-package.prod.json.
    if (points.has(directory) && posix.basename(path) !== "ng-package.json") continue;
    points.set(directory, {
      entryFile: typeof entryFile === "string" ? entryFile : DEFAULT_ENTRY,
      dest: typeof config.dest === "string" ? config.dest : "dist",
    });
  }
  return points;
}

function packageName(files: ReadonlyMap<string, string>, directory: string): string | null {
  const text = files.get(posix.join(directory, "package.json"));
  const { name } = text === undefined ? {} : asRecord(parseJsonc(text));
  return typeof name === "string" ? name : null;
}
