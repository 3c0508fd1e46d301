/** Where pyright says that the callees and bases of a repository are defined. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { OurFile } from "./our-files.js";
import { type SourcePlace, startPyright } from "./pyright.js";
import type { Site } from "./sites.js";

/** Definitions as pyright tells them. */
export interface Definitions {
  /** The files whose calls were looked up: drawn from all, as pyright takes its time for code without types. */
  drawn: string[];
  /** By `path:line:column`. */
  places: Record<string, SourcePlace[]>;
}

/** At least this many calls of a repository are looked up, where it has them. */
const LEAST_CALLS = 1500;

/** A site as a key of `places`. */
export const keyOf = (path: string, { line, column }: Site) => `${path}:${line}:${column}`;

/** Looks the calls and bases of a repository up. The pyright in `pyrightFolder` keeps the answers there for the next time, by commit. */
export async function definitionsOf(
  root: string,
  files: readonly OurFile[],
  pyrightFolder: string,
): Promise<Definitions> {
  const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const folder = join(pyrightFolder, "definitions");
  const kept = join(folder, `${basename(root)}-${commit}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as Definitions;
  const pyright = await startPyright(pyrightFolder, root);
  const drawn = new Set(draw(files));
  const found: Definitions = { drawn: [...drawn].map(({ path }) => path), places: {} };
  for (const file of files) {
    const { path, sites } = file;
    const all = [...(drawn.has(file) ? sites.calls : []), ...sites.classes.flatMap(({ bases }) => bases)];
    if (all.length === 0) continue;
    pyright.open(path, readFileSync(join(root, path), "utf8"));
    for (const site of all) found.places[keyOf(path, site)] = await pyright.definitions({ path, ...site });
    pyright.close(path);
  }
  pyright.stop();
  mkdirSync(folder, { recursive: true });
  writeFileSync(kept, JSON.stringify(found));
  return found;
}

/** Files in an order that depends on their paths alone, until they have enough calls. */
function draw(files: readonly OurFile[]): OurFile[] {
  const rank = ({ path }: OurFile) => createHash("sha256").update(path).digest("hex");
  const ranked = files
    .map((file) => ({ file, rank: rank(file) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  const drawn: OurFile[] = [];
  let calls = 0;
  for (const { file } of ranked) {
    if (calls >= LEAST_CALLS) break;
    drawn.push(file);
    calls += file.sites.calls.length;
  }
  return drawn;
}
