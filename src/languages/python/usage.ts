/** How declarations of Python are used where no reference shows it. */
import { folderOf, nameOf } from "../../model/paths.js";
import {
  type DeclaredUse,
  isLoadedByPlace,
  isMember,
  manifestAbove,
  type Published,
  throughBases,
  type UsageConventions,
} from "../usage.js";

/** Members that are called by a name that is put together: `getattr(self, "visit_" + kind)`. */
const BUILT =
  /^_?(visit|depart|do|on|call|handle|test|cmd|command|action|clean|validate|get|set|resolve|render|parse|format|process|generate|convert|compile|eval|exec|op|print|emit|build|load|dump|from|to|pytest|setup|teardown|setUp|tearDown|run)(_|[A-Z]|$)/;

function outsideUse(declared: DeclaredUse): string | null {
  const { name, kind, path, owner } = declared;
  if (!owner && /^(main|application|app|handler|urlpatterns|setup|celery|register|upgrade|downgrade)$/.test(name))
    return "a tool may look for this name";
  if (kind === "variable" || kind === "constant") {
    if (/(settings|config|conf|constants|setup|urls|admin|__init__)/i.test(nameOf(path)))
      return "settings are read by name";
    if (owner) return "a class may be read as data";
  }
  if (isLoadedByPlace(path) && !owner) return "a tool may load its file";
  if (isMember(declared) && BUILT.test(name)) return "its name may be put together";
  if (owner && !isMember(declared)) return null;
  return throughBases(declared, true);
}

/** A manifest that says of a program that nobody installs it: to uv, to Poetry, to the index of packages. */
const NO_PACKAGE = /^[ \t]*package(?:-mode)?[ \t]*=[ \t]*false\b|["']Private :: /m;

function published(manifests: ReadonlyMap<string, string>): Published {
  const packages = new Map<string, string | null>();
  for (const [path, text] of manifests) {
    const folder = folderOf(path);
    const isPackage =
      !NO_PACKAGE.test(text) &&
      (path.endsWith("setup.py") || /^\s*\[(?:project|tool\.poetry|metadata|tool\.flit\.\w+)\]/m.test(text));
    if (isPackage) packages.set(folder, "public in a package that others may import");
    else if (!packages.has(folder)) packages.set(folder, null);
  }
  return {
    entries: new Map(),
    reasonOf(declared) {
      const isHidden = (name: string) => name.startsWith("_") && !/^__\w+__$/.test(name);
      if (isHidden(declared.name) || (declared.owner && isHidden(declared.owner.name))) return null;
      const why = manifestAbove(packages, declared.path);
      return why === undefined ? null : why;
    },
  };
}

export const usage: UsageConventions = {
  harmlessMarks: new Set([
    "staticmethod",
    "classmethod",
    "functools.wraps",
    "wraps",
    "override",
    "typing.override",
    "deprecated",
  ]),
  sight: (declared) => (declared.owner && !isMember(declared) ? "file" : "project"),
  isRun: ({ name }) => /^__\w+__$|^(pytest_|test_|Test)/.test(name),
  outsideUse,
  fitsByShape: true,
  typeImports: (text) =>
    [...text.matchAll(/^([ \t]*)if (?:typing\.|t\.)?TYPE_CHECKING:[^\n]*\n(?:\1[ \t]+[^\n]*\n|[ \t]*\n)*/gm)].map(
      (match) => ({
        start: match.index,
        end: match.index + match[0].length,
      }),
    ),
  manifests: /(^|\/)(pyproject\.toml|setup\.py|setup\.cfg|manage\.py|requirements\.txt)$/,
  published,
};
