/** TypeScript and JavaScript: names that a file does not declare, which are globals of the project or of the runtime. */
import type { NamedType, Root } from "../../model/parse-result.js";
import { VALUE } from "../../model/steps.js";
import { named } from "../../model/type-forms.js";
import { declsOf } from "../name-index.js";
import { MISSING, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { childrenOf, type Decl, type ProgramFile, parentAt, symbolAt, symbolOf } from "../program-file.js";
import { commands } from "./cypress.js";
import { modulePlace } from "./exports.js";
import { importedByBuild } from "./imported-by-build.js";
import { typescriptIndex } from "./state.js";
import { unquoted } from "./summary.js";

/** A free name in TypeScript and JavaScript: a global of the project's declarations, or of the runtime. */
export function freeName(
  program: Program,
  file: ProgramFile,
  from: number,
  name: string,
  accepts: (decl: Decl) => boolean = () => true,
): Place {
  for (let index = from; index > 0; index = parentAt(file, index)) {
    const { kind, name: around, typeParameters } = symbolAt(file, index);
    if (typeParameters.includes(name)) return UNKNOWN;
    // The names of a module are free in `declare module "x"`: those of the module and of the other blocks for it.
    const beside = kind === "module" ? modulePlace(program, file, unquoted(around), name) : UNKNOWN;
    if (beside.is === "symbols" && beside.decls.every(accepts)) return beside;
  }
  if (file.exports.length > 0) {
    if (name === "exports") return { is: "module", file };
    const exported = named({ in: "free", name: "exports" }, [VALUE]);
    if (name === "module") return { is: "object", names: ["exports"], types: [{ file, from: 0, type: exported }] };
  }
  const globals = declsOf(program.index, typescriptIndex(program).globals.get(name)).filter(
    (decl) =>
      (decl.file === file || decl.file.isDeclarationFile || !decl.file.isScript || file.isScript) && accepts(decl),
  );
  if (globals.length > 0 && !isOfRuntime(file, name, globals))
    return { is: "symbols", decls: globals, imported: globals.some((decl) => decl.file !== file) };
  if (file.language.runtimeGlobals.has(name)) return runtimeGlobal(program, name);
  const command = name === "cy" ? commands(program) : null;
  return importedByBuild(program, file, name) ?? command ?? OF_LIBRARIES.get(name) ?? MISSING;
}

/**
 * Whether global declarations of a name only tell more overloads of what a type of the runtime has, as `interface Array<T> { filter(…): … }` does. The
 * type has all its other members as well.
 */
function isOfRuntime({ language }: ProgramFile, name: string, decls: readonly Decl[]): boolean {
  if (!language.runtimeGlobals.has(name)) return false;
  const isKnown = (member: Decl) =>
    language.runtimeMembers.has(symbolOf(member).name) || language.runtimeMethods?.has(symbolOf(member).name) === true;
  return decls.every((decl) => {
    const members = childrenOf(decl);
    return symbolOf(decl).kind === "interface" && members.length > 0 && members.every(isKnown);
  });
}

/** Names that libraries declare for all files: `React.FC` and `JSX.Element` need no import. */
const OF_LIBRARIES: ReadonlyMap<string, Place> = new Map([
  ["React", { is: "external", module: "react", name: "", type: null }],
  ["JSX", { is: "external", module: "react", name: "JSX", type: null }],
]);

/** Interfaces of the runtime that a project may add to, by the values that have them. */
const ADDED_TO: ReadonlyMap<string, string> = new Map([
  ["window", "Window"],
  ["self", "Window"],
  ["document", "Document"],
  ["navigator", "Navigator"],
]);

/** A value of the runtime, with the members that the project adds to its interface: `declare global { interface Window { … } }`. */
function runtimeGlobal(program: Program, name: string): Place {
  const value: Place = { is: "external", module: null, name, type: null };
  const type = ADDED_TO.get(name);
  const packed = type === undefined ? undefined : typescriptIndex(program).globals.get(type);
  const added = declsOf(program.index, packed).filter((decl) => symbolOf(decl).kind === "interface");
  if (added.length === 0) return value;
  return { is: "several", members: [{ is: "instance", decls: added, imported: true }, value], isUnion: false };
}

/**
 * The place of a name that is used as a type. There TypeScript does not see a value of that name, such as an imported `const Text`, but looks further out
 * for a type of the name.
 */
export function typeAt(
  program: Program,
  file: ProgramFile,
  from: number,
  { root, path }: Pick<NamedType, "path"> & { root: Root },
  place: Place,
): Place {
  if (place.is !== "symbols" || !place.decls.every(isValueAlone)) return place;
  const name = root.in === "import" ? file.imports[root.import]?.local : root.in === "free" ? root.name : "";
  if (path.length > 0 || name === undefined || name === "") return MISSING;
  return freeName(program, file, from, name, (decl) => !isValueAlone(decl));
}

/** TypeScript: whether a declaration gives its name a meaning as a value alone. A member of an enum is a type too, and in JavaScript any value may be. */
function isValueAlone({ file, index }: Decl): boolean {
  const { kind, parent } = symbolAt(file, index);
  if (file.language.family !== "typescript") return false;
  if (kind !== "constant") return kind === "variable" || kind === "function";
  return file.symbols[parent]?.kind !== "enum";
}
