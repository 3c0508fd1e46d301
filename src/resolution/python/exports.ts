/** Python: the names that modules give, and the names that imports bring in. */

import type { BoundName } from "../../model/parse-result.js";
import { folderOf } from "../../model/paths.js";
import { childrenNamed, symbolPlace } from "../declarations.js";
import { declaredPlace } from "../instance.js";
import { MISSING, type Place, UNKNOWN } from "../place.js";
import { type Program, targetOf } from "../program.js";
import { type Decl, type ProgramFile, type ProgramSymbol, symbolAt, symbolOf } from "../program-file.js";
import { severalOf } from "../several.js";
import { innerSpecifier } from "./modules.js";

/** At most this many imports of imports are followed for one name. */
const MOST_IMPORTS = 200;

/** The place that an import of a file brings in: of a name that branches bind in several ways each of these that leads into the project. */
export function importPlace(program: Program, file: ProgramFile, position: number): Place {
  const item = file.imports[position];
  if (item === undefined) return UNKNOWN;
  const place = importedPlace(program, file, item.specifier, item.imported);
  if (item.others === undefined) return place;
  const places = [place, ...item.others.map((other) => boundPlace(program, file, other))];
  const inside = places.filter(({ is }) => is !== "external" && is !== "missing" && is !== "unknown");
  // An object that a test puts in place of a module of the project is no other meaning of the name.
  const meant = inside.filter((each) => !isObject(program, each));
  if (inside.length > 0) return severalOf(meant.length > 0 ? meant : inside, true);
  const outer = places.find((each) => each.is === "external");
  const standIns = standInsOf(file, position);
  return outer === undefined ? place : standIns.length === 0 ? outer : { ...outer, standIns };
}

/** The variables that stand in where an import of a file fails, `yaml = None`. */
export function standInsOf(file: ProgramFile, position: number): Decl[] {
  const { others = [] } = file.imports[position] ?? {};
  return others.flatMap((other) =>
    other.in === "file" && isVariable(symbolAt(file, other.symbol)) ? { file, index: other.symbol } : [],
  );
}

function boundPlace(program: Program, file: ProgramFile, bound: BoundName): Place {
  if (bound.in === "import") return importPlace(program, file, bound.import);
  const place = symbolPlace(program, file, bound.symbol);
  if (!isVariable(symbolAt(file, bound.symbol))) return place;
  // A variable that stands in for a package that is not there has none of its members.
  const value = declaredPlace(program, { file, index: bound.symbol });
  return value.is === "symbols" || value.is === "instance" || value.is === "several" ? place : UNKNOWN;
}

/** Whether a place is a variable that holds an object, and no other name of a class, a function or a module. */
function isObject(program: Program, place: Place): boolean {
  const [decl] = place.is === "symbols" ? place.decls : [];
  return decl !== undefined && isVariable(symbolOf(decl)) && declaredPlace(program, decl).is !== "symbols";
}

/** Whether a symbol of a module is a variable. */
function isVariable({ kind }: ProgramSymbol): boolean {
  return kind === "variable" || kind === "constant";
}

/** The place that `from specifier import name` brings in; "*" stands for the whole module. */
export function importedPlace(program: Program, file: ProgramFile, specifier: string, name: string): Place {
  const target = targetOf(program, file, specifier);
  const module = "path" in target ? program.files.get(target.path) : undefined;
  if (name === "*" || name === "")
    return module === undefined ? outside(specifier, "") : { is: "module", file: module };
  if (module !== undefined && module !== file) {
    const place = exportPlace(program, module, name);
    if (place.is !== "missing") return place;
  } else if (module === file) {
    const own = ownPlace(program, file, name);
    if (own !== null) return own;
  }
  const inner = submodule(program, file, innerSpecifier(specifier, name));
  return inner ?? (module === undefined ? outside(specifier, name) : MISSING);
}

function outside(specifier: string, name: string): Place {
  return { is: "external", module: specifier, name, type: null };
}

