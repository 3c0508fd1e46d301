/** The meaning of TypeScript and JavaScript: modules, structural types, values whose types are inferred (values.ts), and packages. */
import { nth } from "../../base/need.js";
import { runtimeGlobals } from "../../languages/typescript/runtime.js";
import { typeDecls } from "../declarations.js";
import { likelihoodByName } from "../likelihood.js";
import { isReachable } from "../members.js";
import { plain } from "../plain.js";
import type { Program } from "../program.js";
import { type Decl, parentOf, symbolOf } from "../program-file.js";
import type { EdgeRules, NameRules, Semantics, TypeRules } from "../semantics.js";
import { keyOf } from "../symbol-table.js";
import { aliasValue } from "./aliases.js";
import { findAugmented } from "./augmented.js";
import { baseParts, componentMember, isImplemented } from "./bases.js";
import { propertyOfMapped } from "./conditional.js";
import { annotate, call } from "./edges/calls.js";
import { importEdges } from "./edges/imports.js";
import { key } from "./edges/keys.js";
import { declaredMemberEdges } from "./edges/overrides.js";
import { prop } from "./edges/props.js";
import { receiverUses } from "./edges/receivers.js";
import { sourcesOf } from "./edges/sources.js";
import { exportPlace, importPlace, moduleValue } from "./exports.js";
import { freeName, typeAt } from "./free-names.js";
import { isOfLibrary } from "./guess.js";
import { guessedImports } from "./guessed-imports.js";
import { memberOfExternal, memberOfSymbols } from "./members.js";
import { createModules } from "./modules.js";
import { findParts } from "./parts.js";
import { TYPESCRIPT, typescriptCaches, typescriptIndex } from "./state.js";
import { summary } from "./summary.js";
import { calleeOf, typedValue, walkValue } from "./values.js";

const names: NameRules = {
  ...plain.names,
  importPlace,
  guessedImports,
  freeName: (program, file, from, name) => freeName(program, file, from, name),
  exported: exportPlace,
  moduleValue,
  memberOfSymbols,
  memberOfMapped: propertyOfMapped,
  memberOfExternal,
};

const types: TypeRules = {
  ...plain.types,
  findParts,
  typedValue,
  aliasValue,
  walkValue,
  calleeOf,
  typeAt,
  baseParts,
  memberOfExternalBase: componentMember,
  isImplemented,
};

const edges: EdgeRules = {
  ...plain.edges,
  beginFile(program) {
    typescriptCaches(program).augmented ??= findAugmented(program);
  },
  importEdges,
  declaredMemberEdges,
  receiverUses,
  call,
  annotate,
  prop,
  key,
  areParts,
  sourcesOf,
  moduleOfExternal: ({ program }, { module }) => ({
    module,
    isOwn: module !== null && program.layouts[TYPESCRIPT]?.isOwn(module) === true,
  }),
  mayBeCalled: ({ program, file }, _reference, decl) => isReachable(program, file, decl),
  likelihood: (work, reference, targets) => likelihoodByName(work, reference, targets, isOfLibrary),
};

/** Whether the targets are declarations of one type, or members of one that is merged from a class and interfaces beside it. */
function areParts(program: Program, targets: Decl[]): boolean {
  const merged = typescriptCaches(program).augmented?.parts;
  const parts = merged?.get(keyOf(nth(targets, 0)));
  if (parts !== undefined) return targets.every((decl) => merged?.get(keyOf(decl)) === parts);
  const owners = targets.map(parentOf);
  const first = nth(owners, 0);
  const { kind, parent } = symbolOf(first);
  if (parent < 0 || (kind !== "class" && kind !== "interface")) return false;
  const whole = typeDecls(program, first);
  return owners.slice(1).every((other) => whole.some((decl) => decl.file === other.file && decl.index === other.index));
}

export const typescript: Semantics = {
  ...plain,
  name: TYPESCRIPT,
  traits: {
    ...plain.traits,
    hasStaticNamesakes: true,
    hasTypesOfValues: true,
    callsOfFunctions: new Set(["call", "apply"]),
  },
  summary,
  names,
  types,
  edges,
  changes: {
    ...plain.changes,
    // A member that the runtime has not makes a type of one that only told more overloads.
    changesOwner: (_symbol, owner) => owner?.kind === "interface" && runtimeGlobals.has(owner.name),
    globals(program) {
      const { globals, ambientModules } = typescriptIndex(program);
      return [...globals.values(), ...ambientModules.values()];
    },
  },
  configFiles: /(?:^|\/)(?:[tj]sconfig[^/]*\.json|package\.json|ng-package[^/]*\.json|pnpm-workspace\.yaml)$/,
  packageNames(path, text) {
    const name = path.endsWith("package.json") ? /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1] : undefined;
    return name === undefined ? [] : [name];
  },
  createLayout: createModules,
};
