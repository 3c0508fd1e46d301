/**
 * Names that a build imports by itself: a file uses `useCart()` and `<NavBar/>` without a word, and Nuxt, or a plugin of another build, adds the imports
 * of what certain folders export. Without such a build the name would be nowhere, and the program would not run. Pure.
 *
 * Sources: Nuxt's guides "Auto-imports" and "components/"; unplugin-auto-import and unplugin-vue-components, whose folders are configured.
 */
import { addToList } from "../../base/groups.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, symbolAt } from "../program-file.js";
import { TYPESCRIPT, typescriptCaches } from "./state.js";

/** Packages with which a build adds imports. */
export const ADDS_IMPORTS: readonly string[] = [
  "nuxt",
  "nuxt-edge",
  "nuxt3",
  "unplugin-auto-import",
  "unplugin-vue-components",
];
/** Folders whose exports builds import by themselves. */
const FOLDERS = /(?:^|\/)(?:composables|utils|stores?|hooks|shared)\//;
const COMPONENTS = /(?:^|\/)components\/(.*\/)?[^/]*$/;
/** Nuxt's `<LazyNavBar>` is NavBar, loaded when it is shown. */
const LAZY = /^Lazy(?=\p{Lu})/u;

/** The declaration that a build imports for an undeclared name of a file; null for none, or several. */
export function importedByBuild(program: Program, file: ProgramFile, name: string): Place | null {
  const layout = program.layouts[TYPESCRIPT];
  if (layout?.addsImports?.(file.path) !== true) return null;
  const caches = typescriptCaches(program);
  caches.importable ??= findImportable(program);
  const found = caches.importable.get(name) ?? caches.importable.get(name.replace(LAZY, "")) ?? [];
  const decls = found.filter((decl) => decl.file !== file && layout.canUse(file.path, decl.file.path));
  const files = new Set(decls.map((decl) => decl.file));
  return files.size === 1 ? { is: "symbols", decls, imported: true } : null;
}

/** The declarations that builds may import, by the names that they give them. */
function findImportable(program: Program): Map<string, Decl[]> {
  const found = new Map<string, Decl[]>();
  const put = (name: string, decl: Decl) => addToList(found, name, decl);
  for (const file of program.files.values()) {
    if (program.semanticsOf(file).name !== TYPESCRIPT || file.isDeclarationFile) continue;
    const component = COMPONENTS.exec(file.path);
    if (component === null && !FOLDERS.test(file.path)) continue;
    for (const { exported, target } of file.exports) {
      if (target.in !== "file") continue;
      const decl = { file, index: target.symbol };
      const { name, parent } = symbolAt(file, target.symbol);
      if (exported !== "default") {
        if (parent === 0) put(exported, decl);
      } else if (component !== null) {
        put(name, decl);
        const inFolders = withFolders(component[1] ?? "", name);
        if (inFolders !== name) put(inFolders, decl);
      }
    }
  }
  return found;
}

/** The name of a component with those of its folders: `BaseFormButton` of `base/form/Button`, and `BaseButton` of `base/BaseButton`. */
function withFolders(folders: string, name: string): string {
  const parts = folders.split("/").flatMap((folder) => folder.match(/[\p{L}\p{N}]+/gu) ?? []);
  const prefix = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  for (let length = prefix.length; length > 0; length--) {
    const end = prefix.slice(-length).join("");
    if (name.startsWith(end)) return prefix.slice(0, -length).join("") + name;
  }
  return prefix.join("") + name;
}
