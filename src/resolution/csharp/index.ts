/** The meaning of C#: overloads, partial types, namespaces that usings open, and projects. Expressions are evaluated, not walked (values.ts). */
import type { NamedType } from "../../model/parse-result.js";
import { isStep } from "../../model/steps.js";
import { areOverloads } from "../edges/targets.js";
import { toInstance } from "../instance.js";
import { isTypeKind } from "../name-index.js";
import { type Base, type External, type Place, UNKNOWN } from "../place.js";
import { memberOfSymbols, partsOfPlace, plain } from "../plain.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, symbolAt, symbolOf } from "../program-file.js";
import type { EdgeRules, NameRules, Semantics, TypeRules, Work } from "../semantics.js";
import { absentProject } from "./absent.js";
import { changes } from "./changes.js";
import { likelihood, mayBeCalled } from "./edges/by-name.js";
import { annotate, call, constructNew } from "./edges/calls.js";
import { overridden, overrides, takesTheSameHere } from "./edges/overrides.js";
import { ruleOf } from "./edges/rules.js";
import { usingEdges } from "./edges/usings.js";
import { createCsharpLayout } from "./layout.js";
import { csharpName, memberOfNamespace, namespaceOfSymbols, usingPlace, withoutHidden } from "./names.js";
import { allParts, findParts } from "./parts.js";
import { CSHARP, csharpCaches } from "./state.js";
import { summary } from "./summary.js";
import { createCsharpExpressions } from "./values.js";
import { bareName } from "./written-names.js";

const INTERFACE = /(?:^|\.)I\p{Lu}[^.]*$/u;

const names: NameRules = {
  ...plain.names,
  importPlace(program, file, index) {
    const item = file.imports[index];
    return item === undefined ? UNKNOWN : usingPlace(program, file, item.specifier);
  },
  freeName: (program, file, from, written, meaning) =>
    csharpName(program, file, from, { written, meaning, argumentCount: null }),
  memberOfNamespace,
  memberOfSymbols(program, place, name, argumentCount) {
    const namespace = namespaceOfSymbols(place.decls);
    if (namespace === null) return memberOfSymbols(program, place, name, argumentCount);
    return memberOfNamespace(program, namespace, name);
  },
  canReach: (program, file, decl) => program.canUse(file, decl.file),
};

const types: TypeRules = {
  ...plain.types,
  findParts,
  allParts,
  namedBase,
  baseParts(program, decl, base, env) {
    if (env !== undefined) return plain.types.baseParts(program, decl, base, env);
    base.parts ??= partsOfPlace(toInstance(program, base.place));
    return base.parts;
  },
  hidesMembers,
};

function namedBase(program: Program, { file, index }: Decl, base: NamedType): Place {
  if (base.root.in !== "free") return program.evaluate.typePlace(program, file, index, base);
  // A base is looked up from outside the type, or finding it would ask for itself.
  const { typeParameters, parent } = symbolAt(file, index);
  if (typeParameters.includes(base.root.name)) return UNKNOWN;
  return program.evaluate.typePlace(program, file, parent, base);
}

/** Members of interfaces are reached through the interface alone. */
function hidesMembers(decl: Decl, _base: Base, place: Place): boolean {
  if (symbolOf(decl).kind === "interface") return false;
  if (place.is === "instance") return symbolOf(firstDecl(place)).kind === "interface";
  return place.is === "external" && INTERFACE.test(place.name);
}

const edges: EdgeRules = {
  ...plain.edges,
  beginFile: (program) => csharpCaches(program).scopes.clear(),
  createExpressions: createCsharpExpressions,
  importEdges: usingEdges,
  call,
  construct: constructNew,
  annotate,
  // The two declarations of a partial method.
  areParts: (_program, targets) =>
    targets.length === 2 &&
    areOverloads(targets) &&
    targets.every((decl) => symbolOf(decl).isMergeable && symbolOf(decl).kind === "method"),
  ruleOf,
  moduleOfExternal({ program, file }: Work, { name, module }: External, kind) {
    const project = absentProject(program, file, name, kind === "imports");
    return { module: project ?? module, isOwn: project !== null };
  },
  // The member's own edge says more than one to the type before a static member.
  countsExternal: ({ path }, meaning) => !(meaning === "value" && path.length === 0) && !isStep(path.at(-1), "index"),
  isExternalInterface: ({ position }, { name }) => INTERFACE.test(name) || position > 0,
  overridden,
  overrides,
  takesTheSame: takesTheSameHere,
  mayBeCalled,
  withoutHidden,
  likelihood,
};

export const csharp: Semantics = {
  ...plain,
  name: CSHARP,
  traits: {
    ...plain.traits,
    hasModules: false,
    hasPartialTypes: true,
    hasDottedNamespaces: true,
    hasTypesAsAnnotations: true,
    bareName,
    isOfMeaning(kind, meaning) {
      if (meaning === "new") return isTypeKind(kind);
      if (meaning === "call") return !isTypeKind(kind) && kind !== "namespace";
      return plain.traits.isOfMeaning(kind, meaning);
    },
    heritageKind(source, _written, isInterface) {
      if (source === "interface") return "extends";
      return isInterface || source === "struct" ? "implements" : "inherits";
    },
  },
  summary,
  names,
  types,
  edges,
  changes,
  configFiles: /(?:^|\/)(?:[^/]+\.csproj|Directory\.Build\.(?:props|targets))$/,
  packageNames(path, text) {
    if (!path.endsWith(".csproj")) return [];
    const assembly = /<AssemblyName>\s*([^<\s]+)\s*</.exec(text)?.[1];
    return [path.slice(path.lastIndexOf("/") + 1, -".csproj".length), ...(assembly === undefined ? [] : [assembly])];
  },
  createLayout: createCsharpLayout,
};
