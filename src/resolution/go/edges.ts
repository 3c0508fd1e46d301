/** The edges of Go that no reference tells: imports, members of other files, and interfaces. */
import { addToSet } from "../../base/groups.js";
import { folderOf } from "../../model/paths.js";
import { basesOf } from "../bases.js";
import { isSpent } from "../budget.js";
import { importEdge } from "../edges/import-edge.js";
import { addOverride } from "../edges/overrides.js";
import { addEdge, addExternal } from "../edges/work.js";
import { declsOf, isTypeKind } from "../name-index.js";
import { type Decl, nodeIdAt, nodeIdOf, type ProgramFile, symbolAt, symbolOf } from "../program-file.js";
import type { Work } from "../semantics.js";
import { implementedBy, methodSetOf } from "./implementations.js";
import { methodsOf } from "./members.js";
import { folderOfImport, importedPackage, namesIn, packageIn } from "./packages.js";
import { areBeside, goIndex, isTestFile } from "./state.js";
import { receiverName } from "./summary.js";

/** The most files of a package to which an import without a used name has edges. */
const MOST_FILES = 40;

/** Adds the edges of imports: to the files of a package that declare what the importing file uses, or to all of them. */
export function importEdges(work: Work): void {
  const { program, file } = work;
  const names = namesOfImports(work);
  file.imports.forEach(({ specifier, line }, index) => {
    const found = folderOfImport(program, file, specifier);
    if (found === null) {
      const place = importedPackage(program, file, index);
      if (place.is === "outside")
        addExternal(
          work,
          { source: 0, kind: "imports", line },
          { is: "external", module: specifier, name: "", type: null },
        );
      return;
    }
    work.isGuess = found.isGuess;
    for (const target of filesUsed(work, names.get(index), found.folder)) importEdge(work, line, nodeIdAt(target, 0));
    work.isGuess = false;
  });
}

/** The names that a file uses of each of its imports. */
function namesOfImports({ parse }: Work): Map<number, Set<string>> {
  const names = new Map<number, Set<string>>();
  for (const { root, path } of parse.references) {
    const [first] = path;
    if (root.in !== "import" || typeof first !== "string") continue;
    addToSet(names, root.import, first);
  }
  return names;
}

function filesUsed(
  { program, file }: Work,
  names: ReadonlySet<string> | undefined,
  folder: string,
): Iterable<ProgramFile> {
  const packageName = packageIn(program, folder);
  const used = new Set<ProgramFile>();
  for (const name of names ?? [])
    for (const decl of namesIn(program, file, folder, name, packageName)) used.add(decl.file);
  if (used.size > 0) return used;
  const all = declsOf(program.index, goIndex(program).folders.get(folder)).map((decl) => decl.file);
  return all.filter((each) => !isTestFile(each)).slice(0, MOST_FILES);
}

/** Adds the members that other files declare for the types of a file, and what types and methods implement. */
export function declaredMemberEdges(work: Work): void {
  const { program, file } = work;
  for (let index = 1; index < file.symbols.length; index++) {
    if (isSpent(program)) return;
    const { kind, receiverType } = symbolAt(file, index);
    if (isTypeKind(kind)) typeEdges(work, { file, index });
    else if (kind === "method" && receiverType !== null) methodEdges(work, index);
  }
}

function typeEdges(work: Work, type: Decl): void {
  const { program, file, parse } = work;
  const { index } = type;
  const line = parse.symbols[index]?.nameLine ?? 1;
  for (const method of methodsOf(program, null, type)) {
    if (method.file === file) continue;
    addEdge(work, { source: index, kind: "contains", tier: "exact", rule: "scope", line, target: nodeIdOf(method) });
  }
  const embedded = new Set(
    basesOf(program, type).flatMap(({ place }) => (place.is === "symbols" ? place.decls.map(nodeIdOf) : [])),
  );
  for (const target of implementedBy(program, type)) {
    // The edge of the embedded field says so already.
    if (embedded.has(nodeIdOf(target))) continue;
    const isBeside = areBeside(target.file, file);
    const tier = isBeside ? "exact" : "import";
    addEdge(work, {
      source: index,
      kind: "implements",
      tier,
      rule: isBeside ? "scope" : "import",
      line,
      target: nodeIdOf(target),
    });
  }
}

/** Adds the edges from a method to the methods of the interfaces that its type implements. */
function methodEdges(work: Work, index: number): void {
  const { program, file } = work;
  const { name, receiverType } = symbolAt(file, index);
  const owner = receiverType === null ? null : receiverName(file, receiverType);
  if (owner === null) return;
  const types = declsOf(program.index, goIndex(program).names.get(`${folderOf(file.path)}\0${owner}`));
  const own = types.filter(
    (type) => isTypeKind(symbolOf(type).kind) && type.file.exports[0]?.exported === file.exports[0]?.exported,
  );
  for (const type of own.slice(0, 4)) {
    for (const asked of implementedBy(program, type)) {
      const target = methodSetOf(program, asked).methods.get(name);
      if (target?.decl != null) addOverride(work, index, target.decl, !areBeside(target.decl.file, file));
    }
  }
}
