/** TypeScript and JavaScript: edges from a file to the modules and symbols that it imports. */
import type { TypeExpr } from "../../../model/parse-result.js";
import { VALUE } from "../../../model/steps.js";
import { importEdge } from "../../edges/import-edge.js";
import { firstOfEach, ofMeaning } from "../../edges/targets.js";
import { addExternal } from "../../edges/work.js";
import { rootPlace } from "../../lookup.js";
import { declsOf } from "../../name-index.js";
import { type Program, targetOf } from "../../program.js";
import { type Decl, nodeIdAt, nodeIdOf, symbolAt, symbolOf } from "../../program-file.js";
import type { Work } from "../../semantics.js";
import { importPlace, modulePlace, moduleValue } from "../exports.js";
import { isGuessed } from "../guessed-imports.js";
import { typescriptIndex } from "../state.js";

/** Calls inside of each other that wrap one value, `memo(forwardRef(X))`: at most this many are followed. */
const MOST_WRAPPERS = 4;

/** Adds the edges of imports and re-exports. */
export function importEdges(work: Work): void {
  const { program, file } = work;
  file.imports.forEach((item, index) => {
    if (item.line === 0) return;
    work.isGuess = isGuessed(program, file, item.specifier);
    moduleEdges(work, item.specifier, item.line);
    if (item.imported === "*" || item.imported === "") return;
    const imported = importPlace(program, file, index);
    // `const { Base } = require("./all")`, where that has `Base: require("./base")`.
    const place = imported.is === "module" ? moduleValue(program, imported) : imported;
    if (place.is === "symbols") symbolEdges(work, place.decls, item.isTypeOnly, item.line);
  });
  for (const { target, line, isTypeOnly } of file.exports) {
    if (target.in !== "module") continue;
    work.isGuess = isGuessed(program, file, target.specifier);
    moduleEdges(work, target.specifier, line);
    if (target.imported === "*") continue;
    const place = modulePlace(program, file, target.specifier, target.imported);
    if (place.is === "symbols") symbolEdges(work, place.decls, isTypeOnly, line);
  }
  work.isGuess = false;
}

/** Adds the edges to imported symbols, and to the symbols that these wrap. */
function symbolEdges(work: Work, decls: Decl[], isTypeOnly: boolean, line: number): void {
  for (const target of firstOfEach(isTypeOnly ? ofMeaning(decls, "type") : decls)) {
    importEdge(work, line, nodeIdOf(target));
    for (const inner of wrappedBy(work.program, target)) importEdge(work, line, nodeIdOf(inner));
  }
}

/** X of `export default memo(X)`: an import of the one, under any name, imports the other. */
function wrappedBy(program: Program, { file, index }: Decl): Decl[] {
  const { name, declaredType } = symbolAt(file, index);
  let type = name === "default" ? declaredType : null;
  for (let depth = 0; type?.kind === "named" && type.root.in === "call" && depth < MOST_WRAPPERS; depth++) {
    const given: TypeExpr | null = type.root.arguments[0] ?? null;
    type = given?.kind === "named" && given.root.in === "instance" ? given.root.type : given;
  }
  if (type?.kind !== "named" || (type.root.in !== "file" && type.root.in !== "import")) return [];
  if (type.path.length !== 1 || type.path[0] !== VALUE) return [];
  const place = rootPlace(program, file, 0, type.root, "any");
  return place.is === "symbols" ? firstOfEach(ofMeaning(place.decls, "value")).filter((decl) => isWrapped(decl)) : [];
}

function isWrapped(decl: Decl): boolean {
  return /^(?:function|component|class)$/.test(symbolOf(decl).kind);
}

/** Adds the edges to a module: to its file, to the `declare module` blocks that stand for it, or to a module outside. */
function moduleEdges(work: Work, specifier: string, line: number): void {
  const { program, file } = work;
  const target = targetOf(program, file, specifier);
  if ("path" in target) {
    const module = program.files.get(target.path);
    if (module !== undefined) importEdge(work, line, nodeIdAt(module, 0));
    return;
  }
  const declared = declsOf(program.index, typescriptIndex(program).ambientModules.get(specifier));
  const ambient = declared.filter((decl) => decl.file.isScript);
  for (const decl of ambient) importEdge(work, line, nodeIdOf(decl));
  if (ambient.length === 0) {
    const outside = { is: "external", module: target.external, name: "", type: null } as const;
    addExternal(work, { source: 0, kind: "imports", line }, outside);
  }
}
