/** Submodules that are not checked out. They are other repositories, and may use the exports of the package around their folder. Pure. */
import { manifestAbove } from "../../languages/usage.js";
import { folderOf } from "../../model/paths.js";

/** The file that lists submodules. */
export const SUBMODULES = ".gitmodules";

const PATH = /^[ \t]*path[ \t]*=(.*)$/gm;

/**
 * Why a submodule may use an export of a file; null: none may. Only those that stand among the code of a package count: what lies beside it, as in
 * `vendor`, is used by it.
 *
 * `listed`: the text of `.gitmodules`; `code`: paths of code; `packages`: folders with a manifest.
 */
export function usesOfSubmodules(
  listed: string,
  code: readonly string[],
  packages: readonly string[],
): (path: string) => string | null {
  const manifests = new Map(packages.map((folder) => [folder, folder]));
  const missing = new Map<string, string>();
  for (const [, value = ""] of listed.matchAll(PATH)) {
    const submodule = value.trim();
    const around = folderOf(submodule);
    const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
    const owner = manifestAbove(manifests, submodule) ?? "";
    if (around === owner || code.some(isIn(submodule)) || !code.some(isIn(around))) continue;
    missing.set(owner, submodule);
  }
  return (path) => {
    if (missing.size === 0) return null;
    const submodule = missing.get(manifestAbove(manifests, path) ?? "");
    return submodule === undefined ? null : `the submodule ${submodule}, which is not there, may use it`;
  };
}
