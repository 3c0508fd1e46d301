/**
 * Tests run the output of `npm run build` where it is newer than each source, and the sources otherwise.
 *
 * Vitest compiles each source again, sends it to each process, and reads each name that one imports through a getter. Node loads what is compiled by itself:
 * 121 files of the pure rooms took 81 s of CPU from the sources and 53 s so.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Settings of Vitest: aliases of imports, and files that Node loads by itself. */
interface Settings {
  alias: { find: RegExp; replacement: string }[];
  external: RegExp[];
}

/** Settings that turn a test's imports of `src/` into imports of `dist/`; none where a source is newer than its output. */
export function compiledSources(root: string = ROOT): Settings {
  const dist = join(root, "dist/");
  if (!isCompiled(join(root, "src"), dist)) return { alias: [], external: [] };
  return { alias: [{ find: /^(?:\.\.\/)+src\/(.*)\.js$/, replacement: `${dist}$1.js` }], external: [/\/dist\//] };
}

function isCompiled(src: string, dist: string): boolean {
  const sources = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  return sources.every((path) => {
    const made = statSync(join(dist, path.replace(/\.ts$/, ".js")), { throwIfNoEntry: false });
    return made !== undefined && made.mtimeMs >= statSync(join(src, path)).mtimeMs;
  });
}
