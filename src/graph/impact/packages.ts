/** The packages that files belong to: the nearest folder above with a manifest. */
import { languages } from "../../languages/index.js";
import { foldersAbove } from "../../languages/testing.js";
import { folderOf, joinPath } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import type { View } from "../../store/views.js";

const MANIFESTS = [...new Set(languages.flatMap(({ tests }) => tests.manifest ?? []))];

/** The folder of the package of each path; "" for the root, and where there are no manifests. */
export async function packagesOf(db: Db, view: View, paths: readonly string[]): Promise<Map<string, string>> {
  const folders = new Set(paths.flatMap(foldersAbove));
  const candidates = [...folders].flatMap((folder) => MANIFESTS.map((name) => joinPath(folder, name)));
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, candidates);
  const packages = new Set(rows.filter(({ isDirectory }) => !isDirectory).map(({ path }) => folderOf(path)));
  return new Map(paths.map((path) => [path, foldersAbove(path).find((folder) => packages.has(folder)) ?? ""]));
}
