/** The meaning of Java and Kotlin: packages, imports, overloads and generic types. Expressions are evaluated, not walked (values.ts). */
import { isTypeKind } from "../name-index.js";
import { type Place, UNKNOWN } from "../place.js";
import { plain } from "../plain.js";
import type { Program } from "../program.js";
import { symbolAt } from "../program-file.js";
import type { EdgeRules, NameRules, Semantics, TypeRules } from "../semantics.js";
import { changes } from "./changes.js";
import { classOf, variablesOf } from "./classes.js";
import { call, constructNew } from "./edges/calls.js";
import { importEdges } from "./edges/imports.js";
import { overridden, overrides, takesTheSameHere } from "./edges/overrides.js";
import { likelihood, mayBeCalled, ruleOf } from "./edges/rules.js";
import { jvmEvaluate } from "./evaluate.js";
import { typeOfWalk } from "./inferred.js";
import { importedType, isClass, isPackage, simpleType, typeNamed } from "./names.js";
import { JVM, jvmCaches } from "./state.js";
import { summary } from "./summary.js";
import { createJvmExpressions, placeOfClass, placeOfNamed } from "./values.js";

Object.assign(jvmEvaluate, { classOf, variablesOf, typeOfWalk, typeNamed });

const names: NameRules = {
  ...plain.names,
  importPlace(program, file, index) {
    const item = file.imports[index];
    if (item === undefined || item.imported === "*") return UNKNOWN;
    return placeOfNamed(file, importedType(program, file, item));
  },
  freeName(program, file, from, name) {
    const named = simpleType(program, file, from, name);
    if (named !== null) return placeOfNamed(file, named);
    return isPackage(program, name)
      ? { is: "namespace", name, family: file.family }
      : plain.names.freeName(program, file, from, name, "any");
  },
  memberOfNamespace(program, { name: module, family }, name): Place {
    const full = `${module}.${name}`;
    const file = [...program.files.values()].find((each) => each.family === family);
    const named = file === undefined ? null : typeNamed(program, file, 0, full.split("."));
    if (isClass(named)) return placeOfClass(named);
    return isPackage(program, full) ? { is: "namespace", name: full, family } : { is: "missing" };
  },
  canReach: (program, file, decl) => program.canUse(file, decl.file),
};

const types: TypeRules = {
  ...plain.types,
  findParts: (_program, decl) => [decl],
  allParts: (_program, decls) => decls.slice(0, 1),
  namedBase(program: Program, { file, index }, { root, path }): Place {
    if (root.in === "file") return { is: "symbols", decls: [{ file, index: root.symbol }], imported: false };
    if (root.in !== "free") return UNKNOWN;
    const outer = symbolAt(file, index).parent;
    const steps = path.filter((each) => typeof each === "string");
    return placeOfNamed(file, typeNamed(program, file, outer, [root.name, ...steps]));
  },
  hidesMembers: () => false,
  // A constant of an enum with a body is an object below the enum.
  isImplemented: () => true,
};

const edges: EdgeRules = {
  ...plain.edges,
  beginFile: (program) => jvmCaches(program).names.clear(),
  createExpressions: createJvmExpressions,
  importEdges,
  call,
  construct: constructNew,
  ruleOf,
  // The member's own edge says more than one to the type before it.
  countsExternal: ({ path }, meaning) => meaning !== "value" || path.length > 0,
  isExternalInterface: ({ kind, position }) => kind === "implements" || position > 0,
  overridden: (program, member, base, _named, isOverride) => overridden(program, member, base, isOverride),
  overrides,
  takesTheSame: takesTheSameHere,
  mayBeCalled,
  likelihood,
};

/** The languages of the Java platform. */
export const jvm: Semantics = {
  ...plain,
  name: JVM,
  traits: {
    ...plain.traits,
    hasModules: false,
    hasDottedNamespaces: true,
    hasTypesAsAnnotations: true,
    isOfMeaning(kind, meaning) {
      if (meaning === "new") return isTypeKind(kind);
      if (meaning === "call") return !isTypeKind(kind) && kind !== "namespace";
      return plain.traits.isOfMeaning(kind, meaning);
    },
    heritageKind(source, _written, isInterface) {
      if (source === "interface") return "extends";
      return isInterface ? "implements" : "inherits";
    },
  },
  summary,
  names,
  types,
  edges,
  changes,
  configFiles: /(?!)/,
};
