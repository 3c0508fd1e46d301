/** The meaning of Swift: extensions, protocols with default implementations, argument labels and modules. Expressions are evaluated (expressions.ts). */
import type { TypeExpr } from "../../model/parse-result.js";
import { typeDecls } from "../declarations.js";
import { use } from "../edges/uses.js";
import type { Place } from "../place.js";
import { plain } from "../plain.js";
import type { ProgramFile } from "../program-file.js";
import { parentAt, symbolOf } from "../program-file.js";
import type { ChangeRules, EdgeRules, NameRules, Semantics, TypeRules } from "../semantics.js";
import { mayBeCalled } from "./calls.js";
import { call, defaultImplementations, importEdges, isProtocolOutside, overridden, typesAround } from "./edges.js";
import { createSwiftExpressions, typePlaceOf } from "./expressions.js";
import { createSwiftLayout, MANIFESTS, targetsOf } from "./layout.js";
import { likelihood } from "./likely.js";
import { isAlike } from "./members.js";
import { findParts } from "./parts.js";
import { SWIFT } from "./state.js";
import { summary } from "./summary.js";
import { isOpenTo } from "./visibility.js";

const names: NameRules = {
  ...plain.names,
  canReach: () => true,
};

const types: TypeRules = {
  ...plain.types,
  findParts,
  allParts: (program, decls) => decls.flatMap((decl) => typeDecls(program, decl)),
  namedBase: (program, { file, index }, { root, path }) =>
    typePlaceOf(program, file, parentAt(file, index), root, path),
  baseParts(program, _decl, { place }) {
    const part: Place =
      place.is === "symbols"
        ? { is: "instance", decls: place.decls.flatMap((decl) => typeDecls(program, decl)), imported: place.imported }
        : place;
    return [{ place: part, has: () => true }];
  },
  hidesMembers: () => false,
};

const edges: EdgeRules = {
  ...plain.edges,
  createExpressions: createSwiftExpressions,
  importEdges,
  declaredMemberEdges: defaultImplementations,
  call,
  construct: call,
  receiverUses: typesAround,
  annotate: (work, reference) => use(work, reference, "references", "type"),
  // The runtime's values say nothing.
  countsExternal: (_reference, meaning) => meaning === "type",
  isExternalInterface: ({ position }, { name }) => isProtocolOutside(position, name),
  overridden,
  overrides: (member, target) => isAlike(symbolOf(member), symbolOf(target)),
  takesTheSame: (_program, one, other) => isAlike(symbolOf(one), symbolOf(other)),
  likelihood,
  mayBeCalled: ({ file }, reference, decl) =>
    isOpenTo(file, decl) && mayBeCalled(reference, decl) && (isOfTests(file) || !isOfTests(decl.file)),
};

const changes: ChangeRules = {
  ...plain.changes,
  // A use of a subscript does not write its name.
  changesOwner: ({ name }) => name === "subscript",
  compareImports(before, after) {
    const differs = importsOf(before) !== importsOf(after);
    // An extension of an alias adds members to values whose code never names the alias.
    const isGlobal = globalImportsOf(before) !== globalImportsOf(after) || aliasesOf(before) !== aliasesOf(after);
    return { isForDeclarations: differs, isForAll: isGlobal };
  },
};

/** Whether a file stands in a folder of tests, as packages and Xcode name them: no other code sees its declarations. */
function isOfTests({ path }: ProgramFile): boolean {
  return /(?:^|\/)\w*Tests\//.test(path);
}

function importsOf(file: ProgramFile | null): string {
  return (file?.imports ?? [])
    .map(({ specifier }) => specifier)
    .sort()
    .join();
}

function aliasesOf(file: ProgramFile | null): string {
  const aliases = (file?.symbols ?? []).filter(({ kind, parent }) => kind === "type" && parent === 0);
  return aliases.map(({ name, declaredType }) => `${name} ${nameOf(declaredType)}`).join();
}

function nameOf(type: TypeExpr | null): string {
  if (type?.kind !== "named" || type.root.in !== "free") return "";
  return [type.root.name, ...type.path.filter((step) => typeof step === "string")].join(".");
}

function globalImportsOf(file: ProgramFile | null): string {
  return (file?.imports ?? [])
    .filter(({ isGlobal }) => isGlobal)
    .map(({ specifier }) => specifier)
    .sort()
    .join();
}

export const swift: Semantics = {
  ...plain,
  name: SWIFT,
  traits: {
    ...plain.traits,
    hasModules: false,
    hasPartialTypes: true,
    hasTypesAsAnnotations: true,
    hasTypesOfValues: true,
    hasInternalImplementations: true,
    isOfMeaning: () => true,
    heritageKind(source, _written, isInterface) {
      if (source === "interface") return "extends";
      return isInterface || source !== "class" ? "implements" : "inherits";
    },
  },
  summary,
  names,
  types,
  edges,
  changes,
  configFiles: MANIFESTS,
  packageNames: (path, text) => targetsOf(path, text).map(({ name }) => name),
  createLayout: createSwiftLayout,
};
