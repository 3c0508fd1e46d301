/** The effects of an edit of Python on other files: through modules of packages, fixtures, and modules that give any name. */
import { USER_SETTING } from "../../languages/python/model-fields.js";
import { folderOf, joinPath } from "../../model/paths.js";
import { plain } from "../plain.js";
import type { ProgramFile } from "../program-file.js";
import type { ChangeRules } from "../semantics.js";
import { namesAbove } from "./below.js";
import { mayBeManager, ownersOfManagers } from "./django/bases.js";
import { changedRelations, relationsBy } from "./django/registry.js";
import { decidesOnView } from "./django/view-names.js";
import { ownersOfMeta } from "./factories.js";
import { innerSpecifier, moduleName } from "./modules.js";
import { pythonIndex } from "./state.js";

export const changes: ChangeRules = {
  ...plain.changes,
  compareImports: (before, after) => ({
    ...plain.changes.compareImports(before, after),
    isForAll: givesAnyName(before) !== givesAnyName(after),
  }),
  // A module that comes or goes is what others import from its package by its name.
  *namesOfSpaces(_program, changed) {
    for (const { before, after } of changed) {
      if (before === null || after === null) yield moduleName((after ?? before).path);
      yield* changedRelations(before, after);
    }
  },
  unnamedImports(program, file, add) {
    // `from package import module`.
    for (const { specifier, imported } of file.imports) {
      if (imported === "*" || imported === "") continue;
      const target = program.moduleOf(file, innerSpecifier(specifier, imported));
      if ("path" in target) add(file.path, target.path);
    }
    // `import package`, then `package.module.name`.
    const folder = folderOf(file.path);
    const holder = /(?:^|\/)__init__\.pyi?$/.test(file.path) ? folderOf(folder) : folder;
    for (const name of ["__init__.py", "__init__.pyi"]) {
      const path = joinPath(holder, name);
      if (path !== file.path && program.files.has(path)) add(path, file.path);
    }
  },
  namesAbove,
  // Loops, indexes, calls and descriptors use such a method of a value without naming it; relations of Django a manager of a model, and that its query set.
  changesOwner: ({ kind, name, isMergeable, declaredType }) =>
    kind === "method"
      ? decidesOnView(name) || (name.startsWith("__") && name.endsWith("__"))
      : kind === "field" && isMergeable && (decidesOnView(name) || mayBeManager(declaredType)),
  namesOfAliases: (file, types) => [...ownersOfManagers(file, types), ...ownersOfMeta(file, types)],
  // A key of a `TypedDict`, the name that a relation of Django has in the other direction, and `request.user` of the model that the setting names.
  otherNames: (program, name) =>
    /^[\p{L}\p{N}_]+$/u.test(name)
      ? [`[${name}]`, ...relationsBy(program, name), ...(name === USER_SETTING ? ["user"] : [])]
      : [],
  // `patch("shop.views.send_mail")`.
  nameOfModule: moduleName,
  globals: (program) => pythonIndex(program).fixtures.values(),
};

/** Whether a module gives names that nothing declares, by a function `__getattr__`. */
const givesAnyName = (file: ProgramFile | null) =>
  file?.symbols.some(({ name, parent }) => parent === 0 && name === "__getattr__") === true;
