/** How declarations of components are used. */
import { usage } from "../typescript/usage.js";
import { type DeclaredUse, isLoadedByPlace, type UsageConventions } from "../usage.js";

/** A template may use what its scripts declare in forms of its own, and frameworks load components of some folders by their files. */
export const usageOfComponents: UsageConventions = {
  ...usage,
  isItsFile,
  outsideUse: (declared) => (isItsFile(declared) ? null : "its file is a template"),
};

/** Whether a declaration is the component of its file, and no framework loads the file by its place. */
function isItsFile({ kind, owner, path }: DeclaredUse): boolean {
  return kind === "component" && owner === null && !isLoadedByPlace(path) && !LOADED.test(path);
}

/** Files of Svelte's and Nuxt's routes, and the root of an application. */
const LOADED = /(?:^|\/)(?:\+[\w@.-]+|app|error|index)\.\w+$/i;
