/** How declarations of Go are used where no reference shows it. */
import { folderOf } from "../../model/paths.js";
import {
  type DeclaredUse,
  isMember,
  manifestAbove,
  type Published,
  throughBases,
  type UsageConventions,
} from "../usage.js";

const isRun = (declared: DeclaredUse): boolean =>
  !isMember(declared) &&
  (/^(main|init|_)$/.test(declared.name) ||
    (declared.kind === "function" && /^(Test|Benchmark|Example|Fuzz)([A-Z_\d]|$)/.test(declared.name)));

function outsideUse(declared: DeclaredUse): string | null {
  const { name, kind, owner, above, head } = declared;
  if (/\/\/\s*export\s|\/\/go:(linkname|cgo|wasmexport)/.test(above)) return "a directive names it for other code";
  if (isMember(declared) && /^[A-Z]/.test(name)) return "an interface outside of the project may ask for it";
  // The next constants of a block count on from it.
  if (kind === "constant" && (!/^[^\n]*=/.test(head) || /\biota\b/.test(head)))
    return "its place gives others their values";
  if (kind === "function" && !head.includes("{")) return "it is written in another language";
  return owner ? throughBases(declared, false) : null;
}

function published(manifests: ReadonlyMap<string, string>): Published {
  const modules = new Map([...manifests.keys()].map((path) => [folderOf(path), true]));
  return {
    entries: new Map(),
    reasonOf(declared) {
      const outer = declared.owner ?? declared;
      if (!/^[A-Z]/.test(outer.name) || !/^[A-Z]/.test(declared.name)) return null;
      if (/(^|\/)(internal|cmd)\//.test(declared.path)) return null;
      return manifestAbove(modules, declared.path)
        ? "exported from a package that others may import"
        : "no go.mod says what is for others";
    },
  };
}

export const usage: UsageConventions = {
  harmlessMarks: new Set(),
  sight: ({ name }) => (/^[A-Z]/.test(name) ? "project" : "folder"),
  isRun,
  outsideUse,
  fitsByShape: true,
  manifests: /(^|\/)go\.mod$/,
  published,
};
