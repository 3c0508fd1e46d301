/**
 * The packages that the graph is measured on (packages.json): published with their sources, pinned by version and integrity, fetched by npm from its
 * configured registry, and kept in an ignored folder.
 *
 *     <cache>/<name>/repo           the indexed and type-checked part: the sources, package.json, a tsconfig.json
 *     <cache>/<name>/node_modules   declarations of its dependencies, for TypeScript alone: an index does not have them either
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFile } from "../../base/package.js";
import { fillOnce, type Pin, withPackage } from "../published-package.js";

export interface CorpusPackage {
  name: string;
  /** Misses of the development set may be inspected and fixed; the held-out set tells whether that helped elsewhere. */
  set: "development" | "held-out";
  /** The style of its code. */
  style: string;
  /** Several make a workspace. `keep`: files and folders of the package that are its sources; `leave`: names of folders in them that are not. */
  sources: (Required<Pin> & { keep: string[]; leave?: string[] })[];
  /** Dependencies whose declarations TypeScript gets. */
  types?: Required<Pin>[];
  /** `paths` of the tsconfig.json that the package has in its own repository and does not publish. */
  paths?: Record<string, string[]>;
  /** Whether it is part of CI's check. */
  check?: boolean;
}

/** The root of this checkout: the benchmark is not part of an installation. */
export const CHECKOUT = fileURLToPath(packageFile("."));
const LIST = join(CHECKOUT, "src/measure/graph/packages.json");
const CACHE = join(CHECKOUT, ".cache/graph");

/** Reads the list of packages. */
export function readCorpus(): CorpusPackage[] {
  return JSON.parse(readFileSync(LIST, "utf8"));
}

/** The folder of a package's sources; fetches a missing one. */
export async function fetchPackage(entry: CorpusPackage): Promise<string> {
  const folder = join(CACHE, `${entry.name}-${digestOf(entry)}`);
  if (!existsSync(folder)) removeFormer(entry);
  await fillOnce(folder, (partial) => fillPackage(partial, entry));
  return join(folder, "repo");
}

/** Removes what was kept of a package before its entry changed. */
function removeFormer({ name }: CorpusPackage): void {
  if (!existsSync(CACHE)) return;
  for (const old of readdirSync(CACHE))
    if (old.replace(/-[0-9a-f]{8}$/, "") === name) rmSync(join(CACHE, old), { recursive: true });
}

async function fillPackage(folder: string, entry: CorpusPackage): Promise<void> {
  const isWorkspace = entry.sources.length > 1;
  const repository = join(folder, "repo");
  for (const source of entry.sources) {
    const target = isWorkspace ? join(repository, "packages", basename(source.name)) : repository;
    await withPackage(source, async (unpacked) => {
      const filter = (path: string) => !source.leave?.includes(basename(path));
      for (const path of ["package.json", ...source.keep])
        await cp(join(unpacked, path), join(target, path), { recursive: true, filter });
    });
  }
  for (const pin of entry.types ?? [])
    await withPackage(pin, (unpacked) => cp(unpacked, join(folder, "node_modules", pin.name), { recursive: true }));
  if (isWorkspace) writeJson(join(repository, "package.json"), { private: true, workspaces: ["packages/*"] });
  writeJson(join(repository, "tsconfig.json"), { compilerOptions: compilerOptions(entry) });
}

/** The compiler options for the packages of a corpus: their own tsconfig.json is seldom published. */
function compilerOptions({ sources, paths }: CorpusPackage): object {
  const workspacePaths = sources.flatMap(({ name }) => [
    [name, [`./packages/${basename(name)}/src/index.ts`]],
    [`${name}/*`, [`./packages/${basename(name)}/src/*`]],
  ]);
  return {
    target: "esnext",
    module: "preserve",
    moduleResolution: "bundler",
    strict: true,
    jsx: "preserve",
    allowJs: true,
    experimentalDecorators: true,
    ...(sources.length > 1 ? { paths: Object.fromEntries(workspacePaths) } : paths ? { paths } : {}),
  };
}

/** A digest of everything that decides the folder's content. */
function digestOf(entry: CorpusPackage): string {
  const { sources, types } = entry;
  return createHash("sha256")
    .update(JSON.stringify([sources, types, compilerOptions(entry)]))
    .digest("hex")
    .slice(0, 8);
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