function submodule(program: Program, file: ProgramFile, specifier: string): Place | null {
  const target = program.moduleOf(file, specifier);
  const module = "path" in target ? program.files.get(target.path) : undefined;
  return module === undefined ? null : { is: "module", file: module };
}

function ownPlace(program: Program, file: ProgramFile, name: string): Place | null {
  const declared = childrenNamed(program, file, 0, name);
  return declared.length === 0
    ? null
    : { is: "symbols", decls: declared.map((index) => ({ file, index })), imported: true };
}

/** The place that a module gives under a name. A walk that comes to a name again finds nothing there. */
export function exportPlace(program: Program, file: ProgramFile, name: string): Place {
  const { caches } = program;
  let known = caches.exports.get(file.id);
  if (known === undefined) {
    known = new Map();
    caches.exports.set(file.id, known);
  }
  const before = known.get(name);
  if (before !== undefined) return before;
  const { walk } = caches;
  const key = `${file.id} ${name}`;
  if (walk.seen.has(key) || walk.exports >= MOST_IMPORTS) {
    walk.cuts++;
    return walk.seen.has(key) ? MISSING : UNKNOWN;
  }
  const isOutermost = walk.exports === 0;
  const { cuts } = walk;
  walk.seen.add(key);
  walk.exports++;
  const place = findExport(program, file, name);
  walk.exports--;
  if (isOutermost) walk.seen.clear();
  if (isOutermost || walk.cuts === cuts) known.set(name, place);
  return place;
}

function findExport(program: Program, file: ProgramFile, name: string): Place {
  for (const { exported, target } of file.exports) {
    if (exported !== name) continue;
    if (target.in === "import") {
      const place = importPlace(program, file, target.import);
      return place.is === "symbols" ? { ...place, imported: true } : place;
    }
    if (target.in === "file") return { is: "symbols", decls: [{ file, index: target.symbol }], imported: true };
  }
  const own = ownPlace(program, file, name);
  if (own !== null) return own;
  const starred = starPlace(program, file, name);
  if (starred !== null) return starred;
  // A stub declares what its module makes when it runs, as those of protobuf do.
  const stub = program.files.get(`${file.path}i`);
  const stubbed = stub === undefined ? MISSING : exportPlace(program, stub, name);
  if (stubbed.is !== "missing") return stubbed;
  const folder = folderOf(file.path);
  const isPackage = /(?:^|\/)__init__\.pyi?$/.test(file.path);
  const inner = isPackage && folder !== "" && !name.startsWith("@") ? submodule(program, file, `.${name}`) : null;
  if (inner !== null) return inner;
  // `def __getattr__(name)` of a module gives names that nothing declares.
  return childrenNamed(program, file, 0, "__getattr__").length > 0 ? UNKNOWN : MISSING;
}

/** The place of a name that a star import of the file brings; null where none of the project does. */
export function starPlace(program: Program, file: ProgramFile, name: string): Place | null {
  let outer: Place | null = null;
  for (const { exported, target } of file.exports) {
    if (exported !== "*" || target.in !== "module") continue;
    const to = targetOf(program, file, target.specifier);
    const module = "path" in to ? program.files.get(to.path) : undefined;
    if (module === undefined) continue;
    const place = exportPlace(program, module, name);
    if (place.is === "missing" || place.is === "module") continue;
    const isHidden =
      place.is === "symbols" &&
      place.decls.every(({ file: other, index }) => other === module && !isStarred(other, index));
    if (isHidden) continue;
    if (place.is === "symbols") return place;
    outer ??= place;
  }
  return outer;
}

/** Whether a star import brings a name: fixtures are not names of the module. */
function isStarred(file: ProgramFile, index: number): boolean {
  const symbol = symbolAt(file, index);
  return (
    symbol.isExported || symbol.parent !== 0 || file.exports.some(({ exported }) => exported === `@${symbol.name}`)
  );
}
